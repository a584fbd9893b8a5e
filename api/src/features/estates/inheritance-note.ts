import type { Tx } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { issueDocument } from '../../documents/engine.ts'
import { type About, documentKind } from '../../documents/kind.ts'
import { dayText, figureText, momentText } from '../../documents/words.ts'
import { csvLine } from '../../lists.ts'
import { shownUnits } from '../holdings/holdings.ts'
import type { LyingLot } from '../holdings/take-back-store.ts'
import { shareText } from '../nominees/checking.ts'
import type { Estates } from './estates.ts'
import type { WaitingPart } from './parts-store.ts'

/** What somebody received of one thing, exactly. */
type InheritedPart = {
  asset: Asset
  amount: string
  /** Of a holding: its product and number with the one who died, and when it was booked. */
  product: string | null
  number: string | null
  bookedAt: string | null
  /** In dollars; null where it is not known. */
  cost: string | null
  /** Of so much of it the cost is known. */
  known: string
}

/** What stands on the paper of whoever received something from somebody who died. */
export type InheritanceData = {
  holder: string[]
  deceased: string
  /** A day, such as 2026-05-01. */
  diedOn: string | null
  /** In basis points. */
  share: number
  asGuardianOf: string | null
  at: string
  parts: InheritedPart[]
}

const costText = ({ cost, amount, known, asset }: InheritedPart): string => {
  if (cost === null) return asset === 'USDT' || asset === 'USDAU' ? '' : 'not known'
  return known === amount ? figureText(cost) : `${figureText(cost)} for ${figureText(known)}`
}

const whatOf = ({ asset, product, number }: InheritedPart): string =>
  product === null ? asset : `${product}, holding ${number}`

const wordsOf = ({ asGuardianOf }: InheritanceData): string[] => [
  'What is named here was passed on to the holder as it was: nothing was sold for it. Grams stay grams, and each holding is now a holding of the one who received it.',
  'What it had cost the one who died came along, and so did the day on which a holding was booked. Whether and how it is taxed is for the law to say.',
  'A nominee receives. Who inherits is a question of the law, which this paper does not answer.',
  ...(asGuardianOf === null
    ? []
    : [`It was received for ${asGuardianOf}, who is under age, by the holder as guardian.`]),
]

const layout = (data: InheritanceData, { zone }: About): DocumentContent => ({
  title: 'Received from an estate',
  subtitle: `From ${data.deceased}, ${dayText(data.at, zone)}`,
  holder: data.holder,
  parts: [
    {
      kind: 'facts',
      heading: 'What was passed on',
      facts: [
        { label: 'From', value: data.deceased, strong: true },
        ...(data.diedOn === null ? [] : [{ label: 'Died on', value: dayText(`${data.diedOn}T00:00:00Z`, 'UTC') }]),
        { label: 'Share', value: shareText(data.share) },
        ...(data.asGuardianOf === null ? [] : [{ label: 'As guardian of', value: data.asGuardianOf, strong: true }]),
        { label: 'Time', value: momentText(data.at, zone) },
      ],
    },
    {
      kind: 'table',
      heading: 'Thing by thing',
      columns: [
        { label: 'What', align: 'start', share: 3 },
        { label: 'Booked', align: 'start', share: 2.2 },
        { label: 'Amount', align: 'end', share: 3 },
        { label: 'Cost, USD', align: 'end', share: 3 },
      ],
      rows: data.parts.map((part) => [
        ...[whatOf(part), part.bookedAt === null ? '' : dayText(part.bookedAt, zone)],
        ...[figureText(part.amount), costText(part)],
      ]),
      sums: [],
      empty: 'There was nothing.',
    },
    { kind: 'text', heading: 'What it means', paragraphs: wordsOf(data) },
  ],
  notes: [`Times are those of ${zone}.`, 'GAE, GCA, GDS and QMGT are grams of fine gold.'],
})

export const inheritanceNote = documentKind<InheritanceData>({
  name: 'inheritance',
  prefix: 'IH',
  title: 'Received from an estate',
  layout,
  table: ({ parts }) => [
    csvLine(['Asset', 'Amount', 'Product', 'Holding', 'Booked at (UTC)', 'Cost (USD)', 'Amount of known cost']),
    ...parts.map(({ asset, amount, product, number, bookedAt, cost, known }) =>
      csvLine([asset, amount, product ?? '', number ?? '', bookedAt ?? '', cost ?? '', cost === null ? '' : known]),
    ),
  ],
})

type Issued = Omit<InheritanceData, 'at' | 'parts'> & {
  customer: string
  subject: string
  by: string
  at: Date
  parts: readonly (WaitingPart & { lot: LyingLot | undefined })[]
}

/** With the entries that passed it on, in their transaction. Nobody asked for a zone. */
export const issueInheritance = async (
  tx: Tx,
  { kyc }: Pick<Estates, 'kyc'>,
  { customer, subject, by, at, parts, ...told }: Issued,
): Promise<string> => {
  const issued = await issueDocument(kyc, tx, inheritanceNote, {
    ...{ customer, subject, zone: 'UTC', paper: 'A4', by },
    data: {
      ...told,
      at: at.toISOString(),
      parts: parts.map(({ asset, units, known, cost, lot }) => ({
        ...{ asset, amount: formatAmount(amountOf(asset, units)) },
        ...{ product: lot?.product ?? null, number: lot?.number ?? null },
        bookedAt: lot?.bookedAt.toISOString() ?? null,
        cost: cost === null ? null : shownUnits(cost),
        known: formatAmount(amountOf(asset, known)),
      })),
    },
  })
  return issued.id
}
