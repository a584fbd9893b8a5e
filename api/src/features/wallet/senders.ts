import type { Tx } from '@ingot/db/connect'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readSending } from '@ingot/endpoints/wallet'
import { sendableAssets } from '@ingot/endpoints/wallet-fields'
import { formatAmount } from '@ingot/money/amount-text'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { owedBy } from '../debts/debts.ts'
import { outgoingHeldUntil } from '../identity/identity.ts'
import { readChainSilence } from './chain-store.ts'
import { dayBefore, feeOf, leftOf, limitsOf } from './rules.ts'
import * as store from './store.ts'
import type { Wallet } from './wallet.ts'

/** Why nothing leaves, as the customer can do something about it. */
export const frozenFailure = ({ frozenAt, frozenByUs }: Pick<store.Sender, 'frozenAt' | 'frozenByUs'>): Failure => {
  const details = { since: frozenAt?.toISOString() ?? null }
  return frozenByUs
    ? new Failure(
        'OutgoingFrozen',
        details,
        'We have frozen your account: nothing can leave it. Please contact support.',
      )
    : new Failure('OutgoingFrozen', details)
}

/** Lets a customer change where money may go, and nobody else in his name until the transaction ends; or says why that waits. */
export const openHolder = async (tx: Tx, { now }: { now: () => Date }, customer: string): Promise<void> => {
  const { frozenAt, frozenByUs, credentialsChangedAt } = await store.lockSender(tx, customer)
  if (frozenAt) throw frozenFailure({ frozenAt, frozenByUs })
  const until = outgoingHeldUntil(credentialsChangedAt, now())
  if (until) throw new Failure('OutgoingHeld', { until: until.toISOString() })
}

/** Lets a customer send, and nobody else in his name until the transaction ends; or says why nothing leaves. */
export const openSender = async (tx: Tx, { identity }: Wallet, customer: string): Promise<void> => {
  await openHolder(tx, identity, customer)
  if ((await owedBy(tx, customer)) > 0n) throw new Failure('DebtOpen')
}

/** Whether a customer can send now, and within which limits. */
export const sendingOf = async ({ identity }: Wallet, { id }: Person): Promise<ReplyOf<typeof readSending>['data']> => {
  const { db, now } = identity
  const { frozenAt, credentialsChangedAt } = await store.readSender(db, id)
  const rules = sendableAssets.map(async (asset) => {
    const { smallest, largest, perDay } = limitsOf(asset)
    const sentToday = await store.sentSince(db, id, asset, dayBefore(now()))
    return {
      asset,
      smallest: formatAmount(smallest),
      largest: formatAmount(largest),
      perDay: formatAmount(perDay),
      leftToday: formatAmount(leftOf(asset, sentToday)),
      fees: { inner: formatAmount(feeOf(asset, 'inner')), outside: formatAmount(feeOf(asset, 'outside')) },
    }
  })
  return {
    frozenSince: frozenAt?.toISOString() ?? null,
    heldUntil: outgoingHeldUntil(credentialsChangedAt, now())?.toISOString() ?? null,
    chainSilentSince: (await readChainSilence(db))?.toISOString() ?? null,
    newAddressHours: policy.wallet.newAddressHours,
    assets: await Promise.all(rules),
  }
}
