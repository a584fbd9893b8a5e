import { Amount } from '../../ui/amount.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { Result } from '../../ui/result.tsx'
import type { FigureKind } from './figure-words.ts'

/** A figure as its kind is written: what was gained or lost with sign and arrow. Unknown is said to be so, and never zero. */
export const FigureAmount = ({
  kind,
  value,
  isAlone = false,
}: {
  kind: FigureKind
  value: string | null
  /** Whether it can be pressed for its digits; inside a link it cannot. */
  isAlone?: boolean
}) => {
  const Text = isAlone ? ExactAmount : Amount
  if (value === null) return '—'
  if (kind === 'paid' || kind === 'booked' || !/[1-9]/.test(value)) return <Text value={value} asset="USD" />
  return (
    <Result value={kind === 'loss' ? `-${value}` : value}>{(signed) => <Text value={signed} asset="USD" />}</Result>
  )
}
