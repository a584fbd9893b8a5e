import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { runOperation } from '@ingot/db/operations'
import type { RewardCurrency, RewardRequest } from '@ingot/endpoints/staking-fields'
import { gramUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { lockCustomer } from '../identity/store.ts'
import type { Asking } from './beginning.ts'
import { claimOf, sumsAt } from './rules.ts'
import { type Staking, shownRequest } from './staking.ts'
import * as store from './store.ts'

const { partsAtOnce } = policy.stakingDates

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

/** Asks for what has vested, in one currency or the other. Nobody else asks for the customer's until it is done. */
export const claim = (
  { db, now }: Staking,
  { person, operation, useGrants }: Asking & { useGrants?: (tx: Tx) => Promise<void> },
  { stake, currency }: { stake: string | undefined; currency: RewardCurrency },
): Promise<{ data: RewardRequest }> =>
  runOperation(db, operation, async (tx) => {
    await useGrants?.(tx)
    const customer = person.id
    await lockCustomer(tx, customer)
    const askedAt = now()
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
    const made = await store.findRequest(tx, id)
    if (!made) throw new Error('a request was not inserted')
    return { data: shownRequest(made) }
  })
