import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { sql } from 'kysely'
import { holdingMoves, type State } from './rules.ts'
import type { LyingLot } from './take-back-store.ts'

/** Whether a card payment for a holding is not safe: what is free of it is then bound. */
export const isUnsafe = async (tx: Tx, holding: string): Promise<boolean> => {
  const { rows } = await sql`
    select from card_payments where holding = ${holding} and state in ('Booked', 'Disputed')`.execute(tx)
  return rows.length > 0
}

type Place = 'available' | 'clearing' | 'withdrawing'

/** Grams of one holding go from one place to another, in the holding and in its position. What is open stays as it is. */
export const movedWithin = async (
  tx: Tx,
  { id, customer, product }: Pick<LyingLot, 'id' | 'customer' | 'product'>,
  { from, to, units }: { from: Place; to: Place; units: bigint },
): Promise<void> => {
  const [source, target] = [sql.ref(`${from}_units`), sql.ref(`${to}_units`)]
  await sql`
    update holdings set ${source} = ${source} - ${String(units)}::numeric, ${target} = ${target} + ${String(units)}::numeric
    where id = ${id}`.execute(tx)
  const freed = to === 'available' ? units : from === 'available' ? -units : 0n
  if (freed === 0n) return
  await sql`
    update holding_positions set available_units = available_units + ${String(freed)}::numeric
    where customer = ${customer} and product = ${product}`.execute(tx)
}

type Delivered = { lot: LyingLot; units: bigint; cost: bigint; state: State; entry: bigint; by: string; at: Date }

/** What leaves a holding as bars, and with it what it had cost: of the holding, of its position, and as a departure of its own. */
export const deliveredLot = async (tx: Tx, given: Delivered): Promise<void> => {
  const { lot, units, cost, state, entry, by, at } = given
  const set = {
    withdrawing_units: String(lot.lying.withdrawing - units),
    delivered_units: String(lot.delivered + units),
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
    values (${lot.id}, ${lot.customer}, ${lot.product}, 'delivered', ${String(units)}, ${String(cost)}, ${String(entry)},
      ${at})`.execute(tx)
}
