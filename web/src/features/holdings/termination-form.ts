import { assetOfProduct, type HoldingProduct, type PayoutAsset } from '@ingot/endpoints/holding-fields'
import { quoteTermination } from '@ingot/endpoints/holdings'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { type Entry, readEntry } from '../../lib/typed-amount.ts'
import type { Wanted } from './termination-queries.ts'

/** What is ended: a holding, or those of its product, oldest first. */
type Ends = { readonly product: HoldingProduct; readonly holding: string | undefined }

/** How much of it, and what is paid for it. */
export type HowMuch = { readonly isWhole: boolean; readonly entry: Entry; readonly currency: PayoutAsset }

export type TerminationForm = Ends & HowMuch

/** Whether it ends holding by holding, and never the oldest first. */
export const isEndedSingly = (product: HoldingProduct): boolean => product === 'GDS'

/** Of what is ended: what of it is there, what of that can be ended, and the least that ends or stays. */
export type Bounds = { readonly open: string; readonly available: string; readonly least: string | undefined }

const partOf = ({ product, entry }: TerminationForm) => readEntry(entry, assetOfProduct[product]).amount

/** What is left of it afterwards; undefined while that cannot be told, or less than nothing is. */
export const leftOf = (form: TerminationForm, { open, available }: Bounds): string | undefined => {
  const units = form.isWhole ? available : partOf(form)
  const left = units === undefined ? undefined : subtractDecimals(open, units)
  return left?.startsWith('-') ? undefined : left
}

/** A rule in a sentence has the digits that it was given with. */
export const leastWords = (least: string): string => {
  const { whole, decimals } = formatDecimal(least)
  return `${whole}${decimals} grams`
}

/**
 * Why a part cannot be ended, before anything is asked. How small a part of each holding would be, oldest first, only the server
 * knows. The whole of a holding may always end.
 */
export const partProblem = (form: TerminationForm, bounds: Bounds): string | undefined => {
  const units = form.isWhole ? undefined : partOf(form)
  if (units === undefined || !/[1-9]/.test(units)) return undefined
  const { available, least } = bounds
  const say = (amount: string) => amountWords({ asset: assetOfProduct[form.product], amount })
  if (compareDecimals(units, available) > 0) return `You can end at most ${say(available)}.`
  const left = leftOf(form, bounds)
  if (form.holding === undefined || least === undefined || left === undefined || !/[1-9]/.test(left)) return undefined
  if (compareDecimals(units, least) < 0) return `Please end at least ${leastWords(least)}, or all of it.`
  if (compareDecimals(left, least) >= 0) return undefined
  return `This would leave ${say(left)}. Please leave at least ${leastWords(least)}, or end all of it.`
}

/** What to ask a quote for; null while there is nothing to ask. */
export const wantedOf = (form: TerminationForm, bounds: Bounds): Wanted | null => {
  const { product, holding, isWhole, currency } = form
  if (holding === undefined && isEndedSingly(product)) return null
  const units = isWhole ? undefined : partOf(form)
  if (!isWhole && (units === undefined || partProblem(form, bounds) !== undefined)) return null
  const wanted = { ...(holding === undefined ? { product } : { holding }), units, currency }
  return quoteTermination.body.safeParse(wanted).success ? wanted : null
}
