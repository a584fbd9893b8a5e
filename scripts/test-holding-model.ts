import type {
  Converted,
  Holding,
  HoldingPosition,
  HoldingProduct,
  Purchased,
  Terminated,
} from '@ingot/endpoints/holding-fields'
import type { Position, Trade } from '@ingot/endpoints/trade'
import { expect } from 'vitest'

// What everybody must have by the answers that he got: whole numbers and a few lines, and nothing of the rules that are
// compared with it.

export const modelAssets = ['USDT', 'USDAU', 'QMGT', 'GAE', 'GCA'] as const
type ModelAsset = (typeof modelAssets)[number]
export type Sums = Record<ModelAsset, bigint>

type Lot = {
  product: HoldingProduct
  units: bigint
  cost: bigint
  open: bigint
  openCost: bigint
  paidOut: bigint
  realised: bigint
}

/** The map is in the order of booking. The book is QMGT that was bought and is not sold, by average cost. */
export type Model = {
  has: Sums
  fees: Sums
  lots: Map<string, Lot>
  book: { bought: bigint; cost: bigint; realised: bigint }
}

export const noSums = (): Sums => ({ USDT: 0n, USDAU: 0n, QMGT: 0n, GAE: 0n, GCA: 0n })

export const newModel = (): Model => ({
  has: noSums(),
  fees: noSums(),
  lots: new Map(),
  book: { bought: 0n, cost: 0n, realised: 0n },
})

const one = 10n ** 18n
const parts = 10_000n
const fees = { booking: 50n, convert: 25n, ending: 50n, gcaToQmgt: 25n }
export const leastPart = one / 100n

export const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(18, '0'))
  return text.startsWith('-') ? -units : units
}

export const textOf = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -18)}${fraction && `.${fraction}`}`
}

const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const unitsIn = ({ amount }: { amount: string }): bigint => unitsOf(amount)

/** The price of a gram is the feed's, made worse for the customer by the spread, and by that alone. */
const gramPrice = ({ price, midPrice, spreadBasisPoints }: Purchased | Converted | Terminated, side: 1n | -1n) => {
  expect([50, 150]).toContain(spreadBasisPoints)
  expect(unitsOf(price) * parts).toBe(unitsOf(midPrice) * (parts + side * BigInt(spreadBasisPoints)))
  return unitsOf(price)
}

const addLot = ({ lots }: Model, id: string, product: HoldingProduct, units: bigint, cost: bigint) =>
  lots.set(id, { product, units, cost, open: units, openCost: cost, paidOut: 0n, realised: 0n })

const pay = (
  { has, fees: paid }: Model,
  { pay, fee, receive }: Pick<Trade | Purchased | Converted, 'pay' | 'fee' | 'receive'>,
) => {
  has[pay.asset] -= unitsIn(pay)
  has[receive.asset] += unitsIn(receive)
  paid[fee.asset] += unitsIn(fee)
}

export const applyPurchase = (model: Model, done: Purchased, asked: { amount: string; of: 'pay' | 'receive' }) => {
  const price = gramPrice(done, 1n)
  const [paid, fee, got] = [unitsIn(done.pay), unitsIn(done.fee), unitsIn(done.receive)]
  if (asked.of === 'pay') {
    expect(paid).toBe(unitsOf(asked.amount))
    expect(fee).toBe(up(paid * fees.booking, parts))
    expect(got).toBe(((paid - fee) * one) / price)
  } else {
    const rest = up(unitsOf(asked.amount) * price, one)
    expect(got).toBe(unitsOf(asked.amount))
    expect(paid).toBe(up(rest * parts, parts - fees.booking))
    expect(fee).toBe(paid - rest)
  }
  pay(model, done)
  addLot(model, done.holding, done.product, got, paid)
}

export const applyConvert = (model: Model, done: Converted, amount: string) => {
  const price = gramPrice(done, -1n)
  const [paid, fee, got] = [unitsOf(amount), unitsIn(done.fee), unitsIn(done.receive)]
  expect(unitsIn(done.pay)).toBe(paid)
  expect(fee).toBe(up(paid * fees.convert, parts))
  expect(got).toBe(paid - fee)
  const cost = (paid * price) / one
  expect(unitsOf(done.cost)).toBe(cost)
  pay(model, done)
  addLot(model, done.holding, 'GCA', got, cost)
  sold(model, paid, cost)
}

/** Of more than was bought here the cost is not known, and so no result. */
const sold = (model: Model, units: bigint, brought: bigint) => {
  const { bought, cost, realised } = model.book
  if (bought === 0n) return
  const counted = least(units, bought)
  const left = (cost * counted) / bought
  model.book = {
    bought: bought - counted,
    cost: cost - left,
    realised: realised + (brought * counted) / units - left,
  }
}

const boughtMore = ({ book }: Model, units: bigint, cost: bigint) => {
  book.bought += units
  book.cost += cost
}

export const applyTrade = (model: Model, trade: Trade) => {
  pay(model, trade)
  const [paid, got] = [unitsIn(trade.pay), unitsIn(trade.receive)]
  if (trade.receive.asset === 'QMGT') boughtMore(model, got, paid)
  if (trade.pay.asset === 'QMGT') sold(model, paid, got)
}

/** What of which holding ends: of the one that is named, or of a product's, oldest first. */
export type Ending = { id: string; units: bigint }

export const oldestFirst = ({ lots }: Model, product: HoldingProduct, units: bigint): Ending[] => {
  let wanted = units
  return [...lots].flatMap(([id, lot]) => {
    const taken = lot.product === product ? least(lot.open, wanted) : 0n
    wanted -= taken
    return taken > 0n ? [{ id, units: taken }] : []
  })
}

const feeOfEnding = (done: Terminated): bigint =>
  done.product === 'GCA' && done.gross.asset === 'QMGT' ? fees.gcaToQmgt : fees.ending

export const applyTermination = (model: Model, done: Terminated, endings: Ending[]) => {
  const price = gramPrice(done, -1n)
  const grams = endings.reduce((sum, { units }) => sum + units, 0n)
  const [gross, fee, got] = [unitsIn(done.gross), unitsIn(done.fee), unitsIn(done.receive)]
  const inGrams = done.receive.asset === 'QMGT'
  expect(unitsIn(done.pay)).toBe(grams)
  expect(gross).toBe(inGrams ? grams : (grams * price) / one)
  expect(fee).toBe(up(gross * feeOfEnding(done), parts))
  expect(got).toBe(gross - fee)
  const value = inGrams ? (got * price) / one : got
  expect(unitsOf(done.value)).toBe(value)
  expect(done.parts.map(({ holding, units }) => ({ id: holding, units: unitsOf(units) }))).toEqual(endings)
  const costs = done.parts.map((part) => endPart(model, part, { grams, got, value }))
  expect(unitsOf(done.cost)).toBe(costs.reduce((sum, cost) => sum + cost, 0n))
  expect(unitsOf(done.result)).toBe(value - unitsOf(done.cost))
  for (const [whole, each] of [
    [got, done.parts.map(({ receive }) => receive)],
    [value, done.parts.map((part) => part.value)],
  ] as const)
    expect(each.reduce((sum, share) => sum + unitsOf(share), 0n)).toBe(whole)
  if (done.pay.asset === 'GDS') throw new Error('nobody is in a group here')
  model.has[done.pay.asset] -= grams
  model.has[done.receive.asset] += got
  model.fees[done.fee.asset] += fee
  if (inGrams) boughtMore(model, got, value)
}

/** Its share is that of its units, to the last unit. Cost leaves in proportion, and with the last of a holding all that is left. */
const endPart = (
  { lots }: Model,
  part: Terminated['parts'][number],
  { grams, got, value }: { grams: bigint; got: bigint; value: bigint },
): bigint => {
  const [lot, units] = [lots.get(part.holding), unitsOf(part.units)]
  if (!lot) throw new Error('a holding ended that nobody has')
  const cost = units === lot.open ? lot.openCost : (lot.openCost * units) / lot.open
  expect([unitsOf(part.cost), unitsOf(part.left)]).toEqual([cost, lot.open - units])
  for (const [share, whole] of [
    [unitsOf(part.receive), got],
    [unitsOf(part.value), value],
  ] as const)
    expect(share - (whole * units) / grams <= 1n && share - (whole * units) / grams >= -1n).toBe(true)
  const worth = unitsOf(part.value)
  lot.open -= units
  lot.openCost -= cost
  lot.paidOut += worth
  lot.realised += worth - cost
  return cost
}

const stateOf = ({ open, units }: Lot) =>
  open === units ? 'Active' : open === 0n ? 'Terminated' : 'Partially Terminated'

const shownLot = (id: string, lot: Lot) => ({
  id,
  product: lot.product,
  state: stateOf(lot),
  units: textOf(lot.units),
  cost: textOf(lot.cost),
  open: textOf(lot.open),
  available: textOf(lot.open),
  openCost: textOf(lot.openCost),
  terminated: textOf(lot.units - lot.open),
  paidOut: textOf(lot.paidOut),
  realised: textOf(lot.realised),
})

/** Newest first, as they are listed. */
export const expectHoldings = ({ lots }: Model, listed: Holding[]) =>
  expect(listed).toMatchObject([...lots].map(([id, lot]) => shownLot(id, lot)).toReversed())

export const expectPositions = ({ lots }: Model, positions: HoldingPosition[]) => {
  for (const { product, ...position } of positions) {
    const own = [...lots.values()].filter((lot) => lot.product === product)
    const sum = (of: (lot: Lot) => bigint) => textOf(own.reduce((total, lot) => total + of(lot), 0n))
    expect(position, product).toMatchObject({
      holdings: own.filter(({ open }) => open > 0n).length,
      units: sum(({ open }) => open),
      available: sum(({ open }) => open),
      cost: sum(({ openCost }) => openCost),
      paidOut: sum(({ paidOut }) => paidOut),
      realised: sum(({ realised }) => realised),
    })
  }
}

export const expectBook = ({ book, has }: Model, position: Position) =>
  expect(position).toMatchObject({
    units: textOf(has.QMGT),
    bought: { units: textOf(book.bought), cost: textOf(book.cost) },
    realised: textOf(book.realised),
  })
