import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { finalEntry } from '@ingot/ledger/seal'
import { policy } from '../../policy.ts'
import { type Snapshot, snapshotIn } from '../../policy-versions/snapshot.ts'
import { createHolding } from './flags.ts'
import * as store from './following-store.ts'
import { reverseRewards } from './reversing.ts'
import type { Rewards } from './rewards.ts'
import { backKinds, countsAt, daysAfter, eventOf, feeUsdOf, shareOf } from './rules.ts'

const { pendingDays, pendingDaysByCard, followedAtOnce } = policy.rewardDates
const kinds = [...Object.keys(eventOf), ...backKinds]

type Fee = store.FeeMove & { customer: string }

/** Fees that came in by what is shared, and those that went back. Two assets of one entry there are none. */
const sorted = (moves: readonly store.FeeMove[]) => ({
  earned: moves.filter(
    (each): each is Fee =>
      each.customer !== null && each.units > 0n && eventOf[each.kind] !== undefined && each.reverses === null,
  ),
  back: moves.filter(({ units, reverses }) => units < 0n || reverses !== null),
})

/** Money that came by card may be lost for long: whatever is done with it within that time waits as long. */
const isByCard = ({ kind, at }: Fee, { cardAt }: store.Line): boolean =>
  kind === 'payment' || (cardAt !== null && cardAt <= at && cardAt > daysAfter(at, -pendingDaysByCard))

const eventsOf = (fees: readonly Fee[], lines: ReadonlyMap<string, store.Line>): store.NewEvent[] =>
  fees.flatMap((fee) => {
    const [line, event] = [lines.get(fee.customer), eventOf[fee.kind]]
    if (!line || !event) return []
    const { entry, asset, units, at, source, gold } = fee
    const usd = feeUsdOf(asset, units, gold)
    return [{ entry, referee: fee.customer, event, asset, fee: units, usd, at, byCard: isByCard(fee, line), source }]
  })

type Closed = (residence: string | null) => boolean

/** One for each level above that earns something by it. The share of a level that earns nothing stays with the house. */
const rewardsOfEvent = (
  event: store.NewEvent,
  line: store.Line,
  snapshot: Snapshot,
  isClosed: Closed,
): store.NewReward[] => {
  const { referee, entry, asset, fee, at, byCard } = event
  if (!countsAt(at, line.verifiedAt)) return []
  const { rates } = snapshot.at(at).rewards
  return line.above.flatMap(({ id, level, isEarning, residence }) => {
    const rate = rates[level - 1] ?? 0n
    const amount = shareOf(fee, rate)
    if (!isEarning || id === referee || amount === 0n || isClosed(residence)) return []
    const pendingUntil = daysAfter(at, byCard ? pendingDaysByCard : pendingDays)
    const { version } = snapshot
    return [{ customer: id, referee, entry, level, asset, fee, rate, amount, version, at, pendingUntil }]
  })
}

/** What was earned in each year by UTC, less what went back. */
const earnedIn = (moves: readonly store.FeeMove[]): Map<number, bigint> => {
  const years = new Map<number, bigint>()
  for (const { at, asset, units, gold } of moves) {
    const usd = units < 0n ? -feeUsdOf(asset, -units, gold) : feeUsdOf(asset, units, gold)
    years.set(at.getUTCFullYear(), (years.get(at.getUTCFullYear()) ?? 0n) + usd)
  }
  return years
}

/** The clock of the books may be ahead of ours: nothing happened later than now. */
const notAfter = (fee: store.FeeMove, now: Date): store.FeeMove => (fee.at > now ? { ...fee, at: now } : fee)

const hold = createHolding()

/** Notes what those above have earned by fees, and holds what an operator should look at. */
const accrue = async (tx: Tx, rewards: Rewards, fees: readonly Fee[], isClosed: Closed): Promise<void> => {
  const referees = [...new Set(fees.map(({ customer }) => customer))]
  const found = await store.readLines(tx, referees, policy.rewards.rates.length)
  const lines = new Map(found.map((line) => [line.referee, line]))
  const events = eventsOf(fees, lines)
  await store.insertEvents(tx, events)
  const snapshot = await snapshotIn(tx)
  const made = events.flatMap((event) => {
    const line = lines.get(event.referee)
    return line ? rewardsOfEvent(event, line, snapshot, isClosed) : []
  })
  await store.insertRewards(tx, made)
  const pairs = new Map(made.map(({ customer: earner, referee }) => [`${earner} ${referee}`, { earner, referee }]))
  await hold(tx, rewards, [...pairs.values()], rewards.now())
}

/** Follows so many entries more, all or none of them. Answers how many fees there were; undefined when none are left. */
const followNext = async (rewards: Rewards, final: bigint, most: number): Promise<number | undefined> => {
  const { closed } = await rewards.switches.read()
  const isClosed = (residence: string | null) => closed('referrals', residence) !== undefined
  return inTransaction(rewards.db, async (tx) => {
    const after = await store.lockCursor(tx)
    const last = await store.lastOf(tx, after, final, most)
    if (last === undefined) return
    const moves = (await store.readFees(tx, after, last, kinds)).map((each) => notAfter(each, rewards.now()))
    const { earned, back } = sorted(moves)
    if (moves.length > 0) await store.addEarned(tx, earnedIn([...earned, ...back]))
    if (earned.length > 0) await accrue(tx, rewards, earned, isClosed)
    const gone = await store.markBack(
      tx,
      back.map(({ entry, reverses, source }) => ({ entry, reverses, source })),
    )
    await reverseRewards(tx, gone, { by: 'clock', why: 'the fee went back', at: rewards.now() })
    await store.saveCursor(tx, last)
    return earned.length
  })
}

/**
 * Follows what was posted since the last time. Numbers of entries are given before they are committed, so that only those are
 * followed before which nothing can come any more. It may be ended anywhere and run twice.
 */
export const followFees = async (rewards: Rewards, most: number = followedAtOnce): Promise<number> => {
  const final = await finalEntry(rewards.db)
  let fees = 0
  for (;;) {
    const found = await followNext(rewards, final, most)
    if (found === undefined) return fees
    fees += found
  }
}
