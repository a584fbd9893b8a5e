import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import { documentKind } from '../../documents/kind.ts'
import { figureText } from '../../documents/words.ts'
import { timesIn } from './days.ts'
import { type GaeProduct, type GaeStatementData, gaeTable } from './gae-statement.ts'
import {
  balanceCell,
  cell,
  cutNote,
  dateText,
  pricesPart,
  unknown,
  usdText,
  valuedNote,
  zoneNote,
} from './paper-words.ts'
import { mostListed } from './rules.ts'

const column = (label: string, share: number, align: 'start' | 'end' = 'end') => ({ label, align, share })

const names: Record<GaeProduct, string> = { GAE: 'GAE', GAEX: 'GAE Extra' }

const grams = (amount: string): string => cell('GAE', amount)
const balance = (amount: string): string => balanceCell('GAE', amount)

const sumsPart = ({ products, opening, closing }: GaeStatementData): DocumentPart => ({
  kind: 'table',
  heading: 'Grams and their value',
  columns: [
    column('Product', 1.3, 'start'),
    ...[column('Opening', 1.7), column('Value in USD', 1.5), column('Booked', 1.7), column('Ended', 1.7)],
    ...[column('Closing', 1.7), column('Value in USD', 1.5)],
  ],
  rows: products.map((each) => [
    ...[names[each.product], balance(each.opening.grams), usdText(each.opening.value)],
    ...[grams(each.incoming), grams(each.outgoing), balance(each.closing.grams), usdText(each.closing.value)],
  ]),
  sums: [
    [
      ...['Together', balance(opening.grams), usdText(opening.value), '', ''],
      ...[balance(closing.grams), usdText(closing.value)],
    ],
  ],
  empty: '',
})

/** Both have the same token, so the words of the pages name the product here. */
const whatText = (words: string, product: GaeProduct): string =>
  product === 'GAEX' ? words.replace(/\bGAE$/, names.GAEX) : words

const linesPart = ({ zone, opening, closing }: GaeStatementData, lines: GaeStatementData['lines'] & object) => {
  const time = timesIn(zone)
  return {
    kind: 'table' as const,
    heading: 'Movements',
    columns: [
      column('Time', 1.8, 'start'),
      column('What', 2, 'start'),
      ...[column('In, grams', 1.6), column('Out, grams', 1.6), column('Balance, grams', 1.6)],
      ...[column('Price of a gram, USD', 1.4), column('Value in USD', 1.5)],
    ],
    rows: [
      [
        ...['', 'Opening balance', '', '', balance(opening.grams)],
        ...[opening.value ? usd(opening.value.price) : unknown, usdText(opening.value)],
      ],
      ...lines.map(({ at, words, product, incoming, outgoing, price, value, ...after }) => [
        ...[time(at), whatText(words, product), grams(incoming), grams(outgoing), balance(after.balance)],
        ...[price === null ? unknown : usd(price), value === null ? unknown : usd(value)],
      ]),
    ],
    sums: [
      [
        ...['', 'Closing balance', '', '', balance(closing.grams)],
        ...[closing.value ? usd(closing.value.price) : unknown, usdText(closing.value)],
      ],
    ],
    empty: '',
  }
}

const usd = (amount: string): string => balanceCell('USDT', amount)

const tooManyPart = ({ count }: GaeStatementData): DocumentPart => ({
  kind: 'text',
  heading: 'Movements',
  paragraphs: [
    `There were ${figureText(String(count))} movements, more than the ${figureText(String(mostListed))} that are listed here. Each of them is in the table file of this statement, which can be downloaded beside it.`,
  ],
})

const exactPart = ({ products, opening, closing }: GaeStatementData): DocumentPart => ({
  kind: 'facts',
  heading: 'Exact figures',
  facts: [
    ...products.flatMap((each) =>
      Object.entries({
        opening: each.opening.grams,
        booked: each.incoming,
        ended: each.outgoing,
        closing: each.closing.grams,
      }).map(([what, amount]) => ({ label: `${names[each.product]}, ${what}`, value: figureText(amount) })),
    ),
    { label: 'Together, opening', value: figureText(opening.grams) },
    { label: 'Together, closing', value: figureText(closing.grams), strong: true },
  ],
})

const layout = (data: GaeStatementData): DocumentContent => {
  const { from, until, zone, asOf, lines, closing } = data
  const moment = asOf === null ? `the end of ${dateText(until)}` : timesIn(zone)(asOf)
  return {
    title: 'GAE account statement',
    subtitle: `${dateText(from)} to ${dateText(until)}${asOf === null ? '' : `, as of ${moment}`}`,
    holder: data.holder,
    parts: [
      sumsPart(data),
      lines ? linesPart(data, lines) : tooManyPart(data),
      ...pricesPart([{ asset: 'GAE', value: closing.value }], { zone, moment }),
      exactPart(data),
    ],
    notes: [
      zoneNote(zone),
      `Opening and closing balances are valued at the beginning of the period and at ${moment}. ${valuedNote}`,
      'A movement is valued at the price at which it was done, before its fee. Its note tells what was paid or received.',
      'One GAE is one gram of fine gold in the vault. What it is worth in money can fall, and nothing is promised.',
      cutNote,
      ...(asOf === null ? [] : ['The period had not ended: a later statement of it takes the place of this one.']),
    ],
  }
}

export const gaeStatementDocument = documentKind<GaeStatementData>({
  name: 'gae-statement',
  prefix: 'GS',
  title: 'GAE account statement',
  layout,
  table: (data, _about, { db, customer }) => gaeTable(db, `customer:${customer}`, data),
})
