import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { Failure } from '../failure.ts'
import type { Bank, HouseAccount } from './bank.ts'
import { type Brought, ownNumber, writeStatement } from './reading.ts'
import { breakBefore } from './rules.ts'
import * as store from './store.ts'

const unconfirmed = 'Nobody confirmed it.'
const fromChannel = 'The bank’s own channel brought this number.'

/** Those that wait and that nobody confirmed, refused it, or was asked in time. */
export const refuseUnconfirmed = (tx: Tx, now: Date): Promise<number> =>
  store.refuseWaiting(tx, { unasked: now }, unconfirmed, now)

/** Why it cannot be accepted by now, in words. */
export const whyNotNow = async (tx: Tx, row: store.StatementRow): Promise<string | undefined> => {
  if (row.state !== 'Waiting') return 'This statement no longer waits.'
  const last = await store.findLast(tx, row.account)
  const next = { sequence: BigInt(row.first_sequence), opening: BigInt(row.opening), until: row.until_on }
  return breakBefore(last, next)
}

/** From here on it counts. What the account held before the first one comes into the books with it. */
export const acceptIn = async (tx: Tx, id: string, { by, at }: { by: string; at: Date }): Promise<void> => {
  const row = await store.lockStatement(tx, id)
  if (!row) throw new Failure('NotFound')
  const last = await store.findLast(tx, row.account)
  await store.acceptStatement(tx, id, { follows: last?.id ?? null, by, at })
  const opening = BigInt(row.opening)
  if (last || opening === 0n) return
  const between = { from: houseAccount('USD', 'outside'), to: houseAccount('USD', 'bank') }
  const moves = [move(amountOf('USD', opening), between)]
  await post(tx, { reference: `bank-statement:${id}:opening`, kind: 'bank-opening', causedBy: by, moves })
}

type WithHouse = Bank & { house: HouseAccount }

/** Whether what comes before it was brought by a person and waits to be confirmed: then it is not its turn yet. */
export const waitsItsTurn = async ({ db, house }: WithHouse, sequence: bigint | null): Promise<boolean> => {
  const before = await store.findLastWaiting(db, ownNumber(house))
  return before !== undefined && sequence !== null && sequence > before.sequence
}

/** A file of the bank's own channel: accepted at once, unless it is there already. */
export const takeFromChannel = async (bank: WithHouse, brought: Brought): Promise<'taken' | 'known'> => {
  const sha256 = await brought.file.hash()
  const { at } = brought
  return inTransaction(bank.db, async (tx) => {
    await store.lockStatements(tx)
    if ((await store.findFile(tx, sha256)) === 'Accepted') return 'known'
    const account = ownNumber(bank.house)
    const from = await store.findLast(tx, account)
    const onBegin = async ({ sequence }: { sequence: bigint }) => {
      await store.refuseWaiting(tx, { account, sequence }, fromChannel, at)
    }
    const id = await writeStatement(tx, account, brought, { from, sha256, onBegin })
    await acceptIn(tx, id, { by: 'bank', at })
    return 'taken'
  })
}

/** A file that a person brought, in the transaction that asks for another one to confirm it. Answers its id. */
export const takeFromPerson = async (tx: Tx, bank: WithHouse, brought: Brought): Promise<string> => {
  const sha256 = await brought.file.hash()
  await store.lockStatements(tx)
  await refuseUnconfirmed(tx, brought.at)
  if (await store.findFile(tx, sha256)) throw new Failure('StatementKnown')
  const account = ownNumber(bank.house)
  const from = (await store.findLastWaiting(tx, account)) ?? (await store.findLast(tx, account))
  return writeStatement(tx, account, brought, { from, sha256, onBegin: async () => undefined })
}
