import { formatUnits } from 'viem'
import { readUnits } from '../chain/amounts.ts'

export const HOLDER = 'Ingot Demo Ltd'
export const HOUSE_BIC = 'SANDGB2LXXX'
export const HOUSE_CURRENCY = 'USD'
export const OPENING = '250000.00'

/** Somebody on the other side: a name, perhaps another one behind it, and an account. */
type Party = { name: string; ultimateName: string | null; account: string; bic: string | null }

/** Money that goes in or out of the house's account. Amounts are decimal text with two decimals, always in dollars. */
export type Movement = {
  /** Counts all of them. */
  id: string
  at: string
  direction: 'in' | 'out'
  amount: string
  /** What the payer sent, where that was another currency. */
  instructed: { amount: string; currency: string } | null
  party: Party
  reference: string | null
  text: string
  endToEndId: string | null
  /** The bank's own name of it. */
  bankReference: string
  /** Of what undoes an earlier one: the bank's name of that. A reversal debits; a return credits, with its reason. */
  undoes: string | null
  isReversal: boolean
  returnCode: string | null
  /** How many closings it is only announced for, as pending. */
  pending: number
  /** What becomes of a payment of the house when the day is closed. */
  outcome: Outcome
  outcomeCode: string
}

/** Paid; paid and back on the same day; or never carried out, of which no statement tells. */
export const OUTCOMES = ['pay', 'return', 'reject'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What came in together and is kept together, so that a kill leaves all of it or nothing. */
export type Order = { id: string; message: string | null; movements: Movement[] }

const DECIMALS = 2
const MOST_CENTS = 10n ** 14n

/** Null where it is no amount above zero with at most two decimals. */
export const readCents = (amount: unknown): bigint | null => {
  const cents = readUnits(typeof amount === 'string' ? amount.trim() : amount, DECIMALS)
  return cents === null || cents <= 0n || cents > MOST_CENTS ? null : cents
}

export const showCents = (cents: bigint): string => {
  const [whole, decimals = ''] = formatUnits(cents, DECIMALS).split('.')
  return `${whole}.${decimals.padEnd(DECIMALS, '0')}`
}

/** Of what the bank wrote itself, also below zero. */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

export const signedCents = ({ direction, amount }: Pick<Movement, 'direction' | 'amount'>): bigint =>
  direction === 'in' ? centsOf(amount) : -centsOf(amount)

/** As banks compare numbers: capitals and digits alone. */
export const foldAccount = (account: string): string => account.toUpperCase().replace(/[^A-Z0-9]/g, '')
