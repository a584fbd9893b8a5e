import type { PurchaseQuote, payAssets } from '@ingot/endpoints/holding-fields'
import { quotePurchase } from '@ingot/endpoints/holdings'
import { type Entry, emptyEntry, filledIn, readEntry } from '../../lib/typed-amount.ts'
import type { PurchaseWanted } from './queries.ts'

export type PurchasedProduct = PurchaseWanted['product']
export type PayAsset = (typeof payAssets)[number]
export type Field = 'pay' | 'receive'

/** What the customer entered. Only one of the two amounts is his; the other follows from the quote. */
export type PurchaseForm = {
  readonly product: PurchasedProduct
  readonly payWith: PayAsset
  readonly of: Field
  readonly entry: Entry
}

export const emptyForm = (product: PurchasedProduct): PurchaseForm => ({
  product,
  payWith: 'USDT',
  of: 'pay',
  entry: emptyEntry,
})

const assetIn = (field: Field, { payWith }: PurchaseForm): PayAsset | 'GAE' => (field === 'pay' ? payWith : 'GAE')

/** All that somebody had of one asset is only a figure of another. */
export const payFrom = (form: PurchaseForm, payWith: PayAsset): PurchaseForm => ({
  ...form,
  payWith,
  entry: form.of === 'pay' ? { text: form.entry.text } : form.entry,
})

/** What to ask a quote for; null while there is nothing to ask. */
export const wantedOf = (form: PurchaseForm): PurchaseWanted | null => {
  const { product, payWith, of, entry } = form
  const wanted = { product, payWith, of, amount: readEntry(entry, assetIn(of, form)).amount ?? '' }
  return quotePurchase.body.safeParse(wanted).success ? wanted : null
}

/** What a field shows: what was entered, or what the last quote says. */
export const entryIn = (field: Field, form: PurchaseForm, shown: PurchaseQuote | undefined): Entry => {
  if (form.of === field) return form.entry
  const asset = assetIn(field, form)
  return shown?.[field].asset === asset ? filledIn(asset, shown[field].amount) : emptyEntry
}
