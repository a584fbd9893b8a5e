import { pairs, sides } from '@ingot/endpoints/trade'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate } from '@ingot/money/rate'
import { expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { legsOf, spreadOf, sumsForPay, sumsForReceive } from '../trade/rules.ts'
import { conversionOf, purchaseOf, terminationOf } from './rules.ts'

const loops = 4_000
const longestLoop = 9
/** A gram is so many ten-millionths of an ounce's price apart from it: the very ounce, 31.1034768 g. */
const gramsOfOunce = 311_034_768n
const gramDecimals = 10n ** 7n

/** The same numbers in every run. */
const createRandom = (from: number) => {
  let seed = from
  return (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
}
type Random = ReturnType<typeof createRandom>
const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

const assets = ['USDT', 'USDAU', 'QMGT', 'GAE', 'GCA'] as const
type Held = (typeof assets)[number]
type Purse = Record<Held, bigint>

/** What all is worth without any spread, times what makes it a whole number: nothing is rounded. */
const worthOf = (purse: Purse, ounceCents: bigint): bigint =>
  (purse.USDT + purse.USDAU) * 100n * gramsOfOunce + (purse.QMGT + purse.GAE + purse.GCA) * ounceCents * gramDecimals

/** From a single base unit to hundreds: a tiny part of what is there, some of it, or all. */
const someOf = (random: Random, units: bigint): bigint => {
  const size = random(4)
  if (size === 0 && units > 7n) return BigInt(1 + random(7))
  if (size === 1) return units
  return (units * BigInt(1 + random(9_999))) / 10_000n || 1n
}

type Rules = {
  pairs: Record<(typeof pairs)[number], { spread: bigint; closedSpread: bigint; fee: bigint }>
  holdings: Record<'bookingFee' | 'convertFee' | 'terminationFee' | 'gcaToQmgtFee', bigint>
}
type Around = { random: Random; gold: { perOunce: ReturnType<typeof parseRate> }; rules: Rules }

const spreadNow = ({ random, rules }: Around, pair: (typeof pairs)[number] = 'QMGT/USDT') =>
  spreadOf(rules.pairs[pair], oneOf(random, ['open', 'closed'] as const))

/** What is paid, and what arrives. */
type Step = { pays: Held; paid: bigint; gets: Held; got: bigint }

const swapStep = (around: Around, purse: Purse): Step => {
  const { random, gold, rules } = around
  const [pair, side] = [oneOf(random, pairs), oneOf(random, sides)]
  const { pays, gets } = legsOf(pair, side)
  const terms = { pair, side, gold, spread: spreadNow(around, pair), fee: rules.pairs[pair].fee }
  const wanted = someOf(random, purse[pays])
  // Asked for by what shall arrive, it may cost more than there is: then nothing is done.
  const sums = random(2) === 0 ? sumsForPay(terms, wanted) : sumsForReceive(terms, wanted / 200n + 1n)
  return { pays, paid: sums.pay.units, gets, got: sums.receive.units }
}

const purchaseStep = (around: Around, purse: Purse): Step => {
  const { random, gold, rules } = around
  const pays = oneOf(random, ['USDT', 'USDAU'] as const)
  const terms = { gold, spread: spreadNow(around), fee: rules.holdings.bookingFee }
  const units = someOf(random, purse[pays])
  const asked = random(2) === 0 ? { units, of: 'pay' as const } : { units: units / 200n + 1n, of: 'receive' as const }
  const { pay, receive } = purchaseOf(terms, [pays, 'GAE'], asked)
  return { pays, paid: pay.units, gets: 'GAE', got: receive.units }
}

const convertStep = (around: Around, purse: Purse): Step => {
  const terms = { gold: around.gold, spread: spreadNow(around), fee: around.rules.holdings.convertFee }
  const { pay, receive } = conversionOf(terms, someOf(around.random, purse.QMGT))
  return { pays: 'QMGT', paid: pay.units, gets: 'GCA', got: receive.units }
}

/** Of several holdings at once, as oldest first does it. */
const cut = (random: Random, units: bigint): bigint[] => {
  const first = someOf(random, units)
  return units === first ? [units] : [first, ...cut(random, units - first)].slice(0, 4)
}

const endStep = (around: Around, purse: Purse): Step | undefined => {
  const { random, gold, rules } = around
  const [pays, gets] = [oneOf(random, ['GAE', 'GCA'] as const), oneOf(random, ['USDT', 'USDAU', 'QMGT'] as const)]
  const fee = pays === 'GCA' && gets === 'QMGT' ? rules.holdings.gcaToQmgtFee : rules.holdings.terminationFee
  if (purse[pays] === 0n) return
  const endings = cut(random, someOf(random, purse[pays])).map((units) => ({ units, open: units, openCost: units }))
  const { units, receive, parts } = terminationOf({ gold, spread: spreadNow(around), fee }, gets, endings)
  expect(parts.reduce((sum, part) => sum + part.receive, 0n)).toBe(receive.units)
  return { pays, paid: units, gets, got: receive.units }
}

const steps = [swapStep, purchaseStep, convertStep, endStep]

const canPay = ({ pays, paid }: Step, purse: Purse) => paid > 0n && paid <= purse[pays]

/** Walks from one asset over any others, and then turns everything back into the first. */
const walk = (around: Around, ounceCents: bigint, begins: Purse) => {
  const purse = { ...begins }
  for (let step = 0; step < longestLoop; step++) {
    const wanted = oneOf(around.random, steps)
    const done = wanted(around, purse)
    if (!done || !canPay(done, purse)) continue
    const before = worthOf(purse, ounceCents)
    purse[done.pays] -= done.paid
    purse[done.gets] += done.got
    const gained = worthOf(purse, ounceCents) - before
    if (gained > 0n) throw new Error(`${wanted.name} of ${done.paid} ${done.pays} for ${done.got} ${done.gets} gains`)
  }
  return purse
}

const free = { spread: 0n, closedSpread: 0n, fee: 0n }
const noFees = { bookingFee: 0n, convertFee: 0n, terminationFee: 0n, gcaToQmgtFee: 0n }

test.each([
  ['by the policy', { pairs: policy.trade.pairs, holdings: policy.holdings }],
  // What is rounded has to go the house's way alone.
  [
    'without spreads and fees',
    { pairs: { 'QMGT/USDT': free, 'USDAU/USDT': free, 'QMGT/USDAU': free }, holdings: noFees },
  ],
])('no way over products, conversions and swaps gains at a standing price, %s', (_, rules) => {
  const random = createRandom(20_261_117)
  let moved = 0
  for (let loop = 0; loop < loops; loop++) {
    const ounceCents = BigInt(100_000 + random(900_000))
    const gold = { perOunce: parseRate(formatDecimal({ value: ounceCents, scale: 2 })) }
    const nothing = { USDT: 0n, USDAU: 0n, QMGT: 0n, GAE: 0n, GCA: 0n }
    // A few base units, less than a cent, or up to a thousand.
    const units = BigInt(1 + random(1_000)) * 10n ** BigInt(oneOf(random, [0, 2, 15, 18]))
    const begins = { ...nothing, [oneOf(random, assets)]: units }
    const ends = walk({ random, gold, rules }, ounceCents, begins)
    if (assets.some((asset) => ends[asset] !== begins[asset])) moved++
    // Whoever has only what he began with has no more of it.
    for (const asset of assets)
      if (begins[asset] > 0n && ends[asset] > begins[asset]) throw new Error(`more ${asset} than at the beginning`)
  }
  expect(moved).toBeGreaterThan(loops / 2)
})

test('ending a holding in parts never brings more than ending it at once', () => {
  const random = createRandom(7)
  const { terminationFee: fee } = policy.holdings
  for (let round = 0; round < loops; round++) {
    const gold = { perOunce: parseRate(`${1_000 + random(9_000)}.${10 + random(90)}`) }
    const terms = { gold, spread: oneOf(random, [0n, 50n, 150n]), fee }
    const currency = oneOf(random, ['USDT', 'USDAU', 'QMGT'] as const)
    const all = {
      units: BigInt(1 + random(5_000)) * 10n ** BigInt(oneOf(random, [0, 8, 15])),
      openCost: BigInt(random(1_000_000)),
    }
    const whole = terminationOf(terms, currency, [{ ...all, open: all.units }])
    let [open, openCost, received, cost] = [all.units, all.openCost, 0n, 0n]
    for (const units of cut(random, all.units)) {
      const ended = terminationOf(terms, currency, [{ units, open, openCost }])
      received += ended.receive.units
      cost += ended.cost
      open -= units
      openCost -= ended.cost
    }
    expect(received <= whole.receive.units).toBe(true)
    expect(cost + openCost).toBe(all.openCost)
    if (open === 0n) expect(openCost).toBe(0n)
  }
})
