import type { Db, Tx } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Account } from './account.ts'

type Owner = Account<Asset>['owner']

/**
 * Which lines of one account belong to a period: those after one number, up to another. Lines are numbered without gaps and are
 * never changed, so it is the same ones whenever they are read.
 */
export type Cut = { asset: Asset; purpose: string; after: bigint; last: bigint }

/** An account over a period: its lines, and what lay in it before the first and after the last of them. */
export type AccountPeriod = Cut & { opening: bigint; closing: bigint }

type CutRow = { asset: Asset; purpose: string; after: string; last: string; opening: string; closing: string }

/**
 * All accounts of an owner, or those of some assets, over a period: its first moment included and its last one not. Read at once.
 * What he owes is not among what he has.
 */
export const periodOf = async (
  db: Db | Tx,
  owner: Owner,
  { from, until }: { from: Date; until: Date },
  assets?: readonly Asset[],
): Promise<AccountPeriod[]> => {
  const { rows } = await sql<CutRow>`
    select a.asset, a.purpose, p.after, p.last, coalesce(o.units_after, 0) as opening, coalesce(c.units_after, 0) as closing
    from ledger_accounts a
      cross join lateral (
        select ledger_version_before(a.id, ${from}) as after, ledger_version_before(a.id, ${until}) as last) p
      left join ledger_lines o on o.account = a.id and o.version = p.after
      left join ledger_lines c on c.account = a.id and c.version = p.last
    where a.owner = ${owner} and a.purpose <> 'owed' and a.asset = any(coalesce(${assets ? [...assets] : null}::text[], array[a.asset]))
    order by a.asset, a.purpose`.execute(db)
  return rows.map(({ asset, purpose, after, last, opening, closing }) => ({
    ...{ asset, purpose, after: BigInt(after), last: BigInt(last) },
    ...{ opening: BigInt(opening), closing: BigInt(closing) },
  }))
}

/** What an entry did to one asset of an owner, over all his accounts. What only changed its purpose is neither. */
type Change = { asset: Asset; incoming: bigint; outgoing: bigint }

/** An entry that brought something to an owner, or took something from him. */
export type OwnersEntry = {
  entry: bigint
  at: Date
  /** As its movement is called, or else the entry itself. */
  type: string
  /** The number by which its owner finds it; null where he was told nothing. */
  movement: bigint | null
  details: Record<string, string | number | boolean>
  changes: Change[]
}

type LineRow = {
  asset: Asset
  purpose: string
  version: string
  entry: string
  at: Date
  kind: string
  details: OwnersEntry['details']
  incoming: boolean
  units: string
  inside: boolean
  type: string | null
  movement: string | null
}

/** Lines that are read at once. No entry has as many. */
const linesAtOnce = 500

const readLines = async (db: Db | Tx, owner: Owner, cuts: readonly Cut[]): Promise<LineRow[]> => {
  const { rows } = await sql<LineRow>`
    select l.asset, l.purpose, l.version, l.entry, e.posted_at as at, e.kind, e.details, l.incoming, m.units,
      o.owner = ${owner} as inside, v.type, v.number as movement
    from (
      select a.id, a.asset, a.purpose, l.version, l.entry, l.number, l.incoming
      from unnest(${cuts.map(({ asset }) => asset)}::text[], ${cuts.map(({ purpose }) => purpose)}::text[],
          ${cuts.map(({ after }) => String(after))}::bigint[], ${cuts.map(({ last }) => String(last))}::bigint[])
          as c (asset, purpose, after, last)
        join ledger_accounts a on a.owner = ${owner} and a.asset = c.asset and a.purpose = c.purpose
        cross join lateral (
          select version, entry, number, incoming from ledger_lines
          where account = a.id and version > c.after and version <= c.last order by version limit ${linesAtOnce}) l
      order by l.entry, a.id, l.version limit ${linesAtOnce}) l
      join ledger_moves m on m.entry = l.entry and m.number = l.number
      join ledger_entries e on e.id = l.entry
      join ledger_accounts o on o.id = case when l.incoming then m.source else m.target end
      left join lateral (
        select type, number from ledger_movements where entry = l.entry and owner = ${owner} order by number limit 1) v on true
    order by l.entry, l.id, l.version`.execute(db)
  return rows
}

const entriesOf = (rows: readonly LineRow[]): OwnersEntry[] => {
  const entries = new Map<string, OwnersEntry>()
  for (const { entry, at, kind, details, type, movement, asset, incoming, units, inside } of rows) {
    if (inside) continue
    const known = entries.get(entry) ?? {
      ...{ entry: BigInt(entry), at, type: type ?? kind, details, changes: [] },
      movement: movement === null ? null : BigInt(movement),
    }
    entries.set(entry, known)
    const change = known.changes.find((each) => each.asset === asset) ?? { asset, incoming: 0n, outgoing: 0n }
    if (!known.changes.includes(change)) known.changes.push(change)
    change[incoming ? 'incoming' : 'outgoing'] += BigInt(units)
  }
  return [...entries.values()]
}

/**
 * What came to an owner and left him in these lines, oldest first, some at a time: a long history needs no more memory than a
 * short one. Entries are numbered under the locks of their accounts, so their order is that of every account's lines.
 */
export async function* entriesIn(
  db: Db | Tx,
  owner: Owner,
  cuts: readonly Cut[],
): AsyncGenerator<OwnersEntry[], void, void> {
  const left = cuts.map((cut) => ({ ...cut })).filter(({ after, last }) => after < last)
  while (left.length > 0) {
    const rows = await readLines(db, owner, left)
    const cutOff = rows.length === linesAtOnce ? rows.at(-1)?.entry : undefined
    // The last entry of a full page may go on behind it.
    const whole = cutOff === undefined ? rows : rows.filter(({ entry }) => entry !== cutOff)
    if (rows.length > 0 && whole.length === 0) throw new Error(`entry ${cutOff} has too many lines`)
    for (const { asset, purpose, version } of whole) {
      const cut = left.find((each) => each.asset === asset && each.purpose === purpose)
      if (cut) cut.after = BigInt(version)
    }
    const entries = entriesOf(whole)
    if (entries.length > 0) yield entries
    if (cutOff === undefined) return
  }
}
