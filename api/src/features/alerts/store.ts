import type { Db, Tx } from '@ingot/db/connect'
import type { AlertKind } from '@ingot/endpoints/alerts'
import { sql } from 'kysely'
import type { Bounds } from './rules.ts'

export type AlertRow = {
  id: string
  customer: string
  kind: AlertKind
  level: string
  made_at: Date
  fired_at: Date | null
  is_back: boolean
}

const columns = sql.raw('id, customer, kind, level, made_at, fired_at, is_back')

export const listAlerts = async (db: Db, customer: string): Promise<AlertRow[]> => {
  const { rows } = await sql<AlertRow>`
    select ${columns} from price_alerts where customer = ${customer} order by number`.execute(db)
  return rows
}

export const countAlerts = async (tx: Tx, customer: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from price_alerts where customer = ${customer}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const insertAlert = async (
  tx: Tx,
  customer: string,
  { kind, level, at }: { kind: AlertKind; level: string; at: Date },
): Promise<AlertRow> => {
  const { rows } = await sql<AlertRow>`
    insert into price_alerts (customer, kind, level, made_at) values (${customer}, ${kind}, ${level}, ${at})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a price alert was not inserted')
  return row
}

export const deleteAlert = async (db: Db, customer: string, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from price_alerts where id = ${id} and customer = ${customer}`.execute(db)
  return numAffectedRows === 1n
}

/** Notes of those that fired that the price has come back. What another worker has locked, it notes. */
export const noteBack = async (db: Db, { above, below, moves }: Bounds) => {
  await sql`
    with back as (
      select number from price_alerts
      where not is_back and (kind = 'above' and level >= ${above.isBack}::numeric
        or kind = 'below' and level <= ${below.isBack}::numeric
        or kind = 'moves' and level >= ${moves?.isBack ?? null}::numeric)
      for update skip locked
    )
    update price_alerts set is_back = true where number in (select number from back)`.execute(db)
}

/** Takes some of those that have to fire: each is taken by one worker. One that fired waits until a moment. */
export const takeFiring = async (
  tx: Tx,
  { above, below, moves }: Bounds,
  { firedBefore, now, most }: { firedBefore: Date; now: Date; most: number },
): Promise<AlertRow[]> => {
  const { rows } = await sql<AlertRow>`
    with firing as (
      select number from price_alerts
      where is_back and (fired_at is null or fired_at <= ${firedBefore}) and (kind = 'above' and level <= ${above.fires}::numeric
        or kind = 'below' and level >= ${below.fires}::numeric
        or kind = 'moves' and level <= ${moves?.fires ?? null}::numeric)
      order by number limit ${most} for update skip locked
    )
    update price_alerts set fired_at = ${now}, is_back = false where number in (select number from firing)
    returning ${columns}`.execute(tx)
  return rows
}
