import type { Db, Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Party, SendableAsset, Transfer } from '@ingot/endpoints/wallet-fields'
import { voidHold } from '@ingot/ledger/hold'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { type Movement, movementsOfEntries, stateOf } from '@ingot/ledger/movement'
import { add, amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from './links.ts'
import { type TransferEnd, type TransferState, transferStates } from './rules.ts'
import * as store from './store.ts'
import { ownerOf, type Wallet } from './wallet.ts'

export const amountsOf = ({ asset, units, fee_units }: store.TransferRow) => {
  const amount = amountOf<SendableAsset>(asset, BigInt(units))
  const fee = amountOf<SendableAsset>(asset, BigInt(fee_units))
  return { amount, fee, total: add<SendableAsset>(amount, fee) }
}

/** As the sender named him: an address stays one, whosever it is. */
export const receiverOf = ({ receiver_name, wallet, address, label }: store.BareTransferRow): Party => {
  const given = address ?? wallet
  return given === null
    ? { kind: 'customer', username: receiver_name ?? '' }
    : { kind: 'address', address: given, label: label ?? '' }
}

/** Whatever was posted has a settlement, so it is never just posted. */
const toldState = (state: TransferState) => (state === 'posted' ? 'queued' : state)

const shown = (row: store.TransferRow, movement: Movement | undefined): Transfer => {
  const { amount, fee, total } = amountsOf(row)
  const state = movement && stateOf(movement)
  return {
    id: row.id,
    asset: row.asset,
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    total: formatAmount(total),
    receiver: receiverOf(row),
    state: row.state === 'posted' && state && state !== 'posted' ? state : toldState(row.state),
    requestedAt: row.requested_at.toISOString(),
    history: row.history.map(({ state: next, at }) => ({ state: toldState(next), at: new Date(at).toISOString() })),
    leavesAt: row.state === 'waiting' ? (row.leaves_at?.toISOString() ?? null) : null,
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    hash: movement?.settlement?.hash ?? null,
    movement: movement ? { id: movement.id, number: String(movement.number), type: movement.type } : null,
  }
}

const shownAll = async (db: Db | Tx, customer: string, rows: readonly store.TransferRow[]): Promise<Transfer[]> => {
  const entries = rows.flatMap(({ entry }) => (entry === null ? [] : [BigInt(entry)]))
  const movements = entries.length === 0 ? [] : await movementsOfEntries(db, ownerOf(customer), entries)
  const byEntry = new Map(movements.map((movement) => [String(movement.entry), movement]))
  return rows.map((row) => shown(row, row.entry === null ? undefined : byEntry.get(row.entry)))
}

export const transferOf = async (db: Db | Tx, row: store.TransferRow): Promise<Transfer> => {
  const [transfer] = await shownAll(db, row.customer, [row])
  if (!transfer) throw new Error('a transfer was not shown')
  return transfer
}

const statesOf = { waiting: ['waiting'], ended: ['cancelled', 'expired'] } as const

type Filter = { asset?: SendableAsset; state?: keyof typeof statesOf | undefined }

export const transferList = (
  { identity: { db } }: Wallet,
  { id }: Person,
): List<Filter, store.TransferRow, Transfer> => ({
  read: ({ asset, state }, stretch) =>
    store.listTransfers(db, {
      customer: id,
      ...(asset && { asset }),
      ...(state && { states: statesOf[state] }),
      ...stretch,
    }),
  number: ({ number }) => number,
  show: (rows) => shownAll(db, id, rows),
})

/** Gives back what was set aside. What had gone back already is only marked. */
export const callOff = async (
  tx: Tx,
  { id, hold }: store.TransferRow,
  { causedBy, at, ...wanted }: TransferEnd & { causedBy: string; at: Date },
) => {
  const end = ({ state: to, reason: why }: TransferEnd) =>
    advance(tx, transferStates, id, { to, by: causedBy, why, at, set: { ended_at: at, end_reason: why } })
  try {
    await voidHold(tx, BigInt(hold ?? 0), { reference: `transfer-cancelled:${id}`, causedBy })
    await end(wanted)
  } catch (error) {
    if (!(error instanceof LedgerError && error.refusal === 'HoldEnded')) throw error
    await end({ state: 'expired', reason: 'too-long' })
  }
}

type Cancelling = { from: Origin; reason: 'customer' | 'frozen' | 'address-removed' }

/** Calls a transfer of a customer off if it still waits, and says how it stands then. */
const cancel = (wallet: Wallet, customer: string, id: string, { from, reason }: Cancelling) =>
  inTransaction(wallet.identity.db, async (tx) => {
    await store.lockSender(tx, customer)
    const before = await store.readTransfer(tx, id)
    if (before?.customer !== customer) throw new Failure('NotFound')
    if (before.state !== 'waiting') return before
    const at = wallet.identity.now()
    await callOff(tx, before, { state: 'cancelled', reason, causedBy: ownerOf(customer), at })
    await record(tx, wallet.identity, { customer, kind: 'transfer-cancelled', from })
    return (await store.readTransfer(tx, id)) ?? before
  })

export const cancelTransfer = async (wallet: Wallet, person: Person, id: string, from: Origin) => {
  const row = await cancel(wallet, person.id, id, { from, reason: 'customer' })
  if (row.state !== 'cancelled') throw new Failure('TransferLeft')
  return transferOf(wallet.identity.db, row)
}

export const cancelTransferByMail = async (wallet: Wallet, token: string, from: Origin) => {
  const { identity } = wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  const { customer, subject } = await inTransaction(identity.db, (tx) =>
    takeLink(tx, identity, 'cancel-transfer', token),
  )
  const { state } = await cancel(wallet, customer, subject, { from, reason: 'customer' })
  if (state !== 'cancelled') throw new Failure('TransferLeft')
}

/** Calls off what waits, one by one: each gives back in a transaction of its own. */
export const cancelAll = async (wallet: Wallet, customer: string, why: Cancelling, address?: string) => {
  for (const id of await store.waitingOf(wallet.identity.db, customer, address)) await cancel(wallet, customer, id, why)
}
