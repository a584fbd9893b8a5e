import type { Payout } from '@ingot/endpoints/bank-fields'
import type { ReactNode } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { feeWords } from './payout-words.ts'

type Figures = Pick<Payout, 'asset' | 'amount' | 'rate' | 'fee' | 'feeFixed' | 'feeBasisPoints' | 'receive'>

/** The same figures before the PIN, and of a payout that is there. */
export const PayoutFigures = ({ of: figures, to }: { of: Figures; to: ReactNode }) => (
  <>
    <FigureRow name="Leaves your wallet">
      <Amount value={figures.amount} asset={figures.asset} />
    </FigureRow>
    <FigureRow isPart name={`Rate of 1 ${figures.asset}`}>
      <Amount value={figures.rate} asset="USD" />
    </FigureRow>
    <FigureRow isPart name="Fee" note={feeWords(figures)}>
      <Amount value={figures.fee} asset="USD" />
    </FigureRow>
    <FigureRow name="Arrives" note={to}>
      <Amount value={figures.receive} asset="USD" />
    </FigureRow>
  </>
)
