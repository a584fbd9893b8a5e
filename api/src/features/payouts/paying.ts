import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { type Account, customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { postHoldOnward } from '@ingot/ledger/hold'
import { recordMovements } from '@ingot/ledger/movement'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { amountOf, compare, isZero, min, subtract } from '@ingot/money/amount'
import type { BankPart, Payment } from '../../bank/part.ts'
import { Failure } from '../../failure.ts'
import type { Deps } from '../../feature.ts'
import { suspendAccount } from '../bank-accounts/accounts.ts'
import { record } from '../identity/identity.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { fromTheHouse } from './ending.ts'
import { type Figures, type PayoutAsset, payoutStates, unitsBack } from './rules.ts'
import { payoutMail } from './sent-jobs.ts'
import { whyStopped } from './stopping.ts'
import * as store from './store.ts'

// What the bank's engine tells of payouts. Everything happens in its transaction.

type Telling = Pick<Deps, 'outbox'>

const lockOf = async (tx: Tx, { subject, id }: Payment): Promise<store.StoredPayout> => {
  const payout = await store.lockPayout(tx, subject)
  if (payout?.payment !== id) throw new Error(`payment ${id} is of no payout`)
  return payout
}

const tell = (
  tx: Tx,
  { outbox }: Telling,
  { customer, id }: store.StoredPayout,
  { kind, at }: { kind: 'sent' | 'paid' | 'returned'; at: Date },
) => outbox.send(tx, payoutMail, { customer, kind, payout: id, at: at.toISOString(), ...fromTheHouse })

/** The tokens are the house's again, as in a trade: they were backed when they were issued, and only change hands. */
const movesOf = ({ amount, feeAmount }: Figures, held: Account<PayoutAsset>): Move[] => {
  const house = (purpose: 'treasury' | 'fees') => houseAccount(amount.asset, purpose)
  const net = subtract<PayoutAsset>(amount, feeAmount)
  return [
    settledMove<PayoutAsset>(net, { from: held, to: house('treasury') }),
    ...(isZero(feeAmount) ? [] : [settledMove<PayoutAsset>(feeAmount, { from: held, to: house('fees') })]),
  ]
}

/** At which rate it was done, as the movement's page and receipt tell it. */
const priceOf = (rate: string, asset: PayoutAsset) => ({ price: rate, pair: `${asset}/USD` })

/**
 * It is in a file: what was held is no longer the customer's. One that may not leave any more stops the file; the next look of the
 * clock takes it out of what is to be sent.
 */
const onSent = async (tx: Tx, telling: Telling, payment: Payment, at: Date): Promise<void> => {
  const payout = await lockOf(tx, payment)
  const { id, customer, figures } = payout
  if (await whyStopped(tx, payout))
    throw new Failure('StateChanged', {}, `Payout ${payout.number} may not leave any more. Try again in a minute.`)
  const owner = ownerOf(customer)
  const { entry } = await postHoldOnward(tx, payout.hold, {
    kind: 'payout',
    details: { ...priceOf(figures.rate, figures.amount.asset), requestedAt: payout.requestedAt.toISOString() },
    // Posting compares the assets again: a hold of another one is refused there.
    moves: (held) => movesOf(figures, held as Account<PayoutAsset>),
    reference: `payout-sent:${id}`,
    causedBy: owner,
  })
  await recordMovements(tx, [{ owner, type: 'payout', entry }])
  await advance(tx, payoutStates, id, { to: 'Sent', by: 'bank', at, set: { entry: String(entry) } })
  await tell(tx, telling, payout, { kind: 'sent', at })
}

/** A part that had come back before is what became of it. */
const onPaid = async (tx: Tx, telling: Telling, payment: Payment, at: Date): Promise<void> => {
  const payout = await lockOf(tx, payment)
  if (payout.state !== 'Sent') return
  await advance(tx, payoutStates, payout.id, { to: 'Paid', by: 'bank', at, set: { ended_at: at } })
  await tell(tx, telling, payout, { kind: 'paid', at })
}

/** What came back is given back in what it came from; the fee was for the work, and stays. */
const onReturned = async (
  tx: Tx,
  telling: Telling,
  payment: Payment,
  { cents, at }: { cents: bigint; at: Date },
): Promise<void> => {
  const payout = await lockOf(tx, payment)
  const { id, customer, figures, returned } = payout
  const back = min(amountOf('USD', cents), subtract(figures.receive, returned.cents))
  if (isZero(back)) return
  const net = subtract<PayoutAsset>(figures.amount, figures.feeAmount)
  const amount = unitsBack(net, figures.receive, { before: returned.cents, now: back })
  const made = { id: randomUUID(), payout: id, customer, amount, cents: back, at }
  await store.insertReturn(tx, made)
  if (payout.state !== 'Returned')
    await advance(tx, payoutStates, id, { to: 'Returned', by: 'bank', at, set: { ended_at: at, reason: 'bank' } })
  await credit(tx, { ...made, rate: figures.rate })
  await suspendAccount(tx, telling, payout.account, 'payment-returned', at)
  await record(tx, { now: () => at }, { customer, kind: 'payout-returned', from: fromTheHouse })
  await tell(tx, telling, payout, { kind: 'returned', at })
}

/** Out of the treasury, into which it went. While that has too little it waits, and an alarm says so. */
const credit = async (tx: Tx, { id, customer, amount, rate }: store.Return & { rate: string }): Promise<void> => {
  const from = houseAccount<PayoutAsset>(amount.asset, 'treasury')
  if (compare<PayoutAsset>(await balanceOf(tx, from), amount) < 0) return
  const owner = ownerOf(customer)
  const { entry } = await post(tx, {
    reference: `payout-returned:${id}`,
    kind: 'payout-returned',
    causedBy: 'bank',
    moves: [settledMove<PayoutAsset>(amount, { from, to: customerAccount(customer, amount.asset, 'available') })],
    details: priceOf(rate, amount.asset),
  })
  await recordMovements(tx, [{ owner, type: 'payout-returned', entry }])
  await store.setCredited(tx, id, entry)
}

/** The same later, for what the treasury had too little of. */
export const creditLater = async (tx: Tx, id: string): Promise<void> => {
  const waiting = await store.lockUncredited(tx, id)
  if (waiting) await credit(tx, waiting)
}

export const payoutBank = (telling: Telling): BankPart => ({
  payments: {
    payout: {
      sent: (tx, payment, at) => onSent(tx, telling, payment, at),
      paid: (tx, payment, at) => onPaid(tx, telling, payment, at),
      returned: (tx, payment, back) => onReturned(tx, telling, payment, back),
    },
  },
})
