import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import { parseAmount } from '@ingot/money/amount-text'
import { assetTable } from '@ingot/money/assets'
import { documentKind } from '../../documents/kind.ts'
import { figureText } from '../../documents/words.ts'
import { timesIn } from './days.ts'
import { balanceCell, cell, cutNote, dateText, signedCell, zoneNote } from './paper-words.ts'
import { mostListed, shown } from './rules.ts'
import { type TaxData, taxTable } from './tax.ts'

const column = (label: string, share: number, align: 'start' | 'end' = 'end') => ({ label, align, share })
const usd = (amount: string): string => signedCell('USDT', amount)

type AssetYear = TaxData['assets'][number]

/** From what there was to what is left: each column of costs adds up. */
const yearPart = ({ asset, opening, totals, closing }: AssetYear): DocumentPart => {
  const { bought, sold, left, returned, rewarded, inherited } = totals
  const grams = (units: string) => cell(asset, units)
  const line = (label: string, { units, average, firstIn }: AssetYear['totals']['sold'], money = '') => [
    ...[label, grams(units), money, usd(average.cost), usd(firstIn.cost)],
  ]
  return {
    kind: 'table',
    heading: `${asset}: ${assetTable[asset].title}`,
    columns: [
      column('', 2.4, 'start'),
      column('Grams', 1.9),
      column('Paid or received', 1.7),
      column('Cost, average', 1.7),
      column('Cost, first in first out', 1.7),
    ],
    rows: [
      [
        'Held when the year began',
        sumCell(asset, opening.average),
        '',
        usd(opening.average.cost),
        usd(opening.firstIn.cost),
      ],
      line('Bought', bought, usd(bought.money)),
      ...(rewarded && rewarded.count > 0
        ? [line('Rewards and credits, at their worth then', rewarded, usd(rewarded.money))]
        : []),
      ...(inherited ? [line('From an estate, at what it had cost', inherited)] : []),
      ...(returned.count > 0 ? [line('Came back', returned)] : []),
      ...(totals.came.count > 0 ? [['Came, cost not known to us', grams(totals.came.units), '', '', '']] : []),
      line('Sold', sold, usd(sold.money)),
      ...(left.count > 0 ? [line('Sent away or delivered', left)] : []),
    ],
    sums: [
      ['Held at the end', sumCell(asset, closing.average), '', usd(closing.average.cost), usd(closing.firstIn.cost)],
    ],
    empty: '',
  }
}

const sumCell = (asset: AssetYear['asset'], { known, unknown }: { known: string; unknown: string }): string =>
  shown(asset, parseAmount(asset, known).units + parseAmount(asset, unknown).units) || '0'

const gainsPart = ({ asset, totals: { sold } }: AssetYear): DocumentPart => ({
  kind: 'table',
  heading: `Gains on ${asset}`,
  columns: [column('', 2.6, 'start'), column('By average', 1.8), column('First in, first out', 1.8)],
  rows: [
    ['Received for gold of known cost', usd(sold.average.received), usd(sold.firstIn.received)],
    ['What it had cost', usd(sold.average.cost), usd(sold.firstIn.cost)],
    ...(sold.average.unknown === '0' && sold.firstIn.unknown === '0'
      ? []
      : [
          [
            'Grams sold whose cost is not known to us',
            cell(asset, sold.average.unknown),
            cell(asset, sold.firstIn.unknown),
          ],
        ]),
  ],
  sums: [['Gain', usd(sold.average.gain), usd(sold.firstIn.gain)]],
  empty: '',
})

const arrivalsPart = ({ asset, totals: { came }, cameWorth, closing }: AssetYear): DocumentPart[] => {
  const isAny = came.count > 0 || closing.average.unknown !== '0' || closing.firstIn.unknown !== '0'
  if (!isAny) return []
  return [
    {
      kind: 'facts',
      heading: `${asset} whose cost is not known to us`,
      facts: [
        { label: 'Came in the year', value: `${balanceCell(asset, came.units)} grams` },
        { label: 'Worth of it when it came', value: `${usd(cameWorth.usd)} USD` },
        ...(cameWorth.unvalued === '0'
          ? []
          : [{ label: 'Of which no price is known', value: `${balanceCell(asset, cameWorth.unvalued)} grams` }]),
        { label: 'Held at the end, by average', value: `${balanceCell(asset, closing.average.unknown)} grams` },
        { label: 'Held at the end, first in first out', value: `${balanceCell(asset, closing.firstIn.unknown)} grams` },
      ],
    },
  ]
}

const salesPart = (sales: NonNullable<TaxData['sales']>, zone: string): DocumentPart => {
  const time = timesIn(zone)
  return {
    kind: 'table',
    heading: 'Sales',
    columns: [
      ...[column('Time', 1.8, 'start'), column('Asset', 0.9, 'start'), column('Grams', 1.6), column('Received', 1.4)],
      ...[
        column('Cost, average', 1.4),
        column('Gain', 1.3),
        column('Cost, first in first out', 1.5),
        column('Gain', 1.3),
      ],
    ],
    rows: sales.map(({ at, asset, units, received, average, firstIn }) => [
      ...[time(at), asset, cell(asset, units), usd(received)],
      ...[usd(average.cost), usd(average.gain), usd(firstIn.cost), usd(firstIn.gain)],
    ]),
    sums: [],
    empty: 'Nothing was sold.',
  }
}

const tooManyPart: DocumentPart = {
  kind: 'text',
  heading: 'Sales',
  paragraphs: [
    `There were more than ${figureText(String(mostListed))} sales. Each of them is in the table file of this report, which can be downloaded beside it.`,
  ],
}

const exactPart = (assets: readonly AssetYear[]): DocumentPart[] => {
  const facts = assets.flatMap(({ asset, totals: { bought, sold }, closing }) =>
    Object.entries({
      'bought for': bought.money,
      'sold for': sold.money,
      'gain by average': sold.average.gain,
      'gain, first in first out': sold.firstIn.gain,
      'cost of what is left, average': closing.average.cost,
      'cost of what is left, first in first out': closing.firstIn.cost,
    }).map(([label, amount]) => ({
      label: `${asset}, ${label}`,
      value: `${figureText(amount).replace('-', '−')} USD`,
    })),
  )
  return facts.length > 0 ? [{ kind: 'facts', heading: 'Exact figures', facts }] : []
}

const nothingPart: DocumentPart = { kind: 'text', heading: '', paragraphs: ['No gold was held, and none moved.'] }

const notes = [
  'Amounts are in US dollars; USDT and USDAU are counted as dollars. What was paid includes fees, and what was received is after fees.',
  'Gold that was given for other gold counts as sold, and the other as bought, for what it was worth at the price that we paid at that moment.',
  'Average: each part takes its share of the cost of all gold bought here. Gold bought here is sold before gold that came in other ways, and sent away after it. First in, first out: what came first goes first, however it came.',
  'Gold that came without being bought here has a cost that is not known to us. It is shown apart, and what was received for it is in no gain. Its worth when it came is by the last gold price before that day (UTC) and serves for orientation only.',
  'A reward in gold, and gold that is credited for bars that did not arrive, counts at what it would have brought then: that is its cost from then on.',
  'Gold that was sent away or delivered as bars takes its cost with it and brings no gain. What came back because it could not be sent, or for other bars in the place of lost ones, has its old cost and its old place.',
  'Each share is cut to the last digit, and what is cut stays with the rest: costs that came in are those that went out and those that are left.',
  'This report is made from our books and is no tax advice. Which method counts, and whether a gain is taxed, the law of your country says.',
]

const layout = ({ holder, year, zone, asOf, assets, sales }: TaxData): DocumentContent => ({
  title: 'Tax report',
  subtitle: asOf === null ? `Year ${year}` : `Year ${year}, as of ${timesIn(zone)(asOf)}`,
  holder,
  parts: [
    ...(assets.length === 0 ? [nothingPart] : []),
    ...assets.flatMap((each) => [yearPart(each), gainsPart(each), ...arrivalsPart(each)]),
    ...(assets.length === 0 ? [] : [sales ? salesPart(sales, zone) : tooManyPart]),
    ...exactPart(assets),
  ],
  notes: [
    `${zoneNote(zone)} The year is from ${dateText(`${year}-01-01`)} to ${dateText(`${year}-12-31`)}.`,
    ...notes,
    cutNote,
  ],
})

export const taxDocument = documentKind<TaxData>({
  name: 'tax-report',
  prefix: 'TR',
  title: 'Tax report',
  layout,
  table: (data, _about, { db, customer }) => taxTable(db, `customer:${customer}`, data),
})
