import type { Position } from '@ingot/endpoints/trade'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ifSold } from '../../lib/movement-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { Result } from '../../ui/result.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './position-card.module.css'
import { usePosition } from './queries.ts'

const Dollars = ({ value }: { value: string | null }) => (value === null ? '—' : <Amount value={value} asset="USD" />)

/** Unknown while there is no price, and then said to be so. */
const DollarResult = ({ value }: { value: string | null | undefined }) =>
  value === null || value === undefined ? (
    '—'
  ) : (
    <Result value={value}>{(signed) => <Amount value={signed} asset="USD" />}</Result>
  )

const Figure = ({ name, note, children }: { name: string; note?: string; children: ReactNode }) => (
  <div className={classes.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd className={classes.note}>{note}</dd>}
  </div>
)

const Figures = ({ position: { units, value, bought, realised, today } }: { position: Position }) => (
  <Card as="section" className={classes.card} aria-label="Your QMGT">
    <p className={classes.units}>
      <ExactAmount value={units} asset="QMGT" rolls />
    </p>
    <p className={classes.value}>
      <Dollars value={value} /> {ifSold}
    </p>
    <dl className={classes.figures}>
      <Figure name="Average cost per gram" note="For what you bought here, fees included">
        <Dollars value={bought.averageCost} />
      </Figure>
      <Figure name="Cost" note="Of what you still hold">
        <Dollars value={bought.cost} />
      </Figure>
      <Figure name="Gain or loss" note="Value if sold now, less the cost">
        <DollarResult value={bought.averageCost === null ? null : bought.result} />
      </Figure>
      <Figure name="Today" note="Since midnight">
        <DollarResult value={today?.result} />
      </Figure>
      <Figure name="Gain or loss on sales" note="Compared with what you paid">
        <DollarResult value={realised} />
      </Figure>
    </dl>
  </Card>
)

const figureNames = ['average', 'cost', 'result', 'today', 'sales']

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
  return (
    <LoadingState label="Loading the position">
      <Card className={classes.card}>
        <Skeleton height={42} width="14rem" />
        <Skeleton height={18} width="10rem" mt={10} />
        <div className={classes.figures}>
          {figureNames.map((name) => (
            <Skeleton key={name} height={64} />
          ))}
        </div>
      </Card>
    </LoadingState>
  )
}
