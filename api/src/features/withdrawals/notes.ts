import type { Tx } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import type { WithdrawalBar, WithdrawalWay, WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import { formatAmount } from '@ingot/money/amount-text'
import { issueDocument } from '../../documents/engine.ts'
import { type About, documentKind } from '../../documents/kind.ts'
import { dayText, figureText, momentText } from '../../documents/words.ts'
import { csvLine } from '../../lists.ts'
import { holderOf } from '../kyc/holder.ts'
import type { Kyc } from '../kyc/kyc.ts'
import { shownBar, shownFees } from './shown.ts'
import type { StoredWithdrawal } from './store.ts'

/** What is told of bars that have left the vault. Where a parcel goes does not stand on it: whoever checks a note need not know. */
export type DeliveryNoteData = {
  holder: string[]
  number: string
  parcel: number
  parcels: number
  way: WithdrawalWay
  asset: WithdrawnAsset
  at: string
  entry: string
  grams: string
  bars: WithdrawalBar[]
  fees: { making: string; handling: string; carriage: string; insurance: string; total: string }
  feeAsset: string
  /** Of what was lost and is replaced by this. */
  replaces: boolean
}

const ways: Record<WithdrawalWay, string> = { deliver: 'By courier', collect: 'Collected at the counter' }

const barColumns = [
  { label: 'Refiner', align: 'start', share: 3 },
  { label: 'Serial', align: 'start', share: 3 },
  { label: 'Year', align: 'start', share: 1.5 },
  { label: 'Weight', align: 'end', share: 2 },
  { label: 'Fineness', align: 'end', share: 2 },
  { label: 'Fine grams', align: 'end', share: 2.5 },
] as const

const cellsOf = ({ refiner, serial, year, size, fineness, fineGrams }: WithdrawalBar): string[] => [
  ...[refiner, serial, year === null ? '–' : String(year), `${size} g`, fineness, figureText(fineGrams)],
]

const wordsOf = ({ replaces }: DeliveryNoteData): string[] => [
  'These bars have left the vault for you. For each fine gram of them one gram of your gold was given and burnt: from now on the bars themselves are yours, and no token stands for them.',
  'They were packed by their serials, by somebody else than who had approved the withdrawal.',
  ...(replaces ? ['They take the place of bars that were lost on their way. Nothing more was taken for them.'] : []),
]

const deliveryLayout = (data: DeliveryNoteData, { zone }: About): DocumentContent => ({
  title: 'Delivery note',
  subtitle: `Withdrawal ${data.number}, ${figureText(data.grams)} fine grams, ${dayText(data.at, zone)}`,
  holder: data.holder,
  parts: [
    {
      kind: 'facts',
      heading: 'What has left the vault',
      facts: [
        { label: 'Withdrawal', value: data.number },
        ...(data.parcels > 1 ? [{ label: 'Parcel', value: `${data.parcel} of ${data.parcels}` }] : []),
        { label: 'Fine gold', value: `${figureText(data.grams)} grams`, strong: true },
        { label: 'Given for it', value: `${figureText(data.grams)} ${data.asset}`, strong: true },
        { label: 'How', value: ways[data.way] },
        { label: 'Entry in the books', value: data.entry },
        { label: 'Time', value: momentText(data.at, zone) },
      ],
    },
    {
      kind: 'table',
      heading: 'The bars',
      columns: barColumns.map((column) => ({ ...column })),
      rows: data.bars.map(cellsOf),
      sums: [['Together', '', '', '', '', figureText(data.grams)]],
      empty: 'There are none.',
    },
    {
      kind: 'facts',
      heading: 'Fees',
      facts: [
        { label: 'Making', value: `${figureText(data.fees.making)} USD` },
        { label: 'Handling', value: `${figureText(data.fees.handling)} USD` },
        { label: 'Carriage', value: `${figureText(data.fees.carriage)} USD` },
        { label: 'Insurance', value: `${figureText(data.fees.insurance)} USD` },
        { label: 'Together', value: `${figureText(data.fees.total)} USD, paid in ${data.feeAsset}`, strong: true },
      ],
    },
    { kind: 'text', heading: 'What it means', paragraphs: wordsOf(data) },
  ],
  notes: [`Times are those of ${zone}.`],
})

export const deliveryNote = documentKind<DeliveryNoteData>({
  name: 'delivery-note',
  prefix: 'DN',
  title: 'Delivery note',
  layout: deliveryLayout,
  table: ({ bars }) => [
    csvLine(['Refiner', 'Serial', 'Year', 'Gross grams', 'Fineness', 'Fine grams']),
    ...bars.map(({ refiner, serial, year, size, fineness, fineGrams }) =>
      csvLine([refiner, serial, year === null ? '' : String(year), size, fineness, fineGrams]),
    ),
  ],
})

/** With the entry in which the bars leave, in its transaction and at its end: the number is taken last. Nobody asked for a zone. */
export const issueDeliveryNote = async (
  tx: Tx,
  { kyc }: { kyc: Kyc },
  withdrawal: StoredWithdrawal,
  { entry, at, by }: { entry: bigint; at: Date; by: string },
): Promise<string> => {
  const { id, number, parcel, parcels, customer, way, grams, bars, fees, fee, replaces } = withdrawal
  const data: DeliveryNoteData = {
    ...{ holder: await holderOf(tx, kyc, customer, by), number, parcel, parcels, way, asset: grams.asset },
    ...{ at: at.toISOString(), entry: String(entry), grams: formatAmount(grams), bars: bars.map(shownBar) },
    ...{ fees: shownFees(fees), feeAsset: fee.asset, replaces: replaces !== null },
  }
  const issued = await issueDocument(kyc, tx, deliveryNote, {
    customer,
    subject: id,
    data,
    zone: 'UTC',
    paper: 'A4',
    by,
  })
  return issued.id
}
