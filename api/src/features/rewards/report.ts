import { inTransaction } from '@ingot/db/transaction'
import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { RewardAsset, RewardYear } from '@ingot/endpoints/reward-fields'
import type { makeRewardReport as call } from '@ingot/endpoints/rewards'
import { sum } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { Origin, Person } from '../../bind.ts'
import { issueDocument, refuseUnknownZone } from '../../documents/engine.ts'
import { documentKind } from '../../documents/kind.ts'
import { figureText } from '../../documents/words.ts'
import { Failure } from '../../failure.ts'
import { csvLine } from '../../lists.ts'
import { holderOf } from '../kyc/holder.ts'
import { timesIn } from '../statements/days.ts'
import { balanceCell, cutNote } from '../statements/paper-words.ts'
import { dollarsOf, readYearsOf, textOf } from './reading.ts'
import type { Asked } from './rewards.ts'
import { readPaidIn } from './store.ts'

/** So many payments are listed; sums are of all of them. */
const mostListed = 1_000

type Line = { number: string; at: string; asset: RewardAsset; paid: string; takenBack: string; usd: string }

/** What stands on it. Everything is text, exact to the last digit. */
type ReportData = { holder: string[]; year: number; isOver: boolean; sums: RewardYear['sums']; lines: Line[] }

const column = (label: string, share: number, align: 'start' | 'end' = 'end') => ({ label, align, share })

const usd = (amount: string): string => balanceCell('USD', amount)

const together = (sums: RewardYear['sums']): string =>
  formatAmount(
    sum(
      'USD',
      sums.map(({ paidUsd }) => parseAmount('USD', paidUsd)),
    ),
  )

/** To the last digit, whatever the tables cut. */
const exactPart = (sums: RewardYear['sums']): DocumentPart => ({
  kind: 'facts',
  heading: 'Exact figures',
  facts: sums.flatMap(({ asset, paid, takenBack }) => [
    { label: `${asset}, rewards`, value: `${figureText(paid)} ${asset}` },
    ...(takenBack === '0' ? [] : [{ label: `${asset}, taken back`, value: `${figureText(takenBack)} ${asset}` }]),
  ]),
})

const layout = ({ holder, year, isOver, sums, lines }: ReportData, { zone }: { zone: string }): DocumentContent => ({
  title: 'Report of rewards',
  subtitle: isOver ? `Year ${year}` : `Year ${year}, which is not over`,
  holder,
  parts: [
    {
      kind: 'table',
      heading: 'Of the year',
      columns: [
        ...[column('Asset', 1, 'start'), column('Rewards', 2)],
        ...[column('Of it taken back', 2), column('Worth of what was paid, USD', 2)],
      ],
      rows: sums.map(({ asset, paid, takenBack, paidUsd }) => [
        ...[asset, balanceCell(asset, paid), balanceCell(asset, takenBack), usd(paidUsd)],
      ]),
      sums: [['Together', '', '', usd(together(sums))]],
      empty: 'Nothing was paid.',
    },
    {
      kind: 'table',
      heading: 'Payments',
      columns: [
        ...[column('Request', 1, 'start'), column('Paid at', 2, 'start'), column('Asset', 1, 'start')],
        ...[column('Rewards', 2), column('Of it taken back', 2), column('Worth, USD', 1.5)],
      ],
      rows: lines.map(({ number, at, asset, paid, takenBack, usd: worth }) => [
        ...[number, timesIn(zone)(at), asset, balanceCell(asset, paid), balanceCell(asset, takenBack), usd(worth)],
      ]),
      sums: [],
      empty: 'Nothing was paid.',
    },
    exactPart(sums),
  ],
  notes: [
    `The year is counted by UTC; times are those of ${zone}.`,
    'Rewards are a share of the fees that customers paid whom you brought, or whom those brought.',
    'What was taken back was kept of what was paid, because a fee that an earlier reward came from went back.',
    'Each payment counts at what it was worth when it was paid: gold at our bid of that moment, dollars and dollar tokens as dollars.',
    'This report is made from our books and is no tax advice. Whether a reward is taxed, the law of your country says.',
    ...(lines.length < mostListed
      ? []
      : [`Only the first ${mostListed} payments are listed; the sums are of all of them.`]),
    cutNote,
  ],
})

function* tableOf({ lines }: ReportData) {
  yield csvLine(['Request', 'Paid at (UTC)', 'Asset', 'Paid', 'Of it taken back', 'Worth (USD)'])
  for (const { number, at, asset, paid, takenBack, usd } of lines)
    yield csvLine([number, at, asset, paid, takenBack, usd])
}

export const rewardReport = documentKind<ReportData>({
  name: 'reward-report',
  prefix: 'RW',
  title: 'Report of rewards',
  layout,
  table: tableOf,
})

/** Of a year in which something was paid. */
export const makeRewardReport = async (
  rewards: Asked,
  { id: customer }: Pick<Person, 'id'>,
  { year, zone, paper }: BodyOf<typeof call>,
  origin: Origin,
): Promise<IssuedDocument> => {
  const { db, kyc, limits } = rewards
  await limits.take('document', customer, origin.address)
  refuseUnknownZone(zone)
  const found = (await readYearsOf(rewards, customer)).find((each) => each.year === year)
  if (!found) throw new Failure('NotFound')
  const holder = await holderOf(db, kyc, customer)
  const lines = (await readPaidIn(db, customer, year, mostListed)).map((each) => ({
    ...{ number: each.number, at: each.at.toISOString(), asset: each.asset, usd: dollarsOf(each.worth) },
    ...{ paid: textOf(each.asset, each.paid), takenBack: textOf(each.asset, each.takenBack) },
  }))
  const data = { holder, year, isOver: found.isOver, sums: found.sums, lines }
  const subject = `${year} ${zone}`
  return inTransaction(db, (tx) => issueDocument(kyc, tx, rewardReport, { customer, subject, data, zone, paper }))
}
