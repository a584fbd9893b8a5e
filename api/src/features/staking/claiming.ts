import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { runOperation } from '@ingot/db/operations'
import type { RewardCurrency, RewardRequest } from '@ingot/endpoints/staking-fields'
import { rateOf } from '@ingot/money/rate'
import { gramUnits, usdUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { lockCustomer } from '../identity/store.ts'
import { lockClaimable, markRequested, saveToTakeBack } from '../rewards/requested-store.ts'
import { paidAs, worthIn } from '../rewards/rules.ts'
import { type BundleNamed, lockBundle } from '../rewards/store.ts'
import { least } from '../trade/rules.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Asking } from './beginning.ts'
import { pricesIn } from './pricing.ts'
import { claimOf, sumsAt } from './rules.ts'
import { type Staking, shownRequest } from './staking.ts'
import * as store from './store.ts'

const { partsAtOnce } = policy.stakingDates
const par = rateOf(1n, 0)

/** Those that something can be claimed of, oldest first; or the one that is named, whatever can be. */
const stakesIn = async (tx: Tx, customer: string, id: string | undefined, at: Date): Promise<string[]> => {
  if (id === undefined) {
    const open = await store.readUnclaimed(tx, customer)
    return open.flatMap((stake) => (sumsAt(stake, at).claimable > 0n ? [stake.id] : [])).slice(0, partsAtOnce)
  }
  const found = await store.findStake(tx, customer, id)
  if (!found) throw new Failure('NotFound')
  return [found.id]
}

/** A request as it was just made. */
const madeRequest = async (tx: Tx, id: string): Promise<{ data: RewardRequest }> => {
  const made = await store.findRequest(tx, id)
  if (!made) throw new Error('a request was not inserted')
  return { data: shownRequest(made) }
}

/** Asks for all that can be claimed of one asset for bringing others, less what is to be taken back. */
const claimBundle = async (tx: Tx, customer: string, bundle: BundleNamed, askedAt: Date): Promise<string> => {
  const { asset } = bundle
  const { rewards: rules } = await numbersIn(tx, askedAt)
  const { ids, units: whole } = await lockClaimable(tx, customer, asset)
  const takenBack = least(bundle.toTakeBack, whole)
  const units = whole - takenBack
  const bid = asset === 'QMGT' ? (await pricesIn(tx, askedAt, 'QMGT/USDT'))?.bid : par
  if (!bid) throw new Failure('Unavailable')
  if (units === 0n || worthIn(asset, units, bid) < usdUnits(rules.leastClaimUsd))
    throw new Failure('RewardsTooSmall', { least: rules.leastClaimUsd })
  const id = randomUUID()
  await store.insertReferralRequest(tx, { id, customer, asset, currency: paidAs(asset), units, takenBack, askedAt })
  await markRequested(tx, ids, id, { by: ownerOf(customer), at: askedAt })
  if (takenBack > 0n) await saveToTakeBack(tx, customer, asset, -takenBack)
  return id
}

/** Asks for what a stake or a bundle of rewards has. */
export const claimToken = async (
  { db, now, holdClaimable }: Staking,
  { person, operation }: Asking,
  rewardid: string,
): Promise<{ data: RewardRequest }> => {
  await holdClaimable(person.id)
  return runOperation(db, operation, async (tx) => {
    await lockCustomer(tx, person.id)
    const bundle = await lockBundle(tx, person.id, rewardid)
    const id = bundle
      ? await claimBundle(tx, person.id, bundle, now())
      : await claimStakes(tx, person.id, { stake: rewardid, currency: 'QMGT' }, now())
    return madeRequest(tx, id)
  })
}

const claimStakes = async (
  tx: Tx,
  customer: string,
  { stake, currency }: { stake: string | undefined; currency: RewardCurrency },
  askedAt: Date,
): Promise<string> => {
  const { staking: rules } = await numbersIn(tx, askedAt)
  const stakes = await store.lockStakes(tx, await stakesIn(tx, customer, stake, askedAt))
  const parts = claimOf(stakes, gramUnits(rules.leastClaim), askedAt)
  if (parts === 'NothingVested') throw new Failure(parts)
  if (parts === 'ClaimTooSmall')
    throw new Failure(
      parts,
      { least: rules.leastClaim },
      `What has vested is less than ${rules.leastClaim} QMGT, the least that can be claimed. Please wait until it is more, or until the term is over.`,
    )
  const id = randomUUID()
  await store.insertRequest(tx, { id, customer, currency, askedAt, parts })
  return id
}

/** Asks for what has vested, in one currency or the other. Nobody else asks for the customer's until it is done. */
export const claim = (
  { db, now }: Staking,
  { person, operation, useGrants }: Asking & { useGrants?: (tx: Tx) => Promise<void> },
  of: { stake: string | undefined; currency: RewardCurrency },
): Promise<{ data: RewardRequest }> =>
  runOperation(db, operation, async (tx) => {
    await useGrants?.(tx)
    await lockCustomer(tx, person.id)
    return madeRequest(tx, await claimStakes(tx, person.id, of, now()))
  })
