import type { Position } from '@ingot/endpoints/trade'
import { useBalances } from '../../lib/use-balances.ts'
import { Amount } from '../../ui/amount.tsx'
import { TextLink } from '../../ui/form.tsx'
import { DollarResult, Dollars, PositionFigure, PositionFigures, PositionSkeleton } from '../../ui/position-figures.tsx'
import { FailedState } from '../../ui/states.tsx'
import { usePosition } from './queries.ts'

const figureCount = 5

/** What of it is not free before its term is over. */
const Staked = () => {
  const staked = useBalances().data?.find(({ asset }) => asset === 'QMGT')?.staked
  return (
    staked !== undefined &&
    /[1-9]/.test(staked) && (
      <PositionFigure name="Of it staked" note="Available again when its term is over">
        <TextLink to="/stakes">
          <Amount value={staked} asset="QMGT" />
        </TextLink>
      </PositionFigure>
    )
  )
}

const Figures = ({ position: { units, value, bought, realised, today } }: { position: Position }) => (
  <PositionFigures label="Your QMGT" asset="QMGT" units={units} value={value}>
    <PositionFigure name="Average cost per gram" note="For what you bought here, fees included">
      <Dollars value={bought.averageCost} />
    </PositionFigure>
    <PositionFigure name="Cost" note="Of what you still hold">
      <Dollars value={bought.cost} />
    </PositionFigure>
    <PositionFigure name="Gain or loss" note="Value if sold now, less the cost">
      <DollarResult value={bought.averageCost === null ? null : bought.result} />
    </PositionFigure>
    <PositionFigure name="Today" note="Since midnight">
      <DollarResult value={today?.result} />
    </PositionFigure>
    <PositionFigure name="Gain or loss on sales" note="Compared with what you paid">
      <DollarResult value={realised} />
    </PositionFigure>
    <Staked />
  </PositionFigures>
)

/** How much gold the customer has, what it cost, and what it would bring now. */
export const PositionCard = () => {
  const { data, isError, isFetching, refetch } = usePosition()
  if (data) return <Figures position={data} />
  if (isError)
    return (
      <FailedState title="Your QMGT: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        The position could not be loaded. Your connection may be down, or the service may be busy.
      </FailedState>
    )
  return <PositionSkeleton figures={figureCount} />
}
