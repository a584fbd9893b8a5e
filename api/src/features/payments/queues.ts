import { inTransaction } from '@ingot/db/transaction'
import type { Waiting } from '@ingot/endpoints/desk'
import type { PaymentReason } from '@ingot/endpoints/payment-fields'
import { paymentThing } from '@ingot/endpoints/payments'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { Queue, Queued } from '../../queue.ts'
import { countStuck, listWaiting, type Stuck, sumOnTheWay, sumWaiting } from './back-store.ts'
import { deciders, factsOf, isMismatched } from './deciding.ts'
import type { Payments } from './payments.ts'
import { lockPayment, type Payment } from './store.ts'

const book = {
  action: 'book-payment',
  label: 'Ask for it to be booked',
  needsTwo: true,
  told: 'By e-mail, once it is booked.',
}
const refund = {
  action: 'refund-payment',
  label: 'Ask for it to be refunded',
  needsTwo: true,
  told: 'By e-mail, once the processor has sent it.',
}

const heldAdvice: Partial<Record<PaymentReason, string>> = {
  amount: 'The processor charged another sum than we asked for. Look at it there, and send it back there.',
  currency: 'The processor charged in another currency. Look at it there, and send it back there.',
  reference: 'The processor says that this money is for something else. Look at it there before anything is sent back.',
  'no-gold': 'There was no gold to book it with. Issue a tranche on the treasury’s page first.',
  price: 'There was no price to book it at for an hour. Look at the feed first.',
  'day-limit': 'It is more than the customer may deal in one day. It can be booked on another day.',
  verification: 'The customer is no longer verified. Nothing is booked until then.',
}

const adviceFor = ({ state, reason }: Payment, onTheWay: bigint): string | null => {
  if (reason === 'differs')
    return 'The processor says that less went back than was booked, or more than was paid. Compare both, and settle it by hand.'
  if (onTheWay > 0n) return 'It is on its way back to the card.'
  if (state === 'Disputed')
    return 'Answer the dispute at the processor’s own desk before its deadline. Its gold is bound until that is decided.'
  return (reason && heldAdvice[reason]) ?? null
}

const choicesOf = ({ state, reason }: Payment, onTheWay: bigint): Waiting['choices'] =>
  state !== 'Held' || onTheWay > 0n || isMismatched(reason) ? [] : [book, refund]

/** Card payments that Finance has to look at. */
export const paymentQueues = ({ db }: Pick<Payments, 'db'>): Queue[] => [
  {
    name: 'card-payments',
    title: 'Card payments to look at',
    roles: deciders,
    states: ['Held', 'Disputed', 'Differs'],
    sum: () => sumWaiting(db),
    read: async (after, limit) => {
      const shown: Queued[] = []
      for (const { id, customer, username, since, micros } of await listWaiting(db, after, limit)) {
        const found = await inTransaction(db, async (tx) => {
          const row = await lockPayment(tx, id)
          return row && { row, onTheWay: await sumOnTheWay(tx, id) }
        })
        if (!found) continue
        const { row, onTheWay } = found
        shown.push({
          id: paymentThing(id),
          title: `${shownText(amountOf('USD', row.cents))} by card`,
          state: row.reason === 'differs' ? 'Differs' : row.state,
          since: since.toISOString(),
          customer: { id: customer, username },
          facts: factsOf(row, onTheWay),
          advice: adviceFor(row, onTheWay),
          choices: choicesOf(row, onTheWay),
          place: { micros, id },
        })
      }
      return shown
    },
  },
]

/** What is an alarm, and what to do about it. */
const alarms: readonly [of: keyof Stuck, name: string, problem: string, advice: string][] = [
  [
    'mismatched',
    'card-mismatches',
    'the card processor says another sum, currency or payment than we asked for',
    'wait. Somebody may have changed what was asked for. Look at them at the processor, and send them back there.',
  ],
  [
    'differing',
    'card-differences',
    'card payments differ from what the processor says',
    'differ. Compare what went back there with what their queue shows.',
  ],
  [
    'noGold',
    'card-gold',
    'card payments are held because there is no gold',
    'wait. Issue a tranche of GCA on the treasury’s page, then let them be booked in their queue.',
  ],
  ['held', 'card-held', 'card payments are held for too long', 'wait. Book or refund them in their queue.'],
  [
    'disputed',
    'card-disputes',
    'card payments are disputed for long',
    'wait. Answer them at the processor’s own desk before their deadline.',
  ],
  [
    'refunds',
    'card-refunds',
    'refunds to cards do not go through',
    'do not. Look at the log of the worker: the job send-card-refunds names what fails.',
  ],
]

const [hourMs, dayMs] = [3600_000, 24 * 3600_000]

export const paymentsHealth = async ({ db, now }: Pick<Payments, 'db' | 'now'>): Promise<HealthPart[]> => {
  const before = (ms: number) => new Date(now().getTime() - ms)
  const { heldDays, disputedDays } = policy.paymentDates
  const limits = { held: before(heldDays * dayMs), disputed: before(disputedDays * dayMs), refund: before(2 * hourMs) }
  const stuck = await countStuck(db, limits)
  return alarms
    .filter(([of]) => stuck[of] > 0)
    .map(([of, name, problem, advice]) => ({ name, ok: false, problem, advice: `${stuck[of]} ${advice}` }))
}
