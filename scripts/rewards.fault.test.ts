import { randomUUID } from 'node:crypto'
import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { recordMovements } from '@ingot/ledger/movement'
import { move, postTogether, reverse } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MortalRun, openMortals } from './test-mortal.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'
import { createModel, type Event, type Person } from './test-reward-model.ts'

const forest = 10_000
/** Those who trade: few enough that many of them become active. */
const traders = 600
const rounds = soakMinutes ? 1_000_000 : 3
const tradesPerRound = soakMinutes ? 2_000 : 400
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : Number.POSITIVE_INFINITY
const killsPerRound = soakMinutes ? 12 : 1
const mostStatements = 40
const day = 24 * 3600_000

let db: Db
let workers: ReturnType<typeof openMortals<MortalRun>>
beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  workers = openMortals('test-job-worker.ts', { DATABASE_URL: url, TEST_JOB: 'settle-rewards' })
})
afterAll(async () => {
  await workers?.close()
  await db?.destroy()
})

/** A forest in which everybody is younger than who brought him; some are not verified, some are frozen, some were verified long ago. */
const plant = async (random: Random): Promise<Map<string, Person>> => {
  const people: Person[] = []
  for (let index = 0; index < forest; index++) {
    const isRoot = index < 20 || random(10) === 0
    const verifiedAt = Math.floor((Date.now() - random(30 * 30) * day - day) / 1000) * 1000
    people.push({
      ...{ id: randomUUID(), introducer: isRoot ? null : (people[random(index)]?.id ?? null) },
      ...{ isVerified: random(12) !== 0, isFrozen: random(40) === 0, verifiedAt },
    })
  }
  const rows = people.map(({ id, introducer, isVerified, verifiedAt }, index) => ({
    ...{ id, introducer, status: isVerified ? 'Verified' : 'Rejected', since: new Date(verifiedAt).toISOString() },
    ...{ name: `p${index}`, code: String(index).padStart(8, 'R'), hash: id.replaceAll('-', '').repeat(2) },
  }))
  await sql`
    insert into customers (id, email, username, password_hash, email_verified_at, kyc_status, kyc_since, introducer, ref_code,
      user_hash, created_at, residence)
    select id, name || '@example.com', 'x' || name || 'x', '', since, status, since, introducer, code, hash, since, 'DE'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id uuid, introducer uuid, status text, since timestamptz,
      name text, code text, hash text)`.execute(db)
  await sql`insert into kyc_moves (customer, from_status, to_status, cause, at)
    select id, 'Approved', 'Verified', 'provider', kyc_since from customers`.execute(db)
  const frozen = people.filter(({ isFrozen }) => isFrozen).map(({ id }) => id)
  await sql`insert into wallet_senders (customer, frozen_at) select id, now() from unnest(${frozen}::uuid[]) as f (id)`.execute(
    db,
  )
  return new Map(people.map((person) => [person.id, person]))
}

let payments = 0
type Trade = {
  kind: 'buy' | 'sell' | 'payment'
  asset: Event['asset']
  fee: bigint
  usd: bigint
  details: Record<string, string>
}

const anyTrade = (random: Random): Trade => {
  const size = BigInt(1 + random(8_000))
  switch (random(3)) {
    case 0:
      return { kind: 'buy', asset: 'USDT', fee: size * 10n ** 15n + 7n, usd: size * 10n ** 15n + 7n, details: {} }
    case 1: {
      // An ounce at which a gram is exactly 100 dollars.
      const fee = size * 10n ** 13n + 3n
      return { kind: 'sell', asset: 'QMGT', fee, usd: fee * 100n, details: { goldPrice: '3110.34768' } }
    }
    default:
      return {
        kind: 'payment',
        asset: 'USD',
        fee: size / 6n + 1n,
        usd: (size / 6n + 1n) * 10n ** 16n,
        details: { payment: String(++payments) },
      }
  }
}

const between = (asset: Event['asset'], isBack = false) => {
  const [outside, fees] = [houseAccount(asset, 'outside'), houseAccount(asset, 'fees')]
  return isBack ? { from: fees, to: outside } : { from: outside, to: fees }
}

/** Posts fees of some customers, and tells the model what to expect of each. */
const trade = async (random: Random, ids: readonly string[], count: number): Promise<Event[]> => {
  const made = Array.from({ length: count }, () => ({ referee: oneOf(random, ids), ...anyTrade(random) }))
  return inTransaction(db, async (tx) => {
    const posted = await postTogether(
      tx,
      made.map(({ referee, kind, asset, fee, details }) => ({
        ...{ reference: `test:${randomUUID()}`, kind, causedBy: `customer:${referee}`, details },
        moves: [move<Event['asset']>(amountOf(asset, fee), between(asset))],
      })),
    )
    const entries = posted.map(({ entry }) => entry)
    await recordMovements(
      tx,
      made.map(({ referee, kind }, index) => ({
        owner: `customer:${referee}`,
        type: kind,
        entry: entries[index] ?? 0n,
      })),
    )
    const { rows } = await sql<{ id: string; at: Date }>`
      select id, posted_at as at from ledger_entries where id = any(${entries.map(String)}::bigint[])`.execute(tx)
    const times = new Map(rows.map(({ id, at }) => [id, at.getTime()]))
    return made.map(({ referee, kind, asset, fee, usd }, index) => {
      const entry = String(entries[index])
      return { entry, referee, asset, fee, usd, at: times.get(entry) ?? 0, byCard: kind === 'payment', isBack: false }
    })
  })
}

/** The fee goes back: by a card that was lost in part or whole, or because all of the entry is taken back. */
const goBack = async (random: Random, { entry, byCard, fee, asset }: Event): Promise<void> => {
  if (!byCard)
    return inTransaction(db, async (tx) => {
      await reverse(tx, BigInt(entry), { reference: `back:${entry}`, causedBy: 'test' })
    })
  const { rows } = await sql<{ number: string }>`
    select details ->> 'payment' as number from ledger_entries where id = ${entry}`.execute(db)
  const part = random(2) === 0 ? fee : (fee + 1n) / 2n
  await postTogether(db, [
    {
      ...{ reference: `lost:${entry}`, kind: 'payment-lost', causedBy: 'processor' },
      details: { payment: rows[0]?.number ?? '' },
      moves: [move<Event['asset']>(amountOf(asset, part), between(asset, true))],
    },
  ])
}

/** Follows and settles with deaths on the way, and then once more in peace. */
const run = async (random: Random, at: number) => {
  for (let left = killsPerRound; left > 0; left--)
    await workers.run({ at, dieAt: 1 + random(mostStatements), during: random(2) === 0 })
  await Promise.all([workers.run({ at }), workers.run({ at })])
  expect(await workers.run({ at })).not.toBe('killed')
}

type Row = { entry: string; level: number; customer: string; amount: string; state: string }
const keyOf = ({ entry, level, customer, amount, state }: Row) => `${entry} ${level} ${customer} ${amount} ${state}`

test('a forest that trades and reverses earns what a plain model says, whatever dies on the way', async () => {
  console.log(`seed ${seed}`)
  const random = createRandom(seed)
  const people = await plant(random)
  const ids = [...people.keys()].slice(-traders)
  const model = createModel(people)
  let now = Date.now() + 1000
  for (let round = 0; round < rounds && Date.now() < deadline; round++) {
    const made: Event[] = []
    for (let left = tradesPerRound; left > 0; left -= 100) made.push(...(await trade(random, ids, 100)))
    for (const event of made) model.follow(event)
    now = Math.max(now, Date.now() + 1000)
    await run(random, now)
    model.settle(now)
    const gone = model.events.filter(({ isBack }) => !isBack && random(12) === 0)
    for (const event of gone) {
      await goBack(random, event)
      model.goBack(event.entry)
    }
    now += (20 + random(50)) * day
    await run(random, now)
    model.settle(now)
    const { rows } = await sql<Row>`
      select entry, level::int, customer, amount, state from rewards order by entry, level`.execute(db)
    const wanted = model.earned.map(({ event, level, customer, amount, state }) => ({
      ...{ entry: event.entry, level, customer, amount: String(amount), state },
    }))
    expect(rows.map(keyOf).sort()).toEqual(wanted.map(keyOf).sort())
    for (const asset of ['USDT', 'QMGT', 'USD'] as const) {
      expect((await balanceOf(db, houseAccount(asset, 'rewards'))).units).toBe(model.lying(asset))
      const fees = model.events.filter((event) => event.asset === asset && !event.isBack)
      const whole = fees.reduce((sum, { fee }) => sum + fee, 0n)
      expect(model.lying(asset) * 10_000n <= whole * 2500n).toBe(true)
    }
    expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
  }
  const states = new Set(model.earned.map(({ state }) => state))
  expect([...states].sort()).toEqual(['Claimable', 'Held', 'Pending', 'Reversed'])
})
