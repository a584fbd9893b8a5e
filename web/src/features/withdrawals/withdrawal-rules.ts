import { type BarSize, barSizes, type WithdrawalWay } from '@ingot/endpoints/withdrawal-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { addDecimals, compareDecimals, multiplyDecimals } from '../../lib/decimal-text.ts'
import type { Offer, WantedBars } from './queries.ts'
import { isUsable } from './withdrawal-words.ts'

/** What is being chosen. The source is a holding's id, or empty for QMGT. */
export type Draft = {
  counts: Readonly<Partial<Record<BarSize, number>>>
  source: string
  way: WithdrawalWay
  address: string
  feeAsset: 'USDT' | 'USDAU'
}

export const emptyDraft: Draft = { counts: {}, source: '', way: 'deliver', address: 'verified', feeAsset: 'USDT' }

type Source = Offer['sources'][number]

export const sourceId = ({ holding }: Pick<Source, 'holding'>): string => holding?.id ?? ''

export const isSome = (amount: string): boolean => /[1-9]/.test(amount)

/** The one that was chosen; else the first of which something can be given. */
export const sourceOf = ({ sources }: Offer, { source }: Draft): Source | undefined => {
  const given = sources.filter(({ grams }) => isSome(grams))
  return given.find((each) => sourceId(each) === source) ?? given[0] ?? sources[0]
}

/** Where a parcel can go now: the one that was chosen, or the first that can be used. */
export const addressOf = ({ addresses }: Offer, { address }: Draft) => {
  const usable = addresses.filter((each) => isUsable(each))
  return usable.find(({ id }) => id === address) ?? usable[0]
}

const countOf = ({ counts }: Draft, size: BarSize): number => counts[size] ?? 0

export const barsOf = (draft: Draft): number => barSizes.reduce((sum, size) => sum + countOf(draft, size), 0)

/** What the bars weigh with all that is in them; their fine weight is a little less. */
export const grossOf = (draft: Draft): number =>
  barSizes.reduce((sum, size) => sum + countOf(draft, size) * Number(size), 0)

export const makingOf = ({ bars }: Offer, draft: Draft): string =>
  bars.reduce(
    (sum, { size, making }) => addDecimals(sum, multiplyDecimals(making, String(countOf(draft, size)))),
    '0.00',
  )

/** No bar that is given out is less fine than this. */
const leastFineness = '0.995'

/** What is wrong with a choice that is not empty; undefined when the server can be asked. */
export const problemOf = (offer: Offer, draft: Draft): string | undefined => {
  if (barsOf(draft) > offer.mostBars) return `At most ${offer.mostBars} bars can leave at once.`
  const gone = offer.bars.find(({ size, left }) => countOf(draft, size) > left)
  if (gone) return `Only ${gone.left} of the ${gone.size} g bars can be had now.`
  const source = sourceOf(offer, draft)
  if (source && compareDecimals(multiplyDecimals(String(grossOf(draft)), leastFineness), source.grams) > 0)
    return `You have ${amountWords({ asset: source.asset, amount: source.grams })} that can be given for bars.`
  return undefined
}

/** What the server is asked to keep; undefined while something is missing. */
export const wantedOf = (offer: Offer, draft: Draft): WantedBars | undefined => {
  const source = sourceOf(offer, draft)
  const address = addressOf(offer, draft)
  const bars = barSizes.flatMap((size) => (countOf(draft, size) > 0 ? [{ size, count: countOf(draft, size) }] : []))
  if (bars.length === 0 || !source || problemOf(offer, draft) !== undefined) return undefined
  if (draft.way === 'deliver' && !address) return undefined
  return {
    bars,
    way: draft.way,
    feeAsset: draft.feeAsset,
    ...(source.holding && { holding: source.holding.id }),
    ...(draft.way === 'deliver' && address && { address: address.id }),
  }
}
