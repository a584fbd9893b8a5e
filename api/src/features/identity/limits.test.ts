import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkOf } from '../../network.ts'
import { policy } from '../../policy.ts'
import { type Client, createPeople, formOf, goodPassword, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())
beforeEach(() => sql`delete from tries`.execute(people.db))

const tooMany = (seconds: number) =>
  refused('TooManyTries', 'Too many attempts. Please wait a while and try again.', { retryAfter: seconds })

/** What can be tried, by whom, and for what the tries are counted: `who` is another account, the client another address. */
const tried: Record<string, (client: Client, who: string) => Promise<{ status: number }>> = {
  'sign-in': (client, who) => client.signIn(who, 'a wrong password'),
  register: (client, who) =>
    client.post('/auth/local/register', people.registration(who, { password: 'password1234' })),
  'send-mail': (client, who) => client.post('/link-verification/registration', { email: `${who}@example.com` }),
  'mail-code': (client, who) =>
    client.post('/otp-verification/verify-otp', { email: `${who}@example.com`, otp: '123456' }),
  link: (client, who) => client.post('/link-verification/code-register', { verifyCode: who }),
}

describe.each(Object.entries(tried))('%s', (scope, attempt) => {
  const { perSubject, perAddress, seconds } = policy.tries[scope as keyof typeof policy.tries]

  test('is limited for each account, from wherever it is tried, and the answer says how long to wait', async () => {
    for (let n = 0; n < perSubject; n++) expect((await attempt(people.newClient(), 'target')).status).not.toBe(429)
    const refusal = await attempt(people.newClient(), 'target')
    expect(refusal).toMatchObject({ ...tooMany(seconds), headers: { 'retry-after': String(seconds) } })
    people.passTime(1000)
    expect(await attempt(people.newClient(), 'target')).toMatchObject(tooMany(seconds - 1))
    expect((await attempt(people.newClient(), 'bystander')).status).not.toBe(429)
    people.passTime((seconds - 1) * 1000)
    expect((await attempt(people.newClient(), 'target')).status).not.toBe(429)
  })

  test('is limited for each address, whatever account is tried', async () => {
    // Counted up beforehand: it is the last one that matters.
    await sql`
      insert into tries (scope, subject, count, resets_at)
      values (${`${scope} address`}, '203.0.113.77', ${perAddress - 1}, ${new Date(people.now().getTime() + 5000)})
    `.execute(people.db)
    expect((await attempt(people.newClient('203.0.113.77'), 'one-account')).status).not.toBe(429)
    const refusal = await attempt(people.newClient('203.0.113.77'), 'another-account')
    expect(refusal).toMatchObject({ ...tooMany(5), headers: { 'retry-after': '5' } })
    expect((await attempt(people.newClient('203.0.113.78'), 'another-account')).status).not.toBe(429)
  })
})

test('asking whether a link works is counted as using it is', async () => {
  const { perSubject } = policy.tries.link
  const check = (code: string) => people.newClient().post('/reset-verification/check-link', { code })
  for (let n = 0; n < perSubject; n++) expect((await check('guessed-link')).status).toBe(400)
  expect((await check('guessed-link')).status).toBe(429)
  const verifyCode = 'guessed-link'
  expect((await people.newClient().post('/link-verification/code-register', { verifyCode })).status).toBe(429)
})

test('an unknown account is limited like a known one', async () => {
  await people.newCustomer('famous')
  const statuses = async (who: string) => {
    const seen = []
    for (let n = 0; n < 11; n++) seen.push((await people.newClient().signIn(who, 'a wrong password')).status)
    return seen
  }
  expect(await statuses('nobody-at-all')).toEqual(await statuses('famous'))
  // Not even the right password, as long as the limit stands.
  expect((await people.newClient().signIn('famous')).status).toBe(429)
})

test('signing in at last makes the wrong tries forgotten', async () => {
  await people.newCustomer('typo')
  for (let n = 0; n < 9; n++) await people.newClient().signIn('typo', 'a wrong password')
  expect((await people.newClient().signIn('typo')).status).toBe(200)
  for (let n = 0; n < 9; n++) expect((await people.newClient().signIn('typo', 'wrong again')).status).toBe(400)
})

test('2FA codes are limited for the account, at sign-in and in the session, and one does not use up the other', async () => {
  const client = await people.newCustomer('guessed')
  const { code } = await people.enrol(client)
  people.nextCode()
  const { mfaToken } = (await people.newClient().signIn('guessed')).body.data
  const wrong = code() === '000000' ? '000001' : '000000'
  for (let n = 0; n < 10; n++)
    expect((await people.newClient().post('/auth/local/2fa', { mfaToken, code: wrong })).status).toBe(400)
  expect(await people.newClient().post('/auth/local/2fa', { mfaToken, code: code() })).toMatchObject(tooMany(3600))
  for (let n = 0; n < 10; n++) expect((await client.post('/mfa/verify', { token: wrong })).status).toBe(400)
  expect(await client.post('/mfa/verify', { token: code() })).toMatchObject(tooMany(3600))
  expect((await people.activityOf(client)).filter((kind) => kind === '2fa-refused')).toHaveLength(20)
})

test('the current password is limited for the account, whatever asks for it', async () => {
  const client = await people.newCustomer('hijacked')
  const wrong = 'a wrong password'
  const ways = [
    () => client.post('/set-pin', { password: wrong, pin: '274915' }),
    () => client.post('/change-pin', formOf({ password: wrong, changePin: '274915' })),
    () =>
      client.post('/auth/local/change-password', {
        currentPassword: wrong,
        password: goodPassword,
        passwordConfirmation: goodPassword,
      }),
    () => client.post('/mfa/disable', { password: wrong, inputCode: '123456' }),
    () => client.post('/mfa/reset-mfa-backup-codes', { password: wrong, inputCode: '123456' }),
  ]
  for (const way of [...ways, ...ways]) expect((await way()).body.error.name).toBe('PasswordIncorrect')
  for (const way of ways) expect(await way()).toMatchObject(tooMany(900))
})

test('referral codes and pictures are limited as well', async () => {
  const client = await people.newCustomer('collector')
  const { rows } = await sql<{ id: string }>`select id from customers where username = 'collector'`.execute(people.db)
  const later = new Date(people.now().getTime() + 7000)
  await sql`
    insert into tries (scope, subject, count, resets_at)
    values ('introducer', '203.0.113.80', 60, ${later}), ('upload', ${rows[0]?.id}, 20, ${later})`.execute(people.db)
  expect(await people.newClient('203.0.113.80').get('/introducers/22222222')).toMatchObject(tooMany(7))
  const picture = formOf({ profilePicture: new File(['x'], 'x.jpg') })
  expect(await client.post('/update-picture', picture)).toMatchObject(tooMany(7))
})

test('twenty wrong passwords at the same moment are counted one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => people.newClient().signIn('crowd', 'wrong password')),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('a network of IPv6 addresses counts as one, since everybody has so many', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:1:2::6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('2001:db8:1:3::6')).not.toBe(networkOf('2001:db8:1:2::6'))
  expect(networkOf('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64')
  for (const address of ['192.0.2.1', 'unknown']) expect(networkOf(address)).toBe(address)
  for (const dressed of ['::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:192.0.2.1'])
    expect(networkOf(dressed)).toBe('192.0.2.1')
})

test('whoever tries from one IPv6 network after the other address is counted as one, as is an IPv4 address in both forms', async () => {
  const { perAddress } = policy.tries['sign-in']
  const later = new Date(people.now().getTime() + 5000)
  await sql`
    insert into tries (scope, subject, count, resets_at)
    values ('sign-in address', '2001:db8:77:1::/64', ${perAddress - 1}, ${later}),
      ('sign-in address', '203.0.113.90', ${perAddress - 1}, ${later})`.execute(people.db)
  const from = async (address: string, who: string) => (await people.newClient(address).signIn(who, 'wrong')).status
  expect(await from('2001:db8:77:1::5', 'one')).toBe(400)
  expect(await from('2001:db8:77:1:ffff:ffff:ffff:ffff', 'two')).toBe(429)
  expect(await from('2001:db8:77:2::5', 'two')).toBe(400)
  expect(await from('::ffff:203.0.113.90', 'one')).toBe(400)
  expect(await from('203.0.113.90', 'two')).toBe(429)
})

describe('only what was wrong uses up the limit of an address', () => {
  const office = '203.0.113.100'
  /** All but one of the tries at the office's address. */
  const useUp = (scope: 'sign-in' | '2fa' | 'password') =>
    sql`
      insert into tries (scope, subject, count, resets_at)
      values (${`${scope} address`}, ${office}, ${policy.tries[scope].perAddress - 1}, ${new Date(people.now().getTime() + 3600_000)})
      on conflict (scope, subject) do update set count = excluded.count, resets_at = excluded.resets_at`.execute(
      people.db,
    )

  test('many sign in from one office', async () => {
    await people.newCustomer('colleague')
    await useUp('sign-in')
    for (let n = 0; n < 4; n++) expect((await people.newClient(office).signIn('colleague')).status).toBe(200)
    expect((await people.newClient(office).signIn('colleague', 'wrong')).status).toBe(400)
    expect((await people.newClient(office).signIn('colleague')).status).toBe(429)
  })

  test('right passwords in a session do not count, wrong ones do', async () => {
    const client = await people.newCustomer('office-password', { address: office })
    await useUp('password')
    const change = (password: string) => client.post('/change-pin', formOf({ password, changePin: '274915' }))
    for (let n = 0; n < 3; n++) expect((await change(goodPassword)).status).toBe(200)
    expect((await change('wrong')).status).toBe(400)
    expect((await change(goodPassword)).status).toBe(429)
  })

  test('right codes do not count, at sign-in and in the session, wrong ones do', async () => {
    const client = await people.newCustomer('office-codes', { address: office })
    await useUp('2fa')
    const { code } = await people.enrol(client)
    const secondStep = async (given: () => string) => {
      const colleague = people.newClient(office)
      const { mfaToken } = (await colleague.signIn('office-codes')).body.data
      return (await colleague.post('/auth/local/2fa', { mfaToken, code: given() })).status
    }
    for (let n = 0; n < 2; n++) {
      people.nextCode()
      expect((await client.post('/mfa/verify', { token: code() })).status).toBe(200)
      people.nextCode()
      expect(await secondStep(code)).toBe(200)
    }
    expect(await secondStep(() => '000000')).toBe(400)
    people.nextCode()
    expect(await secondStep(code)).toBe(429)
  })
})

test('what was counted is forgotten after a while', async () => {
  await sql`
    insert into tries (scope, subject, count, resets_at)
    values ('link', 'old', 1, now() - interval '2 days'), ('link', 'new', 1, now())`.execute(people.db)
  await people.strikeClock()
  const { rows } = await sql`select subject from tries`.execute(people.db)
  expect(rows).toEqual([{ subject: 'new' }])
})
