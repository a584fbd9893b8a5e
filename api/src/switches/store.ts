import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Switch } from './rules.ts'

type SwitchRow = { id: string; product: string; country: string; is_open: boolean }

/** The last that was said of each product and country. */
export const readSwitches = async (db: Db | Tx): Promise<Switch[]> => {
  const { rows } = await sql<SwitchRow>`
    select distinct on (product, country) id, product, country, is_open from product_switches
    order by product, country, id desc`.execute(db)
  return rows.map(({ id, product, country, is_open }) => ({ id: BigInt(id), product, country, isOpen: is_open }))
}

/** Whether nothing may be sold for want of reserves. */
export const readIsStopped = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ stopped: boolean }>`select reserves_stop() as stopped`.execute(db)
  return rows[0]?.stopped ?? true
}

/** Nothing else is switched until the transaction ends. */
export const lockSwitches = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('product_switches'))`.execute(tx)
}

export type Told = Omit<SwitchRow, 'id'> & { at: Date; reason: string; asker: string | null; approver: string | null }

/** What was said of a product, newest first, with those who decided it. */
export const readHistory = async (db: Db, product: string, most: number): Promise<Told[]> => {
  const { rows } = await sql<Told>`
    select s.product, s.country, s.is_open, s.at, s.reason, one.username as asker, other.username as approver
    from product_switches s left join customers one on one.id = s.asker left join customers other on other.id = s.approver
    where s.product = ${product} order by s.id desc limit ${most}`.execute(db)
  return rows
}

type Place = { product: string; country: string }

export const insertClosing = async (
  tx: Tx,
  { product, country }: Place,
  by: { asker: string; reason: string; at: Date },
) => {
  await sql`
    insert into product_switches (product, country, is_open, asker, reason, at)
    values (${product}, ${country}, false, ${by.asker}, ${by.reason}, ${by.at})`.execute(tx)
}

/** As it was approved, with the asker's reason. */
export const insertOpening = async (
  tx: Tx,
  { product, country }: Place,
  { approval, decider, at }: { approval: string; decider: string; at: Date },
) => {
  const { numAffectedRows } = await sql`
    insert into product_switches (product, country, is_open, asker, approver, reason, approval, at)
    select ${product}, ${country}, true, asker, ${decider}, reason, id, ${at} from approvals where id = ${approval}`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) throw new Error(`the opening of ${product} was not inserted`)
}
