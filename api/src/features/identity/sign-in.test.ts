import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, goodPassword, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const invalid = refused('InvalidCredentials', 'Wrong e-mail, username or password. Please try again.')

test('one signs in with the e-mail or the username, however they are written, and nothing else opens', async () => {
  await people.newCustomer('amelia')
  for (const identifier of ['amelia', ' AMELIA ', 'Amelia@Example.COM'])
    expect((await people.newClient().signIn(identifier)).status).toBe(200)
  const refusals = [
    await people.newClient().signIn('amelia', `${goodPassword} `),
    await people.newClient().signIn('amelia', goodPassword.toUpperCase()),
    await people.newClient().signIn('nobody-there'),
    await people.newClient().signIn("amelia' or '1'='1"),
  ]
  for (const answer of refusals) {
    expect(answer).toMatchObject(invalid)
    expect(answer.raw).toEqual(refusals[0]?.raw)
    expect(answer.headers).not.toHaveProperty('set-cookie')
  }
})

test('every sign-in gets a session and a cookie of its own, whatever cookie was brought along', async () => {
  await people.newCustomer('fixated')
  const client = people.newClient()
  client.state.cookie = `ingot-session=${'A'.repeat(43)}`
  await client.signIn('fixated')
  const first = { ...client.state }
  expect(first.cookie).not.toContain('AAAA')
  await client.signIn('fixated')
  expect(client.state.cookie).not.toBe(first.cookie)
  expect(client.state.jwt).not.toBe(first.jwt)
})

test('the cookie is out of reach of scripts and other sites, and with https bound to the host', async () => {
  await people.newCustomer('cookie')
  const [plain, xsrf, device] = (await people.newClient().signIn('cookie')).headers['set-cookie'] ?? []
  expect(plain).toMatch(/^ingot-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
  // The page has to read this one, to show that it is the page.
  expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Max-Age=43200; Path=\/; SameSite=Strict$/)
  expect(device).toMatch(/^ingot-device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  const secure = await createPeople({ env: { PUBLIC_ORIGIN: 'https://gold.example' } })
  const client = await secure.newCustomer('cookie')
  expect(client.state.cookie).toMatch(/^__Host-ingot-session=/)
  const attributes = String((await secure.newClient().signIn('cookie')).headers['set-cookie'])
  expect(attributes).toMatch(
    /; Path=\/; HttpOnly; Secure; SameSite=Strict,XSRF-TOKEN=.*; Path=\/; Secure; SameSite=Strict,__Host-ingot-device=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(attributes).not.toMatch(/Domain/i)
  expect((await client.get('/getInfo')).status).toBe(200)
  await secure.close()
})

describe('a device that was not seen before', () => {
  const subject = 'New login to your account'
  const signInFrom = async (username: string, agent: string) => {
    const client = people.newClient()
    client.state.agent = agent
    await client.signIn(username)
  }

  test('is told to the owner by mail, with a way to lock the account; a known one is not', async () => {
    await people.newCustomer('traveller')
    await people.signInAgain('traveller')
    expect(await people.subjectsTo('traveller@example.com')).not.toContain(subject)
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'
    await signInFrom('traveller', agent)
    const mail = await people.mailTo('traveller@example.com')
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain('Safari on iPhone')
    expect(mail.tokenOf('/lock-account')).not.toBe('')
    await signInFrom('traveller', agent)
    expect((await people.subjectsTo('traveller@example.com')).filter((each) => each === subject)).toHaveLength(1)
  })

  test('is told whatever else its owner turned off: whoever has the account could have done so', async () => {
    const client = await people.newCustomer('relaxed')
    expect((await client.send('PUT', '/preferences', { mails: [] })).body).toEqual({
      data: { mails: [], showsName: false },
    })
    await signInFrom('relaxed', 'Another/1.0')
    expect(await people.subjectsTo('relaxed@example.com')).toContain(subject)
  })
})

test('a refused sign-in is seen by the owner among the activities', async () => {
  const client = await people.newCustomer('watchful')
  await people.newClient('203.0.113.9').signIn('watchful', 'a wrong password')
  const { data } = (await client.get('/activity')).body
  expect(data[0]).toMatchObject({ kind: 'sign-in-refused', address: '203.0.113.9', device: 'Chrome on Linux' })
})

test('whoever is signing in while the password is reset elsewhere gets no session by the old one', async () => {
  await people.newCustomer('raced')
  const signingIn = people.newClient()
  const { passwords } = people.identity
  const real = passwords.verify
  // The reset happens after the password was found right, and before the session is opened.
  passwords.verify = async (known, password) => {
    const right = await real(known, password)
    passwords.verify = real
    await sql`update customers set password_hash = 'reset meanwhile' where username = 'raced'`.execute(people.db)
    return right
  }
  expect(await signingIn.signIn('raced')).toMatchObject(invalid)
  expect(signingIn.state.cookie).toBe('')
})
