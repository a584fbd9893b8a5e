import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { advanceSettlements, type SettlementState, settlementsOf } from './settlement.ts'

/** The chain is asked to do something and has not done it for so long. */
const settlementSeconds = 600

/**
 * Settlements that the chain has refused, or has not done in time; `queued.at` is when one was last queued. Sends that went
 * back to their customers are over, though they have failed.
 */
export const openOnes = sql`
  ledger_settlements x cross join lateral (
    select max(at) as at from ledger_settlement_states where settlement = x.id and state = 'queued') queued
  where x.state <> 'confirmed'
    and not (x.state = 'failed' and exists (select from ledger_entries e where e.reference = 'send-returned:' || x.entry))`

export const isSlow = sql`x.state <> 'failed' and queued.at < ingot_now() - make_interval(secs => ${settlementSeconds})`

const lagging = sql`${openOnes} and (x.state = 'failed' or (${isSlow}))`

/** How many lag, counted so far and no further, and since when. */
export const sumLagging = async (db: Db, most: number): Promise<{ count: number; oldestAt: Date | null }> => {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(at) as "oldestAt"
    from (select queued.at from ${lagging} order by x.id limit ${most}) counted`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}

export type Lagging = {
  id: string
  entry: string
  state: SettlementState
  reason: string | null
  since: Date
  amount: Amount<OnChainAsset>
  source: string
  target: string
}

type Row = Omit<Lagging, 'amount'> & { asset: OnChainAsset; units: string }

/** Those that lag after a number, oldest first. */
export const listLagging = async (db: Db, after: string, limit: number): Promise<Lagging[]> => {
  const { rows } = await sql<Row>`
    select late.*, m.units, s.owner as source, t.owner as target
    from (select x.id, x.entry, x.number, x.state, x.reason, x.asset, queued.at as since
        from ${lagging} and x.id > ${after}::bigint order by x.id limit ${limit}) late
      join ledger_moves m on m.entry = late.entry and m.number = late.number
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    order by late.id`.execute(db)
  return rows.map(({ asset, units, ...row }) => ({ ...row, amount: amountOf(asset, BigInt(units)) }))
}

/** The entry of a settlement; undefined when there is none. */
export const entryOfSettlement = async (tx: Tx, id: string): Promise<bigint | undefined> => {
  const { rows } = await sql<{ entry: string }>`
    select entry from ledger_settlements where id = ${id}::bigint for update`.execute(tx)
  return rows[0] && BigInt(rows[0].entry)
}

/** Queues an entry again whose settlement has failed. Where it cannot be, says why not: how it stands is told if it has not failed. */
export const queueAgain = async (
  tx: Tx,
  entry: bigint,
): Promise<'done' | 'nothing' | 'returned' | Exclude<SettlementState, 'failed'>> => {
  const settlements = await settlementsOf(tx, [entry])
  if (settlements.length === 0) return 'nothing'
  for (const { state } of settlements) if (state !== 'failed') return state
  const returned = await sql`
    select from ledger_entries where reference = ${`send-returned:${entry}`}`.execute(tx)
  // The customer may have spent it by now.
  if (returned.rows.length > 0) return 'returned'
  await advanceSettlements(tx, [entry], { state: 'queued' })
  return 'done'
}
