import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  claimableFrom,
  claimOf,
  daysAfter,
  daysOf,
  leavingAt,
  mostFor,
  rewardOf,
  sumsAt,
  type Vesting,
  vested,
} from './rules.ts'

const hour = 3600_000
const day = 24 * hour

const begun = (reward: bigint, termDays: number, beganAt: Date): Vesting & { id: string } => ({
  ...{ id: 'one', reward, termDays, beganAt, endsAt: daysAfter(beganAt, termDays) },
  ...{ noticeAt: null, leavesAt: null, paid: 0n, requested: 0n, returned: 0n },
})

const wholeOf = (stake: Vesting, now: Date): bigint => {
  const sums = sumsAt(stake, now)
  for (const part of Object.values(sums)) expect(part >= 0n).toBe(true)
  return Object.values(sums).reduce((sum, part) => sum + part, 0n)
}

// Leap days of years that have one and of one that has none, and nights in which clocks are changed.
const beginnings = [
  ...['2027-12-01T00:00:00.000Z', '2028-02-28T23:59:59.999Z', '2028-02-29T12:00:00.000Z', '2099-12-31T23:30:00.000Z'],
  ...['2026-10-25T00:59:59.999Z', '2027-03-28T01:00:00.000Z', '2026-03-08T06:59:00.000Z', '2026-11-01T05:30:00.000Z'],
].map((text) => new Date(text))
const terms = [90, 180, 365]

const rewards = fc.bigInt({ min: 1n, max: 10n ** 24n })
const stakes = fc.record({
  reward: rewards,
  termDays: fc.oneof(fc.constantFrom(...terms), fc.integer({ min: 1, max: 1000 })),
  beganAt: fc.oneof(
    fc.constantFrom(...beginnings),
    fc.integer({ min: 0, max: 4_102_444_800_000 }).map((ms) => new Date(ms)),
  ),
})

describe('a reward', () => {
  test('is all there at each day of each term, whatever is claimed in between, with notice on any day', () => {
    // What is done on a day: a claim, which is paid, rejected or left open; notice, and taking it back.
    const doings = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 40 * day }),
        what: fc.constantFrom('pay', 'reject', 'ask', 'leave', 'stay'),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(stakes, doings, ({ reward, termDays, beganAt }, all) => {
        const stake = begun(reward, termDays, beganAt)
        let now = beganAt.getTime()
        const over = () => (stake.leavesAt ?? stake.endsAt).getTime()
        for (const { after, what } of all) {
          now = Math.min(now + after, over() - 1)
          const at = new Date(now)
          const { claimable } = sumsAt(stake, at)
          if (what === 'pay') stake.paid += claimable
          if (what === 'ask') stake.requested += claimable
          if (what === 'leave' && !stake.noticeAt && leavingAt(stake, at).isPossible) {
            const { leavesAt, stays, returns } = leavingAt(stake, at)
            expect(stays + returns).toBe(reward)
            expect(leavesAt < stake.endsAt).toBe(true)
            Object.assign(stake, { noticeAt: at, leavesAt })
          }
          if (what === 'stay') Object.assign(stake, { noticeAt: null, leavesAt: null })
          expect(wholeOf(stake, at)).toBe(reward)
        }
        // The end, after which the last claim takes the exact rest.
        const end = new Date(over())
        if (stake.noticeAt) stake.returned = sumsAt(stake, end).toVest
        expect(wholeOf(stake, end)).toBe(reward)
        const rest = claimOf([stake], 10n ** 30n, end)
        if (Array.isArray(rest)) stake.paid += rest[0]?.units ?? 0n
        expect(stake.paid + stake.requested + stake.returned).toBe(reward)
        expect(claimOf([stake], 0n, end)).toBe('NothingVested')
      }),
      { numRuns: 500, seed: 24 },
    )
  })

  test('vests by whole days alone, never less than the day before, and is whole at the end of the term', () => {
    fc.assert(
      fc.property(rewards, fc.constantFrom(...terms), fc.constantFrom(...beginnings), (reward, termDays, beganAt) => {
        const stake = begun(reward, termDays, beganAt)
        let before = 0n
        for (let n = 0; n <= termDays + 1; n++) {
          const first = new Date(beganAt.getTime() + n * day)
          const last = new Date(first.getTime() + day - 1)
          const days = Math.min(n, termDays)
          expect([daysOf(stake, first), daysOf(stake, last)]).toEqual([days, days])
          const { claimable, toVest } = sumsAt(stake, last)
          expect(claimable + toVest).toBe(reward)
          expect(claimable >= before).toBe(true)
          // Within less than one unit of its share, and never above it.
          const short = reward * BigInt(n) - claimable * BigInt(termDays)
          if (n >= 30 && n < termDays) expect(short >= 0n && short < BigInt(termDays)).toBe(true)
          if (n < 30) expect(claimable).toBe(0n)
          before = claimable
        }
        expect(before).toBe(reward)
      }),
      { numRuns: 40, seed: 24 },
    )
  })

  test('of less than one base unit is none, and the most that a pool can reward takes no more than it has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.bigInt({ min: 1n, max: 1000n }), (pool, basisPoints) => {
        const most = mostFor(pool, { days: 90, basisPoints })
        expect(rewardOf(most, basisPoints) <= pool).toBe(true)
        expect(rewardOf(most + 1n, basisPoints) > pool).toBe(true)
      }),
      { seed: 24 },
    )
    expect(rewardOf(199n, 50n)).toBe(0n)
    expect(rewardOf(200n, 50n)).toBe(1n)
  })
})

describe('claiming', () => {
  test('is possible from just the day that is told, and not a moment before', () => {
    fc.assert(
      fc.property(
        stakes,
        fc.bigInt({ min: 0n, max: 10n ** 23n }),
        fc.integer({ min: 0, max: 100 }),
        fc.boolean(),
        (given, least, percent, leaves) => {
          const stake = begun(given.reward, given.termDays, given.beganAt)
          const noticeAt = daysAfter(stake.beganAt, Math.floor((stake.termDays * percent) / 100))
          if (leaves && leavingAt(stake, noticeAt).isPossible)
            Object.assign(stake, { noticeAt, leavesAt: daysAfter(noticeAt, 7) })
          const end = stake.leavesAt ?? stake.endsAt
          stake.paid = (vested(stake.reward, daysOf(stake, end), stake.termDays) * BigInt(percent)) / 100n
          const from = claimableFrom(stake, least)
          if (from === null) return void expect(claimOf([stake], least, end)).toBe('NothingVested')
          // Notice that was given later changes what can be claimed only from then on.
          const first = stake.noticeAt && from < stake.noticeAt ? { ...stake, noticeAt: null, leavesAt: null } : stake
          expect(claimOf([first], least, from)).toEqual([{ stake: 'one', units: sumsAt(first, from).claimable }])
          const before = new Date(from.getTime() - 1)
          const earlier =
            stake.noticeAt && before < stake.noticeAt ? { ...stake, noticeAt: null, leavesAt: null } : stake
          if (sumsAt(earlier, before).claimable >= 0n) expect(claimOf([earlier], least, before)).toBeTypeOf('string')
        },
      ),
      { numRuns: 500, seed: 24 },
    )
  })

  test('of many counts them together, and of those whose time is over takes whatever there is', () => {
    const now = new Date('2028-01-01T00:00:00Z')
    const ago = (days: number) => new Date(now.getTime() - days * day)
    const running = (id: string, reward: bigint) => ({ ...begun(reward, 90, ago(45)), id })
    const over = { ...begun(3n, 90, ago(90)), id: 'over' }
    expect(claimOf([running('a', 10n), running('b', 12n)], 11n, now)).toEqual([
      { stake: 'a', units: 5n },
      { stake: 'b', units: 6n },
    ])
    expect(claimOf([running('a', 10n), running('b', 12n)], 12n, now)).toBe('ClaimTooSmall')
    expect(claimOf([running('a', 10n), over], 100n, now)).toEqual([{ stake: 'over', units: 3n }])
    expect(claimOf([{ ...begun(1000n, 90, ago(29)), id: 'young' }], 0n, now)).toBe('NothingVested')
    expect(claimOf([], 0n, now)).toBe('NothingVested')
  })
})

describe('leaving', () => {
  const beganAt = new Date('2028-02-10T08:00:00Z')
  const stake = begun(9_000n, 90, beganAt)
  const at = (days: number, ms = 0) => leavingAt(stake, new Date(beganAt.getTime() + days * day + ms))

  test('before the 30th day leaves nothing, after it just the days that are over', () => {
    expect(at(29, day - 1)).toMatchObject({ isPossible: true, stays: 0n, returns: 9_000n })
    expect(at(30)).toMatchObject({ stays: 3_000n, returns: 6_000n })
    expect(at(31)).toMatchObject({ stays: 3_100n, returns: 5_900n, leavesAt: daysAfter(beganAt, 38) })
  })

  test('is of no use once the term ends before the notice would be over', () => {
    expect(at(83, -1).isPossible).toBe(true)
    expect(at(83).isPossible).toBe(false)
    expect(at(89).isPossible).toBe(false)
    expect(at(90).isPossible).toBe(false)
  })
})
