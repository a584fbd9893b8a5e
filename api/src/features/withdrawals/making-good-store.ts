import type { Tx } from '@ingot/db/connect'
import type { BarSize } from '@ingot/endpoints/withdrawal-fields'
import { sql } from 'kysely'

/** Bars of these sizes that are in and kept for nobody, the oldest first: as many of each as are wanted, or as there are. */
export const pickFreeBars = async (
  tx: Tx,
  sizes: readonly BarSize[],
  now: Date,
): Promise<{ id: string; size: BarSize }[]> => {
  const { rows } = await sql<{ id: string; size: BarSize }>`
    with wanted as (select size, count(*) as count from unnest(${sizes}::text[]) as size group by size),
    free as (
      select b.id, x.size, x.count, row_number() over (partition by x.size order by b.id) as place
      from wanted x join vault_bars b on b.gross_grams = x.size::numeric
      where not exists (select from vault_departures d where d.bar = b.id)
        and not exists (select from bar_reservations r where r.bar = b.id and (r.withdrawal is not null or r.until > ${now})))
    select id, size from free where place <= count order by id`.execute(tx)
  return rows
}
