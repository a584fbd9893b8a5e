import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { payoutAssetsOfBank } from '@ingot/endpoints/bank-fields'
import type { BodyOf, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { quotePayout, readPayoutRules, requestPayout as requestCall } from '@ingot/endpoints/payouts'
import { placeHold } from '@ingot/ledger/hold'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { snapshotIn } from '../../policy-versions/snapshot.ts'
import { payableAccount } from '../bank-accounts/accounts.ts'
import { owedBy } from '../debts/debts.ts'
import { outgoingHeldUntil, record } from '../identity/identity.ts'
import { openSender } from '../wallet/senders.ts'
import { sayingTooLow } from '../wallet/sending.ts'
import { readSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { type Payouts, shownFigures, shownPayout } from './payouts.ts'
import { daysBefore, leftOf, offWords, type PayoutAsset, payableFigures, refuseAboveDay } from './rules.ts'
import { payoutMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** Why a token cannot be paid out at all now, whoever asks. */
const whyOff = (
  { bank }: Pick<Payouts, 'bank'>,
  rules: Numbers['payouts'],
  asset: PayoutAsset,
  { paused }: { paused: readonly string[] },
): string | null => (bank.house ? offWords(rules, asset, paused) : 'There are no payouts to bank accounts here yet.')

const refuseOff = (words: string | null) => {
  if (words !== null) throw new Failure('PayoutsOff', {}, words)
}

/** What can be paid out, and what stands in the customer's way. */
export const rulesFor = async (
  payouts: Payouts,
  customer: string,
): Promise<ReplyOf<typeof readPayoutRules>['data']> => {
  const { db, now, board, numbers } = payouts
  const { payouts: rules } = await numbers.now()
  const [stops, sender] = [await board.stops(), await readSender(db, customer)]
  const owed = await owedBy(db, customer)
  return {
    least: rules.leastUsd,
    most: rules.mostUsd,
    perDay: rules.mostPerDayUsd,
    leftToday: formatAmount(leftOf(rules, await store.askedSince(db, customer, daysBefore(now())))),
    assets: payoutAssetsOfBank.map((asset) => ({
      asset,
      rate: rules.rate[asset],
      feeFixed: rules.fee.fixedUsd,
      feeBasisPoints: Number(rules.fee.basisPoints),
      isOff: whyOff(payouts, rules, asset, stops),
    })),
    frozenSince: sender.frozenAt?.toISOString() ?? null,
    heldUntil: outgoingHeldUntil(sender.credentialsChangedAt, now())?.toISOString() ?? null,
    owed: owed === 0n ? null : formatAmount(amountOf('USD', owed)),
  }
}

export const quoteFor = async (payouts: Payouts, { asset, amount }: QueryOf<typeof quotePayout>) => {
  const { payouts: rules } = await payouts.numbers.now()
  refuseOff(whyOff(payouts, rules, asset, await payouts.board.stops()))
  return shownFigures(payableFigures(rules, asset, amount))
}

type Asked = { customer: string; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** Everything is looked at in the transaction that holds the tokens; what a customer sends is counted one by one. */
export const requestPayout = (payouts: Payouts, wanted: BodyOf<typeof requestCall>, asked: Asked) => {
  const { db, now, wallet, board, outbox } = payouts
  const { customer, from } = asked
  return runOperation(db, asked.operation, async (tx) => {
    await asked.useGrants(tx)
    await openSender(tx, wallet, customer)
    const requestedAt = now()
    const snapshot = await snapshotIn(tx)
    const { payouts: rules } = snapshot.at(requestedAt)
    const account = await payableAccount(tx, payouts.bank, customer, wanted.account)
    refuseOff(whyOff(payouts, rules, wanted.asset, await board.stopsIn(tx)))
    const figures = payableFigures(rules, wanted.asset, wanted.amount)
    if (parseAmount('USD', wanted.receive).units !== figures.receive.units)
      throw new Failure('FeeChanged', { receive: formatAmount(figures.receive) })
    refuseAboveDay(rules, figures.gross, await store.askedSince(tx, customer, daysBefore(requestedAt)))
    const id = randomUUID()
    // Without a time: it ends with the payout and never by itself.
    const holding = { customer, amount: figures.amount, expiresAt: null }
    const cause = { reference: `payout:${id}`, causedBy: ownerOf(customer) }
    const hold = await sayingTooLow(customer, placeHold<PayoutAsset>(tx, { ...holding, ...cause }))
    const made = { id, customer, account, figures, policyVersion: snapshot.version, hold: hold.id, requestedAt }
    const payout = await store.insertPayout(tx, made)
    await record(tx, { now }, { customer, kind: 'payout-requested', from })
    const mail = { customer, kind: 'requested', payout: id, at: requestedAt.toISOString(), ...from } as const
    await outbox.send(tx, payoutMail, mail)
    return { data: await shownPayout(tx, payout) }
  })
}
