import type { OwnersEntry } from '@ingot/ledger/period'
import { readAmount } from '@ingot/money/amount-text'
import { type Asset, allAssets, assetTable, isDollarAsset, isGramAsset } from '@ingot/money/assets'
import { csvLine } from '../../lists.ts'
import { type Gold, type GoldEvent, goldOf, type Outcome, type Told } from './cost-rules.ts'
import { exact } from './rules.ts'

/** Dollars of every kind are counted as one: in base units of a dollar token. */
const dollarDecimals = 18

export const goldAssets: readonly Asset[] = allAssets.filter(isGramAsset)

const dollarsOf = ({ changes }: OwnersEntry): bigint =>
  changes
    .filter(({ asset }) => isDollarAsset(asset))
    .reduce((sum, { asset, incoming, outgoing }) => {
      const scale = 10n ** BigInt(dollarDecimals - assetTable[asset].decimals)
      return sum + (incoming - outgoing) * scale
    }, 0n)

/** What had left and came back, as its entry names it: a send that the chain refused, or bars in the place of those that were lost. */
const returnedOf = ({ type, details }: OwnersEntry): bigint | undefined => {
  const left = type === 'send-returned' ? details.send : type === 'withdrawal-credited' ? details.packed : undefined
  return /^[0-9]{1,19}$/.test(String(left)) ? BigInt(String(left)) : undefined
}

const gifts = ['reward', 'referral-reward', 'withdrawal-credited']
const mayReturn = ['send', 'withdrawal']

/** What gold was worth that was given for other gold or as a reward, in dollars, where the entry says so. */
const worthOf = ({ details }: OwnersEntry): bigint | undefined => {
  const reading = typeof details.worth === 'string' ? readAmount('USDT', details.worth) : undefined
  return reading?.ok ? reading.amount.units : undefined
}

/** What somebody left: as far as its cost is known it comes with that, and the day is that of the one who died. */
const inheritedOf = ({ details }: OwnersEntry, asset: Asset, units: bigint): GoldEvent[] => {
  const cost = typeof details.cost === 'string' ? readAmount('USDT', details.cost) : undefined
  const known = typeof details.known === 'string' ? readAmount(asset, details.known) : undefined
  if (!cost?.ok || !known?.ok || known.amount.units === 0n) return [{ kind: 'came', units }]
  const rest = units - known.amount.units
  return [
    { kind: 'inherited', units: known.amount.units, cost: cost.amount.units },
    ...(rest > 0n ? [{ kind: 'came', units: rest } as const] : []),
  ]
}

/**
 * What an entry did to the customer's gold. Gold for dollars was bought, dollars for gold sold; gold for other gold was both, at
 * what it was worth; a reward came at what it was worth, and so does what is credited for bars. Whatever else came or left did so by itself. Where one entry moves two kinds of gold, nobody can say which of
 * them the dollars were for.
 */
export const goldEventsOf = (entry: OwnersEntry): { asset: Asset; event: GoldEvent }[] => {
  const gold = entry.changes
    .filter(({ asset }) => isGramAsset(asset))
    .map(({ asset, incoming, outgoing }) => ({ asset, net: incoming - outgoing }))
    .filter(({ net }) => net !== 0n)
  const exchanged = gold.length === 2 && gold.some(({ net }) => net < 0n) ? worthOf(entry) : undefined
  const paidFor = gold.length === 1 ? dollarsOf(entry) : 0n
  const left = returnedOf(entry)
  const reward = gifts.includes(entry.type) ? worthOf(entry) : undefined
  if (entry.type === 'inherited')
    return gold.flatMap(({ asset, net }) => inheritedOf(entry, asset, net).map((event) => ({ asset, event })))
  return gold.map(({ asset, net }): { asset: Asset; event: GoldEvent } => {
    const dollars = exchanged === undefined ? paidFor : net > 0n ? -exchanged : exchanged
    if (net > 0n && dollars < 0n) return { asset, event: { kind: 'bought', units: net, paid: -dollars } }
    if (net > 0n && left !== undefined) return { asset, event: { kind: 'returned', units: net, of: left } }
    if (net > 0n && reward !== undefined) return { asset, event: { kind: 'rewarded', units: net, worth: reward } }
    if (net > 0n) return { asset, event: { kind: 'came', units: net } }
    if (dollars > 0n) return { asset, event: { kind: 'sold', units: -net, received: dollars } }
    return {
      asset,
      event: { kind: 'left', units: -net, entry: entry.entry, mayReturn: mayReturn.includes(entry.type) },
    }
  })
}

type Methods<T> = { average: T; firstIn: T }

const none: Told = { ...goldOf([]), received: 0n, gain: 0n }

const sum = (one: Told, other: Told): Told => ({
  known: one.known + other.known,
  cost: one.cost + other.cost,
  unknown: one.unknown + other.unknown,
  received: one.received + other.received,
  gain: one.gain + other.gain,
})

type Total = { count: number; units: bigint; money: bigint } & Methods<Told>

/** What a year did to one gold asset: how it began, what happened by kind, how it ended. */
export type Year = {
  opening: Methods<Gold>
  totals: Record<GoldEvent['kind'], Total>
  closing: Methods<Gold>
}

const noTotal: Total = { count: 0, units: 0n, money: 0n, average: none, firstIn: none }

export const emptyTotals = (): Year['totals'] => ({
  bought: noTotal,
  sold: noTotal,
  rewarded: noTotal,
  inherited: noTotal,
  came: noTotal,
  left: noTotal,
  returned: noTotal,
})

/** What was paid or received, and of a reward what it was worth. */
export const moneyOf = (event: GoldEvent): bigint => {
  if (event.kind === 'bought') return event.paid
  if (event.kind === 'rewarded') return event.worth
  return event.kind === 'sold' ? event.received : 0n
}

export const addTo = (totals: Year['totals'], event: GoldEvent, { kind, units, average, firstIn }: Outcome): void => {
  const before = totals[kind]
  totals[kind] = {
    count: before.count + 1,
    units: before.units + units,
    money: before.money + moneyOf(event),
    average: sum(before.average, average),
    firstIn: sum(before.firstIn, firstIn),
  }
}

export const dollarText = (units: bigint): string => (units < 0n ? `-${exact('USDT', -units)}` : exact('USDT', units))

const headings = [
  ...['Number', 'Time (UTC)', 'What', 'Asset', 'Grams', 'Paid (USD)', 'Received (USD)'],
  ...['Average: grams of known cost', 'Average: cost', 'Average: received for these', 'Average: gain'],
  ...['First in, first out: grams of known cost', 'First in, first out: cost'],
  ...['First in, first out: received for these', 'First in, first out: gain'],
]

export const taxTableBegin = (): string => csvLine(headings)

export const taxTableLine = (
  { movement, at }: OwnersEntry,
  asset: Asset,
  event: GoldEvent,
  { kind, units, average, firstIn }: Outcome,
): string => {
  const told = ({ known, cost, received, gain }: Told) => [
    ...[exact(asset, known), dollarText(cost)],
    ...(kind === 'sold' ? [dollarText(received), dollarText(gain)] : ['', '']),
  ]
  return csvLine([
    ...[movement === null ? '' : String(movement), at.toISOString(), kind, asset, exact(asset, units)],
    kind === 'bought' ? dollarText(moneyOf(event)) : '',
    kind === 'sold' ? dollarText(moneyOf(event)) : '',
    ...told(average),
    ...told(firstIn),
  ])
}
