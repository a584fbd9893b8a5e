import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, day, goodPassword, hour, minute, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const register = (username: string, more: object = {}) =>
  people.newClient().post('/auth/local/register', people.registration(username, more))
const verifyByLink = (verifyCode: string) => people.newClient().post('/link-verification/code-register', { verifyCode })
const verifyByCode = (email: string, otp: string) =>
  people.newClient().post('/otp-verification/verify-otp', { email, otp })
const askForLink = (email: string) => people.newClient().post('/link-verification/registration', { email })
const askForCode = (email: string) => people.newClient().post('/otp-verification/generate', { email })
const linkOf = async (email: string) => (await people.mailTo(email)).tokenOf('/Email-Verification')
const customerOf = async (email: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from customers where email = ${email}`.execute(people.db)
  return rows[0]
}

const linkInvalid = refused('LinkInvalid', 'This link is no longer valid. Please ask for a new one.')
const codeIncorrect = refused('CodeIncorrect', 'This code is not correct or has expired.')
const done = { status: 200, body: { data: { done: true } } }

describe('the link that confirms an e-mail', () => {
  test('works once', async () => {
    await register('link-once')
    const link = await linkOf('link-once@example.com')
    expect(await verifyByLink(link)).toMatchObject(done)
    expect(await verifyByLink(link)).toMatchObject(linkInvalid)
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
    expect(await verifyByLink(first)).toMatchObject(linkInvalid)
    expect(await verifyByCode('several@example.com', code)).toMatchObject(codeIncorrect)
  })
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

describe('registering an e-mail that is known', () => {
  test('is answered alike, changes nothing, and tells its owner', async () => {
    await people.newCustomer('owner')
    const before = await customerOf('owner@example.com')
    const known = await register('owner-copy', { email: 'owner@example.com', password: 'another long password 7' })
    const fresh = await register('somebody-new')
    expect(known.status).toBe(200)
    expect(known.body).toEqual({ user: { email: 'owner@example.com' } })
    expect(known.raw.toString().replace('owner@', 'somebody-new@')).toBe(fresh.raw.toString())
    expect(await customerOf('owner@example.com')).toEqual(before)
    people.passTime(minute)
    await register('owner-copy', { email: 'owner@example.com' })
    const mail = await people.mailTo('owner@example.com')
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).not.toMatch(/Email-Verification/)
    expect((await people.newClient().signIn('owner')).status).toBe(200)
    expect(await people.newClient().signIn('owner', 'another long password 7')).toMatchObject(
      refused('InvalidCredentials', 'Invalid identifier or password'),
    )
  })

  test('but not confirmed makes a registration of its own: the link that is opened decides, and ends the others', async () => {
    await register('squatter', { email: 'victim@example.com', password: 'the squatter knows this' })
    const old = await linkOf('victim@example.com')
    await register('victim')
    const link = await linkOf('victim@example.com')
    expect(link).not.toBe(old)
    expect(await verifyByLink(link)).toMatchObject(done)
    expect(await verifyByLink(old)).toMatchObject(linkInvalid)
    expect((await people.newClient().signIn('victim@example.com', 'the squatter knows this')).status).toBe(400)
    expect(await people.newClient().signIn('victim@example.com')).toMatchObject({
      status: 200,
      body: { user: { username: 'victim' } },
    })
    expect((await register('squatter')).status).toBe(200)
  })

  test('with a password of one’s own looks like any other registration, also when signing in', async () => {
    await people.newCustomer('owner')
    const guess = { password: 'the guesser knows this' }
    const tries = { 'owner@example.com': 'guess-known', 'stranger@example.com': 'guess-unknown' }
    const seen = []
    for (const [email, username] of Object.entries(tries)) {
      const registered = await register(username, { email, ...guess })
      const signedIn = await people.newClient().signIn(email, guess.password)
      const again = await register(username, { email: `${username}@example.com` })
      seen.push([registered.status, signedIn.status, signedIn.body.error.name, again.status, again.body.error.name])
    }
    expect(seen[0]).toEqual([200, 400, 'EmailNotVerified', 400, 'UsernameTaken'])
    expect(seen[1]).toEqual(seen[0])
  })

  test('gives up the username after a day if the e-mail was never confirmed, and is forgotten after a week', async () => {
    await register('forgetful')
    people.passTime(day - hour)
    expect((await register('forgetful', { email: 'other@example.com' })).status).toBe(400)
    people.passTime(2 * hour)
    expect((await register('forgetful', { email: 'other@example.com' })).status).toBe(200)
    people.passTime(8 * day)
    await people.strikeClock()
    const { rows } = await sql`select from registrations`.execute(people.db)
    expect(rows).toHaveLength(0)
  })
})

test('a taken username is refused whatever the e-mail and however it is written', async () => {
  await people.newCustomer('taken')
  const usernameTaken = refused('UsernameTaken', 'This username is already taken.')
  expect(await register('taken', { email: 'unknown@example.com' })).toMatchObject(usernameTaken)
  expect(await register('TAKEN', { email: 'taken@example.com' })).toMatchObject(usernameTaken)
  expect(await customerOf('unknown@example.com')).toBeUndefined()
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

describe('a referral code', () => {
  test('names its introducer, who is then the introducer of the account', async () => {
    const introducer = await people.newCustomer('introducer')
    const { refCode } = (await introducer.get('/getInfo')).body.data
    expect((await people.newClient().get(`/introducers/${refCode.toLowerCase()}`)).body).toEqual({
      data: { name: 'introducer' },
    })
    expect((await register('introduced', { referralCode: ` ${refCode} ` })).status).toBe(200)
    await verifyByLink(await linkOf('introduced@example.com'))
    const client = await people.signInAgain('introduced')
    expect((await client.get('/getInfo')).body.data).toMatchObject({ introducer: 'introducer' })
  })

  test('that is unknown, or of somebody who never confirmed the e-mail, is refused', async () => {
    await register('unconfirmed')
    const code = String((await customerOf('unconfirmed@example.com'))?.ref_code)
    const unknown = refused(
      'UnknownReferralCode',
      'This referral code is not known. Please check it or leave it empty.',
    )
    for (const referralCode of ['22222222', code]) {
      expect(await people.newClient().get(`/introducers/${referralCode}`)).toMatchObject(unknown)
      expect(await register('hopeful', { referralCode })).toMatchObject(unknown)
    }
    expect(await customerOf('hopeful@example.com')).toBeUndefined()
  })
})

test('terms of an older version, or none, are not accepted', async () => {
  expect(await register('outdated', { termsVersion: '1999-01' })).toMatchObject(
    refused('TextOutdated', 'The terms have changed. Please read and accept the current version.'),
  )
  expect(await register('outdated', { termsVersion: '' })).toMatchObject(
    refused('InvalidInput', 'termsVersion: Please accept the terms.'),
  )
  await register('up-to-date')
  await verifyByLink(await linkOf('up-to-date@example.com'))
  const { rows } = await sql`
    select text_name, text_version from customer_consents
    where customer = (select id from customers where username = 'up-to-date')`.execute(people.db)
  expect(rows).toEqual([{ text_name: 'term-conditions', text_version: people.termsVersion }])
})

describe('a password', () => {
  const weak = [
    ['that everybody uses', 'a', 'password1234'],
    ['of one letter again and again', 'b', 'aaaaaaaaaaaaaaaaaaaa'],
    ['of one word again and again', 'c', 'abcabcabcabcabcabc'],
    ['that counts', 'd', '123456789012345'],
    ['from the keyboard', 'e', 'qwertyuiopasdf'],
    ['made of the username', 'f', 'goldfinger.gold1'],
    ['made of the e-mail', 'bullion-wizard', 'bullion-wizard1'],
    ['made of the brand', 'h', 'ingotingot2026'],
  ] as const
  test.each(weak)('%s is refused', async (_which, mailbox, password) => {
    const body = { email: `${mailbox}@example.com`, password }
    expect(await register('goldfinger.gold', body)).toMatchObject(
      refused('PasswordRefused', 'This password is too easy to guess. Please choose another one.'),
    )
  })

  test('shorter than 12 or longer than 256 characters is refused in words that say so', async () => {
    expect(await register('short', { password: 'k3$Vq9!zLw2' })).toMatchObject(
      refused('InvalidInput', 'password: Please use at least 12 characters.'),
    )
    expect(await register('long', { password: `${'k3$Vq9!z'.repeat(32)}x` })).toMatchObject(
      refused('InvalidInput', 'password: Please use at most 256 characters.'),
    )
  })

  test('of 256 characters counts to its last one', async () => {
    const password = `${goodPassword} ${'k3$Vq9!z'.repeat(40)}`.slice(0, 256)
    await register('very-long', { password })
    await verifyByLink(await linkOf('very-long@example.com'))
    expect((await people.newClient().signIn('very-long', password)).status).toBe(200)
    expect((await people.newClient().signIn('very-long', `${password.slice(0, -1)}#`)).status).toBe(400)
  })

  test('may be made of any letters', async () => {
    const password = 'ключ под ковриком 🗝️'
    await register('any-letters', { password })
    await verifyByLink(await linkOf('any-letters@example.com'))
    expect((await people.newClient().signIn('any-letters', password)).status).toBe(200)
  })
})

test('nobody makes himself an operator, verified or ranked by registering', async () => {
  for (const field of ['role', 'kyc_status', 'kycVerified', 'customer_rank', 'id', 'email_verified_at'])
    expect(await register('climber', { [field]: 'operator' })).toMatchObject({
      status: 400,
      body: { error: { name: 'InvalidInput' } },
    })
  expect(await customerOf('climber@example.com')).toBeUndefined()
})
