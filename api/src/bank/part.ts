import type { Db, Tx } from '@ingot/db/connect'
import type { PaymentKind } from '@ingot/endpoints/bank'
import type { Fact } from '@ingot/endpoints/operator-fields'

/** A transaction of an accepted statement, as its bank wrote it. Amounts are in cents. */
export type Line = {
  id: string
  /** Counts all lines; later ones are higher. */
  number: string
  statement: string
  /** Money that came, or that left. */
  direction: 'in' | 'out'
  cents: bigint
  currency: string
  /** A day without a time. */
  bookedOn: string
  /** When its statement was accepted. */
  at: Date
  /** The bank says that it undoes an earlier one; and why, by the code of ISO 20022. */
  isReversal: boolean
  returnCode: string | null
  /** Who is on the other side, and who is behind him, by name; and the account, folded: capitals and digits alone. */
  name: string | null
  ultimateName: string | null
  account: string | null
  /** Of the other side's bank, where the statement tells it. */
  bic: string | null
  /** A structured reference, folded likewise, and what was written besides. */
  reference: string | null
  text: string
  endToEndId: string | null
  /** The bank's own name of it; of what undoes another one, also the name of that. */
  bankReference: string | null
  undoes: string | null
}

/** What a line became: whose it is, what it belongs to, and a sentence for operators. */
export type Taken = { customer: string | null; subject: string; became: string }

/** What a line in suspense could be. An operator decides. */
export type Proposal = { remittance: string; number: string; customer: string; why: string }

/** What operators see of a match before they decide. Another version as soon as anything is different that they go by. */
export type Match = { version: string; customer: string; facts: readonly Fact[]; told: string | null }

/** A payment that the house makes by bank, as whoever wants it made says it. */
export type PaymentOrder = {
  id: string
  kind: PaymentKind
  /** What it belongs to, in the feature whose it is. */
  subject: string
  customer: string | null
  cents: bigint
  /** Who gets it: the name, and the account as the bank needs it. */
  name: string
  to: { iban: string } | { number: string; bic: string; bank: string; country: string }
  /** What the receiver reads, in the letters that banks carry. */
  text: string
  /** Operators who had a part in it: none of them may put it into a file. */
  approvedBy: readonly string[]
}

/** A payment that stands in the books. */
export type Payment = { id: string; kind: PaymentKind; subject: string; customer: string | null; cents: bigint }

/**
 * What a feature does with the bank: what becomes of its payments, and which lines are its own. Everything runs in the transaction
 * that moves the line or the payment, once; what is posted carries a reference that names the line or the payment.
 */
export type BankPart = {
  /** Of payments of this kind; where several features have one, each looks whether a payment is its own. What leaves goes `bank → in-transit` when it is sent and `in-transit → outside` when it is paid: the engine posts both. */
  payments?: Partial<
    Record<
      PaymentKind,
      {
        sent?: (tx: Tx, payment: Payment, at: Date) => Promise<void>
        paid?: (tx: Tx, payment: Payment, at: Date) => Promise<void>
        /** What came back, which may be less. The engine has it in `bank` by then. */
        returned: (tx: Tx, payment: Payment, back: { cents: bigint; why: string; at: Date }) => Promise<void>
      }
    >
  >
  /** Money that came and whose it is: posts `outside → …` itself. Undefined where it is not the feature's: then it goes into suspense. */
  credit?: (tx: Tx, line: Line) => Promise<Taken | undefined>
  /** Money that the bank took back: `original` is the line that had come. Posts `… → outside` itself. */
  reversal?: (tx: Tx, line: Line, original: Line & { subject: string }) => Promise<Taken | undefined>
  /** What a line in suspense could be. Read only: it may run outside of any transaction. */
  proposals?: (tx: Db | Tx, line: Line) => Promise<readonly Proposal[]>
  /** Two operators say that a line in suspense is this remittance. Undefined where there is none; throws where it cannot be. */
  match?: {
    look: (tx: Tx, line: Line, remittance: string) => Promise<Match | undefined>
    /** Posts `suspense → …` itself. */
    do: (tx: Tx, line: Line, remittance: string, by: { asker: string; decider: string; at: Date }) => Promise<Taken>
  }
}
