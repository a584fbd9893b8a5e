import { randomInt, randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { swap } from '@ingot/endpoints/trade'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { createTurns } from '../../turns.ts'
import { createPasswords } from './passwords.ts'
import { type Client, createPeople, goodPassword, goodPin } from './test-people.ts'

// Whoever guesses sends all guesses at once. However many these are, only so many are ever compared.

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  // What one session may ask for at a time is another limit, and not in the way of these.
  const turns = createTurns({ callsAtOnce: 10_000, callsWaiting: 0, longestWaitSeconds: 1 })
  people = await createPeople({ turns })
})
afterAll(() => people.close())

type Answer = Awaited<ReturnType<Client['post']>>

const namesOf = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 200 ? 'right' : body.error.name
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const encoded = { 'content-type': 'application/x-www-form-urlencoded' }

/** As many as come to the database before somebody has waited too long for it. */
const wave = 500

test('of four thousand PINs, hundreds at once, five are compared, and the right one among them opens nothing', async () => {
  const client = await people.newCustomer('besieged', { pin: true })
  await client.get('/getInfo')
  const guesses = Array.from({ length: 4000 }, (_, n) => String(n + 100_000))
  // In the first wave, but not among the very first, of which five are let through.
  guesses[randomInt(20, wave)] = goodPin
  const aim = await aimOf(swap, randomUUID(), { body: { quoteId: randomUUID() } })
  const guess = (pin: string) =>
    client.post('/verify-pin', Buffer.from(new URLSearchParams({ pin, ...aim }).toString()), encoded)
  const answers: Answer[] = []
  while (answers.length < guesses.length)
    answers.push(...(await Promise.all(guesses.slice(answers.length, answers.length + wave).map(guess))))
  // The fifth wrong one is told that it locked the PIN. On a busy machine some wait too long for the database.
  const { pinTries } = policy.credentials
  const { PinIncorrect = 0, TooManyTries = 0, Unavailable = 0, ...others } = namesOf(answers)
  expect(others).toEqual({})
  expect(PinIncorrect).toBeLessThan(pinTries)
  expect(PinIncorrect + TooManyTries + Unavailable).toBe(guesses.length)
  const { rows } = await sql`
    select pin_failures, (select count(*)::int from audit_events a where a.customer = c.id and kind = 'pin-refused') as kept,
      (select count(*)::int from step_up_grants where operation = ${aim.operation}) as granted
    from customers c where username = 'besieged'`.execute(people.db)
  expect(rows).toEqual([{ pin_failures: pinTries, kept: pinTries, granted: 0 }])
}, 120_000)

test('of four thousand PINs in one moment no more than five are compared, and most are told to come back', async () => {
  const ordinary = await createPeople()
  // How many are compared before the others are told depends on how long it takes.
  Object.assign(ordinary.identity.passwords, createPasswords())
  const client = await ordinary.newCustomer('stormed', { pin: true })
  const guesses = Array.from({ length: 4000 }, (_, n) => String(n + 100_000))
  // Among those that are worked on, behind the five that are let through.
  guesses[randomInt(20, policy.session.callsWaiting)] = goodPin
  const guess = (pin: string) =>
    client.post('/verify-pin', Buffer.from(new URLSearchParams({ pin }).toString()), encoded)
  // On a busy machine some of those whose turn it is wait too long for the database, and are not compared either.
  const {
    PinIncorrect = 0,
    TooManyTries = 0,
    RateLimited = 0,
    Unavailable = 0,
    ...others
  } = namesOf(await Promise.all(guesses.map(guess)))
  const { rows } = await sql`select pin_failures from customers where username = 'stormed'`.execute(ordinary.db)
  await ordinary.close()
  const { pinTries } = policy.credentials
  expect(others).toEqual({})
  expect(PinIncorrect).toBe(pinTries - 1)
  expect(TooManyTries).toBeGreaterThan(0)
  expect(RateLimited).toBeGreaterThan(guesses.length / 2)
  expect(Unavailable).toBeLessThan(policy.session.callsWaiting)
  expect(rows).toEqual([{ pin_failures: pinTries }])
}, 120_000)

test('no PIN is compared, not even the right one, while another guess may still be counted', async () => {
  const client = await people.newCustomer('in-turn', { pin: true })
  const aim = await aimOf(swap, randomUUID(), { body: { quoteId: randomUUID() } })
  const [begun, counting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const counted = inTransaction(people.db, async (tx) => {
    await sql`update customers set pin_failures = pin_failures + 1 where username = 'in-turn'`.execute(tx)
    begun.resolve()
    await counting.promise
  })
  await begun.promise
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(people.db)
    return rows.length
  }
  const right = client.post(
    '/verify-pin',
    Buffer.from(new URLSearchParams({ pin: goodPin, ...aim }).toString()),
    encoded,
  )
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  counting.resolve()
  await counted
  expect((await right).status).toBe(200)
})

test('the right PIN leaves its customer’s row as it was, and takes back what was counted', async () => {
  const client = await people.newCustomer('unmoved', { pin: true })
  const version = async () => {
    const { rows } = await sql<{ xmin: string; pin_failures: number }>`
      select xmin::text, pin_failures from customers where username = 'unmoved'`.execute(people.db)
    return rows[0]
  }
  const give = (pin: string) => client.post('/verify-pin', Buffer.from(`pin=${pin}`), encoded)
  const before = await version()
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(goodPin)))
  expect(namesOf(answers)).toEqual({ right: 20 })
  expect(await version()).toEqual(before)
  await give('830461')
  expect((await version())?.pin_failures).toBe(1)
  expect((await give(goodPin)).status).toBe(200)
  expect((await version())?.pin_failures).toBe(0)
})

const burst = 60
const place = 45
const wrongCodes = () => Array.from({ length: burst }, (_, n) => String(100_000 + n))

test('of sixty codes of the app at once ten are compared, and the right one among the rest opens nothing', async () => {
  const client = await people.newCustomer('besieged-2fa')
  const { code } = await people.enrol(client)
  people.nextCode()
  const codes = wrongCodes()
  codes[place] = code()
  const answers = await Promise.all(codes.map((token) => client.post('/mfa/verify', { token })))
  const most = policy.tries['2fa'].perSubject
  expect(namesOf(answers)).toEqual({ TwoFactorCodeIncorrect: most, TooManyTries: burst - most })
})

test('of sixty backup codes at once ten are compared, and the right one among the rest opens nothing', async () => {
  const { backupCodes } = await people.enrol(await people.newCustomer('besieged-paper'))
  const visitor = people.newClient()
  const { mfaToken } = (await visitor.signIn('besieged-paper')).body.data
  const codes = wrongCodes().map((code) => `${code}2222`)
  codes[place] = backupCodes[0] ?? ''
  const answers = await Promise.all(codes.map((code) => visitor.post('/auth/local/2fa', { mfaToken, code })))
  const most = policy.tries['2fa'].perSubject
  expect(namesOf(answers)).toEqual({ TwoFactorCodeIncorrect: most, TooManyTries: burst - most })
})

test('of sixty passwords at once ten are compared, and the right one among the rest opens nothing', async () => {
  const client = await people.newCustomer('besieged-password')
  const passwords = wrongCodes()
  passwords[place] = goodPassword
  const answers = await Promise.all(passwords.map((password) => client.post('/set-pin', { password, pin: goodPin })))
  const most = policy.tries.password.perSubject
  expect(namesOf(answers)).toEqual({ PasswordIncorrect: most, TooManyTries: burst - most })
})
