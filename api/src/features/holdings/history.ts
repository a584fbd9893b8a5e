import {
  assetOfProduct,
  type Holding,
  type HoldingDetails,
  type HoldingPosition,
  type HoldingRules,
  holdingProducts,
  type Termination,
} from '@ingot/endpoints/holding-fields'
import { entriesOf } from '@ingot/ledger/movement-entries'
import { amountOf } from '@ingot/money/amount'
import type { Rate } from '@ingot/money/rate'
import { Failure } from '../../failure.ts'
import type { Table } from '../../lists.ts'
import { signedText, worthOf } from '../trade/rules.ts'
import { bidNow } from '../trade/valuation.ts'
import { shownEntry } from '../wallet/movements.ts'
import { type Holdings, shownAmount, shownUnits } from './holdings.ts'
import * as store from './list-store.ts'
import { readPositions } from './store.ts'

/** Each has many figures. */
const holdingsPerPage = 20

/** Of one holding so many are told; each has a summary of its own. */
const mostTerminations = 100

const text = (units: string): string => shownUnits(BigInt(units))

/** What open grams would bring, and that less what they had cost; null while no price is known. */
const valued = (open: bigint, cost: bigint, bid: Rate | null) => {
  const value = bid && worthOf(open, bid)
  return value === null ? { value: null, gain: null } : { value: shownUnits(value), gain: value - cost }
}

/** What was paid by card and is not yet safe. */
const clearingOf = ({ clearing_units: units, clears_at: until }: store.HoldingRow): Holding['clearing'] =>
  units === '0' ? null : { units: text(units), until: until?.toISOString() ?? null }

const shownHolding = (row: store.HoldingRow, bid: Rate | null): Holding => {
  const realised = BigInt(row.realised_units)
  const { value, gain } = valued(BigInt(row.open), BigInt(row.open_cost_units), bid)
  const paidIn = (units: string) => shownAmount(amountOf(row.paid_asset, BigInt(units)))
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    asset: row.asset,
    state: row.state,
    bookedAt: row.booked_at.toISOString(),
    bookingPrice: row.price,
    units: text(row.units),
    bookingValue: text(row.booking_units),
    cost: text(row.cost_units),
    paid: paidIn(row.paid_units),
    fee: paidIn(row.fee_units),
    open: text(row.open),
    available: text(row.available_units),
    clearing: clearingOf(row),
    openCost: text(row.open_cost_units),
    value,
    openResult: gain === null ? null : signedText(gain),
    terminated: text(row.terminated_units),
    paidOut: text(row.paid_out_units),
    realised: signedText(realised),
    result: gain === null ? null : signedText(gain + realised),
    movement: { id: row.movement, number: row.movement_number, type: row.movement_type },
    note: { id: row.note, number: row.note_code },
  }
}

export const holdingList = (holdings: Holdings, customer: string): Table<store.Filter, store.HoldingRow, Holding> => ({
  size: holdingsPerPage,
  read: (filter, stretch) => store.readHoldings(holdings.db, customer, filter, stretch),
  number: ({ number }) => number,
  show: async (rows) => {
    const bid = await bidNow(holdings, 'GAE')
    return rows.map((row) => shownHolding(row, bid))
  },
  name: 'holdings',
  columns: {
    Number: ({ number }) => number,
    Product: ({ product }) => product,
    State: ({ state }) => state,
    'Booked at (UTC)': ({ bookedAt }) => bookedAt,
    'Booking note': ({ note }) => note?.number ?? '',
    Grams: ({ units }) => units,
    'Booking price (USD)': ({ bookingPrice }) => bookingPrice,
    'Booking value (USD)': ({ bookingValue }) => bookingValue,
    'Cost (USD)': ({ cost }) => cost,
    'Paid (fee included)': ({ paid }) => paid.amount,
    'Paid asset': ({ paid }) => paid.asset,
    Fee: ({ fee }) => fee.amount,
    'Open grams': ({ open }) => open,
    'Cost of open grams (USD)': ({ openCost }) => openCost,
    'Value now (USD)': ({ value }) => value ?? '',
    'Ended grams': ({ terminated }) => terminated,
    'Paid out (USD)': ({ paidOut }) => paidOut,
    'Result (USD)': ({ result }) => result ?? '',
  },
})

export const readHoldingPositions = async (holdings: Holdings, customer: string): Promise<HoldingPosition[]> => {
  const [positions, bid] = await Promise.all([readPositions(holdings.db, customer), bidNow(holdings, 'GAE')])
  return holdingProducts.map((product) => {
    const sums = positions[product]
    const { value, gain } = valued(sums.open, sums.cost, bid)
    return {
      product,
      asset: assetOfProduct[product],
      holdings: sums.holdings,
      units: shownUnits(sums.open),
      available: shownUnits(sums.available),
      cost: shownUnits(sums.cost),
      value,
      result: gain === null ? null : signedText(gain),
      paidOut: shownUnits(sums.paidOut),
      realised: signedText(sums.realised),
    }
  })
}

/** Somebody else's is as unknown as one that never was. */
export const readHolding = async (holdings: Holdings, customer: string, id: string): Promise<HoldingDetails> => {
  const [row, bid] = await Promise.all([store.findHolding(holdings.db, customer, id), bidNow(holdings, 'GAE')])
  if (!row) throw new Failure('NotFound')
  const ended = await store.readEndedOf(holdings.db, row.id, mostTerminations)
  const entries = await entriesOf(holdings.db, row.entries.map(BigInt))
  return {
    ...shownHolding(row, bid),
    history: [
      { state: 'Active', at: row.booked_at.toISOString() },
      ...row.history.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
    ],
    terminations: ended.map((part) => ({
      id: part.id,
      at: part.at.toISOString(),
      units: text(part.units),
      receive: { asset: part.currency, amount: text(part.receive_units) },
      cost: text(part.cost_units),
      result: signedText(BigInt(part.value_units) - BigInt(part.cost_units)),
      note: { id: part.note, number: part.note_code },
    })),
    entries: entries.map((entry) => shownEntry(`customer:${customer}`, entry)),
  }
}

export const readTermination = async ({ db }: Holdings, customer: string, id: string): Promise<Termination> => {
  const row = await store.findTermination(db, customer, id)
  if (!row) throw new Failure('NotFound')
  const paid = (units: string) => ({ asset: row.currency, amount: text(units) })
  const resultOf = (value: string, cost: string) => signedText(BigInt(value) - BigInt(cost))
  return {
    id: row.id,
    type: row.movement_type,
    quoted: row.quoted,
    at: row.at.toISOString(),
    product: row.product,
    pay: { asset: row.asset, amount: text(row.units) },
    gross: paid(row.gross_units),
    fee: paid(row.fee_units),
    receive: paid(row.receive_units),
    value: text(row.value_units),
    cost: text(row.cost_units),
    result: resultOf(row.value_units, row.cost_units),
    parts: row.parts.map((part) => ({
      holding: part.holding,
      number: part.number,
      product: row.product,
      bookedAt: new Date(part.bookedAt).toISOString(),
      units: text(part.units),
      left: text(part.left),
      cost: text(part.cost),
      receive: text(part.receive),
      value: text(part.value),
      result: resultOf(part.value, part.cost),
    })),
    price: row.price,
    midPrice: row.mid_price,
    spreadBasisPoints: row.spread,
    feeBasisPoints: row.fee,
    movement: { id: row.id, number: row.movement_number, type: row.movement_type },
    note: { id: row.note, number: row.note_code },
  }
}

export const readHoldingRules = async ({ numbers }: Holdings): Promise<HoldingRules> => {
  const { holdings: rules } = await numbers.now()
  const terminationFee = Number(rules.terminationFee)
  return {
    purchase: {
      leastUsd: rules.leastUsd,
      mostUsd: rules.mostUsd,
      mostGrams: rules.mostGrams,
      feeBasisPoints: Number(rules.bookingFee),
    },
    convert: { leastUnits: rules.leastConvert, feeBasisPoints: Number(rules.convertFee) },
    termination: {
      leastUnits: rules.leastPart,
      mostHoldings: rules.mostHoldings,
      feeBasisPoints: {
        ...{ GAE: terminationFee, GAEX: terminationFee, GCA: terminationFee, GDS: terminationFee },
        gcaToQmgt: Number(rules.gcaToQmgtFee),
      },
    },
  }
}
