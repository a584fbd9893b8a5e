import type { Db } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { periodOf } from '@ingot/ledger/period'
import { amountOf } from '@ingot/money/amount'
import { type Asset, allAssets, isGramAsset } from '@ingot/money/assets'
import { gramsForUsd } from '@ingot/money/gold'
import { documentKind } from '../../documents/kind.ts'
import { figureText } from '../../documents/words.ts'
import { timesIn } from './days.ts'
import {
  balanceCell,
  cutNote,
  dateText,
  pricesPart,
  stakedNote,
  stakedPart,
  totalText,
  unknown,
  usdText,
  valuedNote,
  whatItIs,
  zoneNote,
} from './paper-words.ts'
import { exact, type Span, stakedOf, sumsBy } from './rules.ts'
import { type Value, valuesAt } from './valuing.ts'

/** What stands on a confirmation of balances. Everything is text, exact to the last digit. */
export type BalancesData = {
  holder: string[]
  day: string
  zone: string
  /** While the day has not ended. */
  asOf: string | null
  assets: {
    asset: Asset
    total: string
    /** Of the total; not told where nothing is, nor by confirmations of before. */
    staked?: string
    /** Of fine gold, where there is any behind it; null where that is not known. */
    grams: string | null | undefined
    value: Value | null
  }[]
}

export const readBalancesAt = async (
  db: Db,
  { owner, holder, zone, day }: { owner: `customer:${string}`; holder: string[]; zone: string; day: string },
  { until, asOf }: Span,
): Promise<BalancesData> => {
  const accounts = await periodOf(db, owner, { from: until, until })
  const [totals, staked] = [sumsBy(accounts, ({ closing }) => closing), stakedOf(accounts)]
  const { gold, worthOf } = await valuesAt(db, asOf ?? until)
  const gramsOf = (asset: Asset, units: bigint): string | null | undefined => {
    if (isGramAsset(asset)) return exact(asset, units)
    if (asset !== 'USDAU') return undefined
    return gold ? exact('XAU', gramsForUsd(amountOf('USDAU', units), gold, 'XAU', 'down').units) : null
  }
  return {
    ...{ holder, day, zone, asOf: asOf?.toISOString() ?? null },
    assets: allAssets.flatMap((asset) => {
      const units = totals.get(asset) ?? 0n
      if (units === 0n) return []
      const worth = { grams: gramsOf(asset, units), value: worthOf(asset, units) }
      return [{ asset, total: exact(asset, units), ...staked(asset), ...worth }]
    }),
  }
}

const gramsText = (grams: string | null | undefined): string =>
  grams === undefined ? '' : grams === null ? unknown : balanceCell('XAU', grams)

const layout = ({ holder, day, zone, asOf, assets }: BalancesData): DocumentContent => {
  const moment = asOf === null ? `the end of ${dateText(day)}` : timesIn(zone)(asOf)
  return {
    title: 'Confirmation of balances',
    subtitle: `At ${moment}`,
    holder,
    parts: [
      {
        kind: 'text',
        heading: '',
        paragraphs: [`We confirm that our books showed the following for the customer named above at ${moment}.`],
      },
      {
        kind: 'table',
        heading: 'Balances',
        columns: [
          { label: 'Asset', align: 'start', share: 1 },
          { label: 'What one is', align: 'start', share: 3 },
          { label: 'Balance', align: 'end', share: 1.9 },
          { label: 'Grams of fine gold', align: 'end', share: 1.9 },
          { label: 'Value in USD', align: 'end', share: 1.7 },
        ],
        rows: assets.map(({ asset, total, grams, value }) => [
          ...[asset, whatItIs(asset), balanceCell(asset, total), gramsText(grams), usdText(value)],
        ]),
        sums: assets.length > 0 ? [['Total', '', '', '', totalText(assets.map(({ value }) => value))]] : [],
        empty: 'Nothing was held.',
      },
      ...stakedPart(assets),
      ...pricesPart(assets, { zone, moment }),
      {
        kind: 'facts',
        heading: 'Exact figures',
        facts: assets.map(({ asset, total }) => ({ label: asset, value: figureText(total) })),
      },
    ],
    notes: [
      zoneNote(zone),
      valuedNote,
      'Behind USDAU stands gold of the same worth: its grams are told by the gold price of that time.',
      'A balance is everything that the customer had, also what was held back for a transfer or locked in a plan.',
      ...(assets.some(({ staked }) => staked !== undefined) ? [stakedNote] : []),
      cutNote,
    ],
  }
}

export const balancesDocument = documentKind<BalancesData>({
  name: 'balance-confirmation',
  prefix: 'CB',
  title: 'Confirmation of balances',
  layout,
})
