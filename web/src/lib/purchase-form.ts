import type { PurchaseQuote, payAssets } from '@ingot/endpoints/holding-fields'
import { amountText } from '@ingot/endpoints/wallet-fields'
import { type Entry, emptyEntry, filledIn, readEntry } from './typed-amount.ts'

export type PayAsset = (typeof payAssets)[number]
export type Field = 'pay' | 'receive'

/** What the grams of a purchase are held in. */
export type BoughtAsset = 'GAE' | 'GDS'

/** What is told of a purchase before it is confirmed, whatever is bought. */
export type ShownPurchase = Omit<PurchaseQuote, 'product' | 'receive'> & {
  readonly receive: { readonly asset: BoughtAsset; readonly amount: string }
}

/** What a quote is asked for. */
export type PurchaseTerms = { readonly payWith: PayAsset; readonly of: Field; readonly amount: string }

/** What the customer entered. Only one of the two amounts is his; the other follows from the quote. */
export type PurchaseForm = { readonly payWith: PayAsset; readonly of: Field; readonly entry: Entry }

export const emptyForm: PurchaseForm = { payWith: 'USDT', of: 'pay', entry: emptyEntry }

const assetIn = (field: Field, { payWith }: PurchaseForm, bought: BoughtAsset): PayAsset | BoughtAsset =>
  field === 'pay' ? payWith : bought

/** All that somebody had of one asset is only a figure of another. */
export const payFrom = (form: PurchaseForm, payWith: PayAsset): PurchaseForm => ({
  ...form,
  payWith,
  entry: form.of === 'pay' ? { text: form.entry.text } : form.entry,
})

/** What to ask a quote for; null while there is nothing to ask. */
export const termsOf = (form: PurchaseForm, bought: BoughtAsset): PurchaseTerms | null => {
  const { payWith, of, entry } = form
  const amount = readEntry(entry, assetIn(of, form, bought)).amount ?? ''
  return amountText.safeParse(amount).success ? { payWith, of, amount } : null
}

/** What a field shows: what was entered, or what the last quote says. */
export const entryIn = (
  field: Field,
  form: PurchaseForm,
  bought: BoughtAsset,
  shown: ShownPurchase | undefined,
): Entry => {
  if (form.of === field) return form.entry
  const asset = assetIn(field, form, bought)
  return shown?.[field].asset === asset ? filledIn(asset, shown[field].amount) : emptyEntry
}
