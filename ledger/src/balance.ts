import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Account } from './account.ts'

const largestPage = 200

/** What lies in a guarded account now. An account that nobody opened yet is empty. */
export const balanceOf = async <A extends Asset>(
  db: Db | Tx,
  { owner, asset, purpose }: Account<A>,
): Promise<Amount<A>> => {
  const { rows } = await sql<{ units: string }>`
    select b.units from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = ${owner} and a.asset = ${asset} and a.purpose = ${purpose}`.execute(db)
  return amountOf(asset, BigInt(rows[0]?.units ?? 0))
}

/** What one owner has of every asset and purpose. What is not named is empty. */
export const balancesOf = async (
  db: Db | Tx,
  owner: Account<Asset>['owner'],
): Promise<{ purpose: string; amount: Amount<Asset> }[]> => {
  const { rows } = await sql<{ asset: Asset; purpose: string; units: string }>`
    select a.asset, a.purpose, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = ${owner}`.execute(db)
  return rows.map(({ asset, purpose, units }) => ({ purpose, amount: amountOf(asset, BigInt(units)) }))
}

/** What lay in a guarded account when a moment of the past began. */
export const balanceAt = async <A extends Asset>(
  db: Db | Tx,
  { owner, asset, purpose }: Account<A>,
  moment: Date,
): Promise<Amount<A>> => {
  const { rows } = await sql<{ units: string }>`
    select l.units_after as units from ledger_accounts a join ledger_lines l on l.account = a.id
    where a.owner = ${owner} and a.asset = ${asset} and a.purpose = ${purpose}
      and l.version = ledger_version_before(a.id, ${moment})`.execute(db)
  return amountOf(asset, BigInt(rows[0]?.units ?? 0))
}

/** One move as an account saw it. */
export type Line<A extends Asset> = {
  /** Counts the account's lines without gaps, from 1. */
  version: bigint
  entry: bigint
  reference: string
  kind: string
  incoming: boolean
  amount: Amount<A>
  /** What lay in the account after it. */
  balance: Amount<A>
  other: { owner: string; purpose: string }
  postedAt: Date
}

/** A period of an account: what lay in it before, what moved, what lay in it after. */
export type Statement<A extends Asset> = {
  opening: Amount<A>
  incoming: Amount<A>
  outgoing: Amount<A>
  closing: Amount<A>
  lines: bigint
}

/** The sums of a period, its first moment included and its last one not. The lines themselves are read by `explain`. */
export const statementOf = async <A extends Asset>(
  db: Db | Tx,
  account: Account<A>,
  { from, until }: { from: Date; until: Date },
): Promise<Statement<A>> => {
  const { owner, asset, purpose } = account
  const { rows } = await sql<{ incoming: string; outgoing: string; lines: string }>`
    with period as (
      select a.id, ledger_version_before(a.id, ${from}) as before, ledger_version_before(a.id, ${until}) as last
      from ledger_accounts a where a.owner = ${owner} and a.asset = ${asset} and a.purpose = ${purpose})
    select coalesce(sum(m.units) filter (where l.incoming), 0) as incoming,
      coalesce(sum(m.units) filter (where not l.incoming), 0) as outgoing, count(*) as lines
    from period join ledger_lines l on l.account = period.id and l.version > period.before and l.version <= period.last
      join ledger_moves m on m.entry = l.entry and m.number = l.number`.execute(db)
  const [row] = rows
  return {
    opening: await balanceAt(db, account, from),
    incoming: amountOf(asset, BigInt(row?.incoming ?? 0)),
    outgoing: amountOf(asset, BigInt(row?.outgoing ?? 0)),
    closing: await balanceAt(db, account, until),
    lines: BigInt(row?.lines ?? 0),
  }
}

/** Opens a balance into the moves behind it, newest first; go on with the version of the last line. */
export const explain = async <A extends Asset>(
  db: Db | Tx,
  { owner, asset, purpose }: Account<A>,
  { before, limit = 50 }: { before?: bigint; limit?: number } = {},
): Promise<Line<A>[]> => {
  const { rows } = await sql<LineRow>`
    select l.version, l.entry, l.incoming, l.units_after, l.posted_at, m.units, e.reference, e.kind,
      o.owner as other_owner, o.purpose as other_purpose
    from ledger_accounts a join ledger_lines l on l.account = a.id
      join ledger_moves m on m.entry = l.entry and m.number = l.number join ledger_entries e on e.id = l.entry
      join ledger_accounts o on o.id = case when l.incoming then m.source else m.target end
    where a.owner = ${owner} and a.asset = ${asset} and a.purpose = ${purpose}
      and l.version < ${String(before ?? 2n ** 62n)}
    order by l.version desc limit ${Math.min(limit, largestPage)}`.execute(db)
  return rows.map((row) => ({
    version: BigInt(row.version),
    entry: BigInt(row.entry),
    reference: row.reference,
    kind: row.kind,
    incoming: row.incoming,
    amount: amountOf(asset, BigInt(row.units)),
    balance: amountOf(asset, BigInt(row.units_after)),
    other: { owner: row.other_owner, purpose: row.other_purpose },
    postedAt: row.posted_at,
  }))
}

type LineRow = {
  version: string
  entry: string
  incoming: boolean
  units_after: string
  units: string
  posted_at: Date
  reference: string
  kind: string
  other_owner: string
  other_purpose: string
}
