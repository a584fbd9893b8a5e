import type { HoldingPosition, HoldingProduct } from '@ingot/endpoints/holding-fields'
import { compareDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { productWords } from '../../lib/holding-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { DollarResult, Dollars, PositionFigure, PositionFigures, PositionSkeleton } from '../../ui/position-figures.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useWorth } from '../../ui/worth.tsx'
import { useHoldingPosition } from './queries.ts'

const figureCount = 4

const isSome = (amount: string) => /[1-9]/.test(amount)

const Figures = ({ position, value }: { position: HoldingPosition; value: string | null }) => {
  const { asset, units, available, cost, paidOut, realised } = position
  return (
    <>
      <PositionFigure name="Cost" note="Of what you still hold, fees included">
        <Dollars value={cost} />
      </PositionFigure>
      <PositionFigure name="Gain or loss" note="Value if sold now, less the cost">
        <DollarResult value={value === null ? null : subtractDecimals(value, cost)} />
      </PositionFigure>
      <PositionFigure name="Paid out" note="For what you ended, after fees">
        <Dollars value={paidOut} />
      </PositionFigure>
      <PositionFigure name="Gain or loss paid out" note="Less what it had cost">
        <DollarResult value={realised} />
      </PositionFigure>
      {compareDecimals(available, units) < 0 && (
        <PositionFigure name="Can be ended now" note="The rest is not cleared yet, or on its way out">
          <Amount value={available} asset={asset} />
        </PositionFigure>
      )}
    </>
  )
}

const Position = ({ position }: { position: HoldingPosition }) => {
  const { product, asset, units, paidOut } = position
  const value = useWorth()(units)
  return (
    <PositionFigures label={`Your ${productWords[product].name}`} asset={asset} units={units} value={value}>
      {(isSome(units) || isSome(paidOut)) && <Figures position={position} value={value} />}
    </PositionFigures>
  )
}

/** All that a customer has of a product, what it cost, what it would bring now, and what came of the part that ended. */
export const HoldingPositionCard = ({ product }: { product: HoldingProduct }) => {
  const { data, isError, isFetching, refetch } = useHoldingPosition(product)
  if (data) return <Position position={data} />
  if (isError)
    return (
      <FailedState
        title={`Your ${productWords[product].name}: —`}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        The position could not be loaded. Your connection may be down, or the service may be busy.
      </FailedState>
    )
  return <PositionSkeleton figures={figureCount} />
}
