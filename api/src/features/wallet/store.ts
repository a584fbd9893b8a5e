import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { SendableAsset, TransferEndReason } from '@ingot/endpoints/wallet-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import type { Person } from '../../bind.ts'
import { largestNumber } from '../../lists.ts'
import { type TransferState, transferStates } from './rules.ts'

/** A customer as far as sending goes. */
export type Sender = {
  frozenAt: Date | null
  /** Operators froze it: the customer alone cannot lift it. */
  frozenByUs: boolean
  credentialsChangedAt: Date | null
  kycStatus: Person['kycStatus']
  /** The verification was rejected for good. */
  declined: boolean
}

/** Since when a customer wants it frozen too, who asked for it while it was frozen by us. */
type OwnFreeze = { ownFrozenAt: Date | null }

/**
 * Locks a customer's sending until the transaction ends: what he sends is counted one by one, and a freeze is seen by
 * whatever comes after it. The customer's row comes first, as wherever a credential is changed.
 */
export const lockSender = async (tx: Tx, customer: string): Promise<Sender & OwnFreeze> => {
  const { rows: customers } = await sql<{
    credentials_changed_at: Date | null
    kyc_status: Person['kycStatus']
    declined: boolean
  }>`
    select credentials_changed_at, kyc_status,
      exists (select from kyc_applicants a where a.customer = customers.id and a.is_final) as declined
    from customers where id = ${customer} for key share`.execute(tx)
  const [known] = customers
  if (!known) throw new Error(`there is no customer ${customer}`)
  await sql`insert into wallet_senders (customer) values (${customer}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ frozen_at: Date | null; frozen_by_us: boolean; own_frozen_at: Date | null }>`
    select frozen_at, frozen_by_us, own_frozen_at from wallet_senders where customer = ${customer} for update`.execute(
    tx,
  )
  return {
    frozenAt: rows[0]?.frozen_at ?? null,
    frozenByUs: rows[0]?.frozen_by_us ?? false,
    ownFrozenAt: rows[0]?.own_frozen_at ?? null,
    credentialsChangedAt: known.credentials_changed_at,
    kycStatus: known.kyc_status,
    declined: known.declined,
  }
}

export const readSender = async (db: Db | Tx, customer: string): Promise<Omit<Sender, 'kycStatus' | 'declined'>> => {
  const { rows } = await sql<{
    frozen_at: Date | null
    frozen_by_us: boolean | null
    credentials_changed_at: Date | null
  }>`
    select s.frozen_at, s.frozen_by_us, c.credentials_changed_at
    from customers c left join wallet_senders s on s.customer = c.id
    where c.id = ${customer}`.execute(db)
  return {
    frozenAt: rows[0]?.frozen_at ?? null,
    frozenByUs: rows[0]?.frozen_by_us ?? false,
    credentialsChangedAt: rows[0]?.credentials_changed_at ?? null,
  }
}

/** Freezes or opens it. What the customer wished while it was frozen by us is over with it. */
export const setFrozen = async (
  tx: Tx,
  customer: string,
  { at, byUs = false }: { at: Date | null; byUs?: boolean },
): Promise<void> => {
  await sql`
    update wallet_senders set frozen_at = ${at}, frozen_by_us = ${byUs}, own_frozen_at = null
    where customer = ${customer}`.execute(tx)
}

export const noteOwnFreeze = async (tx: Tx, customer: string, at: Date): Promise<void> => {
  await sql`update wallet_senders set own_frozen_at = ${at} where customer = ${customer}`.execute(tx)
}

/** Whether a report that the customer has died, or the renewal after his veto, keeps the account frozen. */
export const estateHolding = async (db: Db | Tx, customer: string): Promise<'open' | 'renewal' | undefined> => {
  const { rows } = await sql<{ is_open: boolean }>`
    select state <> 'Vetoed' as is_open from estates where customer = ${customer}
      and (state in ('Checking', 'Waiting', 'Documents', 'Approved') or (state = 'Vetoed' and renewed_at is null))
    order by number desc limit 1`.execute(db)
  return rows[0] && (rows[0].is_open ? 'open' : 'renewal')
}

export const isCustomer = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`select from customers where id = ${id} and role = 'customer'`.execute(tx)
  return rows.length > 0
}

/** The customer with this username, if he has a wallet. Whose account is closed gets nothing. */
export const findHolder = async (db: Db | Tx, username: string) => {
  const { rows } = await sql<{ id: string; username: string; kyc_status: string }>`
    select c.id, c.username, c.kyc_status from customers c join wallet_addresses w on w.customer = c.id
    where lower(c.username) = lower(${username}) and c.role = 'customer' and c.closed_at is null`.execute(db)
  return rows[0]
}

/** The customer whose wallet this is. */
export const findHolderByAddress = async (db: Db | Tx, address: string) => {
  const { rows } = await sql<{ id: string; kyc_status: string; is_closed: boolean }>`
    select c.id, c.kyc_status, c.closed_at is not null as is_closed from wallet_addresses w join customers c on c.id = w.customer
    where w.address = ${address}`.execute(db)
  return rows[0]
}

export type AddressRow = { id: string; address: string; label: string; added_at: Date; usable_from: Date }

const addressColumns = sql`id, address, label, added_at, usable_from`

export const listAddresses = async (db: Db, customer: string): Promise<AddressRow[]> => {
  const { rows } = await sql<AddressRow>`
    select ${addressColumns} from wallet_outside_addresses where customer = ${customer}
    order by added_at desc, id`.execute(db)
  return rows
}

export const findAddress = async (db: Db | Tx, customer: string, address: string): Promise<AddressRow | undefined> => {
  const { rows } = await sql<AddressRow>`
    select ${addressColumns} from wallet_outside_addresses
    where customer = ${customer} and address = ${address}`.execute(db)
  return rows[0]
}

export const readAddress = async (db: Db, id: string): Promise<AddressRow | undefined> => {
  const { rows } = await sql<AddressRow>`
    select ${addressColumns} from wallet_outside_addresses where id = ${id}`.execute(db)
  return rows[0]
}

export const countAddresses = async (tx: Tx, customer: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wallet_outside_addresses where customer = ${customer}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const insertAddress = async (
  tx: Tx,
  customer: string,
  given: { address: string; label: string; at: Date; usableFrom: Date },
): Promise<AddressRow> => {
  const { rows } = await sql<AddressRow>`
    insert into wallet_outside_addresses (customer, address, label, added_at, usable_from)
    values (${customer}, ${given.address}, ${given.label}, ${given.at}, ${given.usableFrom})
    returning ${addressColumns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an address was not inserted')
  return row
}

export const relabelAddress = async (tx: Tx, id: string, label: string): Promise<void> => {
  await sql`update wallet_outside_addresses set label = ${label} where id = ${id}`.execute(tx)
}

/** Says which address it was; undefined when the customer has none with this id. */
export const deleteAddress = async (tx: Tx, customer: string, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ address: string }>`
    delete from wallet_outside_addresses where id = ${id} and customer = ${customer} returning address`.execute(tx)
  return rows[0]?.address
}

export const deleteWaitingAddresses = async (tx: Tx, customer: string, now: Date): Promise<void> => {
  await sql`
    delete from wallet_outside_addresses where customer = ${customer} and usable_from > ${now}`.execute(tx)
}

export type BareTransferRow = {
  id: string
  number: string
  customer: string
  asset: SendableAsset
  units: string
  fee_units: string
  receiver: string | null
  receiver_name: string | null
  /** The receiver's address, if that was given and not the username. */
  wallet: string | null
  address: string | null
  label: string | null
  state: TransferState
  requested_at: Date
  leaves_at: Date | null
  /** What could not leave until then goes back. */
  waits_until: Date | null
  ended_at: Date | null
  end_reason: TransferEndReason | null
  hold: string | null
  entry: string | null
}

export type TransferRow = BareTransferRow & { history: { state: TransferState; at: string }[] }

const transferColumns = sql`t.id, t.number, t.customer, t.asset, t.units, t.fee_units, t.receiver, t.wallet, t.address,
  t.state, t.requested_at, t.leaves_at, t.waits_until, t.ended_at, t.end_reason, t.hold, t.entry,
  r.username as receiver_name, a.label`

const withHistory = sql`${transferColumns}, ${historyOf(transferStates, sql`t.id`)} as history`

const transferTables = sql`wallet_transfers t left join customers r on r.id = t.receiver
  left join wallet_outside_addresses a on a.customer = t.customer and a.address = t.address`

export const readTransfer = async (db: Db | Tx, id: string): Promise<TransferRow | undefined> => {
  const { rows } = await sql<TransferRow>`
    select ${withHistory} from ${transferTables} where t.id = ${id}`.execute(db)
  return rows[0]
}

type TransferFilter = {
  customer: string
  asset?: SendableAsset
  states?: readonly TransferRow['state'][]
  before: bigint | undefined
  limit: number
}

export const listTransfers = async (
  db: Db,
  { customer, asset, states, before, limit }: TransferFilter,
): Promise<TransferRow[]> => {
  const { rows } = await sql<TransferRow>`
    select ${withHistory} from ${transferTables}
    where t.customer = ${customer} and (${asset ?? null}::text is null or t.asset = ${asset ?? null})
      and (${states ?? null}::text[] is null or t.state = any(${states ?? null}))
      and t.number < ${String(before ?? largestNumber)}::bigint
    order by t.number desc limit ${limit}`.execute(db)
  return rows
}

/** The transfers that these entries came of, whoever sent them. */
export const transfersOfEntries = async (db: Db, entries: readonly bigint[]) => {
  const { rows } = await sql<BareTransferRow & { entry: string; sender_name: string }>`
    select ${transferColumns}, s.username as sender_name from ${transferTables} join customers s on s.id = t.customer
    where t.entry = any(${entries.map(String)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [BigInt(row.entry), row]))
}

export type NewTransfer = {
  id: string
  customer: string
  amount: Amount<SendableAsset>
  fee: Amount<SendableAsset>
  requestedAt: Date
} & ({ receiver: string; wallet: string | null } | { address: string }) &
  ({ entry: bigint } | { hold: bigint; leavesAt: Date; waitsUntil: Date })

export const insertTransfer = async (tx: Tx, given: NewTransfer): Promise<TransferRow> => {
  const { receiver, wallet, address } =
    'receiver' in given ? { ...given, address: null } : { receiver: null, wallet: null, address: given.address }
  const isPosted = 'entry' in given
  await sql`
    insert into wallet_transfers (id, customer, asset, units, fee_units, receiver, wallet, address, state,
      requested_at, leaves_at, waits_until, hold, entry)
    values (${given.id}, ${given.customer}, ${given.amount.asset}, ${String(given.amount.units)},
      ${String(given.fee.units)}, ${receiver}, ${wallet}, ${address}, ${isPosted ? 'posted' : 'waiting'}, ${given.requestedAt},
      ${isPosted ? null : given.leavesAt}, ${isPosted ? null : given.waitsUntil},
      ${isPosted ? null : String(given.hold)},
      ${isPosted ? String(given.entry) : null})`.execute(tx)
  const row = await readTransfer(tx, given.id)
  if (!row) throw new Error('a transfer was not inserted')
  return row
}

export const postpone = async (tx: Tx, id: string, leavesAt: Date): Promise<void> => {
  await sql`update wallet_transfers set leaves_at = ${leavesAt} where id = ${id} and state = 'waiting'`.execute(tx)
}

/** What a customer has sent, or has waiting, since a moment. What was called off does not count. */
export const sentSince = async (
  db: Db | Tx,
  customer: string,
  asset: SendableAsset,
  since: Date,
): Promise<Amount<SendableAsset>> => {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(units), 0) as units from wallet_transfers
    where customer = ${customer} and asset = ${asset} and requested_at > ${since}
      and state in ('waiting', 'posted')`.execute(db)
  return amountOf<SendableAsset>(asset, BigInt(rows[0]?.units ?? 0))
}

/** The transfers of a customer that wait, to one address or to any. */
export const waitingOf = async (db: Db, customer: string, address?: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from wallet_transfers where customer = ${customer} and state = 'waiting'
      and (${address ?? null}::text is null or address = ${address ?? null})
    order by number`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Transfers whose time has come, and at any time those of customers who were declined for good or are frozen: an end of the
 * process may have left them waiting.
 */
export const dueTransfers = async (
  db: Db,
  now: Date,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string; customer: string }[]> => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select t.id, t.customer from wallet_transfers t left join wallet_senders s on s.customer = t.customer
      left join kyc_applicants a on a.customer = t.customer
    where t.state = 'waiting' and (t.leaves_at <= ${now} or s.frozen_at is not null or a.is_final)
    order by t.id <= ${after}, t.id limit ${most}`.execute(db)
  return rows
}
