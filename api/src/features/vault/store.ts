import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type VaultSums = Record<'grams' | 'free' | 'behindTokens' | 'behindUsdau', Amount<'XAU'>> & { bars: number }

/** In one statement, so that the figures are of one moment while others trade. */
export const readSums = async (db: Db | Tx): Promise<VaultSums> => {
  const { rows } = await sql<Record<'grams' | 'free' | 'tokens' | 'usdau', string> & { bars: number }>`
    with here as (
      select fine_units from vault_bars b where not exists (select from vault_departures d where d.bar = b.id)),
    books as (
      select a.purpose, l.units from ledger_accounts a join ledger_balances l on l.account = a.id
      where a.owner = 'house' and a.asset = 'XAU')
    select (select count(*)::int from here) as bars, (select coalesce(sum(fine_units), 0) from here) as grams,
      coalesce((select units from books where purpose = 'unallocated'), 0) as free,
      coalesce((select units from books where purpose = 'allocated'), 0) as tokens,
      coalesce((select units from books where purpose = 'behind-usdau'), 0) as usdau`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the vault has no sums')
  const of = (units: string) => amountOf('XAU', BigInt(units))
  return {
    ...{ bars: row.bars, grams: of(row.grams), free: of(row.free) },
    ...{ behindTokens: of(row.tokens), behindUsdau: of(row.usdau) },
  }
}

export type BarFilter = { show?: 'in' | 'left' | undefined; search?: string | undefined }

export type BarRow = {
  id: string
  refiner: string
  brand: string
  serial: string
  year: number | null
  fineness: string
  gross_grams: string
  fine_units: string
  vault: string
  round: number
  delivery: string | null
  arrived_at: Date
  left_at: Date | null
  taken_to: string | null
  arrival_entry: string
  departure_entry: string | null
  kept_for: string | null
}

/** For whom a bar is kept: for a withdrawal, or for somebody who chooses, until then. */
const keptFor = (now: Date) => sql<string | null>`(
  select case when r.withdrawal is null then 'a customer who chooses' else 'withdrawal ' || w.number end
  from bar_reservations r left join withdrawals w on w.id = r.withdrawal
  where r.bar = b.id and (r.withdrawal is not null or r.until > ${now}))`

/** The same of one bar, which nobody has kept for himself from here to the end of the transaction. */
export const lockKept = async (tx: Tx, id: string, now: Date): Promise<string | null> => {
  await sql`lock table bar_reservations in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ kept: string | null }>`
    select ${keptFor(now)} as kept from vault_bars b where b.id = ${id}`.execute(tx)
  return rows[0]?.kept ?? null
}

/** In the order in which they came, the last one first. */
export const listBars = async (
  db: Db,
  filter: BarFilter,
  { before, limit, now }: Stretch & { now: Date },
): Promise<BarRow[]> => {
  const { show, search } = filter
  const wanted = [
    sql`b.id < ${String(before ?? largestNumber)}`,
    ...(show === 'in' ? [sql`d.bar is null`] : show === 'left' ? [sql`d.bar is not null`] : []),
    ...(search ? [sql`starts_with(lower(b.serial), lower(${search}))`] : []),
  ]
  const { rows } = await sql<BarRow>`
    select b.id, b.refiner, b.brand, b.serial, b.year, b.fineness, b.gross_grams, b.fine_units, b.vault, b.round, b.delivery,
      came.posted_at as arrived_at, went.posted_at as left_at, d.taken_to, b.entry as arrival_entry, d.entry as departure_entry, ${keptFor(now)} as kept_for
    from vault_bars b join ledger_entries came on came.id = b.entry
      left join vault_departures d on d.bar = b.id left join ledger_entries went on went.id = d.entry
    where ${sql.join(wanted, sql` and `)} order by b.id desc limit ${limit}`.execute(db)
  return rows
}

export const isDelivered = async (tx: Tx, name: string): Promise<boolean> => {
  const { rows } = await sql`select from vault_deliveries where name = ${name}`.execute(tx)
  return rows.length > 0
}
