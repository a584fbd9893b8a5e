import type { Db, Tx } from '@ingot/db/connect'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import {
  type BarSize,
  barSizes,
  type WithdrawalBar,
  type WithdrawalFees,
  type WithdrawalWay,
  type WithdrawnAsset,
} from '@ingot/endpoints/withdrawal-fields'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import type { FeeAsset, StoredBar } from './store.ts'

/** What was chosen, as it was shown. Where it goes is named and not written down: the address stays sealed in its place. */
export type ChoiceFigures = {
  way: WithdrawalWay
  address: string | null
  asset: WithdrawnAsset
  holding: { id: string; number: string; product: HoldingProduct } | null
  feeAsset: FeeAsset
  price: string
  policyVersion: string
  parcels: { bars: (WithdrawalBar & { id: string })[]; insured: string; fees: WithdrawalFees }[]
}

export type Choice = {
  id: string
  customer: string
  figures: ChoiceFigures
  madeAt: Date
  until: Date
  order: string | null
  releasedAt: Date | null
}

type ChoiceRow = {
  id: string
  customer: string
  figures: ChoiceFigures
  made_at: Date
  until: Date
  order_id: string | null
  released_at: Date | null
}

const columns = sql`c.id, c.customer, c.figures, c.made_at, c.until, c.order_id, c.released_at`

const choiceOf = ({ made_at, order_id, released_at, ...row }: ChoiceRow): Choice => ({
  ...row,
  madeAt: made_at,
  order: order_id,
  releasedAt: released_at,
})

/** The one that is open and alive, if there is one. */
export const findOpenChoice = async (db: Db | Tx, customer: string, at: Date): Promise<Choice | undefined> => {
  const { rows } = await sql<ChoiceRow>`
    select ${columns} from withdrawal_choices c
    where c.customer = ${customer} and c.order_id is null and c.released_at is null and c.until > ${at}`.execute(db)
  return rows[0] && choiceOf(rows[0])
}

export const lockChoice = async (tx: Tx, customer: string, id: string): Promise<Choice | undefined> => {
  const { rows } = await sql<ChoiceRow>`
    select ${columns} from withdrawal_choices c where c.id = ${id} and c.customer = ${customer} for update`.execute(tx)
  return rows[0] && choiceOf(rows[0])
}

/** The bars that are still kept for a choice, until the transaction ends. */
export const lockKept = async (tx: Tx, choice: string): Promise<string[]> => {
  const { rows } = await sql<{ bar: string }>`
    select bar from bar_reservations where choice = ${choice} and withdrawal is null order by bar for update`.execute(
    tx,
  )
  return rows.map(({ bar }) => bar)
}

/** Gives up whatever a customer has chosen and not asked for; what another one has taken over by now is his. */
export const giveUp = async (tx: Tx, customer: string, at: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update withdrawal_choices set released_at = ${at}
    where customer = ${customer} and order_id is null and released_at is null returning id`.execute(tx)
  for (const { id } of rows)
    await sql`delete from bar_reservations where choice = ${id} and withdrawal is null`.execute(tx)
}

const isIn = sql`not exists (select from vault_departures d where d.bar = b.id)`

/** A bar is free when nobody has it, or when whoever had chosen it let the time go by. */
const isFree = (at: Date) => sql`not exists (
  select from bar_reservations r where r.bar = b.id and (r.withdrawal is not null or r.until > ${at}))`

type BarRow = Omit<StoredBar, 'grossGrams' | 'fine'> & { gross_grams: string; fine_units: string }

/**
 * The oldest bars of these sizes that are in and free, so many of each as there are. Whoever asks has locked the vault: two who want
 * the last one are looked at one after the other, and no bar comes or goes meanwhile.
 */
export const pickBars = async (tx: Tx, wanted: ReadonlyMap<BarSize, number>, at: Date): Promise<StoredBar[]> => {
  const { rows } = await sql<BarRow>`
    select p.* from unnest(${[...wanted.keys()]}::numeric[], ${[...wanted.values()]}::int[]) as w (size, count)
      cross join lateral (
        select b.id::text as id, b.refiner, b.brand, b.serial, b.year, b.fineness::text as fineness,
          b.gross_grams::text as gross_grams, b.fine_units::text as fine_units
        from vault_bars b where b.gross_grams = w.size and ${isIn} and ${isFree(at)}
        order by b.id limit w.count) p
    order by p.gross_grams::numeric desc, p.id::bigint`.execute(tx)
  return rows.map(({ gross_grams, fine_units, ...bar }) => ({
    ...bar,
    grossGrams: String(Number(gross_grams)) as BarSize,
    fine: amountOf('XAU', BigInt(fine_units)),
  }))
}

/** How many of each size are in and kept for nobody else, up to so many. */
export const countBars = async (
  db: Db,
  customer: string,
  at: Date,
  most: number,
): Promise<ReadonlyMap<BarSize, number>> => {
  const { rows } = await sql<{ size: string; count: number }>`
    select b.gross_grams::text as size, least(count(*), ${most})::int as count from vault_bars b
    where b.gross_grams = any(${[...barSizes]}::numeric[]) and ${isIn} and not exists (
      select from bar_reservations r where r.bar = b.id
        and (r.withdrawal is not null or (r.until > ${at} and r.customer <> ${customer})))
    group by b.gross_grams`.execute(db)
  return new Map(rows.map(({ size, count }) => [String(Number(size)) as BarSize, count]))
}

/** Writes a choice down and keeps its bars. What was kept for one whose time is over is kept for this one. */
export const insertChoice = async (
  tx: Tx,
  made: Pick<Choice, 'id' | 'customer' | 'figures' | 'madeAt' | 'until'>,
): Promise<void> => {
  const { id, customer, figures, madeAt, until } = made
  await sql`
    insert into withdrawal_choices (id, customer, figures, made_at, until)
    values (${id}, ${customer}, ${JSON.stringify(figures)}::jsonb, ${madeAt}, ${until})`.execute(tx)
  const bars = figures.parcels.flatMap((parcel) => parcel.bars.map((bar) => bar.id))
  const { numAffectedRows } = await sql`
    insert into bar_reservations (bar, customer, choice, until)
    select bar, ${customer}, ${id}, ${until} from unnest(${bars}::bigint[]) as chosen (bar) order by bar
    on conflict (bar) do update set customer = excluded.customer, choice = excluded.choice, until = excluded.until
      where bar_reservations.withdrawal is null and bar_reservations.until <= ${madeAt}`.execute(tx)
  if (numAffectedRows !== BigInt(bars.length)) throw new Error('a bar was kept for somebody else')
}
