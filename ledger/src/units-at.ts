import type { Db, Tx } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { readOpenBalances } from './open-balance.ts'

/**
 * What is read here as of an entry that is final is the same whenever it is read: lines are never changed, and those of one
 * account follow each other as their entries do.
 */
const lineAt = (entry: bigint) => sql`
  (select units_after from ledger_lines where account = a.id and entry <= ${String(entry)} order by version desc limit 1) l`

/** What somebody owes lies nowhere. */
const isOwned = sql`a.purpose <> 'owed' and a.owner like 'customer:%'`

/** What customers had in all their accounts together, by asset, or of one asset alone. Whoever had nothing is left out. */
export const unitsAt = async (
  db: Db | Tx,
  customers: readonly string[],
  entry: bigint,
  only: Asset | null = null,
): Promise<Map<string, Map<Asset, bigint>>> => {
  const { rows } = await sql<{ customer: string; asset: Asset; units: string }>`
    select c.id as customer, a.asset, sum(l.units_after) as units
    from unnest(${[...customers]}::text[]) c (id) join ledger_accounts a on a.owner = 'customer:' || c.id
      cross join lateral ${lineAt(entry)}
    where ${isOwned} and (${only}::text is null or a.asset = ${only}) group by c.id, a.asset having sum(l.units_after) > 0`.execute(
    db,
  )
  const all = new Map<string, Map<Asset, bigint>>()
  for (const { customer, asset, units } of rows)
    all.set(customer, (all.get(customer) ?? new Map<Asset, bigint>()).set(asset, BigInt(units)))
  return all
}

/** What came to a customer's accounts since, and what left them. What only moved between them did neither. */
export const movedSince = async (
  db: Db | Tx,
  customer: string,
  entry: bigint,
): Promise<{ asset: Asset; came: bigint; went: bigint }[]> => {
  const { rows } = await sql<{ asset: Asset; came: string; went: string }>`
    select a.asset, coalesce(sum(m.units) filter (where l.incoming), 0) as came,
      coalesce(sum(m.units) filter (where not l.incoming), 0) as went
    from ledger_accounts a
      join ledger_lines l on l.account = a.id and l.version > coalesce((
        select version from ledger_lines where account = a.id and entry <= ${String(entry)} order by version desc limit 1), 0)
      join ledger_moves m on m.entry = l.entry and m.number = l.number
      join ledger_accounts o on o.id = case when l.incoming then m.source else m.target end
    where a.owner = ${`customer:${customer}`} and ${isOwned} and (o.owner <> a.owner or o.purpose = 'owed')
    group by a.asset order by a.asset`.execute(db)
  return rows.map(({ asset, came, went }) => ({ asset, came: BigInt(came), went: BigInt(went) }))
}

/**
 * What all customers together had as of an entry that is final, without a look at what is theirs: every asset of the books sums to
 * zero, so it is what the house and the world outside had not. It costs the same however many customers there are. Only of assets
 * in which nobody owes us anything, which are all but USD.
 */
export const totalsAt = async (db: Db | Tx, entry: bigint): Promise<Map<Asset, bigint>> => {
  const { rows } = await sql<{ asset: Asset; units: string }>`
    select a.asset, sum(l.units_after) as units
    from ledger_accounts a cross join lateral ${lineAt(entry)} where a.owner = 'house' and a.guarded group by a.asset`.execute(
    db,
  )
  const guarded = rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }))
  const totals = new Map<Asset, bigint>()
  for (const { asset, units } of [...guarded, ...(await readOpenBalances(db, entry))])
    totals.set(asset, (totals.get(asset) ?? 0n) - units)
  return totals
}
