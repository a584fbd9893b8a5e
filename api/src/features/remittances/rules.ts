import { randomInt } from 'node:crypto'
import { thing } from '@ingot/db/states'
import type { RemittanceReason, RemittanceState } from '@ingot/endpoints/bank-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move, settledMove } from '@ingot/ledger/post'
import { type Amount, amountOf, isZero, subtract } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { assetTable } from '@ingot/money/assets'
import { takeFee } from '@ingot/money/basis-points'
import { convertBack } from '@ingot/money/convert'
import type { Rate } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'
import type { Line } from '../../bank/part.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { least } from '../trade/rules.ts'

export const remittanceMoves = thing<RemittanceState>({
  name: 'remittance',
  table: 'remittances',
  moves: {
    Announced: ['Received', 'Cancelled', 'Expired'],
    Cancelled: ['Received'],
    Expired: ['Received'],
    // The bank may also take it back before anything was made of it.
    Received: ['Booked', 'Held', 'Returning', 'Reversed'],
    Held: ['Booked', 'Returning', 'Reversed'],
    Returning: ['Returned', 'Held', 'Reversed'],
    Booked: ['Reversed'],
    // A return may come back after it was seen to leave.
    Returned: ['Held'],
    Reversed: [],
  },
})

/** States in which money may still come by the reference for the first time. */
export const awaitsMoney = (state: RemittanceState): boolean =>
  state === 'Announced' || state === 'Cancelled' || state === 'Expired'

/** What is left over when a long number is divided by 97. */
const remainderOf97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

/** How ISO 11649 counts the letters RF at the end. */
const lettersOfRf = '2715'
const digitsOfReference = 16

/** A creditor reference whose check digits any bank can check. Nobody guesses another one. */
export const newReference = (): string => {
  const half = () => String(randomInt(10 ** (digitsOfReference / 2))).padStart(digitsOfReference / 2, '0')
  const digits = half() + half()
  const check = 98 - remainderOf97(`${digits}${lettersOfRf}00`)
  return `RF${String(check).padStart(2, '0')}${digits}`
}

const isReference = (text: string): boolean => {
  const [, check, digits] = /^RF([0-9]{2})([0-9]{16})$/.exec(text) ?? []
  return check !== undefined && remainderOf97(`${digits}${lettersOfRf}${check}`) === 1
}

/** In groups of four, as people write it. */
export const shownReference = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Every reference that a line names, wherever and however it was written; wrong ones are none. */
export const referencesIn = ({ reference, text, endToEndId }: Pick<Line, 'reference' | 'text' | 'endToEndId'>) => {
  const folded = [reference, text, endToEndId].map((each) => each?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') ?? '')
  const found = folded.flatMap((each) => [...each.matchAll(/(?=(RF[0-9]{18}))/g)].map(([, one]) => one ?? ''))
  return [...new Set(found)].filter(isReference)
}

const dayMs = 24 * 3600_000

/** So many days from Monday to Friday later, by UTC. */
export const afterWorkingDays = (from: Date, days: number): Date => {
  let at = from
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + dayMs)
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) left -= 1
  }
  return at
}

export const afterDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs)

export type Verdict = 'own' | 'look' | 'other'

/** Both the payer and whoever is behind him have to be the customer. Where the bank names nobody, somebody looks. */
export const verdictOf = (
  judge: (name: string) => Verdict,
  { name, ultimateName }: Pick<Line, 'name' | 'ultimateName'>,
): Verdict => {
  const verdicts = [name === null ? 'look' : judge(name), ...(ultimateName === null ? [] : [judge(ultimateName)])]
  return verdicts.find((each) => each === 'other') ?? verdicts.find((each) => each === 'look') ?? 'own'
}

export const centsOf = (dollars: string): bigint => parseAmount('USD', dollars).units

/** What has come, as far as it decides about it. */
export type Arrival = {
  cents: bigint
  currency: string
  announced: bigint | null
  verdict: Verdict
  isVerified: boolean
  /** All that came of this customer in 24 hours, this included. */
  dayCents: bigint
}

/** What becomes of what has come: it is held, or waits for an operator, or is booked by itself. */
export const judgedOf = (
  { cents, currency, announced, verdict, isVerified, dayCents }: Arrival,
  rules: Numbers['remittances'],
): { state: 'Received' | 'Held'; reason: RemittanceReason | null } => {
  if (verdict === 'other') return { state: 'Held', reason: 'third-party' }
  if (currency !== 'USD') return { state: 'Held', reason: 'currency' }
  if (!isVerified) return { state: 'Held', reason: 'verification' }
  const received = (reason: RemittanceReason | null) => ({ state: 'Received' as const, reason })
  if (verdict === 'look') return received('name')
  if (cents < centsOf(rules.leastUsd) || cents > centsOf(rules.mostUsd)) return received('amount')
  if (announced !== null && (cents * 2n < announced || cents > announced * 2n)) return received('amount')
  if (dayCents > centsOf(rules.bySelfUsd)) return received('size')
  return received(null)
}

const centDecimals = assetTable.USD.decimals
const dollarDecimals = assetTable.USDT.decimals

/** Cents as what counts as dollars everywhere else. */
export const dollarUnits = (cents: bigint): bigint => cents * 10n ** BigInt(dollarDecimals - centDecimals)

export type Sums = { pay: Amount<'USD'>; fee: Amount<'USD'>; receive: Amount<'GCA'> }

/** The fee is part of what came, in whole cents; of a cent that is left over there is none. The rest buys grams at the price. */
export const sumsOf = (cents: bigint, { ask, fee: points }: { ask: Rate; fee: bigint }): Sums => {
  const pay = amountOf('USD', cents)
  const taken = takeFee(pay, points, customerPays)
  const fee = isZero(taken.rest) ? amountOf('USD', 0n) : taken.fee
  return { pay, fee, receive: convertBack(subtract(pay, fee), ask, 'GCA', customerGets) }
}

/** The dollars become the house's, and the grams the customer's, in the books and on the chain. */
export const bookingMoves = (customer: string, { pay, fee, receive }: Sums): Move[] => {
  const from = customerAccount(customer, 'USD', 'held')
  return [
    move(subtract(pay, fee), { from, to: houseAccount('USD', 'bank') }),
    ...(isZero(fee) ? [] : [move(fee, { from, to: houseAccount('USD', 'fees') })]),
    settledMove(receive, {
      from: houseAccount('GCA', 'treasury'),
      to: customerAccount(customer, 'GCA', 'available'),
    }),
  ]
}

/** What of a booking goes with so much of the dollars: cut so that parts add up to the whole. */
const shareOf = (whole: bigint, cents: bigint, of: bigint, isUp: boolean): bigint =>
  (whole * cents + (isUp ? of - 1n : 0n)) / of

export type Booked = { cents: bigint; units: bigint; fee: bigint }

/**
 * What the bank's taking back of dollars takes of a booking of which some were taken back before: grams rounded up, the fee
 * down. What is more than was booked had settled a debt, and is owed again.
 */
export const takenOf = ({ cents, units, fee }: Booked, before: bigint, taken: bigint) => {
  const [from, to] = [least(before, cents), least(before + taken, cents)]
  const part = (whole: bigint, isUp: boolean) =>
    cents === 0n ? 0n : shareOf(whole, to, cents, isUp) - shareOf(whole, from, cents, isUp)
  return { units: part(units, true), fee: part(fee, false), owedAgain: taken - (to - from) }
}
