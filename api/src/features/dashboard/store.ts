import type { Db } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import type { Rate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { Lots, Sum } from './rules.ts'

/** How a product stands. The stamp is another one as soon as any holding of it has changed: each change writes its position. */
export type Position = {
  stamp: string
  holdings: number
  open: bigint
  cost: bigint
  paidOut: bigint
  realised: bigint
}

type PositionRow = {
  product: HoldingProduct
  stamp: string
  holdings: number
  open: string
  cost: string
  paid_out: string
  realised: string
}

export type Positions = ReadonlyMap<HoldingProduct, Position>

const positionColumns = `p.product, p.xmin::text || ' ' || p.ctid::text as stamp, p.holdings, p.open_units as open,
  p.cost_units as cost, p.paid_out_units as paid_out, p.realised_units as realised`

const positionOf = (row: PositionRow): Position => ({
  stamp: row.stamp,
  holdings: row.holdings,
  open: BigInt(row.open),
  cost: BigInt(row.cost),
  paidOut: BigInt(row.paid_out),
  realised: BigInt(row.realised),
})

export const readStanding = async (db: Db, customer: string): Promise<Positions> => {
  const rows = await runStatement<PositionRow>(db, {
    name: 'dashboard-standing',
    text: `select ${positionColumns} from holding_positions p where p.customer = $1`,
    values: [customer],
  })
  return new Map(rows.map((row) => [row.product, positionOf(row)]))
}

const openUnits = 'available_units + clearing_units + withdrawing_units + estate_units'

type LotsRow = PositionRow & { lots: string | null; won: string; lost: string; booking: string }

const lotsOf = ({ lots, won, lost, booking }: LotsRow): Lots => ({
  open: (lots?.split(',') ?? []).map((lot) => {
    const [open = '', even = ''] = lot.split(' ')
    return { open: BigInt(open), even: BigInt(even) }
  }),
  won: BigInt(won),
  lost: BigInt(lost),
  booking: BigInt(booking),
})

/** Positions and the holdings behind them, as of one moment. Thousands of them travel as one text, which is read quickest. */
export const readLots = async (
  db: Db,
  customer: string,
): Promise<ReadonlyMap<HoldingProduct, { position: Position; lots: Lots }>> => {
  const rows = await runStatement<LotsRow>(db, {
    name: 'dashboard-lots',
    text: `
      select ${positionColumns}, lots.lots, lots.won, lots.lost, lots.booking
      from holding_positions p cross join lateral (
        select string_agg(open || ' ' || (open_cost_units - realised_units), ',') filter (where open > 0) as lots,
          coalesce(sum(realised_units) filter (where open = 0 and realised_units > 0), 0) as won,
          coalesce(-sum(realised_units) filter (where open = 0 and realised_units < 0), 0) as lost,
          coalesce(sum(div(booking_units * open, units)), 0) as booking
        from (
          select ${openUnits} as open, units, booking_units, open_cost_units, realised_units
          from holdings where customer = p.customer and product = p.product) lot) lots
      where p.customer = $1`,
    values: [customer],
  })
  return new Map(rows.map((row) => [row.product, { position: positionOf(row), lots: lotsOf(row) }]))
}

/** One line of a figure, in base units. */
export type LineRow = {
  number: string
  product: HoldingProduct
  holding: string | null
  termination: string | null
  at: Date
  units: string
  value: string | null
  paid_out: string
  cost: string
  amount: string
}

const amounts = {
  profit: sql`value - open_cost_units + realised_units`,
  loss: sql`open_cost_units - realised_units - value`,
  result: sql`value - open_cost_units + realised_units`,
  booking: sql`div(booking_units * open, units)`,
}

/** What such a price makes of grams, in SQL: both are to be whole numbers. */
export const fractionOf = (bid: Rate | null) => ({
  above: bid && String(bid.value),
  below: bid && String(10n ** BigInt(bid.scale)),
})

/** The holdings that add to a figure at a price, newest first. */
export const readHoldingLines = async (
  db: Db,
  customer: string,
  { of, products, bid }: Exclude<Sum, 'terminations'> & { bid: Rate | null },
  { before, limit }: Stretch,
): Promise<LineRow[]> => {
  const { above, below } = fractionOf(bid)
  const { rows } = await sql<LineRow>`
    with lots as (
      select *, div(open * ${above}::numeric, ${below}::numeric) as value
      from (select *, ${sql.raw(openUnits)} as open from holdings
        where customer = ${customer} and product = any(${[...products]}::text[])
          and number < ${String(before ?? largestNumber)}::bigint) lot
    ), lines as (
      select number, product, id as holding, null::uuid as termination, booked_at as at, open as units, value,
        paid_out_units as paid_out, open_cost_units + paid_out_units - realised_units as cost, ${amounts[of]} as amount
      from lots
    )
    select * from lines where ${of === 'result' ? sql`amount <> 0` : sql`amount > 0`}
    order by number desc limit ${limit}`.execute(db)
  return rows
}

/** What was paid out, newest first. */
export const readTerminationLines = async (
  db: Db,
  customer: string,
  { before, limit }: Stretch,
): Promise<LineRow[]> => {
  const { rows } = await sql<LineRow>`
    select m.number, t.product, null::uuid as holding, t.id as termination, t.at, t.units, null as value,
      t.value_units as paid_out, t.cost_units as cost, t.value_units as amount
    from terminations t join ledger_movements m on m.id = t.id
    where t.customer = ${customer} and m.number < ${String(before ?? largestNumber)}::bigint
    order by m.number desc limit ${limit}`.execute(db)
  return rows
}
