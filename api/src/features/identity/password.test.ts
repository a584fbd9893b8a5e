import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, day, goodPassword, goodPin, hour, minute, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const newPassword = 'seven green umbrellas sing'
const twice = (password: string) => ({ password, passwordConfirmation: password })
const askForReset = (email: string) => people.newClient().post('/link-verification/forgot-password', { email })
const resetLinkOf = async (username: string) => {
  await people.runJobs()
  await askForReset(`${username}@example.com`)
  return (await people.mailTo(`${username}@example.com`)).tokenOf('/Change-Password')
}
const reset = (code: string, password = newPassword) =>
  people.newClient().post('/reset-verification/reset-password', { code, ...twice(password) })
const change = (client: ReturnType<typeof people.newClient>, currentPassword: string, password: string) =>
  client.post('/auth/local/change-password', { currentPassword, ...twice(password) })

const linkInvalid = refused('LinkInvalid', 'This link no longer works. Please ask for a new one.')
const passwordIncorrect = refused('PasswordIncorrect', 'Wrong password. Please try again.')
const passwordRefused = refused('PasswordRefused', 'This password is too easy to guess. Please choose another one.')
const passwordStolen = refused(
  'PasswordRefused',
  'This password is on lists of stolen passwords, which are the first to be tried. Please choose one that you use nowhere else.',
  { reason: 'stolen' },
)
const done = { status: 200, body: { data: { done: true } } }

describe('a forgotten password', () => {
  test('is set anew once with the mailed link, which ends every session and tells the owner', async () => {
    const client = await people.newCustomer('forgetful')
    const code = await resetLinkOf('forgetful')
    expect(await reset(code)).toMatchObject(done)
    expect(await reset(code, 'eight green umbrellas sing')).toMatchObject(linkInvalid)
    expect(await client.get('/getInfo')).toMatchObject({
      status: 401,
      body: { error: { details: { reason: 'ended' } } },
    })
    expect((await people.newClient().signIn('forgetful')).status).toBe(400)
    const again = await people.signInAgain('forgetful', undefined, newPassword)
    expect((await people.mailTo('forgetful@example.com')).subject).toBe('Your password was reset')
    expect(await people.activityOf(again)).toContain('password-reset')
    expect((await again.get('/getInfo')).body.data.outgoingHeldUntil).toBe(
      new Date(people.now().getTime() + 48 * hour).toISOString(),
    )
  })

  test('can be set for 30 minutes and no longer', async () => {
    await people.newCustomer('in-time')
    await people.newCustomer('too-late')
    const [inTime, late] = [await resetLinkOf('in-time'), await resetLinkOf('too-late')]
    people.passTime(30 * minute - 1000)
    expect(await reset(inTime)).toMatchObject(done)
    people.passTime(1000)
    expect(await reset(late)).toMatchObject(linkInvalid)
  })

  test('asked for by a stranger who is not known is answered alike, and no mail is sent', async () => {
    await people.newCustomer('known-one')
    const [known, unknown] = [await askForReset('known-one@example.com'), await askForReset('unknown@example.com')]
    expect(known).toMatchObject({ status: 200, body: { data: { sent: true } } })
    expect(unknown.raw).toEqual(known.raw)
    expect(await people.subjectsTo('unknown@example.com')).toEqual([])
  })

  test('that is weak or stolen, or typed differently the second time, is refused and does not cost the link', async () => {
    await people.newCustomer('clumsy-typist')
    const code = await resetLinkOf('clumsy-typist')
    expect(await reset(code, 'clumsy-typist1')).toMatchObject(passwordRefused)
    expect(await reset(code, 'PerAsperaAdAstra')).toMatchObject(passwordStolen)
    const different = { code, password: newPassword, passwordConfirmation: `${newPassword}!` }
    expect(await people.newClient().post('/reset-verification/reset-password', different)).toMatchObject(
      refused('InvalidInput', 'passwordConfirmation: The two passwords do not match.'),
    )
    expect(await reset(code)).toMatchObject(done)
  })

  test('set anew leaves 2FA as it is', async () => {
    const client = await people.newCustomer('second-factor')
    await people.enrol(client)
    await reset(await resetLinkOf('second-factor'))
    expect((await people.newClient().signIn('second-factor', newPassword)).body.data).toMatchObject({
      mfaRequired: true,
    })
  })

  test('is not asked for where the link no longer works, and asking does not use the link up', async () => {
    const check = (code: string) => people.newClient().post('/reset-verification/check-link', { code })
    const client = await people.newCustomer('early-told', { pin: true })
    const [lock, code] = [
      (await people.mailTo('early-told@example.com')).tokenOf('/lock-account'),
      await resetLinkOf('early-told'),
    ]
    // As often as the page is opened again.
    for (let n = 0; n < 25; n++)
      expect(await check(code)).toMatchObject({ status: 200, body: { data: { valid: true } } })
    expect((await client.get('/getInfo')).status).toBe(200)
    expect(await check(lock)).toMatchObject(linkInvalid)
    expect(await reset(code)).toMatchObject(done)
    const [used, unknown] = [await check(code), await check('x'.repeat(43))]
    expect(used).toMatchObject(linkInvalid)
    expect(unknown.raw).toEqual(used.raw)
  })

  test('cannot be set with the link of another kind', async () => {
    await people.newClient().post('/auth/local/register', people.registration('other-kind'))
    const verify = (await people.mailTo('other-kind@example.com')).tokenOf('/Email-Verification')
    expect(await reset(verify)).toMatchObject(linkInvalid)
  })
})

describe('changing the password', () => {
  test('takes the current one, ends all other sessions, tells the owner and holds what would go out', async () => {
    const client = await people.newCustomer('changer')
    const other = await people.signInAgain('changer')
    expect(await change(client, 'a wrong password', newPassword)).toMatchObject(passwordIncorrect)
    expect(await change(client, goodPassword, newPassword)).toMatchObject({
      status: 200,
      body: { user: { username: 'changer' } },
    })
    expect((await other.get('/getInfo')).status).toBe(401)
    const { outgoingHeldUntil } = (await client.get('/getInfo')).body.data
    expect(outgoingHeldUntil).toBe(new Date(people.now().getTime() + 48 * hour).toISOString())
    const mail = await people.mailTo('changer@example.com')
    expect(mail.subject).toBe('Your password was changed')
    expect(mail.tokenOf('/lock-account')).not.toBe('')
    expect((await people.newClient().signIn('changer')).status).toBe(400)
    people.passTime(48 * hour)
    const later = await people.signInAgain('changer', undefined, newPassword)
    expect((await later.get('/getInfo')).body.data.outgoingHeldUntil).toBeNull()
  })

  test('to the same, a weak, a stolen or a mistyped one is refused', async () => {
    const client = await people.newCustomer('indecisive')
    expect(await change(client, goodPassword, goodPassword)).toMatchObject(
      refused('PasswordRefused', 'Please choose a password other than your current one.'),
    )
    expect(await change(client, goodPassword, 'ingotindecisive')).toMatchObject(passwordRefused)
    expect(await change(client, goodPassword, 'PerAsperaAdAstra')).toMatchObject(passwordStolen)
    const body = { currentPassword: goodPassword, password: newPassword, passwordConfirmation: goodPassword }
    expect(await client.post('/auth/local/change-password', body)).toMatchObject(
      refused('InvalidInput', 'passwordConfirmation: The two passwords do not match.'),
    )
    expect((await people.newClient().signIn('indecisive')).status).toBe(200)
  })

  test('makes a reset link that is still in some inbox useless', async () => {
    const client = await people.newCustomer('old-link')
    const code = await resetLinkOf('old-link')
    expect((await change(client, goodPassword, newPassword)).status).toBe(200)
    expect(await reset(code, 'a stranger found this link')).toMatchObject(linkInvalid)
  })

  test('or the PIN with a password that was reset in that very moment does nothing', async () => {
    const client = await people.newCustomer('moment', { pin: true })
    const { passwords } = people.identity
    const real = passwords.verify
    const resetMeanwhile = () => {
      passwords.verify = async (known, password) => {
        passwords.verify = real
        const right = await real(known, password)
        await sql`update customers set password_hash = password_hash || ' ' where username = 'moment'`.execute(
          people.db,
        )
        return right
      }
    }
    const readHash = async () => {
      const { rows } = await sql<{ password_hash: string; pin_hash: string }>`
        select trim(password_hash) as password_hash, pin_hash from customers where username = 'moment'`.execute(
        people.db,
      )
      return rows[0]
    }
    const before = await readHash()
    resetMeanwhile()
    expect(await change(client, goodPassword, newPassword)).toMatchObject(passwordIncorrect)
    await sql`update customers set password_hash = trim(password_hash) where username = 'moment'`.execute(people.db)
    resetMeanwhile()
    const pin = new URLSearchParams({ password: goodPassword, changePin: '910273' })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await client.post('/change-pin', Buffer.from(pin.toString()), type)).toMatchObject(passwordIncorrect)
    expect(await readHash()).toEqual(before)
  })
})

describe('“This was not me”', () => {
  const lock = (token: string) => people.newClient().post('/security/lock', { token })

  test('signs everybody out, makes the password useless until it is set by mail, and works once', async () => {
    const client = await people.newCustomer('attacked', { pin: true })
    const token = (await people.mailTo('attacked@example.com')).tokenOf('/lock-account')
    expect(await lock(token)).toMatchObject(done)
    expect(await lock(token)).toMatchObject(linkInvalid)
    expect((await client.get('/getInfo')).status).toBe(401)
    expect(await people.newClient().signIn('attacked')).toMatchObject(
      refused('InvalidCredentials', 'Wrong e-mail, username or password. Please try again.'),
    )
    expect((await people.newClient().signIn('attacked', ' ')).status).toBe(400)
    const mail = await people.mailTo('attacked@example.com')
    expect(mail.subject).toBe('Your account is locked')
    expect(await reset(mail.tokenOf('/Change-Password'))).toMatchObject(done)
    const again = await people.signInAgain('attacked', undefined, newPassword)
    expect(await people.activityOf(again)).toEqual(expect.arrayContaining(['account-locked', 'password-reset']))
    expect((await again.get('/getInfo')).body.data.pinSet).toBe(true)
  })

  test('works for seven days and no longer', async () => {
    const client = await people.newCustomer('slow-reader')
    await client.post('/set-pin', { password: goodPassword, pin: goodPin })
    const token = (await people.mailTo('slow-reader@example.com')).tokenOf('/lock-account')
    people.passTime(7 * day)
    expect(await lock(token)).toMatchObject(linkInvalid)
  })

  test('takes no link of another kind', async () => {
    await people.newCustomer('reset-only')
    expect(await lock(await resetLinkOf('reset-only'))).toMatchObject(linkInvalid)
  })
})
