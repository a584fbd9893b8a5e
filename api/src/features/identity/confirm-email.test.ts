import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, day, minute } from './test-people.ts'
import { codeIncorrect, done, linkInvalid, registeringOf } from './test-registering.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const { register, verifyByLink, verifyByCode, askForLink, askForCode, linkOf, customerOf } = registeringOf(() => people)
const askForReset = (email: string) => people.newClient().post('/link-verification/forgot-password', { email })
const doneBefore = { status: 200, body: { data: { done: true, alreadyVerified: true } } }

describe('the link that confirms an e-mail', () => {
  test('works once, says so when it is opened again, and no longer than it would have worked', async () => {
    await register('link-once')
    const link = await linkOf('link-once@example.com')
    expect(await verifyByLink(link)).toMatchObject({ body: { data: { done: true, alreadyVerified: false } } })
    const { created_at } = (await customerOf('link-once@example.com')) ?? {}
    expect(await verifyByLink(link)).toMatchObject(doneBefore)
    expect((await customerOf('link-once@example.com'))?.created_at).toEqual(created_at)
    people.passTime(day)
    expect(await verifyByLink(link)).toMatchObject(linkInvalid)
    await people.strikeClock()
    const { rows } = await sql`select from used_registration_links where expires_at < ${people.now()}`.execute(
      people.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('says that it was used to none but who has it, also when two open it at once', async () => {
    await register('link-twice')
    const link = await linkOf('link-twice@example.com')
    const both = await Promise.all([verifyByLink(link), verifyByLink(link)])
    expect(both.map(({ body }) => body.data.alreadyVerified).sort()).toEqual([false, true])
    const { rows } = await sql`
      select column_name from information_schema.columns where table_name = 'used_registration_links'`.execute(
      people.db,
    )
    expect(rows).toHaveLength(2)
  })

  test('works for a day and no longer', async () => {
    await register('link-late')
    await register('link-in-time')
    const [late, inTime] = [await linkOf('link-late@example.com'), await linkOf('link-in-time@example.com')]
    people.passTime(day - 1000)
    expect(await verifyByLink(inTime)).toMatchObject(done)
    people.passTime(1000)
    expect(await verifyByLink(late)).toMatchObject(linkInvalid)
    expect(await customerOf('link-late@example.com')).toBeUndefined()
  })

  test('of another kind, or one that nobody was sent, confirms nothing', async () => {
    await people.newCustomer('link-kind')
    await people.newClient().post('/link-verification/forgot-password', { email: 'link-kind@example.com' })
    const reset = (await people.mailTo('link-kind@example.com')).tokenOf('/Change-Password')
    expect(reset).not.toBe('')
    expect(await verifyByLink(reset)).toMatchObject(linkInvalid)
    expect(await verifyByLink('x'.repeat(43))).toMatchObject(linkInvalid)
  })

  test('is sent again at most once in 50 seconds, and the answer does not tell', async () => {
    await register('again')
    const count = async () => (await people.subjectsTo('again@example.com')).length
    expect(await count()).toBe(1)
    const soon = await askForLink('again@example.com')
    expect(soon).toMatchObject({ status: 200, body: { data: { sent: true } } })
    expect(await count()).toBe(1)
    people.passTime(51_000)
    expect((await askForLink('again@example.com')).raw).toEqual(soon.raw)
    expect(await count()).toBe(2)
  })

  test('ends with the others as soon as one of them, or a code, was used', async () => {
    await register('several')
    const first = await linkOf('several@example.com')
    people.passTime(minute)
    await askForCode('several@example.com')
    const { code } = await people.mailTo('several@example.com')
    expect(await verifyByCode('several@example.com', code)).toMatchObject(done)
    expect(await verifyByLink(first)).toMatchObject(doneBefore)
    expect(await verifyByCode('several@example.com', code)).toMatchObject(codeIncorrect)
  })
})

test('the first mail has the link and, below it, a code that confirms too', async () => {
  await register('both-ways')
  const { subject, text, code, tokenOf } = await people.mailTo('both-ways@example.com')
  expect(text.indexOf(tokenOf('/Email-Verification'))).toBeLessThan(text.indexOf(code))
  expect(subject).not.toContain(code)
  expect(await verifyByCode('both-ways@example.com', code)).toMatchObject(done)
  expect((await people.newClient().signIn('both-ways')).status).toBe(200)
})

describe('the code that confirms an e-mail', () => {
  const codeFor = async (username: string) => {
    await register(username)
    await askForCode(`${username}@example.com`)
    return (await people.mailTo(`${username}@example.com`)).code
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('confirms it once, and gives no session', async () => {
    const code = await codeFor('code-once')
    const answer = await verifyByCode('Code-Once@Example.com', code)
    expect(answer).toMatchObject(done)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(await verifyByCode('code-once@example.com', code)).toMatchObject(codeIncorrect)
  })

  test('may be mistyped four times, and after the fifth it is over even if it is right', async () => {
    const [patient, hasty] = [await codeFor('four-wrong'), await codeFor('five-wrong')]
    for (let n = 0; n < 4; n++)
      expect(await verifyByCode('four-wrong@example.com', wrong(patient))).toMatchObject(codeIncorrect)
    expect(await verifyByCode('four-wrong@example.com', patient)).toMatchObject(done)
    for (let n = 0; n < 5; n++) await verifyByCode('five-wrong@example.com', wrong(hasty))
    expect(await verifyByCode('five-wrong@example.com', hasty)).toMatchObject(codeIncorrect)
  })

  test('works for ten minutes and no longer', async () => {
    const [inTime, late] = [await codeFor('code-in-time'), await codeFor('code-late')]
    people.passTime(10 * minute - 1000)
    expect(await verifyByCode('code-in-time@example.com', inTime)).toMatchObject(done)
    people.passTime(1000)
    expect(await verifyByCode('code-late@example.com', late)).toMatchObject(codeIncorrect)
  })

  test('is compared with five of a thousand guesses that come at the same moment', async () => {
    const code = await codeFor('burst')
    // Without the limit of tries, which would refuse most of them before.
    const take = people.identity.limits.take
    people.identity.limits.take = async () => async () => undefined
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => verifyByCode('burst@example.com', wrong(code))),
    ).finally(() => {
      people.identity.limits.take = take
    })
    const names = new Set(answers.map(({ body }) => body.error.name))
    // On a busy machine some wait too long for the database, and are not compared.
    names.delete('Unavailable')
    expect(names).toEqual(new Set(['CodeIncorrect']))
    const { rows } = await sql`
      select code_tries_left from registrations where username = 'burst'`.execute(people.db)
    expect(rows).toEqual([{ code_tries_left: 0 }])
    expect(await verifyByCode('burst@example.com', code)).toMatchObject(codeIncorrect)
  })

  test('is worth nothing for somebody else', async () => {
    const code = await codeFor('code-mine')
    await codeFor('code-yours')
    expect(await verifyByCode('code-yours@example.com', code)).toMatchObject(codeIncorrect)
  })

  test('ends when a new one is asked for', async () => {
    const old = await codeFor('code-new')
    people.passTime(minute)
    await askForCode('code-new@example.com')
    const { code } = await people.mailTo('code-new@example.com')
    if (old !== code) expect(await verifyByCode('code-new@example.com', old)).toMatchObject(codeIncorrect)
    expect(await verifyByCode('code-new@example.com', code)).toMatchObject(done)
  })
})

describe('a link that is opened before all mails were written', () => {
  test('brings no mail that there is an account already', async () => {
    await register('quick')
    const link = await linkOf('quick@example.com')
    people.passTime(minute)
    // As the page does after registering, and as the worker gets to it only later.
    await askForLink('quick@example.com')
    await askForCode('quick@example.com')
    people.passTime(1000)
    expect(await verifyByLink(link)).toMatchObject(done)
    expect(await people.subjectsTo('quick@example.com')).toEqual(['Verify your e-mail address'])
    people.passTime(1000)
    await askForLink('quick@example.com')
    expect(await people.subjectsTo('quick@example.com')).toEqual([
      'Verify your e-mail address',
      'You already have an account',
    ])
  })

  test('nor does another registration of the same e-mail that was asked for before', async () => {
    await register('quicker')
    const link = await linkOf('quicker@example.com')
    await register('quicker-too', { email: 'quicker@example.com' })
    people.passTime(1000)
    expect(await verifyByLink(link)).toMatchObject(done)
    expect(await people.subjectsTo('quicker@example.com')).toEqual(['Verify your e-mail address'])
  })
})

describe('a mail that the server did not take', () => {
  test.each([
    ['code', 'Your code to verify your e-mail address'],
    ['link', 'Verify your e-mail address'],
    ['reset', 'Choose a new password'],
    ['known', 'You already have an account'],
  ])('is tried again and does not count as sent (%s)', async (what, subject) => {
    const username = `undelivered-${what}`
    const email = `${username}@example.com`
    if (what === 'reset' || what === 'known') await people.newCustomer(username)
    else await register(username)
    await people.runJobs()
    people.passTime(minute)
    const ask = what === 'code' ? askForCode : what === 'reset' ? askForReset : askForLink
    await ask(email)
    const before = people.inbox.length
    people.failMails(2)
    // The second is the first again, as the worker does it.
    await people.runJobs()
    expect(people.inbox).toHaveLength(before)
    await people.runJobs()
    expect(people.inbox).toHaveLength(before)
    const { subject: told, code } = await people.mailTo(email)
    expect(told).toBe(subject)
    expect(people.inbox).toHaveLength(before + 1)
    // It was sent just now: not again so soon.
    await ask(email)
    await people.runJobs()
    expect(people.inbox).toHaveLength(before + 1)
    if (what === 'code') expect(await verifyByCode(email, code)).toMatchObject(done)
  })

  test('has the same code when it is sent again, and no new tries', async () => {
    await register('same-code')
    await people.runJobs()
    people.passTime(minute)
    await askForCode('same-code@example.com')
    people.failMails(1)
    await people.runJobs()
    const code = people.lost.at(-1)?.text.match(/\b\d{6}\b/)?.[0] ?? ''
    await verifyByCode('same-code@example.com', code === '000000' ? '111111' : '000000')
    expect((await people.mailTo('same-code@example.com')).code).toBe(code)
    for (let n = 0; n < 4; n++) await verifyByCode('same-code@example.com', code === '000000' ? '111111' : '000000')
    expect(await verifyByCode('same-code@example.com', code)).toMatchObject(codeIncorrect)
  })
})

test('an unknown e-mail that asks for a link or a code gets no mail and the same answer', async () => {
  await register('known')
  const unknown = [await askForLink('nobody@example.com'), await askForCode('nobody@example.com')]
  const known = [await askForLink('known@example.com'), await askForCode('known@example.com')]
  expect(unknown.map(({ status, raw }) => `${status} ${raw}`)).toEqual(
    known.map(({ status, raw }) => `${status} ${raw}`),
  )
  expect(await people.subjectsTo('nobody@example.com')).toEqual([])
})
