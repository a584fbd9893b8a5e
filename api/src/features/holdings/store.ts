import { newRow, type Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { movesNoted } from '@ingot/db/states'
import { runStatement } from '@ingot/db/transaction'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { sql } from 'kysely'
import type { Which } from '../../deals/deals.ts'
import {
  type EndedPart,
  type EndedSums,
  type HoldingAsset,
  holdingMoves,
  noPosition,
  type Outcomes,
  type PositionSums,
  type State,
} from './rules.ts'

/** A holding as far as ending it needs it, in base units. */
export type Lot = Outcomes & {
  id: string
  number: string
  product: HoldingProduct
  asset: HoldingAsset
  bookedAt: Date
  state: State
  available: bigint
  openCost: bigint
}

type LotRow = {
  id: string
  number: string
  product: HoldingProduct
  asset: HoldingAsset
  booked_at: Date
  state: State
  open: string
  available: string
  terminated: string
  delivered: string
  passed: string
  reversed: string
  open_cost: string
}

const open = 'available_units + clearing_units + withdrawing_units + estate_units'

const lotColumns = `id, number, product, asset, booked_at, state, ${open} as open, available_units as available,
  terminated_units as terminated, delivered_units as delivered, passed_units as passed, reversed_units as reversed,
  open_cost_units as open_cost`

const lotOf = (row: LotRow): Lot => ({
  id: row.id,
  number: row.number,
  product: row.product,
  asset: row.asset,
  bookedAt: row.booked_at,
  state: row.state,
  open: BigInt(row.open),
  available: BigInt(row.available),
  terminated: BigInt(row.terminated),
  delivered: BigInt(row.delivered),
  passed: BigInt(row.passed),
  reversed: BigInt(row.reversed),
  openCost: BigInt(row.open_cost),
})

export const findLot = async (db: Db, customer: string, id: string): Promise<Lot | undefined> => {
  const [row] = await runStatement<LotRow>(db, {
    name: 'find-lot',
    text: `select ${lotColumns} from holdings where id = $1 and customer = $2`,
    values: [id, customer],
  })
  return row && lotOf(row)
}

/** Those of a product of which something can be ended, oldest first. */
export const readEndable = async (db: Db, customer: string, product: HoldingProduct, limit: number): Promise<Lot[]> => {
  const { rows } = await sql<LotRow>`
    select ${sql.raw(lotColumns)} from holdings
    where customer = ${customer} and product = ${product} and available_units > 0 order by number limit ${limit}`.execute(
    db,
  )
  return rows.map(lotOf)
}

/** The holdings that a termination names, in its quote or in what was asked for, until it is done. */
export const lockNamedLots = async (
  tx: Tx,
  customer: string,
  which: Which<{ parts: readonly object[] }>,
): Promise<ReadonlyMap<string, Lot>> => {
  const rows = await runStatement<LotRow>(tx, {
    name: 'lock-named-lots',
    text: `
      select ${lotColumns} from holdings where customer = $1 and id = any(array(
        select (part ->> 'holding')::uuid
        from json_array_elements(coalesce((select asked from deal_quotes where id = $2 and customer = $1), $3::json) -> 'parts') part))
      order by number for update`,
    values: [
      customer,
      'quoteId' in which ? which.quoteId : null,
      'asked' in which ? JSON.stringify({ parts: which.asked.parts }) : null,
    ],
  })
  return new Map(rows.map((row) => [row.id, lotOf(row)]))
}

type PositionRow = {
  product: HoldingProduct
  holdings: number
  open: string
  available: string
  cost: string
  paid_out: string
  realised: string
}

type Positions = Readonly<Record<HoldingProduct, PositionSums>>

const positionsOf = (rows: readonly PositionRow[]): Positions => {
  const found = new Map(
    rows.map((row) => [
      row.product,
      {
        holdings: row.holdings,
        open: BigInt(row.open),
        available: BigInt(row.available),
        cost: BigInt(row.cost),
        paidOut: BigInt(row.paid_out),
        realised: BigInt(row.realised),
      },
    ]),
  )
  const of = (product: HoldingProduct) => found.get(product) ?? noPosition
  return { GAE: of('GAE'), GAEX: of('GAEX'), GCA: of('GCA'), GDS: of('GDS') }
}

const positionsText = `select product, holdings, open_units as open, available_units as available, cost_units as cost,
  paid_out_units as paid_out, realised_units as realised from holding_positions where customer = $1`

export const readPositions = async (db: Db, customer: string): Promise<Positions> =>
  positionsOf(
    await runStatement<PositionRow>(db, { name: 'holding-positions', text: positionsText, values: [customer] }),
  )

/** The same until a deal is done that changes them. */
export const lockPositions = async (tx: Tx, customer: string): Promise<Positions> =>
  positionsOf(
    await runStatement<PositionRow>(tx, {
      name: 'lock-holding-positions',
      text: `${positionsText} order by product for update`,
      values: [customer],
    }),
  )

type Booked = {
  units: bigint
  cost: bigint
  /** Grams that were paid by card are bound at first: they are there and cannot be ended. */
  isBound?: boolean
}

/** Adds a booking to the sums of its product. */
export const bookedPosition = (
  customer: string,
  product: HoldingProduct,
  { units, cost, isBound = false }: Booked,
): Part => ({
  name: 'booked-position',
  text: (first) => `booked_position as (
    insert into holding_positions as p (customer, product, holdings, open_units, available_units, cost_units, paid_out_units,
      realised_units)
    values ($${first}, $${first + 1}, 1, $${first + 2}, $${first + 3}, $${first + 4}, 0, 0)
    on conflict (customer, product) do update set holdings = p.holdings + 1, open_units = p.open_units + excluded.open_units,
      available_units = p.available_units + excluded.available_units, cost_units = p.cost_units + excluded.cost_units
    returning 1)`,
  values: [customer, product, String(units), isBound ? '0' : String(units), String(cost)],
  done: 'booked_position',
})

/** Takes what ended off them. */
export const endedPosition = (customer: string, product: HoldingProduct, ended: EndedSums): Part => ({
  name: 'ended-position',
  text: (first) => `ended_position as (
    update holding_positions set holdings = holdings - $${first + 2}::integer,
      open_units = open_units - $${first + 3}::numeric, available_units = available_units - $${first + 3}::numeric,
      cost_units = cost_units - $${first + 4}::numeric, paid_out_units = paid_out_units + $${first + 5}::numeric,
      realised_units = realised_units + $${first + 5}::numeric - $${first + 4}::numeric
    where customer = $${first}::uuid and product = $${first + 1}
    returning 1)`,
  values: [customer, product, ended.holdings, String(ended.units), String(ended.cost), String(ended.value)],
  done: 'ended_position',
})

export type NewHolding = {
  id: string
  customer: string
  product: HoldingProduct
  asset: HoldingAsset
  bookedAt: Date
  movement: string
  note: string
  price: string
  units: bigint
  bookingValue: bigint
  cost: bigint
  paid: { asset: string; units: bigint }
  fee: bigint
  policyVersion: string
  /** Paid by card: its grams are bound until then. */
  clearsAt?: Date
}

export const newHolding = ({ paid, ...given }: NewHolding): Part =>
  newRow('holdings', {
    id: given.id,
    customer: given.customer,
    product: given.product,
    asset: given.asset,
    booked_at: given.bookedAt,
    movement: given.movement,
    note: given.note,
    price: given.price,
    units: String(given.units),
    booking_units: String(given.bookingValue),
    cost_units: String(given.cost),
    paid_asset: paid.asset,
    paid_units: String(paid.units),
    fee_units: String(given.fee),
    policy_version: given.policyVersion,
    available_units: given.clearsAt ? '0' : String(given.units),
    ...(given.clearsAt && { clearing_units: String(given.units), clears_at: given.clearsAt }),
    open_cost_units: String(given.cost),
  })

/** More than the policy can allow. */
const mostEndedAtOnce = 1000

/** What of a holding ended, and the state that this leaves it in. */
export type LotEnded = EndedPart & { lot: Lot; state: State }

/** Takes units off holdings, as each was known, and keeps what each part came to. */
export const endedLots = (
  { id, customer, at }: { id: string; customer: string; at: Date },
  ended: readonly LotEnded[],
): Part[] => [
  {
    name: 'ended-lots',
    // Of JSON PostgreSQL expects a hundred rows and may read all holdings for them. Of a limit that it cannot know it expects a
    // tenth: then it finds each by its key, and plans the statement once.
    text: (first) => `ended as (
      select holding, place, units, left_units, cost, receive, value, becomes
      from jsonb_to_recordset($${first}::jsonb) as part (holding uuid, place smallint, units numeric, left_units numeric,
        cost numeric, receive numeric, value numeric, becomes text)
      limit (select ${mostEndedAtOnce})
    ), ended_holdings as (
      update holdings h set available_units = h.available_units - ended.units,
        terminated_units = h.terminated_units + ended.units, open_cost_units = h.open_cost_units - ended.cost,
        paid_out_units = h.paid_out_units + ended.value, realised_units = h.realised_units + ended.value - ended.cost,
        state = ended.becomes
      from ended where h.id = ended.holding
      returning ended.place, ended.holding, ended.units, ended.left_units, ended.cost, ended.receive, ended.value
    ), ended_parts as (
      insert into termination_parts (termination, place, holding, units, left_units, cost_units, receive_units, value_units)
      select $${first + 1}::uuid, place, holding, units, left_units, cost, receive, value from ended_holdings
      returning 1
    )`,
    done: 'ended_parts',
    values: [
      JSON.stringify(
        ended.map(({ lot, units, left, cost, receive, value, state }, index) => ({
          holding: lot.id,
          place: index + 1,
          units: String(units),
          left_units: String(left),
          cost: String(cost),
          receive: String(receive),
          value: String(value),
          becomes: state,
        })),
      ),
      id,
    ],
  },
  // What was ended in part before mostly stays so.
  ...(ended.some(({ lot, state }) => lot.state !== state)
    ? [
        movesNoted(
          holdingMoves,
          ended.map(({ lot, state }) => ({ id: lot.id, from: lot.state, to: state })),
          { by: `customer:${customer}`, at },
        ),
      ]
    : []),
]
