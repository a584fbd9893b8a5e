import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { type ConsultantHouse, createConsultants } from './test-consultants.ts'

let house: ConsultantHouse
let sue: Operator
beforeAll(async () => {
  house = await createConsultants()
  sue = await house.newOperator('sue', ['Owner'])
})
afterAll(() => house.close())

test('a customer writes, the consultant gets it by mail and answers, and neither learns the other’s address', async () => {
  const anna = await house.newConsultant('anna-berg', sue)
  const ben = await house.newPerson('ben-ray')
  const begun = await ben.contact(anna.page, 'How does a booking work?\nI am new here.')
  expect(begun.body.data).toMatchObject({
    ...{ name: 'anna B.', isConsultant: false, isOpen: true },
    messages: [{ isMine: true, text: 'How does a booking work?\nI am new here.' }],
  })
  const thread = begun.body.data.id
  const asked = (await house.mailsTo(anna.email)).at(-1)
  expect(asked?.subject).toBe('Somebody wrote to you as a consultant')
  expect(asked?.text).toContain('ben R. wrote to you')
  expect(asked?.text).toContain('How does a booking work?')
  expect(asked?.text).toContain(`/Consultant-Messages/${thread}`)

  expect(await anna.threads()).toMatchObject([{ id: thread, name: 'ben R.', isConsultant: true }])
  house.passTime(1000)
  expect((await anna.answer(thread, 'Gladly: it takes a minute.')).body.data.messages).toMatchObject([
    { isMine: false },
    { isMine: true, text: 'Gladly: it takes a minute.' },
  ])
  const answered = (await house.mailsTo(ben.email)).at(-1)
  expect(answered?.subject).toBe('Your consultant has answered')
  expect(answered?.text).toContain('Gladly: it takes a minute.')
  house.passTime(1000)
  expect((await ben.answer(thread, 'Thank you.')).status).toBe(200)
  expect((await ben.thread(thread)).body.data.messages).toHaveLength(3)
  expect(await ben.threads()).toHaveLength(1)

  for (const [mail, other] of [
    [asked, ben],
    [answered, anna],
  ] as const)
    for (const secret of [other.email, other.username, other.id])
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(secret)
  for (const shown of [await ben.thread(thread), await anna.thread(thread)])
    expect(JSON.stringify(shown.body)).not.toMatch(/example\.com|ben-ray|anna-berg/)
})

test('nobody else finds the conversation, and nobody writes to himself', async () => {
  const cleo = await house.newConsultant('cleo-day', sue)
  const [dan, eve] = [await house.newPerson('dan-fox'), await house.newRanked('eve-kay')]
  const thread = (await dan.contact(cleo.page)).body.data.id
  expect([(await eve.thread(thread)).status, (await eve.answer(thread)).status]).toEqual([404, 404])
  expect(await eve.threads()).toEqual([])
  expect((await cleo.contact(cleo.page)).status).toBe(403)
  for (const unknown of [randomUUID(), cleo.id, thread]) expect((await dan.contact(unknown)).status).toBe(404)
})

test('a link, an e-mail address, or more than 1,000 characters are refused', async () => {
  const fay = await house.newConsultant('fay-orr', sue)
  const gil = await house.newPerson('gil-may')
  for (const text of ['See gold.example', 'See www', 'gil@gold', 'x'.repeat(1001), '', '\u202e'])
    expect((await gil.contact(fay.page, text)).body.error.name).toBe('InvalidInput')
  expect(await gil.threads()).toEqual([])
})

test('of many at once one conversation is made', async () => {
  const hal = await house.newConsultant('hal-lee', sue)
  const ivy = await house.newPerson('ivy-sun')
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => ivy.contact(hal.page, text)))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await ivy.thread(answers[0]?.body.data.id)).body.data.messages).toHaveLength(3)
  expect(await house.mailsTo(hal.email)).toHaveLength(1 + 3)
})

test('a person writes so often a day, however many at once, and a consultant gets so many', async () => {
  const jan = await house.newConsultant('jan-elm', sue)
  const kit = await house.newPerson('kit-oak')
  const { perSubject } = policy.tries['consultant-message']
  const answers = await Promise.all(Array.from({ length: perSubject + 3 }, () => kit.contact(jan.page)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(perSubject)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  const most = policy.tries['consultant-inbox'].perSubject
  await sql`
    update tries set count = ${most} where scope = 'consultant-inbox' and subject = ${jan.page}`.execute(house.db)
  const lou = await house.newPerson('lou-ash')
  expect((await lou.contact(jan.page)).status).toBe(429)
  // Whom he wrote with before is still answered.
  expect((await jan.answer((await jan.threads())[0].id)).status).toBe(200)
})

test('while a consultant is not shown nothing is written, and what was written stays', async () => {
  const max = await house.newConsultant('max-pine', sue)
  const ned = await house.newPerson('ned-fir')
  const thread = (await ned.contact(max.page)).body.data.id
  await max.withdraw()
  expect((await ned.contact(max.page)).status).toBe(404)
  expect((await ned.answer(thread)).body.error.name).toBe('StateChanged')
  expect((await max.answer(thread)).body.error.name).toBe('StateChanged')
  expect((await ned.thread(thread)).body.data).toMatchObject({ isOpen: false, name: 'max P.', messages: [{}] })
})
