import { type StateOf, thing } from '@ingot/db/states'
import type {
  assetOfProduct,
  HoldingProduct,
  HoldingState,
  PayoutAsset,
  payAssets,
} from '@ingot/endpoints/holding-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move, settledMove } from '@ingot/ledger/post'
import { issueMoves, redeemMoves } from '@ingot/ledger/vault'
import { type Amount, amountOf, isZero, subtract } from '@ingot/money/amount'
import { takeFee } from '@ingot/money/basis-points'
import { convert } from '@ingot/money/convert'
import type { OuncePrice } from '@ingot/money/gold'
import type { Rate } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'
import { bidRate, sumsForPay, sumsForReceive } from '../trade/rules.ts'

export type PayAsset = (typeof payAssets)[number]
export type HoldingAsset = (typeof assetOfProduct)[HoldingProduct]

/** A gram of each product is priced as one of QMGT. */
export const pair = 'QMGT/USDT'

/** From the price of the feed: what the policy adds to it, and its share of what is paid. */
export type Terms = { gold: OuncePrice; spread: bigint; fee: bigint }

/** What a booking comes to: the fee is part of what is paid. Cost and booking value are in base units of dollars. */
export type Booked<Paid extends PayAsset | 'QMGT', Got extends HoldingAsset> = {
  pay: Amount<Paid>
  fee: Amount<Paid>
  receive: Amount<Got>
  cost: bigint
  bookingValue: bigint
}

/** Either all that is paid is given, or the grams that should arrive. Dollar tokens count as dollars. */
export const purchaseOf = <Got extends 'GAE' | 'GDS'>(
  terms: Terms,
  [payWith, got]: readonly [PayAsset, Got],
  { units, of }: { units: bigint; of: 'pay' | 'receive' },
): Booked<PayAsset, Got> => {
  const sums = (of === 'pay' ? sumsForPay : sumsForReceive)({ ...terms, pair, side: 'buy' }, units)
  const pay = amountOf(payWith, sums.pay.units)
  const fee = amountOf(payWith, sums.fee.units)
  return {
    pay,
    fee,
    receive: amountOf(got, sums.receive.units),
    cost: pay.units,
    bookingValue: subtract(pay, fee).units,
  }
}

/** What one gram brings, before any fee. */
const bidOf = ({ gold, spread }: Omit<Terms, 'fee'>): Rate => bidRate(pair, gold, spread)

const dollarsFor = (units: bigint, bid: Rate): bigint =>
  convert(amountOf('QMGT', units), bid, 'USDT', customerGets).units

/** Gram for gram less the fee. What was given counts at what it would have brought, so it opens at minus the fee. */
export const conversionOf = (terms: Terms, units: bigint): Booked<'QMGT', 'GCA'> => {
  const [pay, bid] = [amountOf('QMGT', units), bidOf(terms)]
  const { fee, rest } = takeFee(pay, terms.fee, customerPays)
  return {
    pay,
    fee,
    receive: amountOf('GCA', rest.units),
    cost: dollarsFor(units, bid),
    bookingValue: dollarsFor(rest.units, bid),
  }
}

/** What of a holding ends, as the holding was by then. */
export type Ending = { units: bigint; open: bigint; openCost: bigint }

/** The same with its share of what arrives. */
export type EndedPart = Ending & { left: bigint; cost: bigint; receive: bigint; value: bigint }

export type Ended = {
  units: bigint
  gross: Amount<PayoutAsset>
  fee: Amount<PayoutAsset>
  receive: Amount<PayoutAsset>
  /** In base units of dollars. */
  value: bigint
  cost: bigint
  parts: EndedPart[]
}

/** Cut to the base unit; what is cut stays with what is open, and leaves with the last of it. */
export const costOf = ({ units, open, openCost }: Ending): bigint =>
  units === open ? openCost : (openCost * units) / open

/** Cuts a sum into shares by units, each rounded down with what those before it left, so that together they are the whole. */
const sharesOf = (whole: bigint, units: readonly bigint[]): bigint[] => {
  const all = units.reduce((sum, each) => sum + each, 0n)
  let [before, given] = [0n, 0n]
  return units.map((each) => {
    before += each
    const share = (whole * before) / all - given
    given += share
    return share
  })
}

/** At the bid less the fee, or gram for gram less the fee. */
export const terminationOf = (terms: Terms, currency: PayoutAsset, endings: readonly Ending[]): Ended => {
  const bid = bidOf(terms)
  const units = endings.reduce((sum, ending) => sum + ending.units, 0n)
  const gross = amountOf<PayoutAsset>(currency, currency === 'QMGT' ? units : dollarsFor(units, bid))
  const { fee, rest: receive } = takeFee(gross, terms.fee, customerPays)
  const value = currency === 'QMGT' ? dollarsFor(receive.units, bid) : receive.units
  const each = endings.map((ending) => ending.units)
  const [received, worth] = [sharesOf(receive.units, each), sharesOf(value, each)]
  const parts = endings.map((ending, index) => ({
    ...ending,
    left: ending.open - ending.units,
    cost: costOf(ending),
    receive: received[index] ?? 0n,
    value: worth[index] ?? 0n,
  }))
  return { units, gross, fee, receive, value, cost: parts.reduce((sum, { cost }) => sum + cost, 0n), parts }
}

const mine = <A extends PayAsset | 'QMGT' | HoldingAsset>(customer: string, asset: A) =>
  customerAccount(customer, asset, 'available')

const paidMoves = <Paid extends PayAsset | 'QMGT'>(
  customer: string,
  { pay, fee }: { pay: Amount<Paid>; fee: Amount<Paid> },
): Move[] => {
  const from = mine<Paid>(customer, pay.asset)
  return [
    settledMove<Paid>(subtract<Paid>(pay, fee), { from, to: houseAccount(pay.asset, 'treasury') }),
    ...(isZero(fee) ? [] : [settledMove<Paid>(fee, { from, to: houseAccount(pay.asset, 'fees') })]),
  ]
}

type Moved<Paid extends PayAsset | 'QMGT', Got extends HoldingAsset> = Pick<
  Booked<Paid, Got>,
  'pay' | 'fee' | 'receive'
>

/** The grams were set aside when their tranche was issued: they change hands, in the books and on the chain. */
export const bookingMoves = <Paid extends PayAsset | 'QMGT', Got extends Exclude<HoldingAsset, 'GDS'>>(
  customer: string,
  { pay, fee, receive }: Moved<Paid, Got>,
): Move[] => [
  ...paidMoves<Paid>(customer, { pay, fee }),
  settledMove<Got>(receive, { from: houseAccount(receive.asset, 'treasury'), to: mine<Got>(customer, receive.asset) }),
]

/** In a group the grams are issued with the purchase, out of what is free in the vault: they are no token. */
export const groupBookingMoves = (customer: string, { pay, fee, receive }: Moved<PayAsset, 'GDS'>): Move[] => [
  ...paidMoves<PayAsset>(customer, { pay, fee }),
  ...issueMoves<'GDS'>(receive, mine(customer, 'GDS')),
]

/** The grams are taken back, tokens burnt with them, and those of the vault are free again. The fee stays in the house's wallet. */
export const terminationMoves = (
  customer: string,
  asset: HoldingAsset,
  { units, fee, receive }: Pick<Ended, 'units' | 'fee' | 'receive'>,
): Move[] => {
  const [burnt, ...freed] = redeemMoves<HoldingAsset>(amountOf(asset, units), mine(customer, asset))
  if (!burnt) throw new Error('nothing is burnt')
  const treasury = houseAccount(receive.asset, 'treasury')
  return [
    asset === 'GDS' ? burnt : { ...burnt, settle: true },
    ...freed,
    settledMove<PayoutAsset>(receive, { from: treasury, to: mine(customer, receive.asset) }),
    ...(isZero(fee) ? [] : [move<PayoutAsset>(fee, { from: treasury, to: houseAccount(fee.asset, 'fees') })]),
  ]
}

/** Where a holding's grams are can only make it go on. */
export const holdingMoves = thing<HoldingState>({
  name: 'holding',
  table: 'holdings',
  moves: {
    Active: ['Partially Terminated', 'Terminated', 'Delivered', 'Passed on', 'Reversed'],
    'Partially Terminated': ['Terminated', 'Delivered', 'Passed on', 'Reversed'],
    Terminated: [],
    Delivered: [],
    'Passed on': [],
    Reversed: [],
  },
})

export type State = StateOf<typeof holdingMoves>

/** Where the grams of a holding are, in base units: the first is open, the others are what became of the rest. */
export type Outcomes = { open: bigint; terminated: bigint; delivered: bigint; passed: bigint; reversed: bigint }

/** As the database has it: while some are there, it goes by what ended; then by what became of most. */
export const stateOf = ({ open, terminated, delivered, passed, reversed }: Outcomes): State => {
  if (open > 0n) return terminated > 0n ? 'Partially Terminated' : 'Active'
  if (terminated >= delivered && terminated >= passed && terminated >= reversed) return 'Terminated'
  if (delivered >= passed && delivered >= reversed) return 'Delivered'
  return passed >= reversed ? 'Passed on' : 'Reversed'
}

/** The sums of a customer's holdings of a product. */
export type PositionSums = {
  holdings: number
  open: bigint
  available: bigint
  cost: bigint
  paidOut: bigint
  realised: bigint
}

export const noPosition: PositionSums = { holdings: 0, open: 0n, available: 0n, cost: 0n, paidOut: 0n, realised: 0n }

/** What a termination takes off them: of so many holdings nothing is left. */
export type EndedSums = Pick<Ended, 'units' | 'cost' | 'value'> & { holdings: number }

/** What was taken back leaves with what it had cost: nothing is gained or lost by it. */
export const afterTakingBack = (
  before: PositionSums,
  { units, free, cost, isLast }: { units: bigint; free: bigint; cost: bigint; isLast: boolean },
): PositionSums => ({
  ...before,
  holdings: before.holdings - (isLast ? 1 : 0),
  open: before.open - units,
  available: before.available - free,
  cost: before.cost - cost,
})
