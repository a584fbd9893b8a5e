import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf } from './list.ts'
import { customerName, proof, reason } from './operator-fields.ts'

// The house's own account at the bank, for operators: what its statements say, what each line became, and what is paid.

const readers = ['Owner', 'Finance', 'Auditor'] as const
const reading = {
  method: 'GET',
  gate: 'operator',
  roles: readers,
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
} as const
const cents = z.string()

/** `Waiting`: a person brought it, and another one has to confirm it. Only what is `Accepted` counts. */
export const statementStates = ['Waiting', 'Accepted', 'Refused'] as const
export type StatementState = (typeof statementStates)[number]

/** What a line became. `Suspense`: nobody knows yet whose it is. */
export const lineStates = ['New', 'Taken', 'Suspense', 'Returning', 'Returned', 'Reversed', 'Unexplained'] as const
/** Whose money a line in suspense is that is no customer's: what the owner paid in, or what the card processor paid out. */
export const keptFrom = ['house', 'processor'] as const
export type KeptFrom = (typeof keptFrom)[number]
export type LineState = (typeof lineStates)[number]

const statement = z.object({
  id: z.uuid(),
  /** Counts all of them; later ones are higher. */
  number: z.string(),
  state: z.enum(statementStates),
  /** Who brought it: an operator by name, or the bank's own channel. */
  broughtBy: z.string(),
  isFromChannel: z.boolean(),
  file: z.string(),
  sha256: z.string(),
  account: z.string(),
  currency: z.string(),
  /** The bank's own number of it. */
  sequence: z.string(),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  opening: cents,
  closing: cents,
  lines: z.number(),
  credits: cents,
  debits: cents,
  /** How many lines nobody has looked at yet, and how many are in suspense. */
  open: z.number(),
  at: z.iso.datetime(),
  acceptedAt: z.nullable(z.iso.datetime()),
  /** Of the approval that waits, where there is one. */
  approval: z.nullable(z.uuid()),
  /** Why it was refused, in words. */
  problem: z.nullable(z.string()),
})
export type BankStatement = z.output<typeof statement>

const proposal = z.object({ remittance: z.uuid(), number: z.string(), customer: customerName, why: z.string() })

const line = z.object({
  id: z.uuid(),
  number: z.string(),
  statement: z.uuid(),
  sequence: z.string(),
  direction: z.enum(['in', 'out']),
  amount: cents,
  bookedOn: z.string(),
  /** Who is on the other side, as the bank wrote it, and who is behind him. */
  name: z.nullable(z.string()),
  ultimateName: z.nullable(z.string()),
  /** The last four of the other account. */
  lastFour: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  text: z.string(),
  endToEndId: z.nullable(z.string()),
  isReversal: z.boolean(),
  state: z.enum(lineStates),
  /** What it became, in words. */
  became: z.nullable(z.string()),
  customer: z.nullable(customerName),
  /** What it could be; an operator decides. */
  proposals: z.array(proposal),
})
export type BankLine = z.output<typeof line>

export const readBank = endpoint({
  ...reading,
  name: 'readBank',
  path: '/operator/bank',
  summary: 'What lies at the bank, by the books and by its last statement; what waits and what is to be paid.',
  reply: data(
    z.object({
      account: z.nullable(z.object({ holder: z.string(), bank: z.string(), number: z.string(), bic: z.string() })),
      books: cents,
      /** By the last statement; null before the first. */
      statement: z.nullable(z.object({ sequence: z.string(), closing: cents, until: z.nullable(z.string()) })),
      /** Books less statement, as far as lines and payments on their way do not explain it; null while nobody can tell. */
      difference: z.nullable(cents),
      suspense: cents,
      toPay: z.object({ count: z.number(), sum: cents }),
      onTheWay: z.object({ count: z.number(), sum: cents }),
      /** Whether files come by the bank's own channel, and when the last one did. */
      channel: z.object({ isOn: z.boolean(), lastAt: z.nullable(z.iso.datetime()) }),
    }),
  ),
})

/** So long a file of the largest size may take to be read and written, on a slow machine, in milliseconds. */
const longestReading = 180_000

/** The largest file, and what a form puts around it. */
export const statementLimit = 50 * 1024 * 1024

export const uploadStatement = endpoint({
  name: 'uploadStatement',
  method: 'POST',
  path: '/operator/bank/statements',
  summary:
    'Reads a statement of the bank (camt.053) and asks for a second person to confirm it. Until then it counts for nothing.',
  gate: 'operator',
  roles: ['Owner', 'Finance'],
  body: z.strictObject({ file: z.instanceof(File), reason }),
  bodyType: 'form',
  bodyLimit: statementLimit + 64 * 1024,
  answerLimit: longestReading,
  reply: data(statement),
  errors: ['StatementRefused', 'StatementKnown', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listBankStatements = endpoint({
  ...listOf({ state: z.optional(z.enum(statementStates)) }, statement),
  name: 'listBankStatements',
  path: '/operator/bank/statements',
  summary: 'Statements of the bank, newest first.',
  gate: 'operator',
  roles: readers,
})

const lineFilter = {
  statement: z.optional(z.uuid()),
  state: z.optional(z.enum(lineStates)),
  direction: z.optional(z.enum(['in', 'out'])),
}

export const listBankLines = endpoint({
  ...listOf(lineFilter, line),
  name: 'listBankLines',
  path: '/operator/bank/lines',
  summary: 'Lines of accepted statements and what each became, newest first.',
  gate: 'operator',
  roles: readers,
})

export const bankLineFile = endpoint({
  ...fileOf(lineFilter),
  name: 'bankLineFile',
  path: '/operator/bank/lines.csv',
  summary: 'The same as a table.',
  gate: 'operator',
  reads: 'replica',
  roles: readers,
})

/** `Ready` is not in a file yet; `Sent` is. */
export const paymentStates = ['Ready', 'Sent', 'Paid', 'Returned', 'Failed', 'Cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What the house pays by bank: payouts, money that goes back, and small deposits with a code. */
export const paymentKinds = ['payout', 'return', 'proof'] as const
export type PaymentKind = (typeof paymentKinds)[number]

const payment = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  amount: cents,
  name: z.string(),
  lastFour: z.string(),
  endToEndId: z.string(),
  customer: z.nullable(customerName),
  madeAt: z.iso.datetime(),
  /** Who approved it, who must not be who sends it. */
  approvedBy: z.array(z.string()),
  file: z.nullable(z.uuid()),
  /** Whether whoever asks may put it into a file. */
  maySend: z.boolean(),
})
export type BankPayment = z.output<typeof payment>

export const listBankPayments = endpoint({
  ...listOf({ state: z.optional(z.enum(paymentStates)), kind: z.optional(z.enum(paymentKinds)) }, payment),
  name: 'listBankPayments',
  path: '/operator/bank/payments',
  summary: 'What the house pays by bank, newest first.',
  gate: 'operator',
  roles: readers,
})

const paymentFile = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  sha256: z.string(),
  payments: z.number(),
  sum: cents,
  madeBy: z.string(),
  at: z.iso.datetime(),
})
export type PaymentFile = z.output<typeof paymentFile>

export const exportPayments = endpoint({
  name: 'exportPayments',
  method: 'POST',
  path: '/operator/bank/files',
  summary:
    'Puts everything that is ready, and that the caller did not approve, into one pain.001 file. From then on it counts as sent.',
  gate: 'operator',
  roles: ['Owner', 'Finance'],
  idempotent: true,
  body: z.strictObject({ ...proof, reason }),
  reply: data(paymentFile),
  errors: [
    'NothingToSend',
    'BankTooLow',
    'StateChanged',
    'PasswordIncorrect',
    'TwoFactorCodeIncorrect',
    'TooManyTries',
  ],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const listPaymentFiles = endpoint({
  ...listOf({}, paymentFile),
  name: 'listPaymentFiles',
  path: '/operator/bank/files',
  summary: 'Files of payments, newest first.',
  gate: 'operator',
  roles: readers,
})

export const downloadPaymentFile = endpoint({
  name: 'downloadPaymentFile',
  method: 'GET',
  path: '/operator/bank/files/:id',
  summary: 'A file of payments, byte for byte as it was made. Each opening is recorded.',
  gate: 'operator',
  roles: ['Owner', 'Finance'],
  params: z.strictObject({ id: z.uuid() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/octet-stream',
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** How the decisions about banks name what they are about. */
export const statementThing = (id: string): string => `statement:${id}`
export const lineThing = (id: string): string => `line:${id}`
export const remittanceThing = (id: string): string => `remittance:${id}`
export const payoutThing = (id: string): string => `payout:${id}`
