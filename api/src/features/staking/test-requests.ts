import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { insertRequest } from './store.ts'
import { insertTestStake } from './test-staking.ts'

const outside = houseAccount('QMGT', 'outside')
const postTest = (db: Db, moves: ReturnType<typeof move>[]) =>
  post(db, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves })

/** For tests: so many fees more in QMGT; or what is left of them goes back to those who paid them. */
export const earnTestFees = async (db: Db, amount: string): Promise<unknown> => {
  const fees = houseAccount('QMGT', 'fees')
  if (amount !== 'nothing') return postTest(db, [move(parseAmount('QMGT', amount), { from: outside, to: fees })])
  const left = (await readOpenBalances(db)).find(({ asset, purpose }) => asset === 'QMGT' && purpose === 'fees')
  return left && left.units > 0n && postTest(db, [move(amountOf('QMGT', left.units), { from: fees, to: outside })])
}

const term = 90 * 24 * 3600_000

/** For tests: something that somebody asks for of a reward, all of which has vested. */
export const insertTestRequest = async (
  { db, now }: { db: Db; now: () => Date },
  customer: string,
): Promise<string> => {
  const stake = await insertTestStake(db, customer, new Date(now().getTime() - term))
  await postTest(db, [move(amountOf('QMGT', 1n), { from: outside, to: houseAccount('QMGT', 'set-aside') })])
  const id = randomUUID()
  const asked = { id, customer, currency: 'QMGT', askedAt: now(), parts: [{ stake, units: 1n }] } as const
  await inTransaction(db, (tx) => insertRequest(tx, asked))
  return id
}
