import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { shareWords } from '../../lib/share-words.ts'

/** Basis points as percent is typed. */
export const percentText = (share: number): string =>
  share % 100 === 0 ? String(share / 100) : (share / 100).toFixed(share % 10 === 0 ? 1 : 2)

const typedPercent = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

/** What was typed as basis points; a comma is as good as a point. Undefined for what is no share. */
export const readPercent = (text: string): number | undefined => {
  const [, whole, decimals = ''] = typedPercent.exec(text.replace('%', '').trim()) ?? []
  if (whole === undefined) return undefined
  const share = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return share >= 1 && share <= wholeShare ? share : undefined
}

export const sharesProblem = 'Please enter a share from 0.01 to 100 %, with at most two decimals.'

export const sumOf = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share, 0)

/** As near to equal as hundredths allow: the odd ones go to the first. */
export const equalShares = (count: number): number[] => {
  const each = Math.floor(wholeShare / count)
  const odd = wholeShare - each * count
  return Array.from({ length: count }, (_, place) => each + (place < odd ? 1 : 0))
}

/** What is missing or too much; null when it is the whole. */
export const gapWords = (sum: number): string | null => {
  if (sum === wholeShare) return null
  return sum < wholeShare
    ? `${shareWords(wholeShare - sum)} are not given to anybody yet.`
    : `${shareWords(sum - wholeShare)} too much is given.`
}
