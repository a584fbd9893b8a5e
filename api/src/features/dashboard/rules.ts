import type { FigureName } from '@ingot/endpoints/dashboard'
import { type HoldingProduct, holdingProducts } from '@ingot/endpoints/holding-fields'
import type { Rate } from '@ingot/money/rate'

/** Of a holding: the grams that are open, and what they must bring so that it is neither gain nor loss. */
type OpenLot = { open: bigint; even: bigint }

/** All holdings of a product, as far as figures need them: of those that ended only what they brought, which no price changes. */
export type Lots = { open: readonly OpenLot[]; won: bigint; lost: bigint; booking: bigint }

export const noLots: Lots = { open: [], won: 0n, lost: 0n, booking: 0n }

export type Result = { profit: bigint; loss: bigint; value: bigint }

/** What all grams of each holding bring, rounded down for each as it is where one is shown, and what came of each. */
export const resultOf = ({ open, won, lost }: Lots, bid: Rate): Result => {
  const whole = 10n ** BigInt(bid.scale)
  let [profit, loss, value] = [won, lost, 0n]
  for (const lot of open) {
    const worth = (lot.open * bid.value) / whole
    const result = worth - lot.even
    value += worth
    if (result > 0n) profit += result
    else loss -= result
  }
  return { profit, loss, value }
}

export type ByProduct<T> = Readonly<Record<HoldingProduct, T>>

export const byProduct = <T>(of: (product: HoldingProduct) => T): ByProduct<T> => ({
  GAE: of('GAE'),
  GAEX: of('GAEX'),
  GCA: of('GCA'),
  GDS: of('GDS'),
})

/** The figures of results are null while no price was ever known. */
export type Figures = Readonly<Record<FigureName, bigint | null>>

export const figuresOf = (results: ByProduct<Result> | null, paidOut: bigint, booking: ByProduct<bigint>): Figures => {
  const of = (part: 'profit' | 'loss', ...products: readonly HoldingProduct[]) =>
    results && products.reduce((sum, product) => sum + results[product][part], 0n)
  const [profit, loss] = [of('profit', ...holdingProducts), of('loss', ...holdingProducts)]
  return {
    totalGAEProfit: of('profit', 'GAE'),
    totalGAELoss: of('loss', 'GAE'),
    totalGAEXProfit: of('profit', 'GAEX'),
    totalGAEXLoss: of('loss', 'GAEX'),
    totalGoldConvertProfit: of('profit', 'GCA'),
    totalGoldConvertLoss: of('loss', 'GCA'),
    totalProfit: profit,
    totalLoss: loss,
    grandTotal: profit === null || loss === null ? null : profit - loss,
    TotalNetCashout: paidOut,
    totalGAEBookingNote: booking.GAE + booking.GAEX,
    totalGoldConvertBookingNote: booking.GCA,
    totalBooking: holdingProducts.reduce((sum, product) => sum + booking[product], 0n),
  }
}

/** What the lines of a figure are: holdings of these products with what each adds, or terminations. */
export type Sum = { of: 'profit' | 'loss' | 'result' | 'booking'; products: readonly HoldingProduct[] } | 'terminations'

export const sums: Readonly<Record<FigureName, Sum>> = {
  totalGAEProfit: { of: 'profit', products: ['GAE'] },
  totalGAELoss: { of: 'loss', products: ['GAE'] },
  totalGAEXProfit: { of: 'profit', products: ['GAEX'] },
  totalGAEXLoss: { of: 'loss', products: ['GAEX'] },
  totalGoldConvertProfit: { of: 'profit', products: ['GCA'] },
  totalGoldConvertLoss: { of: 'loss', products: ['GCA'] },
  totalProfit: { of: 'profit', products: holdingProducts },
  totalLoss: { of: 'loss', products: holdingProducts },
  grandTotal: { of: 'result', products: holdingProducts },
  TotalNetCashout: 'terminations',
  totalGAEBookingNote: { of: 'booking', products: ['GAE', 'GAEX'] },
  totalGoldConvertBookingNote: { of: 'booking', products: ['GCA'] },
  totalBooking: { of: 'booking', products: holdingProducts },
}

const dayMs = 24 * 3600 * 1000

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayBefore = (day: string, days = 1): string => dayOf(new Date(Date.parse(day) - days * dayMs))

/** When a day ends, by UTC. */
export const endOf = (day: string): Date => new Date(Date.parse(day) + dayMs)

/** Both included, oldest first. */
export const daysBetween = (from: string, to: string): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayBefore(from, -index))
}

/** One of every few days, so that there are at most so many; the last one always. */
export const thinned = (days: readonly string[], most: number): string[] => {
  const step = Math.ceil(days.length / most)
  return days.filter((_, index) => (days.length - 1 - index) % step === 0)
}
