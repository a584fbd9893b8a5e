import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { SettlementState } from './settlement.ts'

/** What a customer did or got. Each product names its own types, such as `deposit` or `transfer-out`. */
export type NewMovement = { owner: `customer:${string}`; type: string; entry: bigint }

export type Movement = {
  /** For links: tells nothing and cannot be guessed. */
  id: string
  /** Counts all movements; later ones are higher. */
  number: bigint
  owner: `customer:${string}`
  type: string
  entry: bigint
  at: Date
  /** What came and what left, by asset. What only changed its purpose is neither. */
  incoming: Amount<Asset>[]
  outgoing: Amount<Asset>[]
  details: Record<string, string | number | boolean>
  /** Where it is on its way to the chain; null when nothing of it goes there. */
  settlement: { state: SettlementState; hash: string | null; reason: string | null } | null
}

/** Written in the transaction that posts the entry. Once for each side, however often it is asked. */
export const recordMovements = async (tx: Tx, movements: readonly NewMovement[]): Promise<void> => {
  const [owners, types, entries] = [
    movements.map(({ owner }) => owner),
    movements.map(({ type }) => type),
    movements.map(({ entry }) => String(entry)),
  ]
  await sql`insert into ledger_movements (owner, type, entry)
    select * from unnest(${owners}::text[], ${types}::text[], ${entries}::bigint[]) on conflict do nothing`.execute(tx)
}

type Row = {
  id: string
  number: string
  owner: `customer:${string}`
  type: string
  entry: string
  at: Date
  details: Movement['details']
  moved: { asset: Asset; units: string; incoming: boolean }[] | null
  settlement: Movement['settlement']
}

const columns = sql`v.id, v.number, v.owner, v.type, v.entry, v.at, e.details,
  (select jsonb_agg(jsonb_build_object('asset', m.asset, 'units', m.units::text, 'incoming', t.owner = v.owner) order by m.number)
    from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where m.entry = v.entry and (s.owner = v.owner) <> (t.owner = v.owner)) as moved,
  (select jsonb_build_object('state', x.state, 'hash', x.hash, 'reason', x.reason)
    from ledger_settlements x where x.entry = v.entry order by x.number limit 1) as settlement`

const movementOf = ({ number, entry, moved, ...row }: Row): Movement => {
  const side = (incoming: boolean) =>
    (moved ?? [])
      .filter((one) => one.incoming === incoming)
      .map(({ asset, units }) => amountOf(asset, BigInt(units)) as Amount<Asset>)
  return { ...row, number: BigInt(number), entry: BigInt(entry), incoming: side(true), outgoing: side(false) }
}

export type MovementFilter = {
  owner: `customer:${string}`
  types?: readonly string[]
  from?: Date
  until?: Date
  /** Only those with a lower number: the next page. */
  before?: bigint
  limit: number
}

/** A customer's movements, newest first, a page at a time. As fast at the end of a long history as at its beginning. */
export const movementsOf = async (
  db: Db | Tx,
  { owner, types, from, until, before, limit }: MovementFilter,
): Promise<Movement[]> => {
  const conditions = [
    sql`v.owner = ${owner}`,
    ...(types ? [sql`v.type = any(${[...types]}::text[])`] : []),
    ...(from ? [sql`v.at >= ${from}`] : []),
    ...(until ? [sql`v.at < ${until}`] : []),
    ...(before === undefined ? [] : [sql`v.number < ${String(before)}`]),
  ]
  const { rows } = await sql<Row>`
    select ${columns} from ledger_movements v join ledger_entries e on e.id = v.entry
    where ${sql.join(conditions, sql` and `)} order by v.number desc limit ${limit}`.execute(db)
  return rows.map(movementOf)
}

/** One movement by the id of its link; undefined when there is none. Whose it is, the caller checks. */
export const movementById = async (db: Db | Tx, id: string): Promise<Movement | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from ledger_movements v join ledger_entries e on e.id = v.entry
    where v.id = ${id}`.execute(db)
  return rows[0] && movementOf(rows[0])
}
