import type { Tx } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { periodOf } from '@ingot/ledger/period'
import { type Asset, allAssets } from '@ingot/money/assets'
import { issueDocument } from '../../documents/engine.ts'
import { type About, documentKind } from '../../documents/kind.ts'
import { holderOf } from '../kyc/holder.ts'
import {
  balanceCell,
  cutNote,
  dateText,
  pricesPart,
  stakedNote,
  stakedPart,
  totalText,
  usdText,
  valuedNote,
  whatItIs,
} from '../statements/paper-words.ts'
import { exact, stakedOf, sumsBy } from '../statements/rules.ts'
import { type Value, valuesAt } from '../statements/valuing.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Estates } from './estates.ts'
import { referenceOf } from './rules.ts'
import type { EstateRow } from './store.ts'

type EstateStatementData = {
  holder: string[]
  /** What the report is called. */
  estate: string
  diedOn: string
  assets: { asset: Asset; balance: string; staked?: string; value: Value | null }[]
}

const columns = (['Asset', 'What it is', 'Balance', 'Value in USD'] as const).map((label, place) => ({
  label,
  align: place < 2 ? ('start' as const) : ('end' as const),
  share: [1, 2.4, 2, 1.6][place] ?? 1,
}))

const words = [
  'This is what the books of the house have for the account at the end of the day of death, by UTC. What came in or left later does not stand on it.',
  'A nominee receives. Who inherits is the law’s question.',
]

const layout = (data: EstateStatementData, { zone }: About): DocumentContent => ({
  title: 'Statement at the day of death',
  subtitle: `As of the end of ${dateText(data.diedOn)}`,
  holder: data.holder,
  parts: [
    {
      kind: 'facts',
      heading: 'What it is about',
      facts: [
        { label: 'Day of death', value: dateText(data.diedOn), strong: true },
        { label: 'Estate', value: data.estate },
      ],
    },
    {
      kind: 'table',
      heading: 'Balances and their value',
      columns,
      rows: data.assets.map(({ asset, balance, value }) => [
        ...[asset, whatItIs(asset), balanceCell(asset, balance), usdText(value)],
      ]),
      sums: data.assets.length === 0 ? [] : [['Together', '', '', totalText(data.assets.map(({ value }) => value))]],
      empty: 'There was nothing in the account.',
    },
    ...stakedPart(data.assets),
    ...pricesPart(data.assets, { zone, moment: 'then' }),
    { kind: 'text', heading: 'What it means', paragraphs: words },
  ],
  notes: [
    valuedNote,
    cutNote,
    ...(data.assets.some(({ staked }) => staked !== undefined) ? [stakedNote] : []),
    'Days are those of UTC.',
  ],
})

export const estateStatement = documentKind<EstateStatementData>({
  name: 'estate-statement',
  prefix: 'ES',
  title: 'Statement at the day of death',
  layout,
})

const dayMs = 24 * 3600_000

/** What there was at the end of the day, from the books alone: what was booked since is none of it. */
const readBalances = async (tx: Tx, customer: string, end: Date): Promise<EstateStatementData['assets']> => {
  const accounts = await periodOf(tx, ownerOf(customer), { from: end, until: end })
  const { worthOf } = await valuesAt(tx, end)
  const staked = stakedOf(accounts)
  return [...sumsBy(accounts, ({ closing }) => closing)]
    .filter(([, units]) => units > 0n)
    .toSorted(([one], [other]) => allAssets.indexOf(one) - allAssets.indexOf(other))
    .map(([asset, units]) => ({
      ...{ asset, balance: exact(asset, units), ...staked(asset), value: worthOf(asset, units) },
    }))
}

/** In the transaction that approves, and at its end: the number is taken last. */
export const issueStatement = async (
  tx: Tx,
  { kyc }: Pick<Estates, 'kyc'>,
  { id, died_on }: Pick<EstateRow, 'id' | 'died_on'>,
  { customer, by }: { customer: string; by: string },
): Promise<string> => {
  if (died_on === null) throw new Error(`the day of death of estate ${id} is not known`)
  const end = new Date(Date.parse(`${died_on}T00:00:00Z`) + dayMs)
  const data: EstateStatementData = {
    ...{ holder: await holderOf(tx, kyc, customer, by), estate: referenceOf({ id }), diedOn: died_on },
    assets: await readBalances(tx, customer, end),
  }
  const wanted = { customer, subject: id, data, zone: 'UTC', paper: 'A4' as const, by }
  return (await issueDocument(kyc, tx, estateStatement, wanted)).id
}
