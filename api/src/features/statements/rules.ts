import { titleOf, wordOf } from '@ingot/endpoints/movement-words'
import type { Cut, OwnersEntry } from '@ingot/ledger/period'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { Failure } from '../../failure.ts'
import { csvLine } from '../../lists.ts'
import { dayAfter, dayIn, startOfDay, tenYearsBefore } from './days.ts'

/** What a document lists line by line; of more there are sums, and the lines are in its table. */
export const mostListed = 2000
/** Lines of the books that one document may tell of. */
const mostLines = 500_000

const minute = 60_000

/** A stretch of days in a zone. */
export type Span = {
  from: Date
  /** When it ends, which may be still to come. */
  until: Date
  /** While it has not ended: the minute in which it was looked at. */
  asOf: Date | null
}

/** Told at the field that it is about. */
const refuse = (field: string, message: string) =>
  new Failure('InvalidInput', { errors: [{ path: [field], message }] }, `${field}: ${message}`)

/** Both days included. Refuses what cannot be told of. */
export const spanOf = (
  zone: string,
  { from, until }: { from: string; until: string },
  now: Date,
  field = 'until',
): Span => {
  if (until < from) throw refuse(field, 'Please choose a last day that is not before the first.')
  if (until > dayIn(zone, now)) throw refuse(field, 'Please choose a day that has already begun.')
  if (from <= tenYearsBefore(until)) throw refuse('from', 'Please choose a period of at most ten years.')
  const end = startOfDay(zone, dayAfter(until))
  const asOf = end > now ? new Date(Math.floor(now.getTime() / minute) * minute) : null
  return { from: startOfDay(zone, from), until: end, asOf }
}

/** So much of a year as there has been of it. */
export const yearSpan = (zone: string, year: number, now: Date): Span => {
  const [from, last, today] = [`${year}-01-01`, `${year}-12-31`, dayIn(zone, now)]
  if (from > today) throw refuse('year', 'Please choose a year that has already begun.')
  const isOver = last < today
  return spanOf(zone, { from, until: isOver ? last : today }, now)
}

const tooLong = 'Too much has happened for one document. Please choose a shorter period.'

export const refuseTooLong = (cuts: readonly Cut[]): void => {
  const lines = cuts.reduce((sum, { after, last }) => sum + (last - after), 0n)
  if (lines > mostLines) throw new Failure('InvalidInput', {}, tooLong)
}

/** Exactly, as text. */
export const exact = (asset: Asset, units: bigint): string => formatAmount(amountOf(asset, units))

/** As it stands in a column: cut, and without the name of the asset. */
export const shown = (asset: Asset, units: bigint): string =>
  units === 0n ? '' : shownText(amountOf(asset, units)).slice(0, -asset.length - 1)

/** What happened to one asset, and how much of it there was after it. */
export type Row = { asset: Asset; incoming: bigint; outgoing: bigint; balance: bigint }

/** Goes on from what there was at first, entry by entry. */
export const createBalances = (openings: ReadonlyMap<Asset, bigint>) => {
  const balances = new Map(openings)
  return ({ changes }: OwnersEntry): Row[] =>
    changes.map(({ asset, incoming, outgoing }) => {
      const balance = (balances.get(asset) ?? 0n) + incoming - outgoing
      balances.set(asset, balance)
      return { asset, incoming, outgoing, balance }
    })
}

/** What an entry was, in the words of the pages. */
export const wordsOf = ({ type, changes }: OwnersEntry): string =>
  titleOf(wordOf(type), {
    type,
    incoming: changes.filter(({ incoming }) => incoming > 0n),
    outgoing: changes.filter(({ outgoing }) => outgoing > 0n),
  })

/** What is of all purposes together, by asset. */
export const sumsBy = <T extends { asset: Asset }>(parts: readonly T[], unitsOf: (part: T) => bigint) => {
  const sums = new Map<Asset, bigint>()
  for (const part of parts) sums.set(part.asset, (sums.get(part.asset) ?? 0n) + unitsOf(part))
  return sums
}

/** What of it was staked in the end: the customer's as before, and not free. */
export const stakedOf = (accounts: readonly { asset: Asset; purpose: string; closing: bigint }[]) => {
  const sums = sumsBy(
    accounts.filter(({ purpose, closing }) => purpose === 'staked' && closing > 0n),
    ({ closing }) => closing,
  )
  return (asset: Asset): { staked?: string } => {
    const units = sums.get(asset)
    return units === undefined ? {} : { staked: exact(asset, units) }
  }
}

const headings = ['Number', 'Time (UTC)', 'Type', 'Asset', 'Received', 'Paid (fee included)', 'Balance']

// The table has nothing in it that could be told in other words later: a statement may name its hash.

const balanceLines = (type: 'opening' | 'closing', balances: readonly { asset: Asset; units: bigint }[]): string =>
  balances.map(({ asset, units }) => csvLine(['', '', type, asset, '', '', exact(asset, units)])).join('')

export const tableBegin = (openings: readonly { asset: Asset; units: bigint }[]): string =>
  csvLine(headings) + balanceLines('opening', openings)

export const tableEnd = (closings: readonly { asset: Asset; units: bigint }[]): string =>
  balanceLines('closing', closings)

export const tableLines = ({ movement, at, type }: OwnersEntry, rows: readonly Row[]): string =>
  rows
    .map(({ asset, incoming, outgoing, balance }) =>
      csvLine([
        ...[movement === null ? '' : String(movement), at.toISOString(), type, asset],
        ...[incoming, outgoing].map((units) => (units === 0n ? '' : exact(asset, units))),
        exact(asset, balance),
      ]),
    )
    .join('')
