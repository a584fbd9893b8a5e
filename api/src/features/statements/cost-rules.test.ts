import { amountOf } from '@ingot/money/amount'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookAfter, bookWithLeft, emptyBook } from '../trade/rules.ts'
import { createCosts, type GoldEvent, type Outcome } from './cost-rules.ts'

const run = (events: readonly GoldEvent[]) => {
  const costs = createCosts()
  return { outcomes: events.map(costs.apply), held: costs.held() }
}

const left = (units: bigint, entry = 0n): GoldEvent => ({ kind: 'left', units, entry, mayReturn: entry > 0n })

describe('an example that can be followed by hand', () => {
  const { outcomes, held } = run([
    { kind: 'bought', units: 10n, paid: 1000n },
    { kind: 'bought', units: 10n, paid: 2000n },
    { kind: 'sold', units: 15n, received: 3000n },
  ])

  test('by average, fifteen of twenty cost three quarters of all', () => {
    expect(outcomes[2]?.average).toEqual({ known: 15n, cost: 2250n, unknown: 0n, received: 3000n, gain: 750n })
    expect(held.average).toEqual({ known: 5n, cost: 750n, unknown: 0n })
  })

  test('by first in, first out, they cost the first ten and half of the others', () => {
    expect(outcomes[2]?.firstIn).toEqual({ known: 15n, cost: 2000n, unknown: 0n, received: 3000n, gain: 1000n })
    expect(held.firstIn).toEqual({ known: 5n, cost: 1000n, unknown: 0n })
  })
})

test('gold of unknown cost brings proceeds and no gain, and is sold last by average and in its turn by the other', () => {
  const { outcomes, held } = run([
    { kind: 'came', units: 10n },
    { kind: 'bought', units: 10n, paid: 1000n },
    { kind: 'sold', units: 15n, received: 3000n },
  ])
  expect(outcomes[2]?.average).toEqual({ known: 10n, cost: 1000n, unknown: 5n, received: 2000n, gain: 1000n })
  expect(outcomes[2]?.firstIn).toEqual({ known: 5n, cost: 500n, unknown: 10n, received: 1000n, gain: 500n })
  expect(held).toEqual({
    average: { known: 0n, cost: 0n, unknown: 5n },
    firstIn: { known: 5n, cost: 500n, unknown: 0n },
  })
})

test('what the chain refused comes back at what it had cost, in its old place', () => {
  const { held, outcomes } = run([
    { kind: 'bought', units: 10n, paid: 1000n },
    { kind: 'bought', units: 10n, paid: 2000n },
    left(12n, 7n),
    { kind: 'returned', units: 12n, of: 7n },
    { kind: 'sold', units: 10n, received: 1500n },
  ])
  expect(held.firstIn).toEqual({ known: 10n, cost: 2000n, unknown: 0n })
  expect(outcomes[4]?.firstIn.cost).toBe(1000n)
  expect(outcomes[4]?.average.cost).toBe(1500n)
  // Once only, and only what had left.
  const { outcomes: again } = run([
    { kind: 'bought', units: 10n, paid: 1000n },
    left(10n, 7n),
    { kind: 'returned', units: 10n, of: 7n },
    { kind: 'returned', units: 10n, of: 7n },
    { kind: 'returned', units: 3n, of: 8n },
  ])
  expect(again.map(({ kind }) => kind)).toEqual(['bought', 'left', 'returned', 'came', 'came'])
})

test('more than is there cannot go', () => {
  expect(() => run([{ kind: 'came', units: 1n }, left(2n)])).toThrow('more gold goes')
})

type Step = { kind: GoldEvent['kind']; units: bigint; money: bigint }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<GoldEvent['kind'][]>('bought', 'sold', 'rewarded', 'inherited', 'came', 'left', 'returned'),
    units: fc.bigInt(1n, 10n ** 20n),
    money: fc.bigInt(1n, 10n ** 23n),
  }),
  { maxLength: 60 },
)

/** What could have happened: nothing goes that is not there, and only what left comes back. */
const eventsOf = (given: readonly Step[]): GoldEvent[] => {
  let held = 0n
  const away: { units: bigint; entry: bigint }[] = []
  return given.flatMap(({ kind, units, money }, n): GoldEvent[] => {
    const goes = kind === 'sold' || kind === 'left'
    if (goes && held === 0n) return []
    const some = goes ? units % held || held : units
    if (kind === 'returned') {
      const back = away.shift()
      if (!back) return []
      held += back.units
      return [{ kind, units: back.units, of: back.entry }]
    }
    if (goes) held -= some
    else held += some
    if (kind === 'bought') return [{ kind, units: some, paid: money }]
    if (kind === 'sold') return [{ kind, units: some, received: money }]
    if (kind === 'rewarded') return [{ kind, units: some, worth: money }]
    if (kind === 'inherited') return [{ kind, units: some, cost: money }]
    if (kind === 'came') return [{ kind, units: some }]
    away.push({ units: some, entry: BigInt(n) })
    return [{ kind, units: some, entry: BigInt(n), mayReturn: true }]
  })
}

const sumOf = (outcomes: readonly Outcome[], kinds: readonly string[], pick: (outcome: Outcome) => bigint) =>
  outcomes.filter(({ kind }) => kinds.includes(kind)).reduce((sum, outcome) => sum + pick(outcome), 0n)

const [coming, going] = [
  ['bought', 'rewarded', 'inherited', 'came', 'returned'],
  ['sold', 'left'],
]

test.each(['average', 'firstIn'] as const)(
  'by %s no gram and no dollar is lost or made, to the last unit',
  (method) => {
    fc.assert(
      fc.property(steps, (given) => {
        const events = eventsOf(given)
        const { outcomes, held } = run(events)
        for (const what of ['known', 'unknown', 'cost'] as const) {
          const came = sumOf(outcomes, coming, (outcome) => outcome[method][what])
          const went = sumOf(outcomes, going, (outcome) => outcome[method][what])
          expect(came).toBe(went + held[method][what])
          expect(held[method][what]).toBeGreaterThanOrEqual(0n)
        }
        for (const [n, outcome] of outcomes.entries()) {
          const { known, unknown, received, gain, cost } = outcome[method]
          expect(known + unknown).toBe(outcome.units)
          expect(cost).toBeGreaterThanOrEqual(0n)
          const event = events[n]
          if (event?.kind !== 'sold') continue
          expect(received).toBeLessThanOrEqual(event.received)
          expect(gain).toBe(received - cost)
        }
      }),
      { numRuns: 300 },
    )
  },
)

test('the average is that of the page of a customer’s gold', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const events = eventsOf(given.filter(({ kind }) => kind !== 'returned'))
      const { outcomes, held } = run(events)
      let [book, all] = [emptyBook, 0n]
      for (const event of events) {
        const gold = amountOf('QMGT', event.units)
        if (event.kind === 'bought') book = bookAfter(book, { pay: amountOf('USDT', event.paid), receive: gold })
        if (event.kind === 'sold') book = bookAfter(book, { pay: gold, receive: amountOf('USDT', event.received) })
        if (event.kind === 'rewarded') book = bookAfter(book, { pay: amountOf('USDT', event.worth), receive: gold })
        if (event.kind === 'inherited') book = bookAfter(book, { pay: amountOf('USDT', event.cost), receive: gold })
        all += event.kind === 'sold' || event.kind === 'left' ? -event.units : event.units
        if (event.kind === 'left') ({ book } = bookWithLeft(book, all))
      }
      const { known: bought, cost } = held.average
      expect({ bought, cost, realised: sumOf(outcomes, ['sold'], ({ average }) => average.gain) }).toEqual(book)
    }),
    { numRuns: 300 },
  )
})
