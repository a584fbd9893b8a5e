import type { Alert, AlertKind } from '@ingot/endpoints/alerts'
import { amountWords } from '../../lib/amount-words.ts'
import { formatDecimal } from '../../lib/local-format.ts'

export const kindWords: Readonly<Record<AlertKind, string>> = {
  above: 'Rises to',
  below: 'Falls to',
  moves: 'Moves by',
}

const percentWords = (percent: string): string => {
  const { whole, decimals } = formatDecimal(percent)
  return `${whole}${decimals} %`
}

/** What an alert waits for, as its owner would say it. */
export const alertWords = ({ kind, price, percent }: Pick<Alert, 'kind' | 'price' | 'percent'>): string =>
  kind === 'moves'
    ? `Moves by ${percentWords(percent ?? '')} in a day`
    : `${kindWords[kind]} ${amountWords({ asset: 'USD', amount: price ?? '' })} per gram`
