import * as z from 'zod/mini'
import { countryCodes } from './countries.ts'

// What the calls about banks carry. Dollars have two decimals and are decimal text, exact.

const bankAccountStates = ['Pending', 'Verified', 'Rejected', 'Suspended', 'Removed'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

/** Why an account was rejected or suspended. */
const bankAccountReasons = [
  'name',
  'document',
  'code',
  'late',
  'other',
  'payment-returned',
  'name-changed',
  'death-reported',
  'customer',
] as const
export type BankAccountReason = (typeof bankAccountReasons)[number]

/** How it is proven whose an account is: a statement of the bank, a small deposit with a code, or a remittance that came from it. */
const proofKinds = ['statement', 'deposit', 'remittance'] as const
export type ProofKind = (typeof proofKinds)[number]

/** Dollars as somebody types them: above zero, with at most two decimals. */
export const dollars = z.string().check(
  z.regex(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,2})?$/, 'Please enter an amount such as 250 or 250.50.'),
  z.refine((text) => /[1-9]/.test(text), 'Please enter an amount above zero.'),
)

const oneLine = (longest: number, empty: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(2, empty),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(/^[^\p{C}]*$/u, 'Please use one line.'),
    )

/** As people write it, with spaces or none. */
const ibanText = z
  .string()
  .check(z.trim(), z.regex(/^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{10,40}$/, 'Please enter the IBAN as your bank writes it.'))

/** An account by its IBAN, or where the country has none by bank, number and BIC. */
export const accountNumber = z.union([
  z.strictObject({ iban: ibanText }),
  z.strictObject({
    country: z.enum(countryCodes, 'Please choose the country of your bank.'),
    bank: oneLine(70, 'Please enter the name of your bank.'),
    number: z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{3,33}$/, 'Please enter the number of the account.')),
    bic: z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[A-Za-z]{4}[A-Za-z]{2}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/,
          'Please enter the BIC: 8 or 11 characters.',
        ),
      ),
  }),
])

/** The name on the account, as the bank has it. */
export const holderName = oneLine(140, 'Please enter the name on the account.')

/** An account of a customer. Its number is shown by its last four alone. */
export const bankAccount = z.object({
  id: z.uuid(),
  state: z.enum(bankAccountStates),
  reason: z.nullable(z.enum(bankAccountReasons)),
  /** What we wrote about it; null where there is nothing to add. */
  note: z.nullable(z.string()),
  holder: z.string(),
  country: z.string(),
  bank: z.nullable(z.string()),
  bic: z.nullable(z.string()),
  isIban: z.boolean(),
  lastFour: z.string(),
  isPreferred: z.boolean(),
  addedAt: z.iso.datetime(),
  verifiedAt: z.nullable(z.iso.datetime()),
  /** From then on money can go to it; null until it is verified. */
  payableFrom: z.nullable(z.iso.datetime()),
  proof: z.nullable(
    z.object({
      kind: z.enum(proofKinds),
      /** Of a small deposit: until when its code is taken, how often it may still be tried (both null once it was entered: then we look at it), and whether it is on its way. */
      until: z.nullable(z.iso.datetime()),
      triesLeft: z.nullable(z.number()),
      isSent: z.nullable(z.boolean()),
    }),
  ),
})
export type BankAccount = z.output<typeof bankAccount>

export const remittanceStates = [
  'Announced',
  'Received',
  'Held',
  'Booked',
  'Returning',
  'Returned',
  'Cancelled',
  'Expired',
  'Reversed',
] as const
export type RemittanceState = (typeof remittanceStates)[number]

/** Why it is held or waits. */
const remittanceReasons = [
  'third-party',
  /** A name that is nearly the customer's: an operator looks. */
  'name',
  'no-gold',
  'currency',
  'verification',
  'amount',
  'market-shut',
  'price',
  'size',
  'product',
  'day-limit',
  'customer',
  'late',
  'return-failed',
  'taken-back',
] as const
export type RemittanceReason = (typeof remittanceReasons)[number]

const cents = z.string()
const grams = z.string()

/** What to write on the transfer, as a bank's form asks for it. */
const instructions = z.object({
  holder: z.string(),
  bank: z.string(),
  /** The whole number: it is the house's own. */
  iban: z.nullable(z.string()),
  number: z.nullable(z.string()),
  bic: z.string(),
  address: z.string(),
  currency: z.literal('USD'),
  amount: cents,
  /** A creditor reference by ISO 11649, in groups of four. */
  reference: z.string(),
  /** The text of a code that banks' apps read. */
  qr: z.string(),
})
export type Instructions = z.output<typeof instructions>

export const remittance = z.object({
  id: z.uuid(),
  /** Counts all of them; later ones are higher. */
  number: z.string(),
  state: z.enum(remittanceStates),
  reason: z.nullable(z.enum(remittanceReasons)),
  announced: z.nullable(cents),
  /** What arrived, which is what counts. */
  arrived: z.nullable(cents),
  /** Of that: what settled a debt, and what was booked. */
  settled: z.nullable(cents),
  account: z.nullable(z.object({ id: z.uuid(), lastFour: z.string(), bank: z.nullable(z.string()) })),
  announcedAt: z.nullable(z.iso.datetime()),
  /** While it is announced: until when it is waited for. */
  expiresAt: z.nullable(z.iso.datetime()),
  receivedAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  /** Each state it had, oldest first. */
  history: z.array(z.object({ state: z.enum(remittanceStates), at: z.iso.datetime() })),
  instructions: z.nullable(instructions),
  slip: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** What was booked. */
  booked: z.nullable(
    z.object({
      grams,
      price: z.string(),
      fee: cents,
      holding: z.uuid(),
      note: z.uuid(),
      movement: z.object({ id: z.uuid(), type: z.string() }),
    }),
  ),
  /** The remittance whose reference was used again. */
  follows: z.nullable(z.uuid()),
  mayCancel: z.boolean(),
  mayReturn: z.boolean(),
})
export type Remittance = z.output<typeof remittance>

export const payoutStates = ['Requested', 'Approved', 'Sent', 'Paid', 'Cancelled', 'Refused', 'Returned'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutAssetsOfBank = ['USDT', 'USDAU'] as const

/** What leaves, what the bank gets, and what is taken. */
export const payoutFigures = z.object({
  asset: z.enum(payoutAssetsOfBank),
  /** What leaves the wallet. */
  amount: z.string(),
  /** Dollars for one of it. */
  rate: z.string(),
  gross: cents,
  fee: cents,
  /** Of which fixed, and by which share in basis points. */
  feeFixed: cents,
  feeBasisPoints: z.number(),
  /** What the bank is told to pay. */
  receive: cents,
})

export const payout = z.object({
  ...payoutFigures.shape,
  id: z.uuid(),
  number: z.string(),
  state: z.enum(payoutStates),
  /** Why it was refused, cancelled or came back, in words; null elsewhere. */
  reason: z.nullable(z.string()),
  account: z.object({ id: z.uuid(), lastFour: z.string(), bank: z.nullable(z.string()) }),
  requestedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  history: z.array(z.object({ state: z.enum(payoutStates), at: z.iso.datetime() })),
  /** What came back of it in the end; null unless it was returned. */
  returned: z.nullable(z.object({ cents, asset: z.enum(payoutAssetsOfBank), amount: z.string() })),
  movement: z.nullable(z.object({ id: z.uuid(), type: z.string() })),
  mayCancel: z.boolean(),
})
export type Payout = z.output<typeof payout>
