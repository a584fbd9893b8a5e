import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { type RawBuilder, sql } from 'kysely'
import type { SettlementState } from './settlement.ts'

type Side = { owner: string; purpose: string }

/** An entry as it is shown to whom it concerns. */
export type ShownEntry = {
  entry: bigint
  kind: string
  postedAt: Date
  moves: { amount: Amount<Asset>; from: Side; to: Side }[]
}

type Row = {
  entry: string
  kind: string
  posted_at: Date
  moves: { asset: Asset; units: string; from: Side; to: Side }[]
}

/** The entries behind a movement, oldest first: its own, the hold that it came from, and what became of a send. */
export const entriesBehind = (db: Db | Tx, entry: bigint): Promise<ShownEntry[]> => {
  const own = String(entry)
  return readEntries(
    db,
    sql`select ${own}::bigint
      union select h.entry from ledger_hold_ends x join ledger_holds h on h.id = x.hold where x.entry = ${own}
      union select o.id from ledger_entries o where o.reference in (${`send-arrived:${own}`}, ${`send-returned:${own}`})
      union select (o.details ->> 'send')::bigint from ledger_entries o where o.id = ${own} and o.kind = 'send-returned'`,
  )
}

/** Just these, oldest first. */
export const entriesOf = (db: Db | Tx, entries: readonly bigint[]): Promise<ShownEntry[]> =>
  readEntries(db, sql`select unnest(${entries.map(String)}::bigint[])`)

const readEntries = async (db: Db | Tx, chosen: RawBuilder<unknown>): Promise<ShownEntry[]> => {
  const { rows } = await sql<Row>`
    select e.id as entry, e.kind, e.posted_at,
      (select jsonb_agg(jsonb_build_object('asset', m.asset, 'units', m.units::text,
          'from', jsonb_build_object('owner', s.owner, 'purpose', s.purpose),
          'to', jsonb_build_object('owner', t.owner, 'purpose', t.purpose)) order by m.number)
        from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
        where m.entry = e.id) as moves
    from ledger_entries e where e.id in (${chosen}) order by e.id`.execute(db)
  return rows.map(({ entry: id, kind, posted_at, moves }) => ({
    entry: BigInt(id),
    kind,
    postedAt: posted_at,
    moves: moves.map(({ asset, units, from, to }) => ({ amount: amountOf(asset, BigInt(units)), from, to })),
  }))
}

/** When an entry's way to the chain last came to each state. Empty when nothing of it goes there. */
export const settlementTimes = async (db: Db | Tx, entry: bigint): Promise<Partial<Record<SettlementState, Date>>> => {
  const { rows } = await sql<{ state: SettlementState; at: Date }>`
    select s.state, max(s.at) as at from ledger_settlement_states s where s.settlement = (
      select x.id from ledger_settlements x where x.entry = ${String(entry)} order by x.number limit 1)
    group by s.state`.execute(db)
  return Object.fromEntries(rows.map(({ state, at }) => [state, at]))
}
