import { parseRate } from '@ingot/money/rate'
import { describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { doubtOf, isFresh, isSilent, type Witnesses } from './belief-rules.ts'

const rules = policy.price

type Said = { last?: string; median?: string; second?: string } & Partial<
  Pick<Witnesses, 'hasSecond' | 'doubt' | 'isConfirmed'>
>

const judge = (price: string, { last, median, second, ...more }: Said) =>
  doubtOf(
    parseRate(price),
    {
      last: last === undefined ? undefined : parseRate(last),
      median: median === undefined ? undefined : parseRate(median),
      second: second === undefined ? undefined : parseRate(second),
      hasSecond: second !== undefined,
      doubt: undefined,
      isConfirmed: false,
      ...more,
    },
    rules,
  )

describe('without a second source that speaks, a round', () => {
  test.each([
    ['within both bounds is believed', '4080', { last: '4000', median: '3990' }, undefined],
    ['just too far above the last one is doubted', '4080.01', { last: '4000', median: '4000' }, 'last'],
    ['just too far below it, too', '3919.99', { last: '4000' }, 'last'],
    [
      'too far from the last hour is doubted, however small the step',
      '4121',
      { last: '4100', median: '4000' },
      'median',
    ],
    ['at the very bound of the last hour is believed', '4120', { last: '4100', median: '4000' }, undefined],
    ['is judged by the last one alone when the last hour had none', '4010', { last: '4000' }, undefined],
    ['at a hundredth is doubted', '40', { last: '4000', median: '4000' }, 'last'],
  ] as const)('%s', (_what, price, known, reason) => {
    expect(judge(price, known)).toBe(reason)
    expect(judge(price, { ...known, hasSecond: true })).toBe(reason)
  })
})

describe('a second source that speaks', () => {
  test.each([
    ['makes a jump believable', '3600', { last: '4000', median: '4000', second: '3636' }, undefined],
    ['and does so to the last digit', '3600', { last: '4000', second: '3636.37' }, 'second'],
    [
      'speaks against a round that nothing else is against',
      '4000',
      { last: '4000', median: '4000', second: '40' },
      'second',
    ],
    ['by one percent of its own and no less', '3960', { last: '3960', second: '4000' }, undefined],
    ['and no more', '3959.99', { last: '3960', second: '4000' }, 'second'],
  ] as const)('%s', (_what, price, known, reason) => {
    expect(judge(price, known)).toBe(reason)
  })
})

describe('the first round of all', () => {
  test('is believed when there is nobody to ask, or when the second source says the same', () => {
    expect(judge('4000', {})).toBeUndefined()
    expect(judge('4000', { second: '4000' })).toBeUndefined()
  })

  test('is not when the second source is silent, or says something else', () => {
    expect(judge('4000', { hasSecond: true })).toBe('unproven')
    expect(judge('4000', { second: '40' })).toBe('second')
  })
})

describe('once there is a doubt', () => {
  test('it stays while the second source is silent, even if the price comes back', () => {
    expect(judge('4000', { last: '4000', median: '4000', doubt: 'last' })).toBe('last')
    expect(judge('4000', { last: '4000', hasSecond: true, doubt: 'second' })).toBe('second')
  })

  test('the second source ends it by saying the same', () => {
    expect(judge('4000', { last: '4000', second: '4001', doubt: 'last' })).toBeUndefined()
    expect(judge('3600', { last: '4000', second: '3601', doubt: 'last' })).toBeUndefined()
  })

  test('operators end it for the round that they confirmed, whoever says something else', () => {
    expect(judge('3600', { last: '4000', second: '4000', doubt: 'last', isConfirmed: true })).toBeUndefined()
  })
})

describe('what a second source observed', () => {
  const [open, closed] = ['2026-11-09T17:00:00Z', '2026-11-14T17:00:00Z']
  test.each([
    ['counts while it is young', open, 10, true],
    ['does not when it is old', open, 10.1, false],
    ['counts for long while the market is closed', closed, 100 * 60, true],
    ['but not for ever', closed, 100 * 60 + 1, false],
    ['may be a little ahead of our clock', open, -2, true],
    ['but not from the future', open, -2.1, false],
  ])('%s', (_what, now, minutes, counts) => {
    const at = new Date(now)
    expect(isFresh(new Date(at.getTime() - minutes * 60_000), at, rules)).toBe(counts)
  })

  test.each([
    ['half an hour is not silence yet', '2026-11-09T17:00:00Z', '2026-11-09T16:30:00Z', false],
    ['more is', '2026-11-09T17:00:00Z', '2026-11-09T16:29:59Z', true],
    ['at the weekend nothing is expected', '2026-11-14T17:00:00Z', '2026-11-13T17:00:00Z', false],
    ['nor right after it', '2026-11-15T23:29:00Z', '2026-11-13T21:59:00Z', false],
    ['but soon', '2026-11-15T23:31:00Z', '2026-11-13T21:59:00Z', true],
  ])('%s', (_what, now, heardAt, isSo) => {
    expect(isSilent(new Date(heardAt), new Date(now), rules)).toBe(isSo)
  })
})
