import type { Terminated } from '@ingot/endpoints/holding-fields'
import type { ReactNode } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { addDecimals, cutDecimals, multiplyDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { percentOf } from '../../ui/deal-figures.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Result } from '../../ui/result.tsx'

export type Sums = Omit<Terminated, 'id' | 'type' | 'quoted' | 'at' | 'note'>

const words = {
  before: { ended: 'You end', receive: 'You receive', result: 'What you receive, less the cost' },
  after: { ended: 'You ended', receive: 'You received', result: 'What you received, less the cost' },
} as const

/** Shown figures are cut, so the whole is shown as what its parts are: what does not add up before one's eyes looks like an error. */
const shownSum = (parts: readonly { asset: string; amount: string }[]): string | undefined => {
  const shown = parts.map(({ asset, amount }) => cutDecimals(amount, decimalsOf(asset)))
  return shown.every((figure) => /[1-9]/.test(figure)) ? shown.reduce(addDecimals) : undefined
}

/** What the market pays for a gram, and what it would pay more for these grams. */
const SpreadRows = ({ of: { price, midPrice, spreadBasisPoints, pay } }: { of: Sums }) => (
  <>
    <FigureRow isPart name="Market price">
      <ExactAmount value={midPrice} asset="USD" />
    </FigureRow>
    <FigureRow isPart name={`Spread in this price, ${percentOf(spreadBasisPoints)}`}>
      <ExactAmount value={multiplyDecimals(pay.amount, subtractDecimals(midPrice, price))} asset="USD" />
    </FigureRow>
  </>
)

/** The whole sum of a termination: what ends, what arrives with its parts, the price, and what it had cost. */
export const TerminationFigures = ({
  of,
  isDone = false,
  isOld = false,
  children,
}: {
  of: Sums
  isDone?: boolean
  isOld?: boolean
  children?: ReactNode
}) => {
  const { pay, gross, fee, receive, value, cost, result } = of
  const said = words[isDone ? 'after' : 'before']
  const isInGrams = receive.asset === 'QMGT'
  return (
    <FigureRows isOld={isOld} isAlone={isDone}>
      <FigureRow name={said.ended}>
        <ExactAmount value={pay.amount} asset={pay.asset} />
      </FigureRow>
      <FigureRow name={said.receive}>
        <strong>
          <ExactAmount value={receive.amount} asset={receive.asset} />
        </strong>
      </FigureRow>
      <FigureRow isPart name={isInGrams ? 'Before the fee, gram for gram' : 'Before the fee'}>
        <ExactAmount value={gross.amount} shown={shownSum([receive, fee])} asset={gross.asset} />
      </FigureRow>
      <FigureRow isPart name={`Fee, ${percentOf(of.feeBasisPoints)}`}>
        <ExactAmount value={fee.amount} asset={fee.asset} />
      </FigureRow>
      <FigureRow name="Price of 1 gram">
        <ExactAmount value={of.price} asset="USD" />
      </FigureRow>
      {isInGrams ? (
        <FigureRow name="Worth of that" note="At the price above">
          <ExactAmount value={value} asset="USD" />
        </FigureRow>
      ) : (
        <SpreadRows of={of} />
      )}
      <FigureRow name="Cost" note="What you paid for these grams, fees included">
        <ExactAmount value={cost} asset="USD" />
      </FigureRow>
      <FigureRow name="Gain or loss" note={said.result}>
        <Result value={result}>{(signed) => <ExactAmount value={signed} asset="USD" />}</Result>
      </FigureRow>
      {children}
    </FigureRows>
  )
}
