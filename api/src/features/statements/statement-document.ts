import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import { type Asset, assetTable } from '@ingot/money/assets'
import { documentKind } from '../../documents/kind.ts'
import { figureText } from '../../documents/words.ts'
import { monthText, timesIn } from './days.ts'
import {
  balanceCell,
  cell,
  cutNote,
  dateText,
  pricesPart,
  stakedNote,
  stakedPart,
  totalText,
  usdText,
  valuedNote,
  zoneNote,
} from './paper-words.ts'
import { type StatementData, statementTable } from './statement.ts'

const column = (label: string, share: number, align: 'start' | 'end' = 'end') => ({ label, align, share })

const nothing = 'Nothing was held, and nothing moved.'

const balancesPart = ({ assets }: StatementData): DocumentPart => ({
  kind: 'table',
  heading: 'Balances',
  columns: [
    column('Asset', 1.2, 'start'),
    ...['Opening', 'In', 'Out', 'Closing'].map((label) => column(label, 2)),
    column('Value in USD', 1.7),
  ],
  rows: assets.map(({ asset, opening, incoming, outgoing, closing, value }) => [
    asset,
    balanceCell(asset, opening),
    cell(asset, incoming),
    cell(asset, outgoing),
    balanceCell(asset, closing),
    usdText(value),
  ]),
  sums: assets.length > 0 ? [['Total', '', '', '', '', totalText(assets.map(({ value }) => value))]] : [],
  empty: nothing,
})

/** An address fits into a line by its ends. */
const shortParty = (party: string): string =>
  /^0x[0-9a-f]{40}$/i.test(party) ? `${party.slice(0, 8)}…${party.slice(-6)}` : party

const movementsPart = (
  data: StatementData,
  { asset, opening, incoming, outgoing, closing }: StatementData['assets'][number],
) => {
  const time = timesIn(data.zone)
  const rows = (data.lines ?? []).flatMap(({ at, words, party, changes }) =>
    changes
      .filter((change) => change.asset === asset)
      .map((change) => {
        const way = change.outgoing === '0' ? 'from' : 'to'
        const told = party === null ? words : `${words} ${way} ${shortParty(party)}`
        return [
          time(at),
          told,
          cell(asset, change.incoming),
          cell(asset, change.outgoing),
          balanceCell(asset, change.balance),
        ]
      }),
  )
  return {
    kind: 'table' as const,
    heading: `${asset}: ${assetTable[asset].title}`,
    columns: [
      column('Time', 1.8, 'start'),
      column('What', 2.6, 'start'),
      ...['In', 'Out', 'Balance'].map((label) => column(label, 1.8)),
    ],
    rows: [['', 'Opening balance', '', '', balanceCell(asset, opening)], ...rows],
    sums: [['', 'Closing balance', cell(asset, incoming), cell(asset, outgoing), balanceCell(asset, closing)]],
    empty: nothing,
  }
}

const monthsPart = (months: NonNullable<StatementData['months']>): DocumentPart => ({
  kind: 'table',
  heading: 'Movements by month',
  columns: [
    column('Month', 1.6, 'start'),
    column('What', 2.2, 'start'),
    column('Movements', 1.2),
    column('Asset', 1),
    column('In', 1.9),
    column('Out', 1.9),
  ],
  rows: months.map(({ month, words, asset, count, incoming, outgoing }) => [
    ...[monthText(month), words, figureText(String(count)), asset],
    ...[cell(asset, incoming), cell(asset, outgoing)],
  ]),
  sums: [],
  empty: nothing,
})

const tablePart = ({ count, table }: StatementData): DocumentPart => ({
  kind: 'facts',
  heading: 'The lines',
  facts: [
    { label: 'Movements', value: figureText(String(count)) },
    { label: 'Where they are', value: 'In the table file of this statement, which can be downloaded beside it.' },
    { label: 'Lines of the file', value: figureText(String(table.rows)) },
    { label: 'SHA-256 of the file', value: table.sha256 },
  ],
})

const exactPart = (assets: StatementData['assets']): DocumentPart[] => {
  const facts = assets.flatMap(({ asset, ...sums }) =>
    (['opening', 'incoming', 'outgoing', 'closing'] as const).map((which) => ({
      label: `${asset}, ${{ opening: 'opening', incoming: 'in', outgoing: 'out', closing: 'closing' }[which]}`,
      value: figureText(sums[which]),
      ...(which === 'closing' && { strong: true }),
    })),
  )
  return facts.length > 0 ? [{ kind: 'facts', heading: 'Exact figures', facts }] : []
}

const layout = (data: StatementData): DocumentContent => {
  const { from, until, zone, asOf, assets, months } = data
  const moment = asOf === null ? `the end of ${dateText(until)}` : timesIn(zone)(asOf)
  return {
    title: 'Account statement',
    subtitle: `${dateText(from)} to ${dateText(until)}${asOf === null ? '' : `, as of ${moment}`}`,
    holder: data.holder,
    parts: [
      balancesPart(data),
      ...stakedPart(assets),
      ...(months ? [monthsPart(months), tablePart(data)] : assets.map((each) => movementsPart(data, each))),
      ...pricesPart(assets, { zone, moment }),
      ...exactPart(assets),
    ],
    notes: [
      zoneNote(zone),
      `Values are those of ${moment}. ${valuedNote}`,
      'What is held back for a transfer or locked in a plan is part of the balance. What left includes fees.',
      ...(assets.some(({ staked }) => staked !== undefined) ? [stakedNote] : []),
      cutNote,
      ...(asOf === null ? [] : ['The period had not ended: a later statement of it takes the place of this one.']),
    ],
  }
}

export const statementDocument = documentKind<StatementData>({
  name: 'statement',
  prefix: 'AS',
  title: 'Account statement',
  layout,
  table: (data, _about, { db, customer }) => statementTable(db, `customer:${customer}`, data),
})

/** What a statement is about: of a period in a zone one is valid. */
export const periodText = ({ from, until }: { from: string; until: string }, assets?: readonly Asset[]): string =>
  `${from}..${until}${assets ? ` ${assets.join('+')}` : ''}`
