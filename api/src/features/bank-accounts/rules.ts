import { randomInt } from 'node:crypto'
import { thing } from '@ingot/db/states'
import type { accountNumber, BankAccountState } from '@ingot/endpoints/bank-fields'
import { getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools'
import type * as z from 'zod/mini'
import type { PaymentOrder } from '../../bank/part.ts'
import { foldAccount } from '../../bank/rules.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'

const hour = 3600 * 1000
const day = 24 * hour

/** What becomes of a bank account. */
export const accountMoves = thing<BankAccountState>({
  name: 'bank-account',
  table: 'bank_accounts',
  moves: {
    Pending: ['Verified', 'Rejected', 'Removed'],
    Rejected: ['Pending', 'Removed'],
    Verified: ['Suspended', 'Removed'],
    Suspended: ['Pending', 'Removed'],
    Removed: [],
  },
})

/** An account as a payment to it needs it, and what is shown and looked for of it. */
export type ReadAccount = {
  to: PaymentOrder['to']
  folded: string
  lastFour: string
  country: string
  isIban: boolean
}

const countries = getCountrySpecifications()

/** Reads what somebody typed; the check digits of an IBAN have to fit. Where a country has IBANs, only they will do. */
export const readAccountNumber = (given: z.output<typeof accountNumber>): ReadAccount => {
  if ('iban' in given) {
    const iban = foldAccount(given.iban)
    if (!isValidIBAN(iban)) throw new Failure('BankNumberWrong', {}, 'This is no IBAN. Please check each character.')
    return { to: { iban }, folded: iban, lastFour: iban.slice(-4), country: iban.slice(0, 2), isIban: true }
  }
  const { country, bank } = given
  if (countries[country]?.IBANRegistry)
    throw new Failure('BankNumberWrong', {}, 'Accounts in this country have an IBAN. Please enter that.')
  const [number, bic] = [foldAccount(given.number), foldAccount(given.bic)]
  if (!isValidBIC(bic)) throw new Failure('BankNumberWrong', {}, 'This is no BIC. Please check it.')
  if (number.length < 4) throw new Failure('BankNumberWrong')
  return { to: { number, bic, bank, country }, folded: number, lastFour: number.slice(-4), country, isIban: false }
}

/** From then on money may go to an account that was added at a moment. */
export const payableFromOf = (addedAt: Date, verifiedAt: Date): Date =>
  new Date(Math.max(addedAt.getTime() + policy.bankAccounts.newAccountHours * hour, verifiedAt.getTime()))

export const codeUntilOf = (at: Date): Date => new Date(at.getTime() + policy.bankAccounts.depositDays * day)

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day)

/** None that looks like another one on a bank's page. */
const codeLetters = '23456789ACDEFGHJKMNPQRTVWXY'
const codeLength = 6

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

export const foldCode = (typed: string): string => typed.toUpperCase().replaceAll('-', '')

/** In cents: less than a dollar, and nobody knows how much before it is there. */
export const newDeposit = (): bigint => BigInt(randomInt(1, 100))

/** In the letters that every bank carries. */
export const depositText = (brand: string, code: string): string =>
  `${brand
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .slice(0, 40)} CODE ${code}`.trim()
