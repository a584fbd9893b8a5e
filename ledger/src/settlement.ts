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
}

/** Settlements in one state, oldest first. */
export const settlementsIn = async (db: Db | Tx, state: SettlementState, limit: number): Promise<Settlement[]> => {
  const { rows } = await sql<Row>`
    select x.id, x.entry, x.state, x.hash, x.reason, x.asset, m.units, s.owner as source_owner,
      s.purpose as source_purpose, t.owner as target_owner, t.purpose as target_purpose
    from ledger_settlements x join ledger_moves m on m.entry = x.entry and m.number = x.number
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where x.state = ${state} order by x.id limit ${limit}`.execute(db)
  return rows.map(
    ({ id, entry, asset, units, source_owner, source_purpose, target_owner, target_purpose, ...row }) => ({
      ...row,
      id: BigInt(id),
      entry: BigInt(entry),
      amount: amountOf(asset, BigInt(units)),
      source: { owner: source_owner, purpose: source_purpose },
      target: { owner: target_owner, purpose: target_purpose },
    }),
  )
}

type Change = { state: 'sent' | 'confirmed'; hash: string } | { state: 'failed'; reason: string } | { state: 'queued' }

/** Moves a settlement on. A step that the table does not allow is a bug of the caller, and the database refuses it. */
export const advanceSettlement = async (tx: Tx, id: bigint, change: Change): Promise<void> => {
  const hash = 'hash' in change ? change.hash : null
  const reason = 'reason' in change ? change.reason : null
  const { rows } = await sql`
    update ledger_settlements set state = ${change.state}, hash = coalesce(${hash}, hash), reason = ${reason}, changed_at = clock_timestamp()
    where id = ${String(id)} returning id`.execute(tx)
  if (rows.length === 0) throw new Error(`there is no settlement ${id}`)
}
