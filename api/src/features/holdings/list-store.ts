import type { Db } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { HoldingProduct, HoldingState, PaidAsset, PayoutAsset } from '@ingot/endpoints/holding-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { type HoldingAsset, holdingMoves, type State } from './rules.ts'

export type HoldingRow = {
  id: string
  number: string
  product: HoldingProduct
  asset: HoldingAsset
  state: State
  booked_at: Date
  price: string
  units: string
  booking_units: string
  cost_units: string
  paid_asset: PaidAsset
  paid_units: string
  fee_units: string
  open: string
  available_units: string
  clearing_units: string
  clears_at: Date | null
  open_cost_units: string
  terminated_units: string
  paid_out_units: string
  realised_units: string
  movement: string
  movement_number: string
  movement_type: string
  note: string
  note_code: string
}

/** With the number of its movement and of its note. */
const columns = sql`lot.id, lot.number, lot.product, lot.asset, lot.state, lot.booked_at, lot.price, lot.units, lot.booking_units, lot.cost_units,
  lot.paid_asset, lot.paid_units, lot.fee_units, lot.available_units + lot.clearing_units + lot.withdrawing_units + lot.estate_units as open,
  lot.available_units, lot.clearing_units, lot.clears_at, lot.open_cost_units, lot.terminated_units, lot.paid_out_units, lot.realised_units, lot.movement,
  m.number as movement_number, m.type as movement_type, lot.note, d.code as note_code`

const withNames = sql`join ledger_movements m on m.id = lot.movement join documents d on d.id = lot.note`

export type Filter = {
  product?: HoldingProduct | undefined
  state?: HoldingState | undefined
  endable?: 'true' | undefined
  from?: string | undefined
  until?: string | undefined
}

export const readHoldings = async (
  db: Db,
  customer: string,
  { product, state, endable, from, until }: Filter,
  { before, limit }: Stretch,
): Promise<HoldingRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`customer = ${customer}`,
    sql`number < ${String(before ?? largestNumber)}::bigint`,
    ...(product ? [sql`product = ${product}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(endable ? [sql`available_units > 0`] : []),
    ...(from ? [sql`booked_at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`booked_at < ${until}::timestamptz`] : []),
  ]
  const { rows } = await sql<HoldingRow>`
    select ${columns} from (
      select * from holdings where ${sql.join(conditions, sql` and `)} order by number desc limit ${limit}) lot
    ${withNames} order by lot.number desc`.execute(db)
  return rows
}

type Told = { history: { state: State; at: string }[]; entries: string[] }

/** One by its own id or that of the movement it was booked by, with what became of it and the entries that it is in. */
export const findHolding = async (db: Db, customer: string, id: string): Promise<(HoldingRow & Told) | undefined> => {
  const { rows } = await sql<HoldingRow & Told>`
    select ${columns}, ${historyOf(holdingMoves, sql`lot.id`)} as history, array(
      select entry::text from (
        select v.entry from ledger_movements v
        where v.id = lot.movement or v.id in (select p.termination from termination_parts p where p.holding = lot.id)
        union select g.entry from holding_departures g where g.holding = lot.id) each_entry
      order by each_entry.entry limit 200) as entries
    from holdings lot ${withNames} where (lot.id = ${id} or lot.movement = ${id}) and lot.customer = ${customer}`.execute(
    db,
  )
  return rows[0]
}

export type PartRow = {
  id: string
  at: Date
  units: string
  currency: PayoutAsset
  receive_units: string
  cost_units: string
  value_units: string
  note: string
  note_code: string
}

/** What of a holding ended, newest first. */
export const readEndedOf = async (db: Db, holding: string, limit: number): Promise<PartRow[]> => {
  const { rows } = await sql<PartRow>`
    select t.id, t.at, t.currency, t.note, d.code as note_code, p.units, p.receive_units, p.cost_units, p.value_units
    from termination_parts p join terminations t on t.id = p.termination join documents d on d.id = t.note
    where p.holding = ${holding} order by t.at desc, t.id limit ${limit}`.execute(db)
  return rows
}

export type TerminationRow = {
  id: string
  product: HoldingProduct
  asset: HoldingAsset
  units: string
  currency: PayoutAsset
  gross_units: string
  fee_units: string
  receive_units: string
  value_units: string
  cost_units: string
  price: string
  mid_price: string
  spread: number
  fee: number
  quoted: boolean
  note: string
  note_code: string
  at: Date
  movement_number: string
  movement_type: string
  parts: {
    holding: string
    number: string
    bookedAt: string
    units: string
    left: string
    cost: string
    receive: string
    value: string
  }[]
}

export const findTermination = async (db: Db, customer: string, id: string): Promise<TerminationRow | undefined> => {
  const { rows } = await sql<TerminationRow>`
    select t.id, t.product, t.asset, t.units, t.currency, t.gross_units, t.fee_units, t.receive_units, t.value_units, t.cost_units,
      t.price, t.mid_price, t.spread, t.fee, t.quoted, t.note, d.code as note_code, t.at, m.number as movement_number,
      m.type as movement_type,
      (select json_agg(json_build_object('holding', p.holding, 'number', h.number::text, 'bookedAt', h.booked_at,
          'units', p.units::text, 'left', p.left_units::text, 'cost', p.cost_units::text, 'receive', p.receive_units::text,
          'value', p.value_units::text) order by p.place)
        from termination_parts p join holdings h on h.id = p.holding where p.termination = t.id) as parts
    from terminations t join ledger_movements m on m.id = t.id join documents d on d.id = t.note
    where t.id = ${id} and t.customer = ${customer}`.execute(db)
  return rows[0]
}
