import type { Db } from '@ingot/db/connect'
import type { FigureName } from '@ingot/endpoints/dashboard'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { sql } from 'kysely'

// What somebody must have by nothing but the entries of the books and the prices: whole numbers and a few lines, and nothing of
// the rules that are compared with it.

export const seed = Number(process.env.INGOT_SEED ?? 20_261_117)

export type Random = (below: number) => number

/** The same numbers for the same seed. */
export const createRandom = (from: number): Random => {
  let state = from
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

export const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(18, '0'))
  return text.startsWith('-') ? -units : units
}

const textOf = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -18)}${fraction && `.${fraction}`}`
}

export const shown = (units: bigint | null): string | null => (units === null ? null : textOf(units))

/** What a gram brings, in 10^-12 dollars: the ounce's price cut to a gram's with eight decimals, less the spread. */
export const bidOf = (perOunce: string, spread: 50n | 150n): bigint =>
  (((unitsOf(perOunce) / 10n ** 10n) * 10n ** 7n) / 311_034_768n) * (10_000n - spread)

export const worthOf = (units: bigint, bid: bigint): bigint => (units * bid) / 10n ** 12n

export type Lot = {
  id: string
  product: HoldingProduct
  units: bigint
  booking: bigint
  open: bigint
  openCost: bigint
  brought: bigint
}

/** In the order of booking; and what terminations paid in all. */
export type Model = { lots: Lot[]; paidOut: bigint }

export const newModel = (): Model => ({ lots: [], paidOut: 0n })

type Entry = {
  kind: string
  details: { product: HoldingProduct; price: string; holding?: string }
  moves: { asset: string; units: string; source: string; target: string; purpose: string }[]
}

/** An entry by its number, or by the movement that tells of it. */
export const readEntry = async (db: Db, by: { movement: string } | { entry: bigint }): Promise<Entry> => {
  const id =
    'entry' in by
      ? sql`${String(by.entry)}::bigint`
      : sql`(select entry from ledger_movements where id = ${by.movement})`
  const { rows } = await sql<Entry>`
    select e.kind, e.details, (
      select json_agg(json_build_object('asset', m.asset, 'units', m.units::text, 'source', s.owner, 'target', t.owner,
        'purpose', t.purpose)) from ledger_moves m
        join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target where m.entry = e.id) as moves
    from ledger_entries e where e.id = ${id}`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error('there is no such entry')
  return entry
}

const isGold = (asset: string) => asset === 'GAE' || asset === 'GCA'
const sumOf = (moves: Entry['moves']): bigint => moves.reduce((sum, { units }) => sum + BigInt(units), 0n)
const gave = ({ moves }: Entry) => moves.filter(({ source }) => source.startsWith('customer:'))
const got = ({ moves }: Entry) => moves.filter(({ target }) => target.startsWith('customer:'))
/** The entry keeps the price that was shown, in dollars for a gram. */
const atPrice = (units: bigint, { details }: Entry): bigint => (units * unitsOf(details.price)) / 10n ** 18n

export const applyBooking = (model: Model, id: string, entry: Entry) => {
  const { product } = entry.details
  const units = sumOf(got(entry).filter(({ asset }) => isGold(asset)))
  const paid = sumOf(gave(entry))
  const fee = sumOf(gave(entry).filter(({ purpose }) => purpose === 'fees'))
  const isConverted = product === 'GCA'
  const booking = isConverted ? atPrice(units, entry) : paid - fee
  const openCost = isConverted ? atPrice(paid, entry) : paid
  model.lots.push({ id, product, units, booking, open: units, openCost, brought: 0n })
}

/** Takes grams off a holding, and says what they had cost: in proportion, and with the last of them all that is left. */
const takeOff = (lot: Lot, units: bigint): bigint => {
  const cost = units === lot.open ? lot.openCost : (lot.openCost * units) / lot.open
  lot.open -= units
  lot.openCost -= cost
  return cost
}

/** Of the holding that was named, or of the product's oldest. What it paid is shared by grams, each share with what was cut before it. */
export const applyTermination = (model: Model, entry: Entry, holding?: string) => {
  const units = sumOf(gave(entry).filter(({ asset }) => isGold(asset)))
  const [arrived] = got(entry)
  const received = BigInt(arrived?.units ?? '0')
  const value = arrived?.asset === 'QMGT' ? atPrice(received, entry) : received
  model.paidOut += value
  const named = model.lots.filter((lot) => (holding ? lot.id === holding : lot.product === entry.details.product))
  let [left, done, given] = [units, 0n, 0n]
  for (const lot of named) {
    const isAll = lot.open < left
    const ended = isAll ? lot.open : left
    if (ended === 0n) continue
    done += ended
    const share = (value * done) / units - given
    given += share
    left -= ended
    lot.brought += share - takeOff(lot, ended)
  }
}

export const applyDeparture = (model: Model, entry: Entry) => {
  const lot = model.lots.find(({ id }) => id === entry.details.holding)
  if (!lot) throw new Error('there is no such holding')
  takeOff(lot, sumOf(gave(entry).filter(({ asset }) => isGold(asset))))
}

/** The thirteen, at what a gram brings. */
export const figuresOf = ({ lots, paidOut }: Model, bid: bigint | null): Record<FigureName, bigint | null> => {
  const of = (product: HoldingProduct) => lots.filter((lot) => lot.product === product)
  const results = (product: HoldingProduct, sign: 1n | -1n) =>
    bid === null
      ? null
      : of(product)
          .map((lot) => sign * (worthOf(lot.open, bid) - lot.openCost + lot.brought))
          .filter((result) => result > 0n)
          .reduce((sum, result) => sum + result, 0n)
  const bookings = (product: HoldingProduct) =>
    of(product).reduce((sum, { booking, open, units }) => sum + (booking * open) / units, 0n)
  const added = (...figures: (bigint | null)[]) =>
    figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0n)
  const [gae, gaex, gca, gds] = (['GAE', 'GAEX', 'GCA', 'GDS'] as const).map((product) => ({
    profit: results(product, 1n),
    loss: results(product, -1n),
    booking: bookings(product),
  })) as [Sums, Sums, Sums, Sums]
  const profit = added(gae.profit, gaex.profit, gca.profit, gds.profit)
  const loss = added(gae.loss, gaex.loss, gca.loss, gds.loss)
  return {
    totalGAEProfit: gae.profit,
    totalGAELoss: gae.loss,
    totalGAEXProfit: gaex.profit,
    totalGAEXLoss: gaex.loss,
    totalGoldConvertProfit: gca.profit,
    totalGoldConvertLoss: gca.loss,
    totalProfit: profit,
    totalLoss: loss,
    grandTotal: profit === null || loss === null ? null : profit - loss,
    TotalNetCashout: paidOut,
    totalGAEBookingNote: gae.booking + gaex.booking,
    totalGoldConvertBookingNote: gca.booking,
    totalBooking: gae.booking + gaex.booking + gca.booking + gds.booking,
  }
}
type Sums = { profit: bigint | null; loss: bigint | null; booking: bigint }

/** What is open of each product, and what it had cost. */
export const standOf = ({ lots }: Model): Record<HoldingProduct, { open: bigint; cost: bigint }> => {
  const of = (product: HoldingProduct) =>
    lots
      .filter((lot) => lot.product === product)
      .reduce((sum, lot) => ({ open: sum.open + lot.open, cost: sum.cost + lot.openCost }), { open: 0n, cost: 0n })
  return { GAE: of('GAE'), GAEX: of('GAEX'), GCA: of('GCA'), GDS: of('GDS') }
}
