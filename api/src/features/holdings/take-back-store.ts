import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { sql } from 'kysely'
import { holdingMoves, type PositionSums, type State } from './rules.ts'
import type { Lot } from './store.ts'

type Lying = { available: bigint; clearing: bigint; withdrawing: bigint; estate: bigint }

/** A holding with where its open grams lie. */
export type LyingLot = Lot & { customer: string; lying: Lying }

export type LyingLotRow = {
  id: string
  number: string
  customer: string
  product: Lot['product']
  asset: Lot['asset']
  booked_at: Date
  state: State
  open_cost_units: string
} & Record<`${keyof Lying | 'terminated' | 'delivered' | 'passed' | 'reversed'}_units`, string>

export const lyingLotColumns = sql`id, number, customer, product, asset, booked_at, state, open_cost_units, available_units,
  clearing_units, withdrawing_units, estate_units, terminated_units, delivered_units, passed_units, reversed_units`

export const lyingLotOf = (row: LyingLotRow): LyingLot => {
  const lying = {
    available: BigInt(row.available_units),
    clearing: BigInt(row.clearing_units),
    withdrawing: BigInt(row.withdrawing_units),
    estate: BigInt(row.estate_units),
  }
  return {
    ...{ id: row.id, number: row.number, customer: row.customer, product: row.product, asset: row.asset },
    ...{ bookedAt: row.booked_at, state: row.state, openCost: BigInt(row.open_cost_units), lying },
    available: lying.available,
    open: lying.available + lying.clearing + lying.withdrawing + lying.estate,
    terminated: BigInt(row.terminated_units),
    delivered: BigInt(row.delivered_units),
    passed: BigInt(row.passed_units),
    reversed: BigInt(row.reversed_units),
  }
}

/** One of a customer, until the transaction ends. */
export const lockLyingLot = async (tx: Tx, customer: string, id: string): Promise<LyingLot | undefined> => {
  const { rows } = await sql<LyingLotRow>`
    select ${lyingLotColumns} from holdings where id = ${id} and customer = ${customer} for update`.execute(tx)
  return rows[0] && lyingLotOf(rows[0])
}

type TakenBack = {
  lot: LyingLot
  taken: Lying
  units: bigint
  cost: bigint
  state: State
  sums: PositionSums
  entry: bigint
  by: string
  at: Date
}

/** What leaves a holding that is taken back: of the holding, of its position, and as a departure of its own. */
export const reversedLot = async (tx: Tx, given: TakenBack): Promise<void> => {
  const { lot, taken, units, cost, state, sums, entry, by, at } = given
  const set = {
    available_units: String(lot.lying.available - taken.available),
    clearing_units: String(lot.lying.clearing - taken.clearing),
    withdrawing_units: String(lot.lying.withdrawing - taken.withdrawing),
    estate_units: String(lot.lying.estate - taken.estate),
    reversed_units: String(lot.reversed + units),
    open_cost_units: String(lot.openCost - cost),
  }
  if (state !== lot.state) await advance(tx, holdingMoves, lot.id, { to: state, by, at, set })
  else {
    const changes = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update holdings set ${sql.join(changes)} where id = ${lot.id}`.execute(tx)
  }
  await sql`
    update holding_positions set holdings = ${sums.holdings}, open_units = ${String(sums.open)},
      available_units = ${String(sums.available)}, cost_units = ${String(sums.cost)}
    where customer = ${lot.customer} and product = ${lot.product}`.execute(tx)
  await sql`
    insert into holding_departures (holding, customer, product, kind, units, cost_units, entry, at)
    values (${lot.id}, ${lot.customer}, ${lot.product}, 'reversed', ${String(units)}, ${String(cost)}, ${String(entry)},
      ${at})`.execute(tx)
}
