import type {
  BarSize,
  DeliveryAddress,
  PostalAddress,
  Withdrawal,
  WithdrawalBar,
  WithdrawalChoice,
  WithdrawalDetails,
  WithdrawalState,
  WithdrawalWay,
} from '@ingot/endpoints/withdrawal-fields'
import { barSizes } from '@ingot/endpoints/withdrawal-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { countryName } from '../../lib/country-names.ts'
import { holdingName } from '../../lib/holding-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import type { ShownStep } from '../../ui/state-line.tsx'
import type { StopWords } from '../../ui/stops.tsx'

// All that the pages say about bars, in one place.

export const withdrawalAddress = (id: string): string => `/Physical-Withdrawal/${id}`

export const onDay = (at: string): string => formatBriefDay(new Date(at))

export const sizeWords = (size: BarSize): string => (size === '1000' ? '1 kg' : `${size} g`)

/** Bars by their sizes, the largest first: ‘100 g, 2 × 10 g’. */
export const barWords = (bars: readonly Pick<WithdrawalBar, 'size'>[]): string =>
  barSizes
    .toReversed()
    .flatMap((size) => {
      const count = bars.filter((bar) => bar.size === size).length
      if (count === 0) return []
      return [count === 1 ? sizeWords(size) : `${count} × ${sizeWords(size)}`]
    })
    .join(', ')

export const countWords = (bars: number): string => (bars === 1 ? '1 bar' : `${bars} bars`)

/** Where a parcel goes, in one line. */
export const addressLine = ({ name, street, postalCode, city, country }: PostalAddress): string =>
  [name, street, `${postalCode} ${city}`.trim(), countryName(country)].join(', ')

/** Whether parcels may go there now. */
export const isUsable = ({ usableFrom }: Pick<DeliveryAddress, 'usableFrom'>): boolean =>
  usableFrom === null || Date.parse(usableFrom) <= Date.now()

type Given = { asset: string; holding: { product: 'GAE' | 'GAEX' | 'GCA' | 'GDS'; number: string } | null }

/** What the bars are given for: the token, or a holding by its name. */
export const sourceName = ({ asset, holding }: Given): string => (holding ? holdingName(holding) : asset)

const parcelWords = (parcels: number): string => (parcels === 1 ? '1 parcel' : `${parcels} parcels`)

/** The deal in one line, for whoever confirms it. */
export const dealWords = ({
  parcels,
  grams,
  asset,
  way,
  fees,
  feeAsset,
  address,
  ...choice
}: WithdrawalChoice): string => {
  const bars = parcels.flatMap((parcel) => parcel.bars)
  const where =
    way === 'collect'
      ? 'to collect'
      : `in ${parcelWords(parcels.length)} to ${address ? `${address.name}, ${address.city}` : 'you'}`
  const source = choice.holding ? ` of ${holdingName(choice.holding)}` : ''
  return `${barWords(bars)} ${where}: ${amountWords({ asset, amount: grams })}${source} and ${amountWords({ asset: feeAsset, amount: fees.total })} in fees`
}

/** The way it is meant to go. */
const ways: Readonly<Record<WithdrawalWay, readonly WithdrawalState[]>> = {
  deliver: ['Requested', 'Approved', 'Packed', 'Sent', 'Delivered'],
  collect: ['Requested', 'Approved', 'Packed', 'Ready', 'Delivered'],
}

const ends: readonly WithdrawalState[] = ['Refused', 'Cancelled', 'Replaced', 'Credited']

const isEnd = (state: WithdrawalState): boolean => ends.includes(state)

/** What is still to come. What is late, came back, is disputed or lost waits for a decision, which its sentence tells. */
const aheadOf = ({ state, way }: Pick<Withdrawal, 'state' | 'way'>): string[] => {
  if (state === 'Late') return ['Delivered']
  if (state === 'Lost') return ['Made good']
  if (state === 'Disputed' || state === 'Returned') return ['Decided']
  const at = ways[way].indexOf(state)
  return at === -1 ? [] : ways[way].slice(at + 1)
}

/** Each state that it had, and those that are still to come. */
export const withdrawalSteps = (withdrawal: Pick<WithdrawalDetails, 'history' | 'state' | 'way'>): ShownStep[] => {
  const had = withdrawal.history.map(
    ({ state: name, at }): ShownStep => ({ name, at, kind: isEnd(name) ? 'ended' : 'done' }),
  )
  return [...had, ...aheadOf(withdrawal).map((name): ShownStep => ({ name, kind: 'open' }))]
}

const packedWords: Record<WithdrawalWay, string> = {
  deliver: 'The bars have left the register and wait for the courier. It cannot be cancelled any more.',
  collect: 'The bars are packed and on their way to the counter. It cannot be cancelled any more.',
}

const untilWords = (at: string | null, words: (day: string) => string, otherwise: string): string =>
  at === null ? otherwise : words(onDay(at))

/** How it stands, what happens next and until when. */
export const standingOf = ({ state, way, collectUntil, disputeUntil, credited }: WithdrawalDetails): string => {
  const sentences: Readonly<Record<WithdrawalState, string>> = {
    Requested: 'We check it, usually within a working day. You can cancel it until it is packed.',
    Approved: 'It is about to be packed, by somebody else than who approved it. Until then you can cancel it.',
    Packed: packedWords[way],
    Sent: 'It is with the carrier. Have the release code at hand when it arrives.',
    Late: 'The carrier has said nothing about it for days, and we are asking. If it stays missing it counts as lost after ten working days, and we make it good in grams.',
    Ready: untilWords(
      collectUntil,
      (day) => `It lies at the counter until ${day}. Bring the release code.`,
      'It lies at the counter. Bring the release code.',
    ),
    Delivered: untilWords(
      disputeUntil,
      (day) => `It was handed over. If it did not reach you, or not whole, tell us by ${day}.`,
      'It was handed over.',
    ),
    Disputed: 'You told us that something is wrong. We ask the carrier, and tell you what we decide.',
    Returned:
      'It came back to us. Either it is sent again, or its grams are credited as QMGT once the bars were assayed. Fees are not refunded then.',
    Lost: 'It was lost. Within 30 days we make it good in grams: with other bars, or as QMGT together with the fees.',
    Replaced: 'It was lost, and other bars of the same sizes take its place at no cost.',
    Credited: credited ? 'Its grams are in your wallet as QMGT.' : 'It was made good.',
    Refused: 'It was refused. Grams and fees are available again.',
    Cancelled: 'It was cancelled. Grams and fees are available again.',
  }
  return sentences[state]
}

/** Which parcel of how many it is; undefined where there is one. */
export const parcelOf = ({ parcel, parcels }: Pick<Withdrawal, 'parcel' | 'parcels'>): string | undefined =>
  parcels === 1 ? undefined : `parcel ${parcel} of ${parcels}`

export const stopWords: StopWords = {
  label: 'Why no bar can leave now',
  owed: { title: 'No bar can leave while something is owed', after: 'bars can be had again at once.' },
  frozen: 'No bar can leave',
  held: { what: 'Withdrawals', after: 'take bars out as usual.' },
}
