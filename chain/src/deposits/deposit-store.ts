import type { Db, Tx } from '@ingot/db/connect'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Owner } from '../address-book.ts'
import type { Transfer } from './transfers.ts'

/** The last block that was read, and how many come at once. */
export type Cursor = { block: bigint; hash: Hex; span: number }

export async function readCursor(db: Db | Tx): Promise<Cursor | undefined> {
  const { rows } = await sql<{ block: string; hash: Hex; span: number }>`
    select block, hash, span from chain_cursor`.execute(db)
  const [row] = rows
  return row && { ...row, block: BigInt(row.block) }
}

/** Where reading begins. Whoever comes second finds what the first has written. */
export async function insertCursor(db: Db, { block, hash, span }: Cursor): Promise<void> {
  await sql`insert into chain_cursor (block, hash, span, head)
    values (${String(block)}, ${hash}, ${span}, ${String(block)}) on conflict do nothing`.execute(db)
}

/** Keeps other watchers away until the transaction ends. False when one of them has been faster. */
export async function lockCursor(tx: Tx, { block, hash }: Cursor): Promise<boolean> {
  const { rows } = await sql<{ block: string; hash: Hex }>`
    select block, hash from chain_cursor for update`.execute(tx)
  return rows[0]?.block === String(block) && rows[0].hash === hash
}

export async function moveCursor(tx: Tx, { block, hash, span }: Cursor): Promise<void> {
  await sql`update chain_cursor set block = ${String(block)}, hash = ${hash}, span = ${span},
    head = greatest(head, ${String(block)}), looked_at = clock_timestamp()`.execute(tx)
}

export async function storeSpan(db: Db, { block }: Cursor, span: number): Promise<void> {
  await sql`update chain_cursor set span = ${span} where block = ${String(block)}`.execute(db)
}

type DepositState = 'credited' | 'dust' | 'house' | 'too-large' | 'unknown-token'

/** A transfer from outside, and what it means to us. */
export type Deposit = Transfer & { owner: Owner } & (
    | { state: 'unknown-token'; asset: null }
    | { state: Exclude<DepositState, 'unknown-token'>; asset: OnChainAsset }
  )

export const placeOf = ({ hash, logIndex }: { hash: string; logIndex: number }): string => `${hash}:${logIndex}`

/** Which of these transfers have been written down before. */
export async function knownPlaces(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string; log_index: number }>`
    select hash, log_index from chain_deposits where hash = any(${transfers.map(({ hash }) => hash)})`.execute(tx)
  return new Set(rows.map(({ hash, log_index }) => placeOf({ hash, logIndex: log_index })))
}

export async function insertDeposits(
  tx: Tx,
  deposits: readonly Deposit[],
  entries: ReadonlyMap<Deposit, bigint>,
): Promise<void> {
  const rows = deposits.map((deposit) => ({
    hash: deposit.hash,
    log_index: deposit.logIndex,
    block: String(deposit.block),
    token: deposit.token,
    asset: deposit.asset,
    units: String(deposit.units),
    sender: deposit.from,
    wallet: deposit.to,
    owner: deposit.owner,
    state: deposit.state,
    entry: entries.has(deposit) ? String(entries.get(deposit)) : null,
  }))
  await sql`
    insert into chain_deposits (hash, log_index, block, token, asset, units, sender, wallet, owner, state, entry)
    select hash, log_index, block, token, asset, units, sender, wallet, owner, state, entry
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (hash text, log_index integer, block bigint,
      token text, asset text, units numeric, sender text, wallet text, owner text, state text, entry bigint)`.execute(
    tx,
  )
}

/** Strangers can make tokens and send them for next to nothing: only the newest of those are kept. */
export async function forgetOldUnknown(tx: Tx, keep: number): Promise<void> {
  await sql`delete from chain_deposits where id <= (
    select id from chain_deposits where state = 'unknown-token' order by id desc offset ${keep} limit 1)
    and state = 'unknown-token'`.execute(tx)
}

/** What has just arrived takes the place of what had just arrived before. */
export async function replaceArrivals(tx: Tx, head: bigint, deposits: readonly Deposit[]): Promise<void> {
  const rows = deposits.map(({ hash, logIndex, owner, asset, units, block }) => ({
    hash,
    log_index: logIndex,
    owner,
    asset,
    units: String(units),
    block: String(block),
  }))
  await sql`delete from chain_arrivals`.execute(tx)
  await sql`insert into chain_arrivals (hash, log_index, owner, asset, units, block)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (hash text, log_index integer, owner text,
      asset text, units numeric, block bigint)`.execute(tx)
  await sql`update chain_cursor set head = ${String(head)}, looked_at = clock_timestamp()`.execute(tx)
}

/** Which of the named transactions of ours carry a send, and to where: an entry by the address it was meant for. */
export async function sendsOf(db: Db, hashes: readonly Hex[]): Promise<{ hash: Hex; entry: bigint; to: Address }[]> {
  const { rows } = await sql<{ hash: Hex; entry: string; to: Address }>`
    select distinct a.hash, e.id as entry, lower(e.details ->> 'to') as "to"
    from chain_attempts a join chain_batch_entries b on b.batch = a.batch join ledger_entries e on e.id = b.entry
      join ledger_moves m on m.entry = e.id join ledger_accounts t on t.id = m.target
    where a.hash = any(${hashes}) and t.owner = 'house' and t.purpose = 'in-transit'`.execute(db)
  return rows.map((row) => ({ ...row, entry: BigInt(row.entry) }))
}

/** Those of the transfers that no transaction of our settler has made. */
export async function withoutOurs(db: Db, transfers: readonly Transfer[]): Promise<Transfer[]> {
  const { rows } = await sql<{ hash: Hex }>`
    select hash from chain_attempts where hash = any(${transfers.map(({ hash }) => hash)})`.execute(db)
  const ours = new Set(rows.map(({ hash }) => hash))
  return transfers.filter(({ hash }) => !ours.has(hash))
}
