import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
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
const askForReset = (email: string) => people.newClient().post('/link-verification/forgot-password', { email })
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
    expect(new Set(answers.map(({ body }) => body.error.name))).toEqual(new Set(['CodeIncorrect']))
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

describe('several registrations of one e-mail that nobody has confirmed', () => {
  const strange = 'the stranger knows this'
  /** Mails to someone, each with what it says about the registration that it is for. */
  const mailsTo = async (email: string) => {
    await people.runJobs()
    return people.inbox
      .filter(({ to }) => to === email)
      .map(({ text }) => ({
        text,
        username: text.match(/Username: (\S+)/)?.[1],
        link: text.match(/Email-Verification\/([\w-]+)/)?.[1] ?? '',
        code: text.match(/\b\d{6}\b/)?.[0] ?? '',
      }))
  }

  test('have a mail each, which says who asked, when and from where', async () => {
    const email = 'told-apart@example.com'
    await people.newClient('198.51.100.7').post('/auth/local/register', people.registration('told-first', { email }))
    // Before the first mail is written.
    const other = people.newClient('203.0.113.9')
    other.state.agent = 'Mozilla/5.0 (iPhone) Safari/605.1'
    await other.post('/auth/local/register', people.registration('told-second', { email, password: strange }))
    const mails = await mailsTo(email)
    expect(mails.map(({ username }) => username)).toEqual(['told-first', 'told-second'])
    expect(mails[0]?.text).toMatch(/When: .* UTC\nDevice: Chrome on Linux\nIP address: 198\.51\.100\.7/)
    expect(mails[1]?.text).toMatch(/Device: Safari on iPhone\nIP address: 203\.0\.113\.9/)
    expect(mails[1]?.text.replaceAll('\n', ' ')).toContain('confirm only if you registered yourself')
  })

  test('stay apart: the link that is opened makes its own the account, and the others’ links end', async () => {
    const email = 'victim@example.com'
    const introducer = await people.newCustomer('victims-friend')
    const { refCode } = (await introducer.get('/getInfo')).body.data
    await register('victim', { referralCode: refCode })
    await register('squatter', { email, password: strange })
    const [first, second] = await mailsTo(email)
    expect(await verifyByLink(first?.link ?? '')).toMatchObject(done)
    expect(await verifyByLink(second?.link ?? '')).toMatchObject(linkInvalid)
    const client = people.newClient()
    expect(await client.signIn(email)).toMatchObject({ status: 200, body: { user: { username: 'victim' } } })
    expect((await client.get('/getInfo')).body.data).toMatchObject({ introducer: 'victims-friend' })
  })

  test('are not told that one was confirmed: to the others all is as before', async () => {
    const email = 'now-a-customer@example.com'
    await register('watcher', { email, password: strange })
    await register('now-a-customer')
    const [, own] = await mailsTo(email)
    expect(await verifyByLink(own?.link ?? '')).toMatchObject(done)
    expect(await people.newClient().signIn(email, strange)).toMatchObject(
      refused('EmailNotVerified', 'Your account email is not confirmed'),
    )
    expect((await register('watcher', { email })).body.error.name).toBe('UsernameTaken')
    expect((await people.newClient().signIn(email)).status).toBe(200)
  })

  test('all say at sign-in that the e-mail is not confirmed, each to its own password', async () => {
    const email = 'not-yet@example.com'
    await register('not-yet')
    await register('not-yet-either', { email, password: strange })
    for (const [name, password] of [
      [email, goodPassword],
      [email, strange],
      ['not-yet', goodPassword],
      ['NOT-yet-either', strange],
    ] as const)
      expect((await people.newClient().signIn(name, password)).body.error.name).toBe('EmailNotVerified')
    expect((await people.newClient().signIn('not-yet', strange)).body.error.name).toBe('InvalidCredentials')
  })

  test('are three at most: the first cannot be pushed out, and a latecomer can still confirm', async () => {
    const email = 'flooded@example.com'
    await register('flooded')
    for (const n of [1, 2, 3]) {
      await register(`flood-${n}`, { email, password: strange })
      await people.runJobs()
    }
    await register('flooded-late', { email })
    const links = new Map((await mailsTo(email)).map(({ username, link }) => [username, link]))
    expect(links.size).toBe(5)
    expect(await verifyByLink(links.get('flood-2') ?? '')).toMatchObject(linkInvalid)
    expect(await verifyByLink(links.get('flood-3') ?? '')).toMatchObject(linkInvalid)
    const { rows } = await sql`select username from registrations where email = ${email} order by id`.execute(people.db)
    expect(rows.map((row) => (row as { username: string }).username)).toEqual(['flooded', 'flood-1', 'flooded-late'])
    expect(await verifyByLink(links.get('flooded') ?? '')).toMatchObject(done)
    expect(await verifyByLink(links.get('flooded-late') ?? '')).toMatchObject(linkInvalid)
  })

  test('get their links and codes again, each its own, and a code confirms what it was mailed for', async () => {
    const email = 'both-again@example.com'
    await register('both-again')
    await register('both-again-too', { email, password: strange })
    await mailsTo(email)
    people.passTime(minute)
    await askForLink(email)
    expect((await mailsTo(email)).slice(2).map(({ username }) => username)).toEqual(['both-again-too', 'both-again'])
    await askForCode(email)
    const [theirs, own] = (await mailsTo(email)).slice(4)
    expect([theirs?.username, own?.username]).toEqual(['both-again-too', 'both-again'])
    expect(await verifyByCode(email, own?.code ?? '')).toMatchObject(done)
    expect(await verifyByCode(email, theirs?.code ?? '')).toMatchObject(codeIncorrect)
    expect(await people.newClient().signIn(email)).toMatchObject({ body: { user: { username: 'both-again' } } })
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
    expect(await people.subjectsTo('quick@example.com')).toEqual(['Confirm your e-mail address'])
    people.passTime(1000)
    await askForLink('quick@example.com')
    expect(await people.subjectsTo('quick@example.com')).toEqual([
      'Confirm your e-mail address',
      'You already have an account',
    ])
  })

  test('nor does another registration of the same e-mail that was asked for before', async () => {
    await register('quicker')
    const link = await linkOf('quicker@example.com')
    await register('quicker-too', { email: 'quicker@example.com' })
    people.passTime(1000)
    expect(await verifyByLink(link)).toMatchObject(done)
    expect(await people.subjectsTo('quicker@example.com')).toEqual(['Confirm your e-mail address'])
  })
})

describe('a mail that the server did not take', () => {
  test.each([
    ['code', 'Your code to confirm your e-mail address'],
    ['link', 'Confirm your e-mail address'],
    ['reset', 'Set a new password'],
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
    ['that everybody uses', 'a', 'password12345678'],
    ['of one letter again and again', 'b', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['of one word again and again', 'c', 'abcabcabcabcabcabc'],
    ['that counts', 'd', '987654321098765'],
    ['from the keyboard', 'e', 'qwertyuiopasdfghj'],
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

  // Each of them is long enough, and hard to guess by its looks: only a list can know it.
  const stolen = `internacional perasperaadastra 30secondstomars qaz1wsx2edc3 q2w3e4r5t6y7 qw12er34ty56 avadakedavra
    rikitikitavi hakunamatata neversaynever showmethemoney louisvuitton frankenstein degenerationx intervention
    2222333344445555 1324354657687980 gankutsuou1989 huangjin1987 weaknesspays neversaymypassword constitution
    ghjcnhfycndj cfvfzrhfcbdfz 1213141516171819`.split(/\s+/)

  const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  test.each(stolen)('that was stolen from others is refused in words of its own: %s', async (password) => {
    const { body } = await register('stolen', { email: `${password}@example.com`, password: password.toUpperCase() })
    expect(body.error).toMatchObject({
      name: 'PasswordRefused',
      message:
        'This password is on lists of stolen passwords, which are tried first. Please choose one that you use nowhere else.',
      details: { reason: 'stolen' },
    })
    expect(guesser.check(password).score).toBeGreaterThanOrEqual(3)
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
