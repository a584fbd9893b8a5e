import type { Db, Tx } from '@ingot/db/connect'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import type { WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import { sql } from 'kysely'
import { least } from '../trade/rules.ts'

/** What can be given for bars, in base units: what is there, and how much of it was bought too lately. */
export type Source = {
  asset: WithdrawnAsset
  holding: { id: string; number: string; product: HoldingProduct } | null
  units: bigint
  waiting: bigint
}

/** QMGT that can be spent. What came out of our treasury since then was bought, whichever way, and waits. */
export const readQmgt = async (db: Db | Tx, customer: string, since: Date): Promise<Source> => {
  const { rows } = await sql<{ units: string; bought: string }>`
    select b.units, coalesce((
        select sum(m.units) from ledger_lines l join ledger_moves m on m.entry = l.entry and m.number = l.number
          join ledger_accounts s on s.id = m.source
        where l.account = a.id and l.incoming and l.version > ledger_version_before(a.id, ${since})
          and s.owner = 'house' and s.purpose = 'treasury'), 0) as bought
    from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = ${`customer:${customer}`} and a.asset = 'QMGT' and a.purpose = 'available'`.execute(db)
  const [units, bought] = [BigInt(rows[0]?.units ?? 0), BigInt(rows[0]?.bought ?? 0)]
  return { asset: 'QMGT', holding: null, units, waiting: least(bought, units) }
}

type HoldingRow = {
  id: string
  number: string
  product: HoldingProduct
  asset: WithdrawnAsset
  available_units: string
  is_new: boolean
}

const holdings = (customer: string, since: Date) => sql`
  select id, number, product, asset, available_units, booked_at > ${since} as is_new from holdings where customer = ${customer}`

/** One that was booked since then waits whole. */
const sourceOf = ({ id, number, product, asset, available_units, is_new }: HoldingRow): Source => ({
  asset,
  holding: { id, number, product },
  units: BigInt(available_units),
  waiting: is_new ? BigInt(available_units) : 0n,
})

/** The holdings of which something can be given, oldest first. */
export const readHoldings = async (db: Db, customer: string, since: Date, limit: number): Promise<Source[]> => {
  const { rows } = await sql<HoldingRow>`
    ${holdings(customer, since)} and available_units > 0 order by number limit ${limit}`.execute(db)
  return rows.map(sourceOf)
}

export const findHolding = async (tx: Tx, customer: string, id: string, since: Date): Promise<Source | undefined> => {
  const { rows } = await sql<HoldingRow>`${holdings(customer, since)} and id = ${id}`.execute(tx)
  return rows[0] && sourceOf(rows[0])
}
