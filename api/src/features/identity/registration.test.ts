import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, day, goodPassword, hour, minute, refused } from './test-people.ts'
import { codeIncorrect, done, linkInvalid, registeringOf } from './test-registering.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const { register, verifyByLink, verifyByCode, askForLink, askForCode, linkOf, customerOf } = registeringOf(() => people)

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
    expect(mails[1]?.text.replaceAll('\n', ' ')).toContain('verify yours only if it was you who registered')
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
      refused('EmailNotVerified', 'Your e-mail address is not verified yet. Please verify it first.'),
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
    people.passTime(minute)
    await askForCode(email)
    const [theirs, own] = (await mailsTo(email)).slice(4)
    expect([theirs?.username, own?.username]).toEqual(['both-again-too', 'both-again'])
    expect(await verifyByCode(email, own?.code ?? '')).toMatchObject(done)
    expect(await verifyByCode(email, theirs?.code ?? '')).toMatchObject(codeIncorrect)
    expect(await people.newClient().signIn(email)).toMatchObject({ body: { user: { username: 'both-again' } } })
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
      refused('InvalidCredentials', 'Wrong e-mail, username or password. Please try again.'),
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
      'We do not recognise this referral code. Please check it or leave the field empty.',
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
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ text_name: 'term-conditions', text_version: people.termsVersion })
  expect(rows).toContainEqual({ text_name: 'privacy-policy', text_version: expect.any(String) })
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
        'This password is on lists of stolen passwords, which are the first to be tried. Please choose one that you use nowhere else.',
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
