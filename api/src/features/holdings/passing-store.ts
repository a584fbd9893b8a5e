import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { sql } from 'kysely'
import { holdingMoves, type State } from './rules.ts'
import { type LyingLot, type LyingLotRow, lyingLotColumns, lyingLotOf } from './take-back-store.ts'

/** Those of which something is free, oldest first, until the transaction ends. */
export const lockFreeLots = async (tx: Tx, customer: string): Promise<LyingLot[]> => {
  const { rows } = await sql<LyingLotRow>`
    select ${lyingLotColumns} from holdings where customer = ${customer} and available_units > 0
    order by number for update`.execute(tx)
  return rows.map(lyingLotOf)
}

/** Those that are named, in the same order, until the transaction ends. */
export const lockLots = async (tx: Tx, customer: string, ids: readonly string[]): Promise<LyingLot[]> => {
  const { rows } = await sql<LyingLotRow>`
    select ${lyingLotColumns} from holdings where customer = ${customer} and id = any(${[...ids]}::uuid[])
    order by number for update`.execute(tx)
  return rows.map(lyingLotOf)
}

/** Those of them whose card payment is not safe: they may be taken back. */
export const findUnsafe = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ holding: string }>`
    select holding from card_payments
    where holding = any(${[...ids]}::uuid[]) and state in ('Booked', 'Disputed')`.execute(tx)
  return new Set(rows.map(({ holding }) => holding))
}

/** All that is free of a customer's holdings lies in his estate from now on. */
export const movedToEstate = async (tx: Tx, customer: string, lots: readonly LyingLot[]): Promise<void> => {
  await sql`
    update holdings set estate_units = estate_units + available_units, available_units = 0
    where customer = ${customer} and id = any(${lots.map(({ id }) => id)}::uuid[])`.execute(tx)
  await sql`
    update holding_positions p set available_units = (
      select coalesce(sum(l.available_units), 0) from holdings l where l.customer = p.customer and l.product = p.product)
    where p.customer = ${customer}`.execute(tx)
}

export type PassedLot = {
  lot: LyingLot
  units: bigint
  cost: bigint
  state: State
  entry: bigint
  by: string
  at: Date
}

/** What leaves a holding for somebody else: of the holding, of its position, and as a departure of its own. */
export const passedLot = async (tx: Tx, { lot, units, cost, state, entry, by, at }: PassedLot): Promise<void> => {
  const set = {
    estate_units: String(lot.lying.estate - units),
    passed_units: String(lot.passed + units),
    open_cost_units: String(lot.openCost - cost),
  }
  if (state !== lot.state) await advance(tx, holdingMoves, lot.id, { to: state, by, at, set })
  else {
    const changes = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update holdings set ${sql.join(changes)} where id = ${lot.id}`.execute(tx)
  }
  await sql`
    update holding_positions set holdings = holdings - ${lot.open === units ? 1 : 0},
      open_units = open_units - ${String(units)}::numeric, cost_units = cost_units - ${String(cost)}::numeric
    where customer = ${lot.customer} and product = ${lot.product}`.execute(tx)
  await sql`
    insert into holding_departures (holding, customer, product, kind, units, cost_units, entry, at)
    values (${lot.id}, ${lot.customer}, ${lot.product}, 'passed', ${String(units)}, ${String(cost)}, ${String(entry)},
      ${at})`.execute(tx)
}

export type ReceivedLot = {
  id: string
  from: string
  customer: string
  units: bigint
  cost: bigint
  movement: string
  note: string
  at: Date
}

/** The holding of whoever received: booked when and for what the other one was, in proportion. */
export const receivedLot = async (tx: Tx, given: ReceivedLot): Promise<void> => {
  const { id, from, customer, units, cost, movement, note, at } = given
  const part = (column: string) => sql`div(${sql.ref(`l.${column}`)} * ${String(units)}::numeric, l.units)`
  await sql`
    insert into holdings (id, customer, product, asset, booked_at, movement, note, price, units, booking_units, cost_units,
      paid_asset, paid_units, fee_units, policy_version, available_units, open_cost_units, passed_from, passed_at)
    select ${id}::uuid, ${customer}::uuid, l.product, l.asset, l.booked_at, ${movement}::uuid, ${note}::uuid, l.price,
      ${String(units)}::numeric, ${part('booking_units')}, ${String(cost)}::numeric, l.paid_asset, ${part('paid_units')},
      ${part('fee_units')}, l.policy_version, ${String(units)}::numeric, ${String(cost)}::numeric, l.id, ${at}
    from holdings l where l.id = ${from}`.execute(tx)
  await sql`
    insert into holding_positions as p (customer, product, holdings, open_units, available_units, cost_units, paid_out_units,
      realised_units)
    select ${customer}::uuid, l.product, 1, ${String(units)}::numeric, ${String(units)}::numeric, ${String(cost)}::numeric, 0, 0
    from holdings l where l.id = ${id}
    on conflict (customer, product) do update set holdings = p.holdings + 1, open_units = p.open_units + excluded.open_units,
      available_units = p.available_units + excluded.available_units, cost_units = p.cost_units + excluded.cost_units`.execute(
    tx,
  )
}
