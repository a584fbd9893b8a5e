import type { Tx } from '@ingot/db/connect'
import { runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/staking'
import type { Leaving, Stake } from '@ingot/endpoints/staking-fields'
import { Failure } from '../../failure.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { unitsOf } from '../holdings/holdings.ts'
import { lockCustomer } from '../identity/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Asking, Proven } from './beginning.ts'
import { leavingAt, shownQmgt, stakeMoves } from './rules.ts'
import { type Staking, shownStake } from './staking.ts'
import * as store from './store.ts'

const findOwn = async (db: Parameters<typeof store.findStake>[0], customer: string, id: string) => {
  const found = await store.findStake(db, customer, id)
  if (!found) throw new Failure('NotFound')
  return found
}

/** The customer's own, which nobody else changes until the transaction ends; somebody else's is as unknown as one that never was. */
const lockOwn = async (tx: Tx, customer: string, id: string): Promise<store.StakeRow> => {
  await lockCustomer(tx, customer)
  const [stake] = await store.lockStakes(tx, [(await findOwn(tx, customer, id)).id])
  if (!stake) throw new Failure('NotFound')
  return stake
}

const shownAfter = async (tx: Tx, { customer, id }: store.StakeRow, at: Date): Promise<{ data: Stake }> => {
  const { staking: rules } = await numbersIn(tx, at)
  return { data: shownStake(await findOwn(tx, customer, id), at, rules) }
}

export const readLeavingOf = async ({ db, now }: Staking, customer: string, id: string): Promise<Leaving | null> => {
  const stake = await findOwn(db, customer, id)
  if (stake.state !== 'Staked') return null
  const { isPossible, leavesAt, stays, returns } = leavingAt(stake, now())
  return {
    isPossible,
    leavesAt: leavesAt.toISOString(),
    units: shownQmgt(stake.units),
    stays: shownQmgt(stays),
    returns: shownQmgt(returns),
  }
}

export const leaveStake = (
  { db, now }: Staking,
  { person, operation, useGrants }: Proven,
  id: string,
  { returns: shown }: BodyOf<typeof calls.leaveStake>,
): Promise<{ data: Stake }> =>
  runOperation(db, operation, async (tx) => {
    await useGrants(tx)
    const customer = person.id
    const stake = await lockOwn(tx, customer, id)
    if (stake.state !== 'Staked') throw new Failure('StateChanged')
    const at = now()
    const { isPossible, leavesAt, returns } = leavingAt(stake, at)
    if (!isPossible) throw new Failure('StakeEndsFirst', { endsAt: stake.endsAt.toISOString() })
    if (shown !== undefined && unitsOf('QMGT', shown) < returns)
      throw new Failure('RewardChanged', { returns: shownQmgt(returns) })
    await advance(tx, stakeMoves, stake.id, {
      to: 'Leaving',
      by: ownerOf(customer),
      at,
      set: { notice_at: at, leaves_at: leavesAt },
    })
    return shownAfter(tx, stake, at)
  })

/** It goes on as if notice had not been given, unless the notice is over. */
export const stayStaked = ({ db, now }: Staking, { person, operation }: Asking, id: string): Promise<{ data: Stake }> =>
  runOperation(db, operation, async (tx) => {
    const stake = await lockOwn(tx, person.id, id)
    const at = now()
    if (stake.state !== 'Leaving' || !stake.leavesAt || stake.leavesAt <= at) throw new Failure('StateChanged')
    const set = { notice_at: null, leaves_at: null }
    await advance(tx, stakeMoves, stake.id, { to: 'Staked', by: ownerOf(person.id), at, set })
    return shownAfter(tx, stake, at)
  })

export const renewStake = (
  { db, now }: Staking,
  { person, operation }: Asking,
  id: string,
  { renews }: BodyOf<typeof calls.renewStake>,
): Promise<{ data: Stake }> =>
  runOperation(db, operation, async (tx) => {
    const stake = await lockOwn(tx, person.id, id)
    const at = now()
    if (stake.state !== 'Staked' || stake.endsAt <= at) throw new Failure('StateChanged')
    await store.saveRenews(tx, stake.id, renews)
    return shownAfter(tx, stake, at)
  })
