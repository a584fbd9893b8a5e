import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeSignIn } from './closing.ts'
import { type Client, createPeople, goodPassword, minute } from './test-people.ts'

// Whether an account exists must not be told by the answer, nor by the time that it takes. Times cannot be compared in a
// test; the work that takes them can: the statements that are sent to the database, and the hashes that are computed.

const argon2 = vi.hoisted(() => ({ calls: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(work: (...given: A) => R) =>
    (...given: A) => {
      argon2.calls += 1
      return work(...given)
    }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

let people: Awaited<ReturnType<typeof createPeople>>
let statements: string[]
/** The cookies of a device that is known, but for another account. */
let otherDevice: string
/** The same for the account that is closed. */
let closedDevice: string
const forgedDevice = `ingot-device=${'e30.'.repeat(2)}AAAA~nonsense~`
beforeAll(async () => {
  people = await createPeople()
  // Every connection of the pool sends its statements through this one place.
  await people.db.getExecutor().provideConnection(async (connection) => {
    const way = Object.getPrototypeOf(connection) as typeof connection
    const send = way.executeQuery
    vi.spyOn(way, 'executeQuery').mockImplementation(function (this: typeof connection, query) {
      statements.push(query.sql.replaceAll(/\s+/g, ' ').trim())
      return send.call(this, query)
    } as typeof send)
  })
  statements = []
  await people.newCustomer('known')
  otherDevice = (await people.newCustomer('neighbour')).state.cookie
  await people.newCustomer('locked', { pin: true })
  const token = (await people.mailTo('locked@example.com')).tokenOf('/lock-account')
  await people.newClient().post('/security/lock', { token })
  closedDevice = (await people.newCustomer('closed')).state.cookie
  const { rows } = await sql<{ id: string }>`select id from customers where username = 'closed'`.execute(people.db)
  await inTransaction(people.db, (tx) => closeSignIn(tx, rows[0]?.id ?? '', 'deceased', people.now()))
  await people.newClient().post('/auth/local/register', people.registration('unconfirmed'))
  const again = people.registration('unconfirmed-again', { email: 'unconfirmed@example.com' })
  await people.newClient().post('/auth/local/register', again)
  await people.newClient().post('/otp-verification/generate', { email: 'unconfirmed@example.com' })
  await people.runJobs()
})
afterAll(() => people.close())
beforeEach(async () => {
  await sql`delete from tries`.execute(people.db)
  people.passTime(minute)
})

/** What a call costs and says, with the name of the account left out of it. */
const workOf = async (who: string, call: (client: Client, who: string) => ReturnType<Client['post']>) => {
  statements = []
  argon2.calls = 0
  const { status, headers, raw } = await call(people.newClient('192.0.2.200'), who)
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...told } = headers
  return { status, told, said: raw.toString().replaceAll(who, '…'), hashes: argon2.calls, statements }
}

const calls: Record<string, { who: string[]; call: (client: Client, who: string) => ReturnType<Client['post']> }> = {
  'signing in with a wrong password': {
    who: [
      'known',
      'known@example.com',
      'unconfirmed',
      'unconfirmed@example.com',
      'locked',
      'closed',
      'closed@example.com',
      'nobody',
      'nobody@example.com',
    ],
    call: (client, who) => client.signIn(who, 'a wrong password'),
  },
  'signing in with a wrong password on a device that is known for another account': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => {
      client.state.cookie = otherDevice
      return client.signIn(who, 'a wrong password')
    },
  },
  'asking for a new password on a device that is known for another account': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => {
      client.state.cookie = otherDevice
      return client.post('/link-verification/forgot-password', { email: `${who}@example.com` })
    },
  },
  'signing in on the device of an account that is closed': {
    who: ['closed', 'nobody'],
    call: (client, who) => {
      client.state.cookie = closedDevice
      return client.signIn(who, goodPassword)
    },
  },
  'asking for a new password on a device that pretends to be known': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => {
      client.state.cookie = forgedDevice
      return client.post('/link-verification/forgot-password', { email: `${who}@example.com` })
    },
  },
  'signing in with the password of an account that is locked or closed': {
    who: ['locked', 'closed', 'nobody'],
    call: (client, who) => client.signIn(who, goodPassword),
  },
  'asking for a new password': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => client.post('/link-verification/forgot-password', { email: `${who}@example.com` }),
  },
  'asking for the link that confirms': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => client.post('/link-verification/registration', { email: `${who}@example.com` }),
  },
  'asking for the code that confirms': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => client.post('/otp-verification/generate', { email: `${who}@example.com` }),
  },
  'entering a wrong code': {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) => client.post('/otp-verification/verify-otp', { email: `${who}@example.com`, otp: '000000' }),
  },
  registering: {
    who: ['known', 'unconfirmed', 'locked', 'closed', 'nobody'],
    call: (client, who) =>
      client.post('/auth/local/register', people.registration(`newcomer-${who}`, { email: `${who}@example.com` })),
  },
  'registering with a taken username': {
    who: ['known', 'unconfirmed', 'somebody'],
    call: (client, who) =>
      client.post('/auth/local/register', people.registration('locked', { email: `${who}@example.com` })),
  },
}

describe.each(Object.entries(calls))('%s', (_title, { who: [first = '', ...others], call }) => {
  test('costs and says the same, whoever is named', async () => {
    const work = await workOf(first, call)
    expect(work.statements.length).toBeGreaterThan(1)
    for (const other of others) expect(await workOf(other, call)).toEqual(work)
  })
})

test('a difference in work would be seen', async () => {
  const signIn = (password: string) => (client: Client, who: string) => client.signIn(who, password)
  const [right, wrong] = [await workOf('known', signIn(goodPassword)), await workOf('known', signIn('wrong password'))]
  expect(right.statements).not.toEqual(wrong.statements)
  expect(right.hashes).toBe(1)
  expect(wrong.hashes).toBe(2)
})
