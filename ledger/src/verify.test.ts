import { createHash } from 'node:crypto'
import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { placeHold, postHold } from './hold.ts'
import { readOpenBalances, recountOpenBalances } from './open-balance.ts'
import { move, post, postTogether, reverse, settledMove } from './post.ts'
import { hashRange, noHash, sealEntries, sealKeyOf } from './seal.ts'
import { advanceSettlements, settlementStates, settlementsIn } from './settlement.ts'
import { verifyLedger } from './verify.ts'

const key = sealKeyOf('a secret that only the test knows')
const cause = (reference: string) => ({ reference, causedBy: 'test' })
const deposit = (n: number) => ({
  ...cause(`deposit-${n}`),
  kind: 'deposit',
  moves: [
    move(amountOf('USDT', 100n), {
      from: houseAccount('USDT', 'outside'),
      to: customerAccount(`c${n % 7}`, 'USDT', 'available'),
    }),
  ],
})

let db: Db
let owner: Db
beforeEach(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  owner = connect(asOwner(url), { part: 'test', max: 1 })
  await inTransaction(db, (tx) =>
    postTogether(
      tx,
      Array.from({ length: 30 }, (_, n) => deposit(n)),
    ),
  )
  await inTransaction(db, async (tx) => {
    const { entry } = await post(tx, deposit(30))
    await reverse(tx, entry, cause('reversal'))
    const hold = await placeHold(tx, {
      customer: 'c1',
      amount: amountOf('USDT', 60n),
      expiresAt: new Date(),
      ...cause('hold-1'),
    })
    await postHold(tx, hold.id, {
      amount: amountOf('USDT', 10n),
      to: houseAccount('USDT', 'outside'),
      ...cause('hold-1-end'),
    })
    await placeHold(tx, { customer: 'c2', amount: amountOf('USDT', 60n), expiresAt: new Date(), ...cause('hold-2') })
  })
})
afterEach(() => Promise.all([db.destroy(), owner.destroy()]))

/** As someone with the database in hand would: as its owner, past the triggers and the foreign keys. */
const tamper = async (text: string) => {
  const [statement, ...tables] = [
    text,
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
    'ledger_lines',
    'ledger_balances',
    'ledger_seals',
    'ledger_checkpoints',
    'ledger_hold_ends',
  ]
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(owner)
  await sql.raw(statement).execute(owner)
}

test('an untouched ledger verifies, and says how far sealing reaches', async () => {
  expect(await verifyLedger(db, key.public)).toMatchObject({ ok: true, entries: 35n, sealedThrough: 0n, unsealed: 35n })
  expect(await sealEntries(db, key)).toBe(1)
  expect(await sealEntries(db, key)).toBe(0)
  await inTransaction(db, (tx) => post(tx, deposit(99)))
  expect(await verifyLedger(db, key.public)).toMatchObject({ ok: true, entries: 36n, sealedThrough: 35n, unsealed: 1n })
  expect(await sealEntries(db, key)).toBe(1)
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true, unsealed: 0n })
})

describe('the sums of open accounts that each seal keeps', () => {
  const fee = (n: number) => ({
    ...cause(`fee-${n}`),
    kind: 'fee',
    moves: [
      move(amountOf('USDT', 3n), {
        from: customerAccount(`c${n % 7}`, 'USDT', 'available'),
        to: houseAccount('USDT', 'fees'),
      }),
    ],
  })

  test('are what the moves say, before the first seal, right after one and some way on', async () => {
    const agree = async () => {
      const [kept, counted] = [await readOpenBalances(db), await recountOpenBalances(db)]
      expect(new Set(kept)).toEqual(new Set(counted))
      return counted
    }
    await agree()
    await sealEntries(db, key)
    await agree()
    await post(db, fee(1))
    await agree()
    await sealEntries(db, key)
    await post(db, deposit(300))
    await sealEntries(db, key)
    await post(db, fee(2))
    expect(await agree()).toContainEqual({ asset: 'USDT', purpose: 'fees', units: 6n })
    expect(await verifyLedger(db, key.public)).toMatchObject({ ok: true })
  })

  test('are not for the running role to write', async () => {
    await sealEntries(db, key)
    await expect(
      sql`insert into ledger_checkpoints (account, seal, units) values (1, 2, 3)`.execute(db),
    ).rejects.toThrow('permission denied')
    await expect(sql`delete from ledger_checkpoints`.execute(db)).rejects.toThrow('permission denied')
  })

  test.each([
    ['update ledger_checkpoints set units = units + 1 where seal = 1', 'seal 1 is not what its moves say'],
    ['update ledger_checkpoints set units = units + 1 where seal = 2', 'seal 2 is not what its moves say'],
    ['insert into ledger_checkpoints select account, 9, units from ledger_checkpoints where seal = 1', 'seal 9 is not'],
    ['delete from ledger_checkpoints where seal = 2', 'seal 2 is missing'],
    ['delete from ledger_checkpoints where seal = 1', 'seal 2 is missing'],
    ['delete from ledger_checkpoints', 'missing at every seal'],
  ])('are verified: %s', async (text, wrong) => {
    await sealEntries(db, key)
    await post(db, fee(1))
    await sealEntries(db, key)
    await tamper(text)
    expect(await verifyLedger(db, key.public)).toMatchObject({ ok: false, wrong: expect.stringContaining(wrong) })
  })
})

test('an entry that is still under way is not sealed over', async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: posted, resolve: isPosted } = Promise.withResolvers<void>()
  const slow = inTransaction(db, async (tx) => {
    await post(tx, deposit(200))
    isPosted()
    await mayCommit
  })
  await posted
  await inTransaction(db, (tx) => post(tx, deposit(203)))
  const sealing = sealEntries(db, key)
  // Long enough for a sealing that does not wait to be done.
  await new Promise((done) => setTimeout(done, 300))
  expect((await sql`select from ledger_seals`.execute(db)).rows).toEqual([])
  commit()
  await slow
  expect(await sealing).toBe(1)
  expect(await verifyLedger(db, key.public)).toMatchObject({ ok: true, unsealed: 0n })
})

test('two that seal at once make one seal', async () => {
  const made = await Promise.all([sealEntries(db, key), sealEntries(db, key), sealEntries(db, key)])
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
})

test('progress is told in entries and accounts', async () => {
  await sealEntries(db, key)
  const told: string[] = []
  await verifyLedger(db, key.public, (what, done, all) => told.push(`${what} ${done}/${all}`))
  expect(told).toEqual(['seals 35/35', 'entries 35/35'])
})

test('the longer the ledger, the more often progress is told', async () => {
  await postTogether(
    db,
    Array.from({ length: 2100 }, (_, n) => deposit(1000 + n)),
  )
  await sealEntries(db, key)
  const told: string[] = []
  await verifyLedger(db, key.public, (what, done, all) => told.push(`${what} ${done}/${all}`))
  expect(told).toEqual([
    ...['seals 1001/2135', 'seals 2001/2135', 'seals 2135/2135'],
    ...['entries 2000/2135', 'entries 2135/2135'],
    expect.stringMatching(/^accounts [1-9]\/10$/),
  ])
})

test('a signature covers what its seal says: a seal made anew needs the key', async () => {
  await sealEntries(db, key)
  await tamper(`update ledger_entries set caused_by = 'thief' where id = 5`)
  const { hash } = await hashRange(db, noHash, 1n, 35n)
  await sql`update ledger_seals set hash = ${hash}`.execute(owner)
  expect(await verifyLedger(db, key.public)).toEqual({ ok: false, wrong: 'seal 1 is not signed with this key' })
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
})

test('a range is hashed to the same value in pages of any size', async () => {
  await inTransaction(db, (tx) =>
    postTogether(
      tx,
      Array.from({ length: 1200 }, (_, n) => deposit(1000 + n)),
    ),
  )
  expect(await sealEntries(db, key)).toBe(1)
  const pages: bigint[] = []
  const { entries } = await hashRange(db, noHash, 1n, 1235n, (entry) => pages.push(entry))
  expect(entries).toBe(1235n)
  expect(pages).toEqual([1001n])
  expect(await verifyLedger(db, key.public)).toMatchObject({ ok: true, sealedThrough: 1235n })
  await tamper(
    `delete from ledger_lines where entry = 1235; delete from ledger_moves where entry = 1235; delete from ledger_entries where id = 1235`,
  )
  expect(await verifyLedger(db, key.public)).toEqual({
    ok: false,
    wrong: 'entries 1 to 1235 are not what seal 1 sealed',
  })
})

test('anyone can compute a seal from the entries: each is preceded by its length in bytes', async () => {
  await sealEntries(db, key)
  const { rows } = await sql<{ sealed: string }>`select sealed from ledger_sealed_text(1, 35, 100)`.execute(db)
  const hash = createHash('sha256').update(Buffer.alloc(32))
  for (const { sealed } of rows) hash.update(`${Buffer.byteLength(sealed)}:${sealed}`)
  const seals = await sql<{ hash: Buffer }>`select hash from ledger_seals`.execute(db)
  expect(seals.rows).toEqual([{ hash: hash.digest() }])
})

describe('with two seals', () => {
  const twoSeals = async () => {
    await sealEntries(db, key)
    await inTransaction(db, (tx) => post(tx, deposit(99)))
    await sealEntries(db, key)
  }
  const wrongAfter = async (statement: string) => {
    await twoSeals()
    await tamper(statement)
    return verifyLedger(db, undefined)
  }

  test('one that is gone is named', async () => {
    expect(await wrongAfter('delete from ledger_seals where number = 1')).toEqual({
      ok: false,
      wrong: 'seal 1 is missing',
    })
  })
  test('a gap between them is named', async () => {
    expect(await wrongAfter('update ledger_seals set first_entry = first_entry - 1 where number = 2')).toEqual({
      ok: false,
      wrong: 'seal 2 does not begin where the one before it ends',
    })
  })
  test('a wrong count is named', async () => {
    expect(await wrongAfter('update ledger_seals set entries = entries + 1 where number = 2')).toEqual({
      ok: false,
      wrong: 'entries 36 to 36 are not what seal 2 sealed',
    })
  })
})

const cases: [string, string, string | RegExp][] = [
  [
    'an amount, together with its lines and balance',
    `update ledger_moves set units = 101 where entry = 3; update ledger_lines set units_after = units_after + 1 where account = (select target from ledger_moves where entry = 3); update ledger_balances set units = units + 1 where account = (select target from ledger_moves where entry = 3)`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'one letter of a reference',
    `update ledger_entries set reference = 'deposit-x' where id = 5`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'the moment of an entry',
    `update ledger_entries set posted_at = posted_at + interval '1 microsecond' where id = 5`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'who owns an account',
    `update ledger_accounts set owner = 'customer:thief' where owner = 'customer:c3'`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'a seal that was made again without the key',
    `update ledger_seals set signature = decode(repeat('00', 64), 'hex')`,
    'seal 1 is not signed with this key',
  ],
  [
    'a balance',
    `update ledger_balances set units = units + 1 where account = (select max(account) from ledger_balances)`,
    /^the balance of account \d+ is not its last line$/,
  ],
  [
    'a line',
    `update ledger_lines set units_after = units_after + 1 where version = 2 and account = (select target from ledger_moves where entry = 1)`,
    /^line 2 of account \d+ does not follow from the one before it$/,
  ],
  [
    'a line that is gone',
    `delete from ledger_lines where version = 2 and account = (select target from ledger_moves where entry = 1)`,
    /^entry \d+ and the lines of its accounts do not agree$/,
  ],
  [
    'the end of a hold that is gone',
    `delete from ledger_hold_ends`,
    /^what is held in account \d+ is not what open holds say$/,
  ],
]

test.each(cases)('it finds a change by hand: %s', async (_title, statement, wrong) => {
  await sealEntries(db, key)
  await tamper(statement)
  const verdict = await verifyLedger(db, key.public)
  expect(verdict.ok).toBe(false)
  expect('wrong' in verdict && verdict.wrong).toMatch(wrong)
})

const firstAccount = '(select id from ledger_accounts where guarded order by id limit 1)'
const unsealedCases: [string, string, string | RegExp][] = [
  [
    'the asset of a move',
    `update ledger_moves set asset = 'QMGT' where entry = 3`,
    'entry 3 moves between accounts that are not there, or not of its asset',
  ],
  [
    'an account that is not there',
    `update ledger_moves set target = 999 where entry = 3`,
    'entry 3 moves between accounts that are not there, or not of its asset',
  ],
  ['moves that are gone', `delete from ledger_moves where entry = 3`, 'entry 3 has no moves, or gaps between them'],
  [
    'moves with a gap',
    `update ledger_moves set number = 2 where entry = 3`,
    'entry 3 has no moves, or gaps between them',
  ],
  [
    'an entry that is gone, before others',
    `delete from ledger_entries where id = 3`,
    'entry 3 is not there, but has moves',
  ],
  [
    'a move of an entry that never was, after all others',
    `insert into ledger_moves select 999, 1, asset, source, target, 1 from ledger_moves where entry = 3`,
    'entry 999 is not there, but has moves',
  ],
  [
    'a correction of what came later',
    `update ledger_entries set reverses = id + 1 where reference = 'reversal'`,
    /^entry \d+ reverses what came after it$/,
  ],
  [
    'a line that got another number',
    `update ledger_lines set version = 100 where version = 2 and account = ${firstAccount}`,
    /^line 2 of account \d+ is missing$/,
  ],
  [
    'a line of a move that never was',
    `insert into ledger_lines select account, version + 1, 999, 1, true, units, now() from ledger_balances where account = ${firstAccount}`,
    /^line \d+ of account \d+ has no move$/,
  ],
  [
    'a line below zero, with a move that says so',
    `alter table ledger_lines drop constraint ledger_lines_units_after_check; update ledger_lines set incoming = false, units_after = -100 where version = 1 and account = ${firstAccount}; update ledger_moves set source = target, target = source where entry = 1`,
    /^line 1 of account \d+ is below zero$/,
  ],
  [
    'a line from before the one before it',
    `update ledger_lines set posted_at = posted_at - interval '1 day' where version = 2 and account = ${firstAccount}`,
    /^line 2 of account \d+ is older than the one before it$/,
  ],
  [
    'a balance that is gone',
    `delete from ledger_balances where account = ${firstAccount}`,
    /^the balance of account \d+ is not its last line$/,
  ],
]

test.each(unsealedCases)('it finds a change by hand that no seal covers yet: %s', async (_title, statement, wrong) => {
  await tamper(statement)
  const verdict = await verifyLedger(db, key.public)
  expect(verdict.ok).toBe(false)
  expect('wrong' in verdict && verdict.wrong).toMatch(wrong)
})

test('with another key no seal is believed', async () => {
  await sealEntries(db, key)
  expect(await verifyLedger(db, sealKeyOf('another secret').public)).toEqual({
    ok: false,
    wrong: 'seal 1 is not signed with this key',
  })
})

test('seals of an older key are believed as long as it was the newest, and not from then on', async () => {
  const next = sealKeyOf('the secret after it')
  const keys = [next.public, key.public, sealKeyOf('one that was never used').public]
  const sealAfter = async (n: number, by: typeof key) => {
    await inTransaction(db, (tx) => post(tx, deposit(n)))
    expect(await sealEntries(db, by)).toBe(1)
  }
  await sealEntries(db, key)
  await sealAfter(100, key)
  await sealAfter(101, next)
  expect(await verifyLedger(db, keys)).toMatchObject({ ok: true, unsealed: 0n })
  expect(await verifyLedger(db, next.public)).toEqual({ ok: false, wrong: 'seal 1 is not signed with this key' })
  await sealAfter(102, key)
  expect(await verifyLedger(db, keys)).toEqual({ ok: false, wrong: 'seal 4 is not signed with a key of its time' })
})

test('a token that has to move on the chain queues its settlement, which follows the table of states', async () => {
  const wallet = customerAccount('c1', 'USDT', 'available')
  const entry = {
    ...cause('withdrawal'),
    kind: 'withdrawal',
    moves: [settledMove(amountOf('USDT', 5n), { from: wallet, to: houseAccount('USDT', 'treasury') })],
  }
  await inTransaction(db, (tx) => post(tx, entry))
  await inTransaction(db, (tx) => post(tx, entry))
  const [settlement, ...others] = await settlementsIn(db, 'queued', 10)
  expect(others).toEqual([])
  expect(settlement).toMatchObject({
    state: 'queued',
    hash: null,
    amount: amountOf('USDT', 5n),
    source: { owner: 'customer:c1', purpose: 'available' },
    target: { owner: 'house', purpose: 'treasury' },
  })
  const id = settlement?.id ?? 0n
  const hash = `0x${'ab'.repeat(32)}`
  const changes = {
    queued: { state: 'queued' },
    sent: { state: 'sent', hash },
    confirmed: { state: 'confirmed', hash },
    failed: { state: 'failed', reason: 'reverted' },
  } as const
  const advance = (state: keyof typeof changes) =>
    inTransaction(db, (tx) => advanceSettlements(tx, [settlement?.entry ?? 0n], changes[state]))
  const way = ['failed', 'queued', 'sent', 'sent', 'confirmed'] as const
  let now: keyof typeof settlementStates = 'queued'
  for (const next of way) {
    const allowed: readonly string[] = settlementStates[now]
    for (const other of Object.keys(changes) as (keyof typeof changes)[])
      if (!allowed.includes(other))
        await expect(advance(other)).rejects.toThrow(`settlement ${id} cannot go from ${now} to ${other}`)
    await advance(next)
    now = next
  }
  const history = await sql<{ state: string }>`select state from ledger_settlement_states order by step`.execute(db)
  expect(history.rows.map(({ state }) => state)).toEqual(['queued', ...way])
})
