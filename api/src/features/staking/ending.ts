import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { isLost } from '@ingot/db/unavailable'
import type { ErrorName } from '@ingot/endpoints/errors'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, postTogether } from '@ingot/ledger/post'
import { Failure } from '../../failure.ts'
import type { Deps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { refuseClosed } from '../../switches/switches.ts'
import { lockCustomer } from '../identity/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { beginEntry, isPoolShort, newStake, openTerms, saveBegun } from './beginning.ts'
import * as ends from './ending-store.ts'
import { endMoves, movementTypes, sumsAt } from './rules.ts'
import { stakingMail } from './sent-jobs.ts'
import { type Staking, stakingOf } from './staking.ts'
import type { StakeRow } from './store.ts'

const typeOf = ({ state }: StakeRow) => (state === 'Leaving' ? movementTypes.left : movementTypes.ended)

/** What of the reward will not vest any more: of a stake that was left, all that had not when notice was given. */
const backOf = (stake: StakeRow, at: Date): bigint => (stake.state === 'Leaving' ? sumsAt(stake, at).toVest : 0n)

const endEntry = (stake: StakeRow, at: Date): Entry => ({
  reference: `${typeOf(stake)}:${stake.id}`,
  kind: typeOf(stake),
  causedBy: 'clock',
  moves: endMoves(stake, backOf(stake, at)),
})

/** Ends these, all of them or none. They are locked, and posting comes last: it locks accounts that everybody uses. */
const endAll = async (
  tx: Tx,
  { outbox }: Pick<Staking, 'outbox'>,
  stakes: readonly StakeRow[],
  { at, why }: { at: Date; why?: ErrorName | undefined },
): Promise<void> => {
  const [left, ended] = [
    stakes.filter(({ state }) => state === 'Leaving'),
    stakes.filter(({ state }) => state === 'Staked'),
  ]
  await ends.saveOver(tx, {
    left: left.map((stake) => ({ stake: stake.id, units: backOf(stake, at) })),
    ended: ended.map(({ id }) => id),
    at,
    why: why === undefined ? null : `not renewed: ${why}`,
  })
  const mailOf = ({ id, customer, state }: StakeRow) =>
    why === undefined
      ? ({ customer, kind: state === 'Leaving' ? 'left' : 'ended', stake: id } as const)
      : ({ customer, kind: 'not-renewed', stake: id, why } as const)
  await outbox.sendAll(tx, stakingMail, stakes.map(mailOf))
  const posted = await postTogether(
    tx,
    stakes.map((stake) => endEntry(stake, at)),
  )
  await recordMovements(
    tx,
    stakes.flatMap((stake, place) => {
      const entry = posted[place]?.entry
      return entry === undefined ? [] : [{ owner: ownerOf(stake.customer), type: typeOf(stake), entry }]
    }),
  )
}

/** Ends those of them that are still due. Says how many it were. */
const endDue = (staking: Staking, ids: readonly string[], why?: ErrorName): Promise<number> =>
  inTransaction(staking.db, async (tx) => {
    const at = staking.now()
    const stakes = await ends.lockDue(tx, ids, at)
    if (stakes.length > 0) await endAll(tx, staking, stakes, { at, why })
    return stakes.length
  })

/** Ends one and begins it anew, at the terms and with the pool of this moment, or fails as a new one would. */
const renew = async (staking: Staking, { id, customer }: ends.Due): Promise<void> => {
  const switched = await staking.switches.read()
  await inTransaction(staking.db, async (tx) => {
    const { residence } = await lockCustomer(tx, customer)
    const at = staking.now()
    const [stake] = await ends.lockDue(tx, [id], at)
    if (!stake?.renews || stake.state !== 'Staked') return
    refuseClosed(switched, 'staking', residence)
    const { units, termDays } = stake
    const wanted = { customer, units, termDays }
    const next = newStake(wanted, await openTerms(tx, staking, wanted, at), { at, renews: true, renewedFrom: id })
    await ends.saveOver(tx, { left: [], ended: [id], at })
    await staking.outbox.send(tx, stakingMail, { customer, kind: 'renewed', stake: id })
    const [over, begun] = await postTogether(tx, [endEntry(stake, at), beginEntry(next, 'clock')])
    if (!over || !begun) throw new Error(`stake ${id} was not posted`)
    await recordMovements(tx, [{ owner: ownerOf(customer), type: movementTypes.ended, entry: over.entry }])
    await saveBegun(tx, next, begun.entry)
  })
}

/** Why a new stake could not begin, if that is what failed. */
const refusalIn = (error: unknown): ErrorName | undefined => {
  if (error instanceof Failure) return error.error
  return isPoolShort(error) ? 'PoolTooLow' : undefined
}

const renewOrEnd = async (staking: Staking, due: ends.Due): Promise<void> => {
  try {
    await renew(staking, due)
  } catch (error) {
    const why = refusalIn(error)
    if (!why) throw error
    await endDue(staking, [due.id], why)
  }
}

/** It comes again each minute, so it ends before that. */
const longestSeconds = 50

export type Run = { done: number; failed: number }

/**
 * Ends every stake whose time is over: many in one transaction, and those that begin anew one by one. May be killed anywhere and
 * run twice. Of a batch that fails each is tried by itself, so that one stops no other; the next run tries it again.
 */
export const endStakes = async (deps: Deps, { seconds = longestSeconds } = {}): Promise<Run> => {
  const staking = stakingOf(deps)
  const until = performance.now() + seconds * 1000
  const run: Run = { done: 0, failed: 0 }
  const trying = async (due: ends.Due, work: () => Promise<unknown>) => {
    try {
      await work()
      run.done += 1
    } catch (error) {
      // No row's fault, and the next one would fare alike.
      if (isLost(error)) throw error
      run.failed += 1
      deps.log.error({ err: error, stake: due.id }, 'ending a stake failed')
    }
  }
  const endBatch = async (dues: readonly ends.Due[]) => {
    const ids = dues.map(({ id }) => id)
    try {
      run.done += await endDue(staking, ids)
    } catch (error) {
      if (isLost(error)) throw error
      for (const due of dues) await trying(due, () => endDue(staking, [due.id]))
    }
  }
  const renewBatch = async (dues: readonly ends.Due[]) => {
    for (const due of dues) await trying(due, () => renewOrEnd(staking, due))
  }
  const most = policy.stakingDates.endedAtOnce
  for (const [renews, work] of [
    [false, endBatch],
    [true, renewBatch],
  ] as const) {
    let after: ends.Due | undefined
    do {
      const dues = await ends.readDue(staking.db, staking.now(), { renews, after, most })
      await work(dues)
      after = dues.length < most ? undefined : dues.at(-1)
    } while (after && performance.now() < until)
  }
  return run
}
