import { createHash } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { readOpenBalances, recountOpenBalances } from './open-balance.ts'
import { move, post, postTogether } from './post.ts'
import { hashRange, noHash, sealEntries, sealKeyOf } from './seal.ts'
import { deposit, openFilledLedger } from './test-filled-ledger.ts'
import { verifyLedger } from './verify.ts'

const key = sealKeyOf('a secret that only the test knows')

let ledger: Awaited<ReturnType<typeof openFilledLedger>>
let db: Db
beforeEach(async () => {
  ledger = await openFilledLedger()
  db = ledger.db
})
afterEach(() => ledger.close())

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
    reference: `fee-${n}`,
    causedBy: 'test',
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
    await ledger.tamper(text)
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

test('nor is one of a transaction that began after the one that posted the newest', async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: posted, resolve: isPosted } = Promise.withResolvers<void>()
  const { slow } = await inTransaction(db, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    const later = inTransaction(db, async (other) => {
      await post(other, deposit(200))
      isPosted()
      await mayCommit
    })
    await posted
    await post(tx, deposit(203))
    return { slow: later }
  })
  const sealing = sealEntries(db, key)
  // Long enough for a sealing that does not wait to be done.
  await new Promise((done) => setTimeout(done, 300))
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
  await ledger.tamper(`update ledger_entries set caused_by = 'thief' where id = 5`)
  const { hash } = await hashRange(db, noHash, 1n, 35n)
  await sql`update ledger_seals set hash = ${hash}`.execute(ledger.owner)
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
  await ledger.tamper(
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
    await ledger.tamper(statement)
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
