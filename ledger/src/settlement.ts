import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'

/** Which state may follow which; the database holds the same table. */
export const settlementStates = {
  queued: ['sent', 'failed'],
  sent: ['sent', 'confirmed', 'failed'],
  confirmed: [],
  failed: ['queued'],
} as const satisfies Record<string, readonly string[]>

export type SettlementState = keyof typeof settlementStates

export type Settlement = {
  id: bigint
  entry: bigint
  state: SettlementState
  hash: string | null
  reason: string | null
  amount: Amount<OnChainAsset>
  source: { owner: string; purpose: string }
  target: { owner: string; purpose: string }
  /** The outside address of a send. */
  to: string | null
}

type Row = {
  id: string
  entry: string
  state: SettlementState
  hash: string | null
  reason: string | null
  asset: OnChainAsset
  units: string
  source_owner: string
  source_purpose: string
  target_owner: string
  target_purpose: string
  to: string | null
}

const columns = sql`x.id, x.entry, x.state, x.hash, x.reason, x.asset, m.units, s.owner as source_owner,
  s.purpose as source_purpose, t.owner as target_owner, t.purpose as target_purpose, e.details ->> 'to' as "to"`

const joined = sql`ledger_settlements x join ledger_moves m on m.entry = x.entry and m.number = x.number
  join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
  join ledger_entries e on e.id = x.entry`

const settlementOf = ({
  id,
  entry,
  asset,
  units,
  source_owner,
  source_purpose,
  target_owner,
  target_purpose,
  ...row
}: Row): Settlement => ({
  ...row,
  id: BigInt(id),
  entry: BigInt(entry),
  amount: amountOf(asset, BigInt(units)),
  source: { owner: source_owner, purpose: source_purpose },
  target: { owner: target_owner, purpose: target_purpose },
})

/** Settlements in one state, oldest first. */
export const settlementsIn = async (db: Db | Tx, state: SettlementState, limit: number): Promise<Settlement[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from ${joined} where x.state = ${state} order by x.id limit ${limit}`.execute(db)
  return rows.map(settlementOf)
}

/** Every settlement that the chain is not known to have done, oldest first. */
export const openSettlements = async (db: Db | Tx): Promise<Settlement[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from ${joined} where x.state <> 'confirmed' order by x.id`.execute(db)
  return rows.map(settlementOf)
}

/** When the oldest was made that the chain has neither done nor refused; null when there is none. */
export const oldestOpenSettlement = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select s.at from ledger_settlements x join ledger_settlement_states s on s.settlement = x.id and s.step = 1
    where x.state <> 'confirmed' and x.state <> 'failed' order by x.id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** The settlements of some entries, in the order of their moves. */
export const settlementsOf = async (db: Db | Tx, entries: readonly bigint[]): Promise<Settlement[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from ${joined} where x.entry = any(${entries.map(String)}::bigint[])
    order by x.entry, x.number`.execute(db)
  return rows.map(settlementOf)
}

/** Which spans posted some entries, as far as somebody traced them. */
export const tracesOf = async (db: Db, entries: readonly bigint[]): Promise<string[]> => {
  const { rows } = await sql<{ traceparent: string }>`
    select distinct traceparent from ledger_settlements
    where entry = any(${entries.map(String)}::bigint[]) and traceparent is not null`.execute(db)
  return rows.map(({ traceparent }) => traceparent)
}

const toOutside = sql`t.owner = 'house' and t.purpose = 'in-transit'`

/** How much is to leave to outside addresses, of what is in one state. */
export const sendSums = async (db: Db | Tx, state: SettlementState): Promise<Map<OnChainAsset, bigint>> => {
  const { rows } = await sql<{ asset: OnChainAsset; units: string }>`
    select x.asset, sum(m.units) as units from ${joined} where x.state = ${state} and ${toOutside}
    group by x.asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

/**
 * Takes the oldest entries that wait for the chain, whole, and keeps them from others until the transaction ends. What
 * another one has taken is passed over, and so are sends of assets that may not leave now. `after` is the settlement that
 * the last page ended with.
 */
export const takeQueued = async (
  tx: Tx,
  limit: number,
  { after = 0n, withoutSendsOf = [] }: { after?: bigint; withoutSendsOf?: readonly OnChainAsset[] } = {},
): Promise<Settlement[]> => {
  // The first settlement of an entry stands for all of them: who has locked it has the entry.
  const { rows } = await sql<{ entry: string }>`
    select x.entry from ledger_settlements x
    where x.state = 'queued' and x.id > ${String(after)}
      and not exists (select from ledger_settlements y where y.entry = x.entry and y.number < x.number)
      and not exists (select from ledger_moves m join ledger_accounts t on t.id = m.target
        where m.entry = x.entry and m.asset = any(${[...withoutSendsOf]}::text[]) and ${toOutside})
    order by x.id limit ${limit} for update skip locked`.execute(tx)
  return settlementsOf(
    tx,
    rows.map(({ entry }) => BigInt(entry)),
  )
}

type Change = { state: 'sent' | 'confirmed'; hash: string } | { state: 'failed'; reason: string } | { state: 'queued' }

/** Moves all settlements of entries on. A step that the table does not allow is a bug of the caller, and the database refuses it. */
export const advanceSettlements = async (tx: Tx, entries: readonly bigint[], change: Change): Promise<void> => {
  const hash = 'hash' in change ? change.hash : null
  const reason = 'reason' in change ? change.reason : null
  const { rows } = await sql<{ entry: string }>`
    update ledger_settlements set state = ${change.state}, hash = coalesce(${hash}, hash), reason = ${reason}, changed_at = ingot_now()
    where entry = any(${entries.map(String)}::bigint[]) returning entry`.execute(tx)
  const found = new Set(rows.map(({ entry }) => BigInt(entry)))
  const missing = entries.find((entry) => !found.has(entry))
  if (missing !== undefined) throw new Error(`entry ${missing} has no settlement`)
}

/** When what failed is tried again: after a pause that doubles each time, and not for ever. */
export type Retries = { firstPauseSeconds: number; longestPauseSeconds: number; most: number }

/** Queues again what failed and whose pause is over, except sends that went back to their customers. */
export const requeueFailed = async (tx: Tx, { firstPauseSeconds, longestPauseSeconds, most }: Retries) => {
  const { rows } = await sql<{ entry: string }>`
    select distinct x.entry from ledger_settlements x cross join lateral (
      select count(*) as times from ledger_settlement_states s where s.settlement = x.id and s.state = 'failed') failures
    where x.state = 'failed' and times <= ${most}
      and x.changed_at < ingot_now()
        - least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, least(times, 30) - 1)) * interval '1 second'
      and not exists (select from ledger_entries e where e.reference = 'send-returned:' || x.entry)`.execute(tx)
  await advanceSettlements(
    tx,
    rows.map(({ entry }) => BigInt(entry)),
    { state: 'queued' },
  )
  return rows.length
}
