import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { dollars } from '@ingot/endpoints/bank-fields'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { PaymentReason } from '@ingot/endpoints/payment-fields'
import { paymentThing } from '@ingot/endpoints/payments'
import type { Role } from '@ingot/endpoints/roles'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { type Decision, decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { centsOf } from '../remittances/rules.ts'
import { readPayer } from '../remittances/store.ts'
import { insertRefund, sumOnTheWay } from './back-store.ts'
import type { Payments } from './payments.ts'
import { followOne } from './sent-jobs.ts'
import { lockPayment, type Payment, save } from './store.ts'

export const deciders: readonly Role[] = ['Owner', 'Finance']

const shown = (cents: bigint): string => shownText(amountOf('USD', cents))

/** What the processor says is not what we asked for: what it is worth nobody here can know. */
export const isMismatched = (reason: PaymentReason | null): boolean =>
  reason === 'amount' || reason === 'currency' || reason === 'reference'

const lockThing = async (tx: Tx, thing: string): Promise<Payment | undefined> => {
  const id = thing.slice(paymentThing('').length)
  return thing === paymentThing(id) && isId(id) ? lockPayment(tx, id) : undefined
}

/** What is known of it, as those who decide should read it. */
export const factsOf = (row: Payment, onTheWay: bigint): Fact[] => [
  { name: 'Payment', value: `No. ${row.number}` },
  { name: 'Charged', value: shown(row.cents) },
  { name: 'Of that the fee', value: shown(row.fee) },
  { name: 'Went back', value: shown(row.refunded) },
  { name: 'Lost to disputes', value: shown(row.lost) },
  { name: 'On its way back', value: shown(onTheWay) },
  { name: 'Stands', value: row.state },
  { name: 'Waits because of', value: row.reason ?? '—' },
]

/** A payment that somebody decides about, and what of it is not yet on its way back. */
type Decided = { row: Payment & { intent: string }; onTheWay: bigint; left: bigint }

/** Locks one that is paid and about which nothing else is under way. */
const lockDecidable = async (
  tx: Tx,
  thing: string,
  states: readonly Payment['state'][],
): Promise<Decided | undefined> => {
  const row = await lockThing(tx, thing)
  if (!row) return
  const { intent } = row
  if (!states.includes(row.state) || row.tryAt !== null || intent === null)
    throw new ProblemForPeople('This was decided in the meantime. Please look at it again.')
  const onTheWay = await sumOnTheWay(tx, row.id)
  if (onTheWay > 0n) throw new ProblemForPeople('Money of it is on its way back. Please wait until that is done.')
  if (isMismatched(row.reason))
    throw new ProblemForPeople(
      'The processor says something else of it than we asked for. Please send it back at the processor’s own desk.',
    )
  return { row: { ...row, intent }, onTheWay, left: row.cents - row.refunded - row.lost }
}

const lookOf = ({ row, onTheWay, left }: Decided, becomes: string, told: string) => ({
  version: JSON.stringify([row.state, row.reason, String(left), String(onTheWay), String(row.disputedAt)]),
  customer: row.customer,
  before: factsOf(row, onTheWay),
  after: [{ name: 'Becomes', value: becomes }],
  told,
})

const refuseUnverified = async (tx: Tx, { row }: Decided) => {
  if (!(await readPayer(tx, row.customer)).isVerified)
    throw new ProblemForPeople('The customer is not verified. It waits until then, or is refunded.')
}

export const bookDecision = (payments: Payments): Decision =>
  decision({
    action: 'book-payment',
    title: 'Book a card payment',
    asks: deciders,
    approves: deciders,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const found = await lockDecidable(tx, thing, ['Held'])
      if (!found) return
      await refuseUnverified(tx, found)
      return lookOf(found, 'Booked as GCA at the price of that moment', 'By e-mail, once it is booked.')
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const found = await lockDecidable(tx, thing, ['Held'])
      if (!found) throw new Failure('NotFound')
      await refuseUnverified(tx, found)
      await save(tx, found.row.id, { try_at: now, approved_by: `{${asker},${decider}}` })
      await payments.outbox.send(tx, followOne, { payment: found.row.id })
    },
  })

/** How much goes back: all that is left, unless a part of what is booked was asked for. */
const centsToRefund = ({ row, left }: Decided, amount: string | undefined): bigint => {
  const cents = amount === undefined ? left : centsOf(amount)
  if (cents <= 0n || cents > left) throw new ProblemForPeople(`At most ${shown(left)} can go back.`)
  if (row.state === 'Held' && cents < left) throw new ProblemForPeople('What is held goes back as a whole.')
  return cents
}

export const refundDecision = (): Decision =>
  decision({
    action: 'refund-payment',
    title: 'Refund a card payment',
    asks: deciders,
    approves: deciders,
    given: z.strictObject({ amount: z.optional(dollars) }),
    look: async (tx, { thing, given }) => {
      const found = await lockDecidable(tx, thing, ['Held', 'Booked'])
      if (!found) return
      const cents = centsToRefund(found, given.amount)
      return lookOf(found, `${shown(cents)} go back to the card`, 'By e-mail, once the processor has sent it.')
    },
    do: async (tx, { thing, given, now }) => {
      const found = await lockDecidable(tx, thing, ['Held', 'Booked'])
      if (!found) throw new Failure('NotFound')
      const cents = centsToRefund(found, given.amount)
      await insertRefund(tx, { id: randomUUID(), payment: found.row.id, cents, askedAt: now })
    },
  })
