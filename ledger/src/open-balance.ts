import type { Db, Tx } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/** What came into an open account of the house, less what left it: below zero for what was issued. */
export type OpenBalance = { asset: Asset; purpose: string; units: bigint }

type Row = { asset: Asset; purpose: string; units: string }

const open = sql`select id, asset, purpose from ledger_accounts where owner = 'house' and not guarded`

const balancesOf = (rows: Row[]): OpenBalance[] => rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))

/**
 * What lies in the open accounts: what did at the newest seal, and what moved since. The seal is read first and given, so that
 * the database knows how few moves come after it; one that is made meanwhile changes nothing. The same as of an entry that is
 * final, if one is given: by the newest seal that seals nothing after it.
 */
export const readOpenBalances = async (db: Db | Tx, entry?: bigint): Promise<OpenBalance[]> => {
  const [sealedBy, movedBy] =
    entry === undefined
      ? [sql``, sql``]
      : [sql`where last_entry <= ${String(entry)}`, sql`and entry <= ${String(entry)}`]
  const seals = await sql<{ number: string; last_entry: string }>`
    select number, last_entry from ledger_seals ${sealedBy} order by number desc limit 1`.execute(db)
  const { number, last_entry } = seals.rows[0] ?? { number: '0', last_entry: '0' }
  const { rows } = await sql<Row>`
    with open as materialized (${open}),
    moves as materialized (select source, target, units from ledger_moves where entry > ${last_entry} ${movedBy}),
    moved as (
      select account, sum(units) as units from (
        select target as account, units from moves union all select source, -units from moves) sides group by account)
    select open.asset, open.purpose, coalesce(moved.units, 0) + coalesce((
      select c.units from ledger_checkpoints c where c.account = open.id and c.seal <= ${number}
      order by c.seal desc limit 1), 0) as units
    from open left join moved on moved.account = open.id`.execute(db)
  return balancesOf(rows)
}

/** The same, added up from all moves there ever were. */
export const recountOpenBalances = async (db: Db | Tx): Promise<OpenBalance[]> => {
  const { rows } = await sql<Row>`
    with open as materialized (${open})
    select open.asset, open.purpose, coalesce(sum(sides.units), 0) as units from open left join (
      select target as account, units from ledger_moves where target in (select id from open)
      union all
      select source, -units from ledger_moves where source in (select id from open)) sides on sides.account = open.id
    group by open.asset, open.purpose`.execute(db)
  return balancesOf(rows)
}
