import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { payoutThing } from '@ingot/endpoints/bank'
import type { ErrorName } from '@ingot/endpoints/errors'
import type { Role } from '@ingot/endpoints/roles'
import { shownText } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { newPayment } from '../../bank/payments.ts'
import { Failure } from '../../failure.ts'
import { timeText } from '../../mail/mails.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { isUuid } from '../../queue.ts'
import { payableAccount } from '../bank-accounts/accounts.ts'
import { openSender } from '../wallet/senders.ts'
import { lockSender } from '../wallet/store.ts'
import { fromTheHouse, giveBack, lockWithSender } from './ending.ts'
import type { Payouts } from './payouts.ts'
import { centsText, isForOne, offWords, payoutStates } from './rules.ts'
import { readDayUntil, type StoredPayout } from './store.ts'

/** Who sees payouts and decides about them. */
export const payoutRoles: readonly Role[] = ['Owner', 'Finance']

/** What stands in a customer's way, as whoever decides should read it. */
const standsInTheWay: Partial<Record<ErrorName, string>> = {
  OutgoingFrozen: 'The account of this customer is frozen: nothing can leave it.',
  OutgoingHeld:
    'This customer has just changed the password, the PIN or 2FA: nothing leaves for 48 hours after that. Please look again later.',
  DebtOpen: 'This customer owes something: nothing leaves until it is settled.',
  NotFound: 'The bank account is not there any more. Please refuse the payout.',
  BankAccountUnready: 'The bank account cannot be used now. Please refuse the payout, or look again later.',
}

const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    const words = error instanceof Failure && standsInTheWay[error.error]
    throw words ? new Failure('StateChanged', {}, words) : error
  })

const refuse = (words: string) => new Failure('StateChanged', {}, words)

/** Everything that was asked when the customer wanted it, once more. Answers with where the money goes. */
const checkAgain = async (tx: Tx, { wallet, bank, board }: Payouts, payout: StoredPayout, at: Date) => {
  const { customer, account, figures } = payout
  if (payout.state !== 'Requested') throw new Failure('StateChanged')
  await inWords(openSender(tx, wallet, customer))
  const { kycStatus } = await lockSender(tx, customer)
  if (kycStatus !== 'Verified') throw refuse('This customer is not verified any more.')
  const { payouts: rules } = await numbersIn(tx, at)
  const off = offWords(rules, figures.amount.asset, (await board.stopsIn(tx)).paused)
  if (off !== null) throw refuse(off)
  return inWords(payableAccount(tx, bank, customer, account))
}

/** Has it paid: with the next file, which none of these makes. */
const approveIn = async (
  tx: Tx,
  payouts: Payouts,
  payout: StoredPayout,
  { operators, at }: { operators: readonly string[]; at: Date },
): Promise<void> => {
  const { id, number, customer, figures } = payout
  if (operators.includes(customer)) throw new Failure('Forbidden', {}, 'Nobody decides about a payout of his own.')
  const { name, to } = await checkAgain(tx, payouts, payout, at)
  const payment = randomUUID()
  const cents = figures.receive.units
  const text = `Payout ${number}`
  const order = {
    id: payment,
    kind: 'payout',
    subject: id,
    customer,
    cents,
    name,
    to,
    text,
    approvedBy: operators,
  } as const
  await newPayment(tx, payouts.bank, order)
  const by = `operator:${operators.at(-1)}`
  await advance(tx, payoutStates, id, { to: 'Approved', by, at, set: { payment, approved_at: at } })
}

const idIn = (thing: string): string => {
  const id = thing.replace(/^payout:/, '')
  if (!isUuid(id) || payoutThing(id) !== thing) throw new Failure('NotFound')
  return id
}

type By = { operator: string; at: Date }

/** By one operator, up to what one may approve. */
export const approveAlone = async (tx: Tx, payouts: Payouts, thing: string, { operator, at }: By) => {
  const payout = await lockWithSender(tx, idIn(thing))
  if (!isForOne(await readDayUntil(tx, payout.id)))
    throw new Failure('Forbidden', {}, 'This is more than one operator may approve.')
  await approveIn(tx, payouts, payout, { operators: [operator], at })
  return { customer: payout.customer }
}

/** By one operator, whatever it comes to: nothing leaves by it. One that is in no file yet can still be refused. */
export const refuseAlone = async (
  tx: Tx,
  payouts: Payouts,
  thing: string,
  { operator, at, why }: By & { why: string },
) => {
  const payout = await lockWithSender(tx, idIn(thing))
  if (payout.customer === operator) throw new Failure('Forbidden', {}, 'Nobody decides about a payout of his own.')
  const by = `operator:${operator}`
  await giveBack(tx, payouts, payout, { to: 'Refused', reason: 'operator', by, at, from: fromTheHouse, why })
  return { customer: payout.customer }
}

const sumsOf = ({ figures }: StoredPayout) =>
  `${shownText(figures.amount)}, less ${centsText(figures.fee)} USD: the bank pays ${centsText(figures.receive)} USD`

/** Above what one may approve. Everything is looked at again in the transaction that does it. */
export const approvePayout = (payouts: Payouts) =>
  decision({
    action: 'approve-payout',
    title: 'Approve a payout',
    asks: payoutRoles,
    approves: payoutRoles,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const payout = await lockWithSender(tx, idIn(thing))
      await checkAgain(tx, payouts, payout, payouts.now())
      const to = `${payout.bank ?? 'The bank account'} … ${payout.lastFour}`
      return {
        version: `${payout.state} ${payout.account}`,
        customer: payout.customer,
        before: [
          { name: 'Payout', value: `${payout.number}, requested on ${timeText(payout.requestedAt)}` },
          { name: 'Sum', value: sumsOf(payout) },
          { name: 'To', value: to },
        ],
        after: [
          { name: 'Payout', value: 'Approved: it goes to the bank with the next file, which a third person makes' },
        ],
        told: 'An e-mail tells the customer once it was sent to the bank.',
      }
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const payout = await lockWithSender(tx, idIn(thing))
      await approveIn(tx, payouts, payout, { operators: [asker, decider], at: now })
    },
  })
