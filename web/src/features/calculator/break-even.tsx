import { breakEvenOf } from '@ingot/endpoints/reckoning'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { percentBetween } from '../../lib/decimal-text.ts'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import type { Terms } from './calculator-terms.ts'
import { Part } from './part.tsx'

const amount = (value: string) => amountWords({ asset: 'USD', amount: value })
const rise = (from: string, to: string): string => `${percentBetween(from, to) ?? '—'} %`

/** How far gold has to rise until buying and selling again has cost nothing. */
export const BreakEven = ({ terms }: { terms: Terms | undefined }) => {
  const even = terms && breakEvenOf(terms, terms.spreadBasisPoints)
  return (
    <Part
      title="Break-even"
      note="What the price must rise to until a purchase of today brings back what it cost, both fees and both spreads included."
    >
      {terms && even ? (
        <FigureRows>
          <FigureRow
            name="Market price it takes"
            note={`Today it is at ${amount(terms.market)}. It would have to rise by ${rise(terms.market, even.market)}.`}
          >
            <Amount value={even.market} asset="USD" />
          </FigureRow>
          <FigureRow name="What a gram brings then" note={`Today one brings ${amount(terms.sell)}.`}>
            <Amount value={even.sell} asset="USD" />
          </FigureRow>
          <FigureRow name="Fee when buying">{percentWords(terms.buyFeeBasisPoints)}</FigureRow>
          <FigureRow name="Fee when selling">{percentWords(terms.sellFeeBasisPoints)}</FigureRow>
          <FigureRow name="Spread, each way">{percentWords(terms.spreadBasisPoints)}</FigureRow>
        </FigureRows>
      ) : (
        '—'
      )}
    </Part>
  )
}
