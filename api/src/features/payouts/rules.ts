import { thing } from '@ingot/db/states'
import type { PayoutState, payoutAssetsOfBank } from '@ingot/endpoints/bank-fields'
import { type Amount, add, amountOf, compare, subtract } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { basisPointsOf, portionOf } from '@ingot/money/basis-points'
import { convert } from '@ingot/money/convert'
import { MoneyError } from '@ingot/money/money-error'
import { parseRate } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'

export type PayoutAsset = (typeof payoutAssetsOfBank)[number]
type Rules = Numbers['payouts']

/** What becomes of a payout. One that is in no file yet can still be refused; what was paid may come back. */
export const payoutStates = thing<PayoutState>({
  name: 'payout',
  table: 'payouts',
  moves: {
    Requested: ['Approved', 'Cancelled', 'Refused'],
    Approved: ['Sent', 'Refused'],
    Sent: ['Paid', 'Returned'],
    Paid: ['Returned'],
    Cancelled: [],
    Refused: [],
    Returned: [],
  },
})

/** Why one ended otherwise than by being paid. */
export type EndReason = 'customer' | 'frozen' | 'debt' | 'account' | 'operator' | 'bank'

/** As its customer reads it. Why an operator refused one is for the audit log: a person tells it. */
export const reasonWords: Readonly<Record<EndReason, string>> = {
  customer: 'You cancelled it.',
  frozen: 'Your account was frozen, so nothing could leave it.',
  debt: 'Something is owed, so nothing could leave your account.',
  account: 'The bank account could no longer be used.',
  operator: 'We could not approve it. Please contact support if you have questions.',
  bank: 'The bank sent it back.',
}

/** What leaves, what the bank gets, and what is taken. */
export type Figures = {
  amount: Amount<PayoutAsset>
  /** The part of it that the house keeps. */
  feeAmount: Amount<PayoutAsset>
  rate: string
  gross: Amount<'USD'>
  fee: Amount<'USD'>
  feeFixed: Amount<'USD'>
  feeBasisPoints: number
  receive: Amount<'USD'>
}

const dollarsOf = (text: string) => parseAmount('USD', text)

/** Dollars with their cents, as bank and customer read them. */
export const centsText = (cents: Amount<'USD'>): string => {
  const [whole = '', decimals = ''] = formatAmount(cents).split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

const tooSmall = ({ leastUsd }: Rules) =>
  new Failure('PayoutTooSmall', { leastUsd }, `The least that can be paid out at once is ${leastUsd} USD.`)

const tooLarge = ({ mostUsd }: Rules) =>
  new Failure('PayoutTooLarge', { mostUsd }, `The most that can be paid out at once is ${mostUsd} USD.`)

/** The fee is rounded up to the cent and taken off the dollars; of the tokens it is the same share. */
export const figuresOf = (rules: Rules, asset: PayoutAsset, text: string): Figures => {
  const rate = parseRate(rules.rate[asset])
  const amount = parseAmount<PayoutAsset>(asset, text)
  const gross = convert(amount, rate, 'USD', customerGets)
  const feeFixed = dollarsOf(rules.fee.fixedUsd)
  const fee = add(feeFixed, basisPointsOf(gross, rules.fee.basisPoints, customerPays))
  if (compare(gross, fee) <= 0) throw tooSmall(rules)
  return {
    amount,
    feeAmount: portionOf<PayoutAsset>(amount, fee.units, gross.units, customerGets),
    rate: rules.rate[asset],
    gross,
    fee,
    feeFixed,
    feeBasisPoints: Number(rules.fee.basisPoints),
    receive: subtract(gross, fee),
  }
}

/** The same of what may be paid out at once, or where the line is. */
export const payableFigures = (rules: Rules, asset: PayoutAsset, text: string): Figures => {
  const figures = withoutOverflow(rules, () => figuresOf(rules, asset, text))
  if (compare(figures.gross, dollarsOf(rules.leastUsd)) < 0) throw tooSmall(rules)
  if (compare(figures.gross, dollarsOf(rules.mostUsd)) > 0) throw tooLarge(rules)
  return figures
}

/** What does not fit into an amount is more than anybody may be paid. */
const withoutOverflow = <T>(rules: Rules, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MoneyError && error.reason === 'TooLarge') throw tooLarge(rules)
    throw error
  }
}

const dayMs = 24 * 3600_000

/** A day's limit counts the last 24 hours: nothing starts anew at midnight, wherever that is. */
export const daysBefore = (now: Date, days = 1): Date => new Date(now.getTime() - days * dayMs)

/** What is left of it; nothing when it was lowered below what was asked for. */
export const leftOf = ({ mostPerDayUsd }: Rules, asked: Amount<'USD'>): Amount<'USD'> => {
  const most = dollarsOf(mostPerDayUsd)
  return compare(asked, most) >= 0 ? amountOf('USD', 0n) : subtract(most, asked)
}

export const refuseAboveDay = (rules: Rules, gross: Amount<'USD'>, asked: Amount<'USD'>): void => {
  const left = leftOf(rules, asked)
  if (compare(gross, left) <= 0) return
  const [perDay, rest] = [rules.mostPerDayUsd, centsText(left)]
  throw new Failure(
    'PayoutLimitReached',
    { perDay, left: rest },
    `At most ${perDay} USD can be paid out within 24 hours; ${rest} USD are left.`,
  )
}

/** Why a token cannot be paid out now; null while it can. */
export const offWords = (rules: Rules, asset: PayoutAsset, paused: readonly string[]): string | null => {
  if (Number(rules.isOn[asset]) !== 1)
    return `Payouts of ${asset} are stopped at the moment. Your balance is untouched.`
  if (paused.includes(asset)) return `${asset} cannot be moved at the moment, so it cannot be paid out either.`
  return null
}

/** Whether one operator may approve it alone: by what its customer asked for in the 24 hours until then, itself included. */
export const isForOne = (ofDay: Amount<'USD'>): boolean => compare(ofDay, dollarsOf(policy.payoutDesk.aloneUsd)) <= 0

/** The tokens for dollars that came back: their part of what was paid for, so that all of it is all of them. */
export const unitsBack = (
  net: Amount<PayoutAsset>,
  receive: Amount<'USD'>,
  { before, now }: { before: Amount<'USD'>; now: Amount<'USD'> },
): Amount<PayoutAsset> => {
  const until = (back: Amount<'USD'>) => portionOf<PayoutAsset>(net, back.units, receive.units, customerGets)
  return subtract<PayoutAsset>(until(add(before, now)), until(before))
}
