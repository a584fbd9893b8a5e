import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople, day, goodPassword, minute } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())
beforeEach(() => sql`delete from tries`.execute(people.db))

const tries = policy.tries['sign-in'].perSubject
const wrong = 'a wrong password'

/** Strangers, each at an address of his own, until the account takes no more of them. */
const storm = async (...identifiers: string[]) => {
  for (const identifier of identifiers) {
    for (let n = 0; n < tries; n++) await people.newClient().signIn(identifier, wrong)
    expect((await people.newClient().signIn(identifier)).status).toBe(429)
  }
}
const statusOf = async (client: Client, identifier: string, password?: string) =>
  (await client.signIn(identifier, password)).status
const forgotten = async (client: Client, who: string) =>
  (await client.post('/link-verification/forgot-password', { email: `${who}@example.com` })).status
const deviceCookieOf = (client: Client) => client.state.cookie.match(/ingot-device=([^;]*)/)?.[1] ?? ''
const withDevice = (cookie: string, address?: string) => {
  const client = people.newClient(address)
  client.state.cookie = `ingot-device=${cookie}`
  return client
}

describe('a device that signed in before', () => {
  test('is let in while strangers use up the tries of the account, after log-out as well', async () => {
    const owner = await people.newCustomer('owner')
    expect((await owner.post('/log-out')).status).toBe(200)
    await storm('owner', 'owner@example.com')
    for (const identifier of ['owner', 'Owner@example.com']) expect(await statusOf(owner, identifier)).toBe(200)
    expect(await statusOf(people.newClient(), 'owner'), 'and strangers are not').toBe(429)
  })

  test('has as many tries as others, and those of strangers are none of its own', async () => {
    const owner = await people.newCustomer('forgetful')
    for (let n = 0; n < tries; n++) expect(await statusOf(owner, 'forgetful', wrong)).toBe(400)
    expect(await statusOf(owner, 'forgetful')).toBe(429)
    expect(await statusOf(people.newClient(), 'forgetful', wrong)).toBe(400)
    people.passTime(policy.tries['sign-in'].seconds * 1000)
    expect(await statusOf(owner, 'forgetful')).toBe(200)
  })

  test('is let in also where others at its address have used up that', async () => {
    const owner = await people.newCustomer('shared-address', { address: '203.0.113.5' })
    const { perAddress } = policy.tries['sign-in']
    await sql`
      insert into tries (scope, subject, count, resets_at)
      values ('sign-in address', '203.0.113.5', ${perAddress}, ${new Date(people.now().getTime() + minute)})
      on conflict (scope, subject) do update set count = excluded.count`.execute(people.db)
    expect(await statusOf(people.newClient('203.0.113.5'), 'shared-address')).toBe(429)
    expect(await statusOf(owner, 'shared-address')).toBe(200)
  })

  test('is known for several accounts, the newest ones', async () => {
    const names = ['first-account', 'second-account', 'third-account', 'fourth-account', 'fifth-account']
    for (const name of names) await people.newCustomer(name)
    const shared = people.newClient()
    for (const name of names) expect(await statusOf(shared, name)).toBe(200)
    const [oldest = '', ...others] = names
    await storm(...names)
    const cookie = deviceCookieOf(shared)
    expect(cookie.split('~')).toHaveLength(policy.device.accounts)
    for (const name of others) expect(await statusOf(withDevice(cookie), name)).toBe(200)
    expect(await statusOf(withDevice(cookie), oldest)).toBe(429)
  })

  test('is an operator’s as well', async () => {
    const operator = await people.newCustomer('house', { operator: true })
    await storm('house')
    expect(await statusOf(operator, 'house')).toBe(200)
  })

  test('can take the second step while strangers who know the password use up the tries for codes', async () => {
    const owner = await people.newCustomer('two-steps')
    const { code } = await people.enrol(owner)
    people.nextCode()
    const secondStep = async (client: Client, given: string) => {
      const { mfaToken } = (await client.signIn('two-steps')).body.data
      return (await client.post('/auth/local/2fa', { mfaToken, code: given })).status
    }
    for (let n = 0; n < policy.tries['2fa'].perSubject; n++)
      expect(await secondStep(people.newClient(), '000000')).toBe(400)
    expect(await secondStep(people.newClient(), code())).toBe(429)
    expect((await owner.post('/mfa/verify', { token: code() })).status, 'nor in the session').toBe(200)
    people.nextCode()
    expect(await secondStep(owner, code())).toBe(200)
  })

  test('is not known by the first step alone', async () => {
    await people.enrol(await people.newCustomer('half-way'))
    const stranger = people.newClient()
    expect((await stranger.signIn('half-way')).body.data.mfaRequired).toBe(true)
    expect(deviceCookieOf(stranger)).toBe('')
  })
})

describe('a stranger', () => {
  test('is who brings a forged cookie, that of another account, or none', async () => {
    const owner = await people.newCustomer('target')
    const other = await people.newCustomer('somebody-else')
    await storm('target')
    const [real, others] = [deviceCookieOf(owner), deviceCookieOf(other)]
    const [head = '', , mac = ''] = real.split('.')
    const claims = Buffer.from(real.split('.')[1] ?? '', 'base64url').toString()
    const another = Buffer.from(claims.replace(/"id":"./, '"id":"x')).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${real.split('.')[1]}.`
    const forged = [others, `${head}.${another}.${mac}`, unsigned, owner.state.jwt, 'x', '~~~', '']
    for (const cookie of forged) expect(await statusOf(withDevice(cookie), 'target')).toBe(429)
    expect(await statusOf(withDevice(`${others}~${real}`), 'target')).toBe(200)
  })

  test('is who has a cookie from before the password was changed, or that is over', async () => {
    const owner = await people.newCustomer('changing')
    const before = deviceCookieOf(owner)
    const password = 'seven quiet lanterns drift'
    await owner.post('/auth/local/change-password', {
      currentPassword: goodPassword,
      password,
      passwordConfirmation: password,
    })
    await storm('changing')
    expect(await statusOf(withDevice(before), 'changing', password)).toBe(429)
    // The device on which it was changed stays known.
    const cookie = deviceCookieOf(owner)
    expect(await statusOf(withDevice(cookie), 'changing', password)).toBe(200)
    people.passTime(policy.device.trustedDays * day)
    await storm('changing')
    expect(await statusOf(withDevice(cookie), 'changing', password)).toBe(429)
  })

  test('is who has a cookie from before the account was locked', async () => {
    const owner = await people.newCustomer('locking', { pin: true })
    const token = (await people.mailTo('locking@example.com')).tokenOf('/lock-account')
    await people.newClient().post('/security/lock', { token })
    await storm('locking')
    expect(await statusOf(owner, 'locking')).toBe(429)
  })
})

describe('a forgotten password', () => {
  const perSubject = policy.tries['send-mail'].perSubject
  const resetMails = async (who: string) =>
    (await people.subjectsTo(`${who}@example.com`)).filter((subject) => subject === 'Choose a new password').length

  test('is mailed to its owner, also on a new device, while strangers ask for it on and on', async () => {
    await people.newCustomer('besieged')
    for (let n = 0; n < 3 * perSubject; n++) expect(await forgotten(people.newClient(), 'besieged')).toBe(200)
    // Where it is asked for too often, it is refused there and nowhere else.
    for (let n = 0; n < perSubject; n++) expect(await forgotten(people.newClient('203.0.113.6'), 'besieged')).toBe(200)
    expect(await forgotten(people.newClient('203.0.113.6'), 'besieged')).toBe(429)
    expect(await resetMails('besieged')).toBe(1)
    people.passTime(minute)
    expect(await forgotten(people.newClient(), 'besieged')).toBe(200)
    expect(await resetMails('besieged')).toBe(2)
  })

  test('is asked for on a known device also where its address has used up its requests', async () => {
    const owner = await people.newCustomer('same-office', { address: '203.0.113.7' })
    for (let n = 0; n < perSubject; n++) await forgotten(people.newClient('203.0.113.7'), 'same-office')
    expect(await forgotten(people.newClient('203.0.113.7'), 'same-office')).toBe(429)
    for (let n = 0; n < perSubject; n++) expect(await forgotten(owner, 'same-office')).toBe(200)
    expect(await forgotten(owner, 'same-office')).toBe(429)
    // For another account it is a stranger's.
    for (let n = 0; n < perSubject; n++) await forgotten(people.newClient('203.0.113.7'), 'besieged')
    expect(await forgotten(owner, 'besieged')).toBe(429)
  })

  test('does not fill the inbox, where there is always a link that works for a while', async () => {
    await people.newCustomer('flooded')
    const began = people.now().getTime()
    const sentAt: number[] = []
    for (let n = 0; n < 120; n++) {
      await forgotten(people.newClient(`2001:db8:${n}::1`), 'flooded')
      if ((await resetMails('flooded')) > sentAt.length) sentAt.push(people.now().getTime() - began)
      const age = people.now().getTime() - began - (sentAt.at(-1) ?? Number.NaN)
      expect(age).toBeLessThan((policy.mail.resetLinkMinutes / 2) * minute)
      people.passTime(minute)
    }
    // In two hours in which somebody asked every minute.
    expect(sentAt.length).toBeLessThanOrEqual(16)
    const { tokenOf } = await people.mailTo('flooded@example.com')
    const password = 'seven quiet lanterns drift'
    const body = { code: tokenOf('/Change-Password'), password, passwordConfirmation: password }
    expect((await people.newClient().post('/reset-verification/reset-password', body)).status).toBe(200)
  })

  test('once it is set anew by mail, lets its owner in on that device, whatever strangers do', async () => {
    await people.newCustomer('returning')
    const newDevice = people.newClient()
    await storm('returning')
    expect(await statusOf(newDevice, 'returning')).toBe(429)
    await forgotten(newDevice, 'returning')
    const code = (await people.mailTo('returning@example.com')).tokenOf('/Change-Password')
    const password = 'seven quiet lanterns drift'
    const reset = { code, password, passwordConfirmation: password }
    expect((await newDevice.post('/reset-verification/reset-password', reset)).status).toBe(200)
    expect(await statusOf(newDevice, 'returning', password)).toBe(200)
    expect(await statusOf(people.newClient(), 'returning', password)).toBe(429)
  })
})
