import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/staking'
import type { Stake } from '@ingot/endpoints/staking-fields'
import { nameOf } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, post } from '@ingot/ledger/post'
import type { Person } from '../../bind.ts'
import { gramUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { snapshotIn } from '../../policy-versions/snapshot.ts'
import { refuseForReserves } from '../../switches/switches.ts'
import { isUpline } from '../affiliates/store.ts'
import { owedBy } from '../debts/debts.ts'
import { unitsOf } from '../holdings/holdings.ts'
import { lockCustomer } from '../identity/store.ts'
import { sayingTooLow } from '../wallet/sending.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { beginMoves, daysAfter, mostFor, movementTypes, poolAccount, rewardOf, shownQmgt, termsOf } from './rules.ts'
import { type Staking, shownStake } from './staking.ts'
import * as store from './store.ts'

/** Who asks, named once, and what was proven for it. */
export type Asking = { person: Pick<Person, 'id'>; operation: Operation }
export type Proven = Asking & { useGrants: (tx: Tx) => Promise<void> }

export type Wanted = { customer: string; units: bigint; termDays: number | undefined }

/** The pool had less than a reward takes, though it had enough a moment before. */
export const isPoolShort = (error: unknown): boolean =>
  error instanceof LedgerError && error.refusal === 'BalanceTooLow' && error.account === nameOf(poolAccount)

/**
 * Everything that may stand in the way of a new stake, as it is in this transaction: what is left is the terms that it begins
 * under. A renewal is looked at in the same way.
 */
export const openTerms = async (
  tx: Tx,
  { board }: Pick<Staking, 'board'>,
  { customer, units, termDays }: Wanted,
  at: Date,
) => {
  if (!(await isUpline(tx, customer))) throw new Failure('NotUpline')
  const snapshot = await snapshotIn(tx)
  const { staking: rules } = snapshot.at(at)
  const terms = termsOf(rules)
  const term = termDays === undefined ? terms[0] : terms.find(({ days }) => days === termDays)
  if (!term) throw new Failure('TermUnknown', { terms: terms.map(({ days }) => days) })
  const { least, most } = rules
  const reward = rewardOf(units, term.basisPoints)
  if (units < gramUnits(least) || reward === 0n)
    throw new Failure('AmountTooSmall', { least }, `At least ${least} QMGT has to be staked at once.`)
  if (units > gramUnits(most))
    throw new Failure('StakeTooLarge', { most }, `At most ${most} QMGT can be staked at once.`)
  if ((await owedBy(tx, customer)) > 0n) throw new Failure('DebtOpen')
  const stops = await board.stopsIn(tx)
  if (stops.reserves) refuseForReserves('staking')
  if (stops.issuing) throw new Failure('IssuingStopped')
  const left = mostFor((await balanceOf(tx, poolAccount)).units, term)
  if (left < gramUnits(least)) throw new Failure('PoolEmpty')
  if (units > left) {
    const words = `The pool of rewards has enough for ${shownQmgt(left)} QMGT for this term. Please enter a smaller amount.`
    throw new Failure('PoolTooLow', { most: shownQmgt(left) }, words)
  }
  return { term, reward, rules, policyVersion: snapshot.version }
}

type Terms = Awaited<ReturnType<typeof openTerms>>

/** A stake that is about to begin. */
export const newStake = (
  { customer, units }: Wanted,
  { term, reward, policyVersion }: Terms,
  { at, renews, renewedFrom = null }: { at: Date; renews: boolean; renewedFrom?: string | null },
): Omit<store.NewStake, 'movement'> => ({
  id: randomUUID(),
  customer,
  units,
  termDays: term.days,
  basisPoints: term.basisPoints,
  reward,
  policyVersion,
  beganAt: at,
  endsAt: daysAfter(at, term.days),
  renews,
  renewedFrom,
})

export const beginEntry = (stake: Omit<store.NewStake, 'movement'>, causedBy: string): Entry => ({
  reference: `stake:${stake.id}`,
  kind: movementTypes.began,
  causedBy,
  moves: beginMoves(stake),
  details: { termDays: stake.termDays, basisPoints: Number(stake.basisPoints) },
})

/** Writes down a stake whose entry was posted. */
export const saveBegun = async (tx: Tx, stake: Omit<store.NewStake, 'movement'>, entry: bigint): Promise<void> => {
  const [movement] = await recordMovements(tx, [{ owner: ownerOf(stake.customer), type: movementTypes.began, entry }])
  if (movement === undefined) throw new Error(`stake ${stake.id} was posted before`)
  await store.insertStake(tx, { ...stake, movement })
}

/** Somebody else may have taken what the pool had: then it is looked at once more, and said as it is now. */
const namingPool = async <T>(staking: Staking, wanted: Wanted, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isPoolShort(error)) throw error
    await staking.db.transaction().execute((tx) => openTerms(tx, staking, wanted, staking.now()))
    throw new Failure('PoolTooLow')
  }
}

export const beginStake = (
  staking: Staking,
  { person, operation, useGrants }: Proven,
  { amount, term, renews = false, reward: shown }: BodyOf<typeof calls.beginStake>,
): Promise<{ data: Stake }> => {
  const customer = person.id
  const wanted: Wanted = { customer, units: unitsOf('QMGT', amount), termDays: term }
  return namingPool(staking, wanted, () =>
    runOperation(staking.db, operation, async (tx) => {
      await useGrants(tx)
      // One by one, so that nothing is staked twice and what stands in the way is seen.
      await lockCustomer(tx, customer)
      const at = staking.now()
      const terms = await openTerms(tx, staking, wanted, at)
      if (shown !== undefined && unitsOf('QMGT', shown) !== terms.reward)
        throw new Failure('RewardChanged', { reward: shownQmgt(terms.reward) })
      const stake = newStake(wanted, terms, { at, renews })
      // Accounts that everybody uses are locked from here on.
      const { entry } = await sayingTooLow(customer, post(tx, beginEntry(stake, ownerOf(customer))))
      await saveBegun(tx, stake, entry)
      const row = await store.findStake(tx, customer, stake.id)
      if (!row) throw new Error('a stake was not inserted')
      return { data: shownStake(row, at, terms.rules) }
    }),
  )
}
