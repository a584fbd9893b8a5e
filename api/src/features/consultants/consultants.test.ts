import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { formOf } from '../identity/test-people.ts'
import { type ConsultantHouse, createConsultants, goodText } from './test-consultants.ts'

let house: ConsultantHouse
let sue: Operator
let olga: Operator
beforeAll(async () => {
  house = await createConsultants()
  sue = await house.newOperator('sue', ['Support'])
  olga = await house.newOperator('olga', ['Finance'])
})
afterAll(() => house.close())

const approve = (id: string, operator = sue) =>
  house.decideIn(operator, 'consultant-profiles', id, 'approve-consultant-profile')
const sendBack = (id: string, reason: string) =>
  house.decideIn(sue, 'consultant-profiles', id, 'send-back-consultant-profile', reason)
const waitingOf = (username: string) => house.lineOf(sue, 'consultant-profiles', username)

describe('from a draft to everybody’s eyes', () => {
  test('a profile is drafted, sent back with a reason, handed in again, approved, and seen by anybody', async () => {
    const anna = await house.newRanked('anna-berg')
    expect(await anna.profile()).toMatchObject({
      ...{ id: null, state: 'Draft', isShown: false, hasRank: true, approved: null, next: null, decisions: [] },
      names: { short: 'anna B.', whole: 'anna berg' },
    })
    expect((await anna.submit()).body.error.name).toBe('StateChanged')
    expect((await anna.save()).body.data).toMatchObject({ state: 'Draft', next: { state: 'Draft', text: goodText } })
    expect(await waitingOf('anna-berg')).toBeUndefined()
    expect((await anna.submit()).body.data.next).toMatchObject({ state: 'In review' })
    expect((await anna.submit()).body.error.name).toBe('StateChanged')
    const { id } = await anna.profile()
    expect((await house.newClient().get(`/get-consultant-info/${id}`)).status).toBe(404)

    expect((await olga.client.get('/operator/queues/consultant-profiles')).status).toBe(404)
    const first = await waitingOf('anna-berg')
    expect(first).toMatchObject({ title: 'anna B.', state: 'First', choices: [{}, {}] })
    expect((await sendBack(first.id, 'Please say where you live.')).status).toBe(200)
    expect((await anna.profile()).next).toMatchObject({ state: 'Draft', sentBackFor: 'Please say where you live.' })
    const [back] = await house.mailsTo(anna.email)
    expect(back).toMatchObject({ subject: 'Please change your profile as a consultant' })
    expect(back?.text).toContain('Please say where you live.')

    await anna.save({ text: 'I live in Vienna.', languages: ['de'] })
    expect((await anna.submit()).body.data.next).toMatchObject({ state: 'In review', sentBackFor: null })
    expect((await approve((await waitingOf('anna-berg')).id)).status).toBe(200)
    expect(await anna.profile()).toMatchObject({ state: 'Public', isShown: true, next: null })
    const seen = await house.newClient().get(`/get-consultant-info/${id}`)
    expect(seen.body.data).toEqual({
      ...{ id, name: 'anna B.', picture: null, rank: 'Introducer', since: '2026-11-02', refCode: expect.any(String) },
      ...{ languages: ['de'], text: 'I live in Vienna.' },
    })
    expect(JSON.stringify(seen.body)).not.toMatch(new RegExp(`${anna.id}|anna-berg|example.com`))
    expect((await house.mailsTo(anna.email)).at(-1)?.subject).toBe('Your profile as a consultant is approved')
  })

  test('a public one that is changed stays as it was until the change was looked at', async () => {
    const ben = await house.newConsultant('ben-ray', sue)
    await ben.save({ text: 'Something new.', showsWholeName: true })
    await ben.submit()
    expect(await ben.profile()).toMatchObject({
      ...{ state: 'Public', isShown: true, approved: { text: goodText }, next: { text: 'Something new.' } },
    })
    expect((await ben.look(ben.page)).body.data).toMatchObject({ text: goodText, name: 'ben R.' })
    const line = await waitingOf('ben-ray')
    expect(line).toMatchObject({ state: 'Changed', title: 'ben ray' })
    expect(line.facts).toContainEqual({ name: 'Shown now', value: goodText })
    await approve(line.id)
    expect((await ben.look(ben.page)).body.data).toMatchObject({ text: 'Something new.', name: 'ben ray' })
  })

  test('what waits is never changed under the eyes of who looks at it', async () => {
    const cleo = await house.newRanked('cleo-day')
    await cleo.save()
    await cleo.submit()
    const line = await waitingOf('cleo-day')
    await cleo.save({ text: 'Other words.' })
    expect(await waitingOf('cleo-day')).toBeUndefined()
    expect((await approve(line.id)).body.error.name).toBe('StateChanged')
    expect(await cleo.profile()).toMatchObject({ state: 'Draft', next: { state: 'Draft', text: 'Other words.' } })
  })

  test('its owner takes it off at any time, and keeps the words', async () => {
    const dora = await house.newConsultant('dora-fox', sue)
    expect((await dora.withdraw()).body.data).toMatchObject({
      ...{ state: 'Draft', isShown: false, approved: null, next: { state: 'Draft', text: goodText } },
    })
    expect((await dora.look(dora.page)).status).toBe(404)
    expect((await dora.withdraw()).body.error.name).toBe('StateChanged')
    await dora.submit()
    expect((await dora.withdraw()).body.data.next.state).toBe('Draft')
    expect(await waitingOf('dora-fox')).toBeUndefined()
    await dora.submit()
    await approve((await waitingOf('dora-fox')).id)
    expect((await dora.look(dora.page)).status).toBe(200)
  })

  test('whoever loses the rank or the verification is not shown, and is again with it', async () => {
    const emma = await house.newConsultant('emma-kay', sue)
    await house.giveRank(emma.id, null)
    expect((await emma.look(emma.page)).status).toBe(404)
    expect(await emma.profile()).toMatchObject({ state: 'Public', isShown: false, hasRank: false })
    expect((await emma.save()).body.error.name).toBe('NotRanked')
    expect((await emma.submit()).body.error.name).toBe('NotRanked')
    await house.giveRank(emma.id, 'Consultant')
    expect((await emma.look(emma.page)).body.data).toMatchObject({ rank: 'Consultant' })
    await sql`update customers set kyc_status = 'Pending' where id = ${emma.id}`.execute(house.db)
    expect((await emma.look(emma.page)).status).toBe(404)
    await sql`update customers set kyc_status = 'Verified' where id = ${emma.id}`.execute(house.db)
    expect((await emma.withdraw()).status).toBe(200)
  })

  test('a picture is shown by choice, and another one only once it was looked at', async () => {
    const finn = await house.newRanked('finn-lee')
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b8892b' } })
      .jpeg()
      .toBuffer()
    const picture = new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' })
    const change = async () =>
      (await finn.client.post('/update-picture', formOf({ profilePicture: picture }))).body.data.profileLink
    const link = await change()
    await finn.save({ showsPicture: true })
    await finn.submit()
    const waiting = await waitingOf('finn-lee')
    expect(waiting.picture).toBe(link)
    await approve(waiting.id)
    const { id } = await finn.profile()
    expect((await finn.look(id ?? '')).body.data.picture).toBe(link)
    await change()
    expect((await finn.look(id ?? '')).body.data.picture).toBeNull()
    await finn.save({ showsPicture: false })
    await finn.submit()
    await approve((await waitingOf('finn-lee')).id)
    expect((await finn.look(id ?? '')).body.data.picture).toBeNull()
  })
})

test.each([
  ['I bring ten percent.', /promise of a return/],
  ['About 12 % so far.', /promise of a return/],
  ['It is guar\u200banteed.', /promise of a return/],
  ['See www for more.', /links/],
  ['gold dot com', /links/],
  ['anna@gold', /e-mail/],
  ['Call 0740 012 345.', /phone/],
  ['Look \u202e here', /can be seen/],
])('the server refuses %j in words', async (text, words) => {
  const gina = await house.newRanked(`gina${randomUUID().slice(0, 6)}`)
  const { status, body } = await gina.save({ text })
  expect([status, body.error.name]).toEqual([400, 'InvalidInput'])
  expect(JSON.stringify(body.error)).toMatch(words)
  expect((await gina.profile()).next).toBeNull()
})

test.each([
  { text: 'x'.repeat(601) },
  { text: '' },
  { text: 'nul \0 here' },
  { languages: [] },
  { languages: ['en', 'en'] },
  { languages: ['xx'] },
  { languages: ['ar', 'bg', 'bn', 'cs', 'da', 'de', 'el', 'en', 'es'] },
  { showsPicture: 'yes' },
  { state: 'Public' },
])('a profile of %j is refused', async (given) => {
  const gus = await house.newRanked(`gus${randomUUID().slice(0, 6)}`)
  expect((await gus.save(given)).body.error.name).toBe('InvalidInput')
})

test('of two who approve at once one was quicker, and of two who hand in one does', async () => {
  const hal = await house.newRanked('hal-orr')
  const saved = await Promise.all([hal.save(), hal.save(), hal.save()])
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
  const submitted = await Promise.all([hal.submit(), hal.submit()])
  expect(submitted.map(({ status }) => status).sort()).toEqual([200, 409])
  const { id } = await waitingOf('hal-orr')
  const sam = await house.newOperator('sam', ['Owner'])
  const answers = await Promise.all([approve(id), approve(id, sam), sendBack(id, 'Please wait.')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { rows } = await sql`select from audit_lines where thing = ${id}`.execute(house.db)
  expect(rows).toHaveLength(1)
  expect(await house.mailsTo(hal.email)).toHaveLength(1)
})

test('whoever looks at many is stopped, and an id that nobody has is answered as one that is hidden', async () => {
  const client = house.newClient()
  const answers = []
  for (let tries = 0; tries <= policy.tries['consultant-view'].perAddress; tries++)
    answers.push((await client.get(`/get-consultant-info/${randomUUID()}`)).status)
  expect(answers.at(0)).toBe(404)
  expect(answers.at(-1)).toBe(429)
  expect((await house.newClient().get('/get-consultant-info/17')).status).toBe(400)
})

test('who has no rank or is not verified has no profile, and nobody else’s', async () => {
  const ida = await house.newPerson('ida-may')
  expect((await ida.save()).body.error.name).toBe('NotRanked')
  const jon = await house.newCustomer('jon')
  expect((await jon.send('PUT', '/consultant-profile', {})).status).toBe(403)
  expect((await jon.get('/consultant-profile')).body.data).toMatchObject({ id: null, hasRank: false })
})
