import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople, goodPassword, hour, minute, refused } from './test-people.ts'
import { codeIncorrect, off, twoFactorOf, valid, verify } from './test-two-factor.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const { firstStep, secondStep, secretOf } = twoFactorOf(() => people)

describe('the password', () => {
  const required = refused('PasswordRequired', 'Please enter your password to continue.')
  const wrong = refused('PasswordIncorrect', 'Wrong password. Please try again.')
  /** So long after the password that it has to be given again; the session is in use meanwhile. */
  const wait = async (...clients: Client[]) => {
    people.passTime(policy.credentials.passwordFreshMinutes * minute)
    for (const each of clients) await each.post('/session/activity')
  }
  const proveNew = async (client: Client, password?: string) => {
    const { secret } = (await client.post('/mfa/generate', password ? { password } : {})).body.data
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: people.now().getTime() })
    expect(await client.post('/mfa/check-pin-6-enabled', { secret, token: code() })).toMatchObject(valid)
    return { secret, code }
  }

  test('is asked for when 2FA is turned on later than ten minutes after it was given', async () => {
    const client = await people.newCustomer('long-signed-in')
    await proveNew(client)
    people.passTime(policy.credentials.passwordFreshMinutes * minute - 1)
    expect((await client.post('/mfa/generate')).status).toBe(200)
    people.passTime(1)
    expect(await client.post('/mfa/generate')).toMatchObject(required)
    expect(await client.post('/mfa/generate', { password: 'a guess' })).toMatchObject(wrong)
    const { secret } = await proveNew(client, goodPassword)
    await client.post('/session/activity')
    await wait(client)
    expect(await client.post('/admin/mfa/enable', { mfaSecret: secret })).toMatchObject(required)
    expect(await client.post('/admin/mfa/enable', { mfaSecret: secret, password: 'a guess' })).toMatchObject(wrong)
    expect(await secretOf('long-signed-in')).toBeNull()
    expect((await client.post('/admin/mfa/enable', { mfaSecret: secret, password: goodPassword })).status).toBe(200)
  })

  test('given for the PIN counts as well, and only in the session where it was given', async () => {
    const client = await people.newCustomer('busy-with-pin')
    const other = await people.signInAgain('busy-with-pin')
    await wait(client, other)
    await client.post('/set-pin', { password: goodPassword, pin: '274915' })
    expect((await client.post('/mfa/generate')).status).toBe(200)
    expect(await other.post('/mfa/generate')).toMatchObject(required)
  })

  test('given for another password counts as well', async () => {
    const client = await people.newCustomer('busy-with-password')
    await wait(client)
    const password = 'seven quiet lanterns drift'
    const body = { currentPassword: goodPassword, password, passwordConfirmation: password }
    expect((await client.post('/auth/local/change-password', body)).status).toBe(200)
    expect((await client.post('/mfa/generate')).status).toBe(200)
  })

  test('is tried no more often here than anywhere else', async () => {
    const client = await people.newCustomer('guessing')
    for (let n = 0; n < policy.tries.password.perSubject; n++)
      expect(await client.post('/mfa/generate', { password: 'a guess' })).toMatchObject(wrong)
    expect((await client.post('/admin/mfa/enable', { mfaSecret: '', password: goodPassword })).status).toBe(429)
  })

  test('is needed for new backup codes only when it was given long ago, and always to turn 2FA off', async () => {
    const client = await people.newCustomer('reprinting')
    const { code } = await people.enrol(client)
    people.nextCode()
    const replace = (more: object = {}) => client.post('/mfa/reset-mfa-backup-codes', { inputCode: code(), ...more })
    expect((await replace()).body.data.backupCodes).toHaveLength(10)
    people.nextCode()
    expect((await client.post('/mfa/disable', { inputCode: code() })).body.error.name).toBe('InvalidInput')
    await wait(client)
    expect(await replace()).toMatchObject(required)
    expect((await replace({ password: goodPassword })).body.data.backupCodes).toHaveLength(10)
    people.nextCode()
    expect((await replace()).status).toBe(200)
  })
})

test('2FA that is turned on again after it was off holds what goes out', async () => {
  const client = await people.newCustomer('back-again')
  const { code } = await people.enrol(client)
  const heldUntil = async () => (await client.get('/getInfo')).body.data.outgoingHeldUntil
  expect(await heldUntil()).toBeNull()
  people.nextCode()
  await client.post('/mfa/disable', { password: goodPassword, inputCode: code() })
  people.nextCode()
  await people.enrol(client)
  expect(await heldUntil()).toBe(new Date(people.now().getTime() + 48 * hour).toISOString())
})

describe('with password and code', () => {
  test('new backup codes replace the old ones', async () => {
    const client = await people.newCustomer('paper-lost')
    const { code, backupCodes } = await people.enrol(client)
    people.nextCode()
    const replace = (password: string, inputCode: string) =>
      client.post('/mfa/reset-mfa-backup-codes', { password, inputCode })
    expect(await replace('a wrong password', code())).toMatchObject(
      refused('PasswordIncorrect', 'Wrong password. Please try again.'),
    )
    expect(await replace(goodPassword, '000000')).toMatchObject(codeIncorrect)
    const replaced = await replace(goodPassword, code())
    expect(replaced.body.data.backupCodes).toHaveLength(10)
    expect((await people.mailTo('paper-lost@example.com')).subject).toBe('Your backup codes were replaced')
    expect(await secondStep(await firstStep('paper-lost'), backupCodes[0] ?? '')).toMatchObject(codeIncorrect)
    expect((await secondStep(await firstStep('paper-lost'), replaced.body.data.backupCodes[0])).status).toBe(200)
  })

  test('2FA is turned off, and with it the backup codes', async () => {
    const client = await people.newCustomer('leaving-2fa')
    const { code } = await people.enrol(client)
    people.nextCode()
    const disable = (password: string, inputCode: string) => client.post('/mfa/disable', { password, inputCode })
    expect((await disable('a wrong password', code())).body.error.name).toBe('PasswordIncorrect')
    expect(await disable(goodPassword, '000000')).toMatchObject(codeIncorrect)
    expect((await disable(goodPassword, code())).body).toEqual({ data: { done: true } })
    expect((await people.mailTo('leaving-2fa@example.com')).subject).toBe('Two-factor authentication is off')
    expect((await client.get('/getInfo')).body.data).toMatchObject({ twoFactorOn: false, backupCodesLeft: 0 })
    expect((await people.newClient().signIn('leaving-2fa')).body).toHaveProperty('jwt')
    expect(await disable(goodPassword, code())).toMatchObject(off)
    expect(
      await client.post('/mfa/reset-mfa-backup-codes', { password: goodPassword, inputCode: code() }),
    ).toMatchObject(off)
    expect(await verify(client, code())).toMatchObject(off)
  })
})
