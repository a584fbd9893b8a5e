import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createPeople, hour, minute, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const over = (reason: 'idle' | 'ended' | 'expired') => refused('Unauthorized', 'Please log in to continue.', { reason })
const isOpen = async (client: Client) => (await client.get('/getInfo')).status === 200
const endSession = (client: Client, id: string) => client.send('DELETE', `/sessions/${id}`)
const sessionsOf = async (
  client: Client,
): Promise<{ id: string; device: string; current: boolean; address: string }[]> =>
  (await client.get('/sessions')).body.data

describe('a session', () => {
  test('is over after 15 minutes in which nobody did anything, however often the page asks', async () => {
    const client = await people.newCustomer('away')
    for (let n = 0; n < 14; n++) {
      people.passTime(minute)
      expect(await isOpen(client)).toBe(true)
      await client.get('/mfa/check-2fa')
    }
    people.passTime(minute - 1)
    expect(await isOpen(client)).toBe(true)
    people.passTime(1)
    expect(await client.get('/getInfo')).toMatchObject(over('idle'))
    // Too late to say that somebody is there.
    expect(await client.post('/session/activity')).toMatchObject(over('idle'))
  })

  test('goes on while somebody is there, and is over after twelve hours all the same', async () => {
    const client = await people.newCustomer('busy')
    for (let passed = 0; passed < 12 * hour - 10 * minute; passed += 10 * minute) {
      people.passTime(10 * minute)
      expect((await client.post('/session/activity')).status).toBe(200)
    }
    people.passTime(10 * minute - 1)
    expect(await isOpen(client)).toBe(true)
    people.passTime(1)
    expect(await client.get('/getInfo')).toMatchObject(over('expired'))
  })

  test('is over at once after logging out, and its cookie is taken back', async () => {
    const client = await people.newCustomer('leaving')
    const { cookie, jwt } = client.state
    const left = await client.post('/log-out')
    expect(left).toMatchObject({ status: 200, body: { data: { done: true } } })
    expect(left.headers['set-cookie']).toEqual([
      'ingot-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      'XSRF-TOKEN=; Max-Age=0; Path=/; SameSite=Strict',
    ])
    Object.assign(client.state, { cookie, jwt })
    expect(await client.get('/getInfo')).toMatchObject(over('ended'))
  })
})

describe('the list of sessions', () => {
  test('shows where one is signed in, this device first, and nothing that opens it', async () => {
    const client = await people.newCustomer('listing', { address: '203.0.113.5' })
    const phone = people.newClient('203.0.113.6')
    phone.state.agent = 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'
    await phone.signIn('listing')
    const list = await sessionsOf(client)
    expect(list).toMatchObject([
      { device: 'Chrome on Linux', address: '203.0.113.5', current: true },
      { device: 'Firefox on Android', address: '203.0.113.6', current: false },
    ])
    expect(JSON.stringify(list)).not.toContain(phone.state.cookie.split('=')[1])
    people.passTime(15 * minute)
    const later = await people.signInAgain('listing')
    expect(await sessionsOf(later)).toHaveLength(1)
  })

  test('lets the owner end another session, once, and nobody else', async () => {
    const client = await people.newCustomer('ending')
    const other = await people.signInAgain('ending')
    const stranger = await people.newCustomer('ending-stranger')
    const id = (await sessionsOf(client)).find(({ current }) => !current)?.id ?? ''
    const notFound = refused('NotFound', 'We could not find this.')
    expect(await endSession(stranger, id)).toMatchObject(notFound)
    expect(await isOpen(other)).toBe(true)
    expect(await endSession(client, id)).toMatchObject({ status: 200, body: { data: { done: true } } })
    expect(await other.get('/getInfo')).toMatchObject(over('ended'))
    expect(await endSession(client, id)).toMatchObject(notFound)
    expect(await endSession(client, '00000000-0000-4000-8000-000000000000')).toMatchObject(notFound)
    expect((await endSession(client, 'not-an-id')).status).toBe(400)
    expect(await people.activityOf(client)).toContain('session-ended')
  })

  test('lets the owner end all others at once', async () => {
    const client = await people.newCustomer('clearing')
    const others = [await people.signInAgain('clearing'), await people.signInAgain('clearing')]
    const stranger = await people.newCustomer('clearing-stranger')
    expect((await client.send('DELETE', '/sessions')).body).toEqual({ data: { ended: 2 } })
    expect((await client.send('DELETE', '/sessions')).body).toEqual({ data: { ended: 0 } })
    for (const other of others) expect(await isOpen(other)).toBe(false)
    expect(await isOpen(client)).toBe(true)
    expect(await isOpen(stranger)).toBe(true)
  })
})

test('only one of twenty uses of a link at the same moment counts', async () => {
  await people.newClient().post('/auth/local/register', people.registration('one-link'))
  const verifyCode = (await people.mailTo('one-link@example.com')).tokenOf('/Email-Verification')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => people.newClient().post('/link-verification/code-register', { verifyCode })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(answers.filter(({ body }) => !body.data.alreadyVerified)).toHaveLength(1)
  const client = await people.signInAgain('one-link')
  expect((await people.activityOf(client)).filter((kind) => kind === 'email-verified')).toHaveLength(1)
})

describe('ten registrations at the same moment', () => {
  const register = (username: string, email: string) =>
    people.newClient().post('/auth/local/register', people.registration(username, { email }))
  const countOf = async (column: 'email' | 'username', value: string) => {
    const found = await people.db
      .withTables<{ registrations: { email: string; username: string } }>()
      .selectFrom('registrations')
      .select('email')
      .where(column, '=', value)
      .execute()
    return found.length
  }

  test('of one username make one registration, and the others are told', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => register('same', `same${n}@example.com`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body.error.name))).toEqual(
      new Set(['UsernameTaken']),
    )
    expect(await countOf('username', 'same')).toBe(1)
  })

  test('of one e-mail are all taken, three wait for its owner, and nobody is told', async () => {
    // Five each, as more of one e-mail in an hour are refused.
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => register(`same-mail-${n}`, 'same-mail@example.com')),
      ...Array.from({ length: 5 }, (_, n) => register(`other-mail-${n}`, 'other-mail@example.com')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await countOf('email', 'same-mail@example.com')).toBe(3)
    expect(await countOf('email', 'other-mail@example.com')).toBe(3)
  })
})
