import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, customerAccount, houseAccount, nameOf, purposes } from './account.ts'
import { balanceOf } from './balance.ts'
import { placeHold, postHold, voidHold } from './hold.ts'
import { LedgerError } from './ledger-error.ts'
import { type Entry, move, post, postEach, postTogether, reverse } from './post.ts'
import { verifyLedger } from './verify.ts'

const seed = Number(process.env.INGOT_SEED ?? Date.now() % 2 ** 31)
const soakMinutes = Number(process.env.INGOT_SOAK_MINUTES ?? 0)
const shortSteps = 3000
const assets = ['USDT', 'QMGT', 'USDAU'] as const
const customers = ['ann', 'bob', 'carl', 'dora']
type Asset = (typeof assets)[number]

/** A small generator of numbers that gives the same run for the same seed (mulberry32). */
const createRandom = (start: number) => {
  let state = start
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

let db: Db
beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test', max: 32 })
})
afterAll(() => db.destroy())

/** The ledger as a child would write it: a number per account. */
const createModel = () => {
  const balances = new Map<string, bigint>()
  const read = (account: Account<Asset>) => balances.get(nameOf(account)) ?? 0n
  /** Applies all moves or none, and says whether it did. */
  const apply = (moves: Entry['moves']): boolean => {
    const before = new Map(balances)
    for (const { source, target, amount } of moves) {
      const left = (balances.get(nameOf(source)) ?? 0n) - amount.units
      balances.set(nameOf(source), left)
      balances.set(nameOf(target), (balances.get(nameOf(target)) ?? 0n) + amount.units)
      if (left >= 0n || !purposes[source.purpose].guarded) continue
      balances.clear()
      for (const [name, units] of before) balances.set(name, units)
      return false
    }
    return true
  }
  return { balances, read, apply }
}

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => {
      if (error instanceof LedgerError) return error.refusal
      throw error
    },
  )

test(`a random run equals a plain model after every step (INGOT_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const model = createModel()
  const posted: { entry: bigint; moves: Entry['moves']; reversed: boolean }[] = []
  const holds: { id: bigint; customer: string; asset: Asset; units: bigint }[] = []
  let names = 0
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db, work)
  const cause = () => ({ reference: `step-${++names}`, causedBy: 'random' })

  const randomAccount = (asset: Asset): Account<Asset> =>
    random(4) === 0
      ? houseAccount(asset, pick(['outside', 'treasury', 'fees'] as const))
      : customerAccount(pick(customers), asset, pick(['available', 'clearing'] as const))
  const randomMove = () => {
    const asset = pick(assets)
    const from = randomAccount(asset)
    let to = randomAccount(asset)
    while (nameOf(to) === nameOf(from)) to = randomAccount(asset)
    const most = model.read(from)
    const units =
      most > 0n && random(3)
        ? (most * BigInt(1 + random(120))) / 100n + 1n
        : BigInt(1 + random(1_000_000)) * 10n ** BigInt(random(15))
    return move(amountOf(asset, units), { from, to })
  }
  const randomEntry = (): Entry => ({
    ...cause(),
    kind: 'random',
    moves: Array.from({ length: 1 + random(4) }, randomMove),
  })

  const steps: Record<string, () => Promise<void>> = {
    single: async () => {
      const entry = randomEntry()
      const expected = model.apply(entry.moves)
      let id = 0n
      expect(
        await refusalOf(
          run(async (tx) => {
            id = (await post(tx, entry)).entry
          }),
        ),
      ).toBe(expected ? 'done' : 'BalanceTooLow')
      if (expected) posted.push({ entry: id, moves: entry.moves, reversed: false })
      if (expected) expect(await run((tx) => post(tx, entry))).toEqual({ entry: id, replayed: true })
    },
    together: async () => {
      const entries = [randomEntry(), randomEntry(), randomEntry()]
      const expected = model.apply(entries.flatMap(({ moves }) => moves))
      expect(await refusalOf(run((tx) => postTogether(tx, entries)))).toBe(expected ? 'done' : 'BalanceTooLow')
    },
    each: async () => {
      const entries = [randomEntry(), randomEntry(), randomEntry()]
      const expected = entries.map(({ moves }) => model.apply(moves))
      const answers = await run((tx) => postEach(tx, entries))
      expect(answers.map((answer) => !(answer instanceof LedgerError))).toEqual(expected)
    },
    reversal: async () => {
      const old = posted[random(posted.length || 1)]
      if (!old) return
      const back = old.moves
        .toReversed()
        .map(({ source, target, amount }) => ({ source: target, target: source, amount }))
      const expected = old.reversed ? 'AlreadyReversed' : model.apply(back) ? 'done' : 'BalanceTooLow'
      const said = await refusalOf(run((tx) => reverse(tx, old.entry, cause())))
      // An entry that was reversed may fail by either rule first: both keep it from being reversed again.
      if (old.reversed) expect(['AlreadyReversed', 'BalanceTooLow']).toContain(said)
      else expect(said).toBe(expected)
      old.reversed ||= expected === 'done'
    },
    hold: async () => {
      const [customer, asset] = [pick(customers), pick(assets)]
      const amount = amountOf(
        asset,
        model.read(customerAccount(customer, asset, 'available')) / BigInt(1 + random(4)) + BigInt(random(2)) + 1n,
      )
      const moves = [
        move(amount, {
          from: customerAccount(customer, asset, 'available'),
          to: customerAccount(customer, asset, 'held'),
        }),
      ]
      const expected = model.apply(moves)
      let id = 0n
      const said = await refusalOf(
        run(async (tx) => {
          id = (await placeHold(tx, { customer, amount, expiresAt: new Date(Date.now() + 1e7), ...cause() })).id
        }),
      )
      expect(said).toBe(expected ? 'done' : 'BalanceTooLow')
      if (expected) holds.push({ id, customer, asset, units: amount.units })
    },
    'hold end': async () => {
      const [hold] = holds.splice(random(holds.length || 1), 1)
      if (!hold) return
      const { asset, customer, units } = hold
      const [held, available] = [
        customerAccount(customer, asset, 'held'),
        customerAccount(customer, asset, 'available'),
      ]
      const share = random(2) ? (units * BigInt(1 + random(100))) / 100n : 0n
      const to = houseAccount(asset, 'outside')
      if (share > 0n) await run((tx) => postHold(tx, hold.id, { amount: amountOf(asset, share), to, ...cause() }))
      else await run((tx) => voidHold(tx, hold.id, cause()))
      if (share > 0n) model.apply([move(amountOf(asset, share), { from: held, to })])
      if (units > share) model.apply([move(amountOf(asset, units - share), { from: held, to: available })])
    },
  }

  const deadline = Date.now() + soakMinutes * 60_000
  for (let step = 0; step < shortSteps || Date.now() < deadline; step++) {
    const [name, take] = pick(Object.entries(steps))
    await take()
    const account = pick(
      customers.flatMap((customer) =>
        assets.map((asset) => customerAccount(customer, asset, pick(['available', 'clearing', 'held'] as const))),
      ),
    )
    expect((await balanceOf(db, account)).units, `${name} at step ${step}`).toBe(model.read(account))
    if (step % 500 === 499) expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
  }
  for (const customer of customers)
    for (const asset of assets)
      for (const purpose of ['available', 'clearing', 'held'] as const) {
        const account = customerAccount(customer, asset, purpose)
        expect((await balanceOf(db, account)).units).toBe(model.read(account))
      }
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
})

test('thirty-two connections on a few hot accounts: no overdraft, no deadlock, nothing twice', async () => {
  const hot = ['hot-1', 'hot-2', 'hot-3'].map((customer) => customerAccount(customer, 'USDT', 'available'))
  const outside = houseAccount('USDT', 'outside')
  const fees = houseAccount('USDT', 'fees')
  for (const [n, account] of hot.entries())
    await inTransaction(db, (tx) =>
      post(tx, {
        reference: `hot-start-${n}`,
        kind: 'deposit',
        causedBy: 'test',
        moves: [move(amountOf('USDT', 1000n), { from: outside, to: account })],
      }),
    )

  const work = async (worker: number) => {
    const random = createRandom(seed + worker)
    const outcome = { done: 0, refused: 0 }
    for (let n = 0; n < 25; n++) {
      const from = random(3)
      const [source, target] = [hot[from], hot[(from + 1 + random(2)) % 3]] as [Account<'USDT'>, Account<'USDT'>]
      const moves = [
        move(amountOf('USDT', BigInt(1 + random(900))), { from: source, to: target }),
        move(amountOf('USDT', 1n), { from: target, to: fees }),
      ]
      // Every operation is named by two workers, so each reference is posted twice at about the same time.
      const entry = { reference: `hot-${Math.floor(worker / 2)}-${n}`, kind: 'transfer', causedBy: 'test', moves }
      const said = await refusalOf(
        inTransaction(db, async (tx) => {
          const { replayed } = await post(tx, entry)
          return replayed
        }),
      )
      if (said === 'done') outcome.done++
      else outcome.refused++
      expect(['done', 'BalanceTooLow', 'ReferenceReused']).toContain(said)
    }
    return outcome
  }
  const outcomes = await Promise.all(Array.from({ length: 32 }, (_, worker) => work(worker)))
  expect(outcomes.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThan(32)

  const balances = await Promise.all(hot.map((account) => balanceOf(db, account)))
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(m.units), 0) as units from ledger_moves m join ledger_accounts a on a.id = m.target
    where a.purpose = 'fees' and m.entry in (select id from ledger_entries where reference like 'hot-%')`.execute(db)
  const feesPaid = BigInt(rows[0]?.units ?? 0)
  expect(balances.reduce((sum, { units }) => sum + units, 0n) + feesPaid).toBe(3000n)
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
})
