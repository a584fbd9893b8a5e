import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, goodPassword, goodPin } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

test('a customer registers, verifies the e-mail by link, signs in, sees the account and logs out', async () => {
  const client = people.newClient()
  const registered = await client.post('/auth/local/register', people.registration('alice'))
  expect(registered).toMatchObject({ status: 200, body: { user: { email: 'alice@example.com' } } })
  expect(registered.body).not.toHaveProperty('jwt')
  expect(await client.signIn('alice')).toMatchObject({
    status: 400,
    body: {
      error: { name: 'EmailNotVerified', message: 'Your e-mail address is not verified yet. Please verify it first.' },
    },
  })
  const mail = await people.mailTo('alice@example.com')
  expect(mail.subject).toBe('Verify your e-mail address')
  const verifyCode = mail.tokenOf('/Email-Verification')
  expect(await client.post('/link-verification/code-register', { verifyCode })).toMatchObject({ status: 200 })
  const signedIn = await client.signIn('Alice@Example.com')
  expect(signedIn).toMatchObject({
    status: 200,
    body: { user: { username: 'alice', kycVerified: 'Not Verified', customer_rank: null } },
  })
  expect(signedIn.headers['set-cookie']?.[0]).toMatch(/^ingot-session=[\w-]{43}; .*HttpOnly/)
  expect(await client.get('/getInfo')).toMatchObject({
    status: 200,
    body: { data: { email: 'alice@example.com', role: 'customer', pinSet: false, twoFactorOn: false } },
  })
  expect((await client.get('/activity')).body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
    'signed-in',
    'email-verified',
    'registered',
  ])
  expect((await client.post('/log-out')).status).toBe(200)
  expect((await client.get('/getInfo')).status).toBe(401)
})

test('PIN and 2FA', async () => {
  const client = await people.newCustomer('bob')
  expect((await client.post('/set-pin', { password: goodPassword, pin: goodPin })).status).toBe(200)
  const form = new FormData()
  form.set('pin', goodPin)
  expect(await client.post('/verify-pin', form)).toMatchObject({ status: 200, body: { data: { valid: true } } })
  const { backupCodes } = await people.enrol(client)
  expect(backupCodes).toHaveLength(10)
  expect((await client.get('/mfa/check-2fa')).body).toEqual({ data: { enabled: true } })
})
