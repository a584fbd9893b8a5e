import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import type { HoldingProduct, Terminated } from '@ingot/endpoints/holding-fields'
import { parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { type About, documentKind } from '../../documents/kind.ts'
import { dayText, figureText, momentText } from '../../documents/words.ts'
import { csvLine } from '../../lists.ts'
import { percentText } from '../../mail/policy-mails.ts'
import { balanceCell, cutNote, signedCell } from '../statements/paper-words.ts'
import { exact } from '../statements/rules.ts'

// What is issued with a booking and with a termination, at once and in the same transaction.

type Sum = { asset: Asset; amount: string }

/** Dollars for a gram, and what they are made of. */
type Priced = { price: string; midPrice: string; spreadBasisPoints: number; feeBasisPoints: number }

export type BookingNoteData = Priced & {
  holder: string[]
  product: HoldingProduct
  at: string
  units: string
  /** What the grams were worth at the price, and all that was paid for them, the fee included: in dollars. */
  bookingValue: string
  cost: string
  paid: Sum
  fee: Sum
}

export type TerminationNoteData = { holder: string[] } & Omit<Terminated, 'id' | 'type' | 'quoted' | 'note'>

const names: Record<HoldingProduct, string> = { GAE: 'GAE', GAEX: 'GAE Extra', GCA: 'Gold Convert', GDS: 'GDS' }

const whatItIs: Record<HoldingProduct, string> = {
  GAE: 'GAE: gold that is accumulated. One GAE is a gram of fine gold in the vault.',
  GAEX: 'GAE Extra: a top-up beside a GAE, and a holding of its own. One GAE is a gram of fine gold in the vault.',
  GCA: 'Gold Convert: gold that was QMGT, or was bought with dollars that came by bank. One GCA is a gram of fine gold in the vault.',
  GDS: 'GDS: gold that is bought in a group, and is its buyer’s alone. One GDS is a gram of fine gold in the vault.',
}

const usd = (amount: string): string => `${signedCell('USDT', amount)} USD`
const grams = (units: string): string => `${balanceCell('GAE', units)} grams`
const sum = ({ asset, amount }: Sum): string => `${balanceCell(asset, amount)} ${asset}`
const exactUsd = (amount: string): string => `${figureText(amount).replace('-', '−')} USD`
const exactSum = ({ asset, amount }: Sum): string => `${figureText(amount)} ${asset}`

const priceText = (price: string): string => `${figureText(price)} USD for a gram`

const pricePart = (
  { price, midPrice, spreadBasisPoints }: Priced,
  way: 'added' | 'taken off',
  told: string,
): DocumentPart => ({
  kind: 'facts',
  heading: 'What the price is made of',
  facts: [
    { label: 'Market price of gold', value: priceText(midPrice) },
    { label: 'Spread', value: `${percentText(String(spreadBasisPoints))}, ${way}` },
    { label: told, value: priceText(price), strong: true },
  ],
})

const exactPart = (facts: Record<string, string>): DocumentPart => ({
  kind: 'facts',
  heading: 'Exact figures',
  facts: Object.entries(facts).map(([label, value]) => ({ label, value })),
})

const worthNote =
  'What the gold is worth in money follows its price. It can fall, also below what was paid. Nothing is promised, and nothing is paid for keeping it.'

const zoneNote = (zone: string): string => `Times are those of ${zone}.`

/** What a conversion begins with, at what its grams would bring: less than nothing, by the fee. */
const opensAt = ({ bookingValue, cost }: BookingNoteData): string => {
  const missing = parseAmount('USDT', cost).units - parseAmount('USDT', bookingValue).units
  return missing > 0n ? `-${exact('USDT', missing)}` : exact('USDT', -missing)
}

/** Out of QMGT, gram for gram; what came by bank was bought. */
const isConverted = ({ product, paid }: BookingNoteData): boolean => product === 'GCA' && paid.asset === 'QMGT'

const bookingWords = (data: BookingNoteData): string[] => {
  const ended =
    'It can be ended in whole or in part, at the price that we pay for a gram at that time, less the fee of that time.'
  const spreads =
    'We sell a gram with the spread added and buy it back with the spread taken off: right after the booking this gold would bring less than it cost, by the fees and by both spreads.'
  if (!isConverted(data)) return [whatItIs[data.product], ended, spreads, worthNote]
  return [
    whatItIs.GCA,
    `The grams were taken over one for one, less the fee. They are booked at the price that we pay for a gram of QMGT, so that this holding opens at ${usd(opensAt(data))}: minus the fee.`,
    ended,
    worthNote,
  ]
}

const bookingLayout = (data: BookingNoteData, { zone }: About): DocumentContent => {
  const { holder, product, at, units, bookingValue, cost, paid, fee, feeBasisPoints } = data
  const converted = isConverted(data)
  return {
    title: 'Booking note',
    subtitle: `${names[product]}, ${grams(units)}, ${dayText(at, zone)}`,
    holder,
    parts: [
      {
        kind: 'facts',
        heading: 'What was booked',
        facts: [
          { label: 'Product', value: names[product] },
          { label: 'Gold', value: grams(units), strong: true },
          { label: 'Paid in all', value: sum(paid), strong: true },
          { label: 'Of which fee', value: `${sum(fee)} (${percentText(String(feeBasisPoints))})` },
          { label: 'Worth of the gold at the booking price', value: usd(bookingValue) },
          { label: 'What it cost, fee included', value: usd(cost), strong: true },
          ...(converted ? [{ label: 'Opens at', value: usd(opensAt(data)) }] : []),
          { label: 'Time', value: momentText(at, zone) },
        ],
      },
      pricePart(data, converted ? 'taken off' : 'added', 'Booking price'),
      { kind: 'text', heading: 'What it means', paragraphs: bookingWords(data) },
      exactPart({
        Gold: `${figureText(units)} grams`,
        'Paid in all': exactSum(paid),
        'Of which fee': exactSum(fee),
        'Worth at the booking price': exactUsd(bookingValue),
        'What it cost': exactUsd(cost),
      }),
    ],
    notes: [
      zoneNote(zone),
      converted
        ? 'What it cost is all the QMGT that was paid, at the booking price.'
        : 'What it cost is all that was paid; USDT and USDAU are counted as dollars.',
      cutNote,
    ],
  }
}

export const bookingNote = documentKind<BookingNoteData>({
  name: 'booking-note',
  prefix: 'BN',
  title: 'Booking note',
  layout: bookingLayout,
})

const column = (label: string, share: number, align: 'start' | 'end' = 'end') => ({ label, align, share })

/** What each holding gave: the columns add up to the whole. */
const partsPart = (data: TerminationNoteData, zone: string): DocumentPart => {
  const asset = data.receive.asset
  const paidIn = (amount: string) => balanceCell(asset, amount)
  const money = (amount: string) => signedCell('USDT', amount)
  return {
    kind: 'table',
    heading: 'Holding by holding, oldest first',
    columns: [
      column('Holding', 1, 'start'),
      column('Booked', 1.7, 'start'),
      column('Ended, grams', 1.5),
      column('Left, grams', 1.5),
      column(`Paid out, ${asset}`, 1.5),
      column('Worth, USD', 1.4),
      column('Cost, USD', 1.4),
      column('Result, USD', 1.4),
    ],
    rows: data.parts.map(({ number, bookedAt, units, left, receive, value, cost, result }) => [
      ...[`No. ${number}`, dayText(bookedAt, zone), balanceCell('GAE', units), balanceCell('GAE', left)],
      ...[paidIn(receive), money(value), money(cost), money(result)],
    ]),
    sums: [
      [
        ...['Sum', '', balanceCell('GAE', data.pay.amount), '', paidIn(data.receive.amount)],
        ...[money(data.value), money(data.cost), money(data.result)],
      ],
    ],
    empty: '',
  }
}

const terminationWords = ({ receive }: TerminationNoteData): string[] => [
  receive.asset === 'QMGT'
    ? 'The grams were paid out one for one in QMGT, less the fee. For the worth in dollars QMGT is counted at the price above.'
    : 'The grams were bought back at the price above, and the fee was taken off what they brought.',
  'The result is the worth of what was paid out, less what the grams had cost with the fees of their booking. Of a part of a holding the cost is in proportion to its grams.',
  'The booking note of each holding stays as it was issued. What is left of a holding lives on as it was booked.',
  ...(receive.asset === 'QMGT' ? [worthNote] : []),
]

const terminationLayout = (data: TerminationNoteData, { zone }: About): DocumentContent => {
  const { holder, product, at, pay, gross, fee, feeBasisPoints, receive, value, cost, result } = data
  return {
    title: 'Termination note',
    subtitle: `${names[product]}, ${grams(pay.amount)}, ${dayText(at, zone)}`,
    holder,
    parts: [
      {
        kind: 'facts',
        heading: 'What was ended',
        facts: [
          { label: 'Product', value: names[product] },
          { label: 'Gold', value: grams(pay.amount), strong: true },
          { label: 'What it brought', value: sum(gross) },
          { label: 'Fee, taken off', value: `${sum(fee)} (${percentText(String(feeBasisPoints))})` },
          { label: 'Paid out', value: sum(receive), strong: true },
          { label: 'Worth of what was paid out', value: usd(value) },
          { label: 'What the gold had cost', value: usd(cost) },
          { label: 'Result', value: usd(result), strong: true },
          { label: 'Time', value: momentText(at, zone) },
        ],
      },
      partsPart(data, zone),
      pricePart(data, 'taken off', 'Price that we paid'),
      { kind: 'text', heading: 'How it was reckoned', paragraphs: terminationWords(data) },
      exactPart({
        Gold: `${figureText(pay.amount)} grams`,
        'What it brought': exactSum(gross),
        'Fee, taken off': exactSum(fee),
        'Paid out': exactSum(receive),
        'Worth of what was paid out': exactUsd(value),
        'What the gold had cost': exactUsd(cost),
        Result: exactUsd(result),
      }),
    ],
    notes: [zoneNote(zone), 'USDT and USDAU are counted as dollars.', cutNote],
  }
}

const headings = (asset: Asset): string[] => [
  ...['Holding', 'Booked (UTC)', 'Ended (grams)', 'Left (grams)'],
  ...[`Paid out (${asset})`, 'Worth (USD)', 'Cost (USD)', 'Result (USD)'],
]

export const terminationNote = documentKind<TerminationNoteData>({
  name: 'termination-note',
  prefix: 'TN',
  title: 'Termination note',
  layout: terminationLayout,
  table: ({ receive, parts }) => [
    csvLine(headings(receive.asset)),
    ...parts.map((part) =>
      csvLine([
        ...[part.number, part.bookedAt, part.units, part.left],
        ...[part.receive, part.value, part.cost, part.result],
      ]),
    ),
  ],
})
