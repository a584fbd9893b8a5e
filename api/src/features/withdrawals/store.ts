import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import type { BarSize, WithdrawalState, WithdrawalWay, WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { type RawBuilder, sql } from 'kysely'
import { withdrawalMoves } from './rules.ts'

/** A bar of a withdrawal, as the register has it. */
export type StoredBar = {
  id: string
  refiner: string
  brand: string
  serial: string
  year: number | null
  fineness: string
  grossGrams: BarSize
  fine: Amount<'XAU'>
}

export type FeeAsset = 'USDT' | 'USDAU'

/** In dollars. */
export type StoredFees = Record<'making' | 'handling' | 'carriage' | 'insurance', Amount<'USD'>>

export type StoredWithdrawal = {
  id: string
  number: string
  order: string
  parcel: number
  parcels: number
  customer: string
  /** What is given for the bars: their fine grams. */
  grams: Amount<WithdrawnAsset>
  holding: string | null
  product: HoldingProduct | null
  replaces: string | null
  way: WithdrawalWay
  /** Sealed. */
  address: Buffer | null
  fees: StoredFees
  insured: Amount<'USD'>
  /** What lies in `withdrawing` for the fees until it is packed. */
  fee: Amount<FeeAsset>
  price: string
  state: WithdrawalState
  reason: string | null
  requestedAt: Date
  approvedAt: Date | null
  approvedBy: string | null
  packedAt: Date | null
  packedBy: string | null
  handovers: number
  handedAt: Date | null
  carrier: string | null
  tracking: string | null
  tracker: string | null
  /** Sealed. */
  releaseCode: Buffer | null
  wrongCodes: number
  lastScanAt: Date | null
  deliveredAt: Date | null
  deliveredBy: 'code' | 'carrier' | null
  disputedAt: Date | null
  dispute: string | null
  endedAt: Date | null
  packedEntry: bigint | null
  endedEntry: bigint | null
  movement: string
  bars: StoredBar[]
  history: { state: WithdrawalState; at: string }[]
}

type BarRow = Omit<StoredBar, 'grossGrams' | 'fine'> & { gross_grams: string; fine_units: string }

type Row = {
  id: string
  number: string
  order_id: string
  parcel: number
  parcels: number
  customer: string
  asset: WithdrawnAsset
  holding: string | null
  product: HoldingProduct | null
  replaces: string | null
  units: string
  way: WithdrawalWay
  address: Buffer | null
  making_cents: string
  handling_cents: string
  carriage_cents: string
  insurance_cents: string
  insured_cents: string
  fee_asset: FeeAsset
  fee_units: string
  price: string
  state: WithdrawalState
  reason: string | null
  requested_at: Date
  approved_at: Date | null
  approved_by: string | null
  packed_at: Date | null
  packed_by: string | null
  handovers: number
  handed_at: Date | null
  carrier: string | null
  tracking: string | null
  tracker: string | null
  release_code: Buffer | null
  wrong_codes: number
  last_scan_at: Date | null
  delivered_at: Date | null
  delivered_by: 'code' | 'carrier' | null
  disputed_at: Date | null
  dispute: string | null
  ended_at: Date | null
  packed_entry: string | null
  ended_entry: string | null
  movement: string
  bars: BarRow[]
  history: { state: WithdrawalState; at: string }[]
}

const columns = sql`w.id, w.number, w.order_id, w.parcel, w.parcels, w.customer, w.asset, w.holding, w.replaces, w.units, w.way, w.address,
  w.making_cents, w.handling_cents, w.carriage_cents, w.insurance_cents, w.insured_cents, w.fee_asset, w.fee_units, w.price, w.state,
  w.reason, w.requested_at, w.approved_at, w.approved_by, w.packed_at, w.packed_by, w.handovers, w.handed_at, w.carrier, w.tracking,
  w.tracker, w.release_code, w.wrong_codes, w.last_scan_at, w.delivered_at, w.delivered_by, w.disputed_at, w.dispute, w.ended_at,
  w.packed_entry, w.ended_entry, w.movement, (select l.product from holdings l where l.id = w.holding) as product,
  (select coalesce(jsonb_agg(jsonb_build_object('id', b.id::text, 'refiner', b.refiner, 'brand', b.brand, 'serial', b.serial,
      'year', b.year, 'fineness', b.fineness::text, 'gross_grams', b.gross_grams::text, 'fine_units', x.fine_units::text)
      order by b.gross_grams desc, b.id), '[]')
    from withdrawal_bars x join vault_bars b on b.id = x.bar where x.withdrawal = w.id) as bars,
  ${historyOf(withdrawalMoves, sql`w.id`)} as history`

/** Bars of the sizes that are given out weigh whole grams. */
const barOf = ({ gross_grams, fine_units, ...bar }: BarRow): StoredBar => ({
  ...bar,
  grossGrams: String(Number(gross_grams)) as BarSize,
  fine: amountOf('XAU', BigInt(fine_units)),
})

const entryOf = (text: string | null) => (text === null ? null : BigInt(text))

const withdrawalOf = (row: Row): StoredWithdrawal => {
  const dollars = (cents: string) => amountOf('USD', BigInt(cents))
  return {
    ...{ id: row.id, number: row.number, order: row.order_id, parcel: row.parcel, parcels: row.parcels },
    ...{ customer: row.customer, holding: row.holding, product: row.product, replaces: row.replaces, way: row.way },
    ...{ address: row.address, price: row.price, state: row.state, reason: row.reason, history: row.history },
    grams: amountOf<WithdrawnAsset>(row.asset, BigInt(row.units)),
    fees: {
      making: dollars(row.making_cents),
      handling: dollars(row.handling_cents),
      carriage: dollars(row.carriage_cents),
      insurance: dollars(row.insurance_cents),
    },
    insured: dollars(row.insured_cents),
    fee: amountOf<FeeAsset>(row.fee_asset, BigInt(row.fee_units)),
    ...{ requestedAt: row.requested_at, approvedAt: row.approved_at, approvedBy: row.approved_by },
    ...{ packedAt: row.packed_at, packedBy: row.packed_by, handovers: row.handovers, handedAt: row.handed_at },
    ...{ carrier: row.carrier, tracking: row.tracking, tracker: row.tracker, releaseCode: row.release_code },
    ...{ wrongCodes: row.wrong_codes, lastScanAt: row.last_scan_at, deliveredAt: row.delivered_at },
    ...{ deliveredBy: row.delivered_by, disputedAt: row.disputed_at, dispute: row.dispute, endedAt: row.ended_at },
    ...{ packedEntry: entryOf(row.packed_entry), endedEntry: entryOf(row.ended_entry), movement: row.movement },
    bars: row.bars.map(barOf),
  }
}

export const findWithdrawal = async (db: Db | Tx, id: string): Promise<StoredWithdrawal | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from withdrawals w where w.id = ${id}`.execute(db)
  return rows[0] && withdrawalOf(rows[0])
}

/** Nobody else moves it on until the transaction ends. What is read after the lock is what the other one left. */
export const lockWithdrawal = async (tx: Tx, id: string): Promise<StoredWithdrawal | undefined> => {
  await sql`select from withdrawals where id = ${id} for update`.execute(tx)
  return findWithdrawal(tx, id)
}

/** Those that are chosen, the last one first. */
export const readWithdrawals = async (
  db: Db | Tx,
  chosen: RawBuilder<unknown>,
  limit: number,
): Promise<StoredWithdrawal[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from withdrawals w where ${chosen} order by w.number desc limit ${limit}`.execute(db)
  return rows.map(withdrawalOf)
}
