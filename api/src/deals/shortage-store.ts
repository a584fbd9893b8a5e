import type { Db } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/** Who was turned away longer ago may want something else by now. */
const dayMs = 24 * 3600 * 1000
const dayBefore = (at: Date) => new Date(at.getTime() - dayMs)

/** Notes what the house could not give: the most that was wanted at once of late. */
export const noteShortage = async (db: Db, { asset, units }: Amount<Asset>, at: Date): Promise<void> => {
  await sql`
    insert into deal_shortages as known (asset, units, at) values (${asset}, ${String(units)}, ${at})
    on conflict (asset) do update set at = excluded.at, units = case when known.at > ${dayBefore(at)}
      then greatest(known.units, excluded.units) else excluded.units end`.execute(db)
}

/** What customers wanted in the last day and the house still has too little of: in the treasury, or of gold that nobody was promised. */
export const readShortages = async (db: Db, now: Date): Promise<{ wanted: Amount<Asset>; stock: Amount<Asset> }[]> => {
  const { rows } = await sql<{ asset: Asset; units: string; stock: string }>`
    select s.asset, s.units, coalesce(b.units, 0) as stock from deal_shortages s
      left join ledger_accounts a on a.owner = 'house' and a.asset = s.asset
        and a.purpose = case s.asset when 'XAU' then 'unallocated' else 'treasury' end
      left join ledger_balances b on b.account = a.id
    where s.at > ${dayBefore(now)} and s.units > coalesce(b.units, 0) order by s.asset`.execute(db)
  return rows.map(({ asset, units, stock }) => ({
    wanted: amountOf(asset, BigInt(units)),
    stock: amountOf(asset, BigInt(stock)),
  }))
}
