import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, boundPurposes, customerAccount, houseAccount, purposes } from './account.ts'
import { placeHold, postHold } from './hold.ts'
import { refusalOf } from './ledger-error.ts'
import { listAccounts, readEntry } from './list.ts'
import { type Entry, move, post, postEach, postTogether, reverse, settledMove } from './post.ts'
import { sealKeyOf } from './seal.ts'
import { advanceSettlements, settlementStates } from './settlement.ts'

let db: Db
/** Whom the rights of the running role do not hold back, but the tables themselves do. */
let owner: Db
beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  owner = connect(asOwner(url), { part: 'test', max: 1 })
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))

const outside = houseAccount('USDT', 'outside')
const wallet = customerAccount('ann', 'USDT', 'available')
const units = (count: bigint) => amountOf('USDT', count)
const cause = (reference: string) => ({ reference, causedBy: 'test' })
const entryOf = (reference: string, moves: Entry['moves']): Entry => ({ ...cause(reference), kind: 'test', moves })
const deposit = (reference: string, count = 100n) =>
  entryOf(reference, [move(units(count), { from: outside, to: wallet })])
const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db, work)
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  )

test('every purpose has its owner, and only the house has open accounts', () => {
  const guarded = { guarded: true }
  expect(purposes).toEqual({
    available: { of: 'customer', ...guarded },
    held: { of: 'customer', ...guarded },
    clearing: { of: 'customer', ...guarded },
    staked: { of: 'customer', ...guarded },
    withdrawing: { of: 'customer', ...guarded },
    estate: { of: 'customer', ...guarded },
    owed: { of: 'customer', ...guarded },
    treasury: { of: 'house', ...guarded },
    'in-transit': { of: 'house', ...guarded },
    suspense: { of: 'house', ...guarded },
    unallocated: { of: 'house', ...guarded },
    allocated: { of: 'house', ...guarded },
    'behind-usdau': { of: 'house', ...guarded },
    'reward-pool': { of: 'house', ...guarded },
    'set-aside': { of: 'house', ...guarded },
    rewards: { of: 'house', ...guarded },
    bank: { of: 'house', ...guarded },
    processor: { of: 'house', ...guarded },
    outside: { of: 'house', guarded: false },
    cards: { of: 'house', guarded: false },
    issued: { of: 'house', guarded: false },
    fees: { of: 'house', guarded: false },
    receivable: { of: 'house', guarded: false },
  })
})

const emptyAccounts: Account<'USDT'>[] = [
  customerAccount('poor', 'USDT', 'available'),
  customerAccount('poor', 'USDT', 'held'),
  ...boundPurposes.map((purpose) => customerAccount('poor', 'USDT', purpose)),
  houseAccount('USDT', 'treasury'),
  houseAccount('USDT', 'in-transit'),
  houseAccount('USDT', 'suspense'),
  houseAccount('USDT', 'reward-pool'),
  houseAccount('USDT', 'set-aside'),
  houseAccount('USDT', 'rewards'),
]
test.each(emptyAccounts)('nothing is taken from an empty $owner $purpose', async (account) => {
  const taking = run((tx) =>
    post(tx, entryOf(`take-${account.owner}-${account.purpose}`, [move(units(1n), { from: account, to: outside })])),
  )
  expect(await failureOf(taking)).toMatchObject({
    refusal: 'BalanceTooLow',
    account: `${account.owner}/USDT/${account.purpose}`,
  })
})

describe('an entry', () => {
  test('has one move to a hundred', async () => {
    const many = (count: number) =>
      entryOf(
        `moves-${count}`,
        Array.from({ length: count }, () => move(units(1n), { from: outside, to: wallet })),
      )
    await expect(run((tx) => post(tx, many(0)))).rejects.toThrow('an entry has 1 to 100 moves, moves-0 has 0')
    await expect(run((tx) => post(tx, many(101)))).rejects.toThrow('an entry has 1 to 100 moves, moves-101 has 101')
    expect((await run((tx) => post(tx, many(100)))).replayed).toBe(false)
  })

  test('of the wrong asset at its source is refused before the database is asked', async () => {
    const wrong = { source: houseAccount('QMGT', 'outside'), target: wallet, amount: units(1n) }
    await expect(run((tx) => post(tx, entryOf('wrong-source', [wrong])))).rejects.toThrow(
      'USDT cannot move from house/QMGT/outside to customer:ann/USDT/available',
    )
  })

  test('that is refused says its name, and that of all that were refused with it', async () => {
    const empty = customerAccount('empty', 'USDT', 'available')
    const take = (reference: string) => entryOf(reference, [move(units(1n), { from: empty, to: outside })])
    await expect(run((tx) => postTogether(tx, [take('take-a'), take('take-b')]))).rejects.toThrow(
      'BalanceTooLow: take-a, take-b',
    )
  })

  test('that the database refuses for a reason without a name is a bug, and shows', async () => {
    const nothing = entryOf('nothing', [move(units(0n), { from: outside, to: wallet })])
    await expect(run((tx) => postEach(tx, [nothing]))).rejects.toThrow('nothing: 23514 ledger_moves_units_check')
    await expect(run((tx) => post(tx, nothing))).rejects.toThrow('ledger_moves_units_check')
  })
})

describe('an entry posted again under its reference', () => {
  const fees = houseAccount('USDT', 'fees')
  const said: Entry = {
    ...cause('said-once'),
    kind: 'test',
    details: { price: '1.5', count: 2 },
    moves: [move(units(5n), { from: outside, to: wallet })],
  }
  const others: [string, Partial<Entry>][] = [
    ['kind', { kind: 'other' }],
    ['cause', { causedBy: 'other' }],
    ['detail', { details: { price: '1.5', count: 3 } }],
    ['amount', { moves: [move(units(6n), { from: outside, to: wallet })] }],
    ['source', { moves: [move(units(5n), { from: fees, to: wallet })] }],
    ['target', { moves: [move(units(5n), { from: outside, to: customerAccount('bob', 'USDT', 'available') })] }],
    ['purpose', { moves: [move(units(5n), { from: outside, to: customerAccount('ann', 'USDT', 'staked') })] }],
    ['settlement', { moves: [settledMove(units(5n), { from: outside, to: wallet })] }],
    ['number of moves', { moves: [...said.moves, ...said.moves] }],
  ]
  test.each(others)('is another one if its %s is another', async (_what, other) => {
    const { entry } = await post(db, said)
    expect(await post(db, { ...said })).toEqual({ entry, replayed: true })
    expect(await failureOf(post(db, { ...said, ...other }))).toMatchObject({ refusal: 'ReferenceReused' })
  })

  test('is another one if it takes back another', async () => {
    const [first, second] = await postTogether(db, [deposit('taken-1'), deposit('taken-2')])
    const back = cause('taken-back')
    const { entry } = await run((tx) => reverse(tx, first?.entry ?? 0n, back))
    expect(await run((tx) => reverse(tx, first?.entry ?? 0n, back))).toEqual({ entry, replayed: true })
    expect(await failureOf(run((tx) => reverse(tx, second?.entry ?? 0n, back)))).toMatchObject({
      refusal: 'ReferenceReused',
    })
  })

  test('is known again by the same fingerprint for ever', async () => {
    await post(db, said)
    const { rows } = await sql<{ hash: string; details: unknown }>`
      select encode(request_hash, 'hex') as hash, details from ledger_entries where reference = 'said-once'`.execute(db)
    expect(rows).toEqual([
      { hash: '8da15e2365cd85bbfb7a57ce05663f25e4974cfea11732222c4560a9e663a0e6', details: said.details },
    ])
  })
})

test('a refusal is named by its constraint, whichever table finds it first', () => {
  expect(refusalOf({ constraint: 'ledger_balances_units_check' }, 'x')).toMatchObject({
    refusal: 'BalanceTooLow',
    message: 'BalanceTooLow: x',
  })
  expect(
    refusalOf({ constraint: 'ledger_lines_units_after_check', detail: 'house/XAU/unallocated' }, 'x'),
  ).toMatchObject({ refusal: 'VaultExhausted' })
  expect(refusalOf({ constraint: 'ledger_hold_ends_pkey' }, 'x')).toMatchObject({
    refusal: 'HoldEnded',
    account: undefined,
  })
  expect(refusalOf({ constraint: 'vault_bars_in_once' }, 'x')).toMatchObject({ refusal: 'BarKnown' })
  expect(refusalOf({ constraint: 'some_other' }, 'x')).toBeUndefined()
  expect(refusalOf({ constraint: null }, 'x')).toBeUndefined()
})

describe('a hold', () => {
  const place = (reference: string, count: bigint) =>
    run((tx) =>
      placeHold(tx, {
        customer: 'ann',
        amount: units(count),
        expiresAt: new Date(Date.now() + 1e6),
        ...cause(reference),
      }),
    )

  test('is posted in full, and nothing goes back', async () => {
    await run((tx) => post(tx, deposit('for-holds', 1000n)))
    const { id } = await place('hold-full', 10n)
    const more = await failureOf(
      run((tx) => postHold(tx, id, { amount: units(11n), to: outside, ...cause('end-more') })),
    )
    expect(more).toMatchObject({ refusal: 'MoreThanHeld', message: 'MoreThanHeld: 11 of 10' })
    await run((tx) => postHold(tx, id, { amount: units(10n), to: outside, ...cause('end-full') }))
    expect((await readEntry(db, 'end-full'))?.moves).toHaveLength(1)
  })

  test('cannot be posted with nothing: that is what voiding is for', async () => {
    const { id } = await place('hold-nothing', 10n)
    await expect(
      run((tx) => postHold(tx, id, { amount: units(0n), to: outside, ...cause('end-nothing') })),
    ).rejects.toThrow('ledger_hold_ends_check')
  })

  test('is not whatever entry happens to have its reference', async () => {
    const held = customerAccount('ann', 'USDT', 'held')
    await run((tx) =>
      post(tx, { ...cause('no-hold'), kind: 'hold', moves: [move(units(5n), { from: wallet, to: held })] }),
    )
    await expect(place('no-hold', 5n)).rejects.toThrow('no-hold is no hold')
  })
})

describe('a row written by hand, by the owner himself,', () => {
  const accountOf = async (account: Account<'USDT'>) => {
    const { rows } = await sql<{ id: string }>`
      select id from ledger_accounts where owner = ${account.owner} and asset = 'USDT' and purpose = ${account.purpose}`.execute(
      db,
    )
    return rows[0]?.id
  }
  const move9 = (entry: unknown, source: unknown, target: unknown, asset = 'USDT') =>
    sql`insert into ledger_moves values (${entry}, 9, ${asset}, ${source}, ${target}, 1)`.execute(owner)
  const refused = (constraint: string) => ({ code: '23503', constraint })
  const nowhere = '999999'

  test('is refused as a move of an entry that is not there, or between accounts that are not', async () => {
    const { entry } = await post(db, deposit('by-hand'))
    const [from, to] = [await accountOf(outside), await accountOf(wallet)]
    const moves = refused('ledger_moves_refer')
    expect(await failureOf(move9(nowhere, from, to))).toMatchObject(moves)
    expect(await failureOf(move9(String(entry), nowhere, to))).toMatchObject(moves)
    expect(await failureOf(move9(String(entry), from, nowhere))).toMatchObject(moves)
    expect(await failureOf(move9(String(entry), from, to, 'QMGT'))).toMatchObject(moves)
    // One bad row among good ones is enough.
    expect(
      await failureOf(
        sql`insert into ledger_moves values (${String(entry)}, 8, 'USDT', ${from}, ${to}, 1), (${String(entry)}, 9, 'USDT', ${from}, ${nowhere}, 1)`.execute(
          owner,
        ),
      ),
    ).toMatchObject(moves)
    expect((await readEntry(db, 'by-hand'))?.moves).toHaveLength(1)
  })

  test('is refused also after a post in the same transaction, which is not checked again itself', async () => {
    const from = await accountOf(outside)
    const both = owner.transaction().execute(async (tx) => {
      const { entry } = await post(tx, deposit('by-hand-after-post'))
      await sql`insert into ledger_moves values (${String(entry)}, 9, 'USDT', ${from}, ${nowhere}, 1)`.execute(tx)
    })
    expect(await failureOf(both)).toMatchObject(refused('ledger_moves_refer'))
  })

  test('is refused as a line of a move that is not there', async () => {
    const { entry } = await post(db, deposit('by-hand-line'))
    const line = (of: string, number: number) =>
      sql`insert into ledger_lines values (${nowhere}, 1, ${of}, ${number}, true, 1, now())`.execute(owner)
    expect(await failureOf(line(nowhere, 1))).toMatchObject(refused('ledger_lines_refer'))
    expect(await failureOf(line(String(entry), 2))).toMatchObject(refused('ledger_lines_refer'))
  })

  test('is refused as a settlement of a move that is not there, or is of another asset', async () => {
    const { entry } = await post(db, deposit('by-hand-settlement'))
    const settlement = (...rows: [of: unknown, number: number, asset: string][]) =>
      sql`insert into ledger_settlements (entry, number, asset)
        values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`.execute(owner)
    const settlements = refused('ledger_settlements_queued')
    const ours = String(entry)
    expect(await failureOf(settlement([nowhere, 1, 'USDT']))).toMatchObject(settlements)
    expect(await failureOf(settlement([ours, 2, 'USDT']))).toMatchObject(settlements)
    expect(await failureOf(settlement([ours, 1, 'QMGT']))).toMatchObject(settlements)
    expect(await failureOf(settlement([ours, 1, 'USDT'], [ours, 2, 'USDT']))).toMatchObject(settlements)
    await settlement([ours, 1, 'USDT'])
  })

  test('is refused as a state of a settlement, which writes its own', async () => {
    const state = sql`
      insert into ledger_settlement_states (settlement, step, state, at)
      select settlement, 9, 'confirmed', now() from ledger_settlement_states limit 1`
    await expect(state.execute(owner)).rejects.toThrow('ledger_settlement_states is append-only: INSERT refused')
  })
})

describe('looking into the books', () => {
  test('accounts are listed with their balances, all or by owner; an open one has none', async () => {
    const all = await Array.fromAsync(listAccounts(db))
    const house = await Array.fromAsync(listAccounts(db, 'house'))
    expect(all.length).toBeGreaterThan(house.length)
    expect(house.every(({ name }) => name.startsWith('house/'))).toBe(true)
    expect(house).toContainEqual({ name: 'house/USDT/outside', balance: undefined })
    await run((tx) =>
      post(
        tx,
        entryOf('for-listing', [
          move(units(7n), { from: outside, to: customerAccount('lister', 'USDT', 'available') }),
        ]),
      ),
    )
    expect(await Array.fromAsync(listAccounts(db, 'customer:lister'))).toEqual([
      { name: 'customer:lister/USDT/available', balance: units(7n) },
    ])
    expect(await Array.fromAsync(listAccounts(db, 'customer:nobody'))).toEqual([])
  })

  test('an entry is found by number or reference, its moves in order', async () => {
    const moves = [
      move(units(3n), { from: outside, to: wallet }),
      move(units(1n), { from: wallet, to: houseAccount('USDT', 'fees') }),
    ]
    await postTogether(
      db,
      Array.from({ length: 10 }, (_, n) => deposit(`before-${n}`)),
    )
    const { entry } = await run((tx) => post(tx, entryOf('to-be-read', moves)))
    const read = await readEntry(db, 'to-be-read')
    expect(read).toEqual({
      entry: String(entry),
      reference: 'to-be-read',
      kind: 'test',
      causedBy: 'test',
      reverses: 'nothing',
      postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      moves: [
        { amount: units(3n), source: 'house/USDT/outside', target: 'customer:ann/USDT/available' },
        { amount: units(1n), source: 'customer:ann/USDT/available', target: 'house/USDT/fees' },
      ],
    })
    expect(await readEntry(db, String(entry))).toEqual(read)
    const reversal = await run((tx) => reverse(tx, entry, cause('read-reversal')))
    expect(await readEntry(db, String(reversal.entry))).toMatchObject({ kind: 'reversal', reverses: String(entry) })
  })

  test('a reference that looks like a number comes before the entry of that number', async () => {
    const { entry } = await run((tx) => post(tx, deposit('numbered')))
    await run((tx) => post(tx, deposit(String(entry))))
    const read = await readEntry(db, String(entry))
    expect(read?.reference).toBe(String(entry))
    expect(read?.moves).toHaveLength(1)
  })

  test.each(['nothing-like-it', '12x', 'x12', '9'.repeat(19), '-1', ''])('there is no entry %s', async (wanted) => {
    expect(await readEntry(db, wanted)).toBeUndefined()
  })
})

test('the table of settlement states, and a settlement that is none', async () => {
  expect(settlementStates).toEqual({
    queued: ['sent', 'failed'],
    sent: ['sent', 'confirmed', 'failed'],
    confirmed: [],
    failed: ['queued'],
  })
  await expect(run((tx) => advanceSettlements(tx, [12_345n], { state: 'queued' }))).rejects.toThrow(
    'entry 12345 has no settlement',
  )
})

test('the same secret always gives the same key, and another one another', () => {
  const publicKey = (secret: string) => sealKeyOf(secret).public.export({ format: 'jwk' }).x
  expect(publicKey('a fixed secret')).toBe(publicKey('a fixed secret'))
  expect(publicKey('a fixed secret')).not.toBe(publicKey('another secret'))
  expect(publicKey('a fixed secret')).toBe('HG_PkUKG0XXETPUiUmF4TuyQJ3UdV4wtYlS17e9Jdfc')
})
