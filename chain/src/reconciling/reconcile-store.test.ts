import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Difference, insertRun, type Reconciliation } from './reconcile-store.ts'

let db: Db
beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const insert = (run: Partial<Reconciliation>) =>
  inTransaction(db, (tx) =>
    insertRun(
      tx,
      {
        ...{ block: 1n, at: new Date(), checked: 1, wallets: 1, whole: false, inFlight: [], differences: [] },
        ...run,
      },
      0,
    ),
  )

const wallet = (token: Difference['token'], difference: string): Difference => ({
  ...{ token, place: '0x00000000000000000000000000000000000000aa', owner: 'customer:ann' },
  ...{ ledger: '2', inFlight: '0', chain: '1', difference },
})

test('how many dollars are missing counts every wallet, also those that are not kept', async () => {
  const missing = Array.from({ length: 250 }, () => wallet('USDT', '-1.000000000000000001'))
  await insert({ differences: [wallet('USDT', '7'), wallet('QMGT', '-7'), ...missing] })
  const { rows } = await sql`
    select jsonb_array_length(differences) as kept, missing_usdt from chain_reconciliations`.execute(db)
  expect(rows).toEqual([{ kept: 100, missing_usdt: '250.00000000000000025' }])
})

test('the newest that was finished is kept, however often it failed since', async () => {
  const last = async () =>
    (await sql`select block from chain_reconciliations where problem is null`.execute(db)).rows.map((row) => row)
  await insert({ block: 2n })
  await sql`
    insert into chain_reconciliations (block, checked, differences, difference_count, in_flight, in_flight_count, problem)
    select 3, 0, '[]', 0, '[]', 0, 'no node' from generate_series(1, 1200)`.execute(db)
  await insert({ block: 4n, problem: 'no node' })
  expect(await last()).toEqual([{ block: '2' }])
  await insert({ block: 5n })
  await insert({ block: 6n, problem: 'no node' })
  expect(await last()).toEqual([{ block: '5' }])
})
