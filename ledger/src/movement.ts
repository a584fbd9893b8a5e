import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, add, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { type RawBuilder, sql } from 'kysely'
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
  /** What came and what left, by asset. What only changed its purpose is neither, nor is what is owed. */
  incoming: Amount<Asset>[]
  outgoing: Amount<Asset>[]
  /** Of what left, what went to the house as a fee: it is in the sums of what left. */
  fees: Amount<Asset>[]
  /** What the house kept as a fee of what it paid out: it is in none of the sums. */
  withheld: Amount<Asset>[]
  details: Record<string, string | number | boolean>
  /** Where it is on its way to the chain; null when nothing of it goes there. */
  settlement: {
    state: SettlementState
    hash: string | null
    reason: string | null
    /** It was a send that the chain refused, and has come back. */
    returned: boolean
  } | null
}

/**
 * Written in the transaction that posts the entry. Once for each side, however often it is asked. Answers the ids of
 * those that were not there yet.
 */
export const recordMovements = async (tx: Tx, movements: readonly NewMovement[]): Promise<string[]> => {
  const [owners, types, entries] = [
    movements.map(({ owner }) => owner),
    movements.map(({ type }) => type),
    movements.map(({ entry }) => String(entry)),
  ]
  const { rows } = await sql<{ id: string }>`insert into ledger_movements (owner, type, entry)
    select * from unnest(${owners}::text[], ${types}::text[], ${entries}::bigint[]) on conflict do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The same for one whose id was known before. */
export const recordMovementAs = async (tx: Tx, id: string, { owner, type, entry }: NewMovement): Promise<void> => {
  await sql`insert into ledger_movements (id, owner, type, entry)
    values (${id}, ${owner}, ${type}, ${String(entry)})`.execute(tx)
}

type Row = {
  id: string
  number: string
  owner: `customer:${string}`
  type: string
  entry: string
  at: Date
  details: Movement['details']
  moved: { asset: Asset; units: string; incoming: boolean; fee: boolean; withheld: boolean }[] | null
  settlement: Movement['settlement']
}

const returned = sql`exists (select from ledger_entries r where r.reference = 'send-returned:' || v.entry)`

const toFees = sql`t.owner = 'house' and t.purpose = 'fees'`
const withheld = sql`(s.owner = 'house' and ${toFees})`

const columns = sql`v.id, v.number, v.owner, v.type, v.entry, v.at, e.details,
  (select jsonb_agg(jsonb_build_object('asset', m.asset, 'units', m.units::text, 'incoming', t.owner = v.owner,
      'fee', ${toFees}, 'withheld', ${withheld}) order by m.number)
    from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where m.entry = v.entry and 'owed' not in (s.purpose, t.purpose)
      and ((s.owner = v.owner) <> (t.owner = v.owner) or ${withheld})) as moved,
  (select jsonb_build_object('state', x.state, 'hash', x.hash, 'reason', x.reason,
      'returned', x.state = 'failed' and ${returned})
    from ledger_settlements x where x.entry = v.entry order by x.number limit 1) as settlement`

/** One sum for each asset, in the order in which they moved. */
const sumsOf = (moves: readonly { amount: Amount<Asset> }[]): Amount<Asset>[] => {
  const sums = new Map<Asset, Amount<Asset>>()
  for (const { amount } of moves) {
    const before = sums.get(amount.asset)
    sums.set(amount.asset, before ? add<Asset>(before, amount) : amount)
  }
  return [...sums.values()]
}

const movementOf = ({ number, entry, moved, ...row }: Row): Movement => {
  const all = (moved ?? []).map(({ asset, units, ...which }) => ({
    ...which,
    amount: amountOf<Asset>(asset, BigInt(units)),
  }))
  const moves = all.filter((each) => !each.withheld)
  return {
    ...row,
    number: BigInt(number),
    entry: BigInt(entry),
    incoming: sumsOf(moves.filter(({ incoming }) => incoming)),
    outgoing: sumsOf(moves.filter(({ incoming }) => !incoming)),
    fees: sumsOf(moves.filter(({ incoming, fee }) => fee && !incoming)),
    withheld: sumsOf(all.filter((each) => each.withheld)),
  }
}

/**
 * How far a movement is, as its owner is told. `posted`: nothing of it goes to the chain. What the chain refused and is
 * tried again is still on its way.
 */
export type MovementState = 'posted' | 'queued' | 'sent' | 'confirmed' | 'returned'

export const stateOf = ({ settlement }: Pick<Movement, 'settlement'>): MovementState => {
  if (!settlement) return 'posted'
  if (settlement.state !== 'failed') return settlement.state
  return settlement.returned ? 'returned' : 'queued'
}

/** The first settlement of an entry stands for all of them, as they move on together. */
const settled = sql`select from ledger_settlements x where x.entry = v.entry and x.state`

const inState: Record<MovementState, RawBuilder<unknown>> = {
  posted: sql`not exists (select from ledger_settlements x where x.entry = v.entry)`,
  queued: sql`(exists (${settled} = 'queued') or exists (${settled} = 'failed') and not ${returned})`,
  sent: sql`exists (${settled} = 'sent')`,
  confirmed: sql`exists (${settled} = 'confirmed')`,
  returned: sql`(exists (${settled} = 'failed') and ${returned})`,
}

export type MovementFilter = {
  owner: `customer:${string}`
  types?: readonly string[]
  states?: readonly MovementState[]
  from?: Date
  until?: Date
  /** Only those that come after this one in the list, by its number: the next page. */
  before?: bigint | undefined
  limit: number
}

const newestFirst = sql`order by v.at desc, v.number desc`

/** A customer's movements, newest first, a page at a time. As fast at the end of a long history as at its beginning. */
export const movementsOf = async (
  db: Db | Tx,
  { owner, types, states, from, until, before, limit }: MovementFilter,
): Promise<Movement[]> => {
  const conditions = [
    sql`v.owner = ${owner}`,
    ...(states
      ? [
          sql`(${sql.join(
            states.map((state) => inState[state]),
            sql` or `,
          )})`,
        ]
      : []),
    ...(from ? [sql`v.at >= ${from}`] : []),
    ...(until ? [sql`v.at < ${until}`] : []),
    ...(before === undefined
      ? []
      : [
          sql`(v.at, v.number) < ((select at from ledger_movements where number = ${String(before)} and owner = ${owner}),
            ${String(before)}::bigint)`,
        ]),
  ]
  const where = sql.join(conditions, sql` and `)
  // Of each type a page of its own: one walk through an index each, however rare the type is in a long history.
  const page = types
    ? sql`select v.* from unnest(${[...types]}::text[]) as wanted (type) cross join lateral (
        select * from ledger_movements v where v.type = wanted.type and ${where} ${newestFirst} limit ${limit}) v
      ${newestFirst} limit ${limit}`
    : sql`select * from ledger_movements v where ${where} ${newestFirst} limit ${limit}`
  const { rows } = await sql<Row>`
    select ${columns} from (${page}) v join ledger_entries e on e.id = v.entry ${newestFirst}`.execute(db)
  return rows.map(movementOf)
}

const findMovement = async (db: Db | Tx, condition: RawBuilder<unknown>): Promise<Movement | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from ledger_movements v join ledger_entries e on e.id = v.entry where ${condition}`.execute(db)
  return rows[0] && movementOf(rows[0])
}

/** One movement by the id of its link; undefined when there is none. Whose it is, the caller checks. */
export const movementById = (db: Db | Tx, id: string) => findMovement(db, sql`v.id = ${id}`)

/** A customer's movements that came of these entries. */
export const movementsOfEntries = async (
  db: Db | Tx,
  owner: `customer:${string}`,
  entries: readonly bigint[],
): Promise<Movement[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from ledger_movements v join ledger_entries e on e.id = v.entry
    where v.entry = any(${entries.map(String)}::bigint[]) and v.owner = ${owner}`.execute(db)
  return rows.map(movementOf)
}

/** One movement of a customer by its number. */
export const movementByNumber = (db: Db | Tx, owner: `customer:${string}`, number: bigint) =>
  findMovement(db, sql`v.number = ${String(number)} and v.owner = ${owner}`)
