import type { WithdrawalFees } from '@ingot/endpoints/withdrawal-fields'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { isSome } from './withdrawal-rules.ts'

const parts = [
  ['making', 'Making'],
  ['handling', 'Handling'],
  ['carriage', 'Carriage'],
  ['insurance', 'Insurance'],
] as const

/** The sum of the fees and each of its parts, before the PIN and afterwards alike. */
export const FeeFigures = ({ name, fees, note }: { name: string; fees: WithdrawalFees; note?: string }) => (
  <>
    <FigureRow name={name} note={note}>
      <Amount value={fees.total} asset="USD" />
    </FigureRow>
    {parts.map(
      ([part, words]) =>
        isSome(fees[part]) && (
          <FigureRow key={part} isPart name={words}>
            <Amount value={fees[part]} asset="USD" />
          </FigureRow>
        ),
    )}
  </>
)
