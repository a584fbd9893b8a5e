import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ifSold } from '../lib/movement-words.ts'
import { Amount } from './amount.tsx'
import { Card } from './card.tsx'
import { ExactAmount } from './exact-amount.tsx'
import classes from './position-figures.module.css'
import { Result } from './result.tsx'
import { LoadingState } from './states.tsx'

/** Unknown is said to be so, and never zero. */
export const Dollars = ({ value }: { value: string | null | undefined }) =>
  value === null || value === undefined ? '—' : <Amount value={value} asset="USD" />

export const DollarResult = ({ value }: { value: string | null | undefined }) =>
  value === null || value === undefined ? (
    '—'
  ) : (
    <Result value={value}>{(signed) => <Amount value={signed} asset="USD" />}</Result>
  )

export const PositionFigure = ({ name, note, children }: { name: string; note?: string; children: ReactNode }) => (
  <div className={classes.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd className={classes.note}>{note}</dd>}
  </div>
)

/** All that somebody has of an asset and what it would bring now; below it what it cost and came to. */
export const PositionFigures = ({
  label,
  name,
  asset,
  units,
  value,
  children,
}: {
  label: string
  /** What the figure is, where it is not all that somebody has. */
  name?: string
  asset: string
  units: string
  /** What it would bring; null while that is not known, and left out of what is dollars anyway. */
  value?: string | null
  /** None before there ever was any of it. */
  children?: ReactNode
}) => (
  <Card as="section" className={classes.card} aria-label={label}>
    {name !== undefined && <p className={classes.value}>{name}</p>}
    <p className={classes.units}>
      <ExactAmount value={units} asset={asset} rolls />
    </p>
    {value !== undefined && (
      <p className={classes.value}>
        <Dollars value={value} /> {ifSold}
      </p>
    )}
    {children && <dl className={classes.figures}>{children}</dl>}
  </Card>
)

const figureKeys = ['first', 'second', 'third', 'fourth', 'fifth']

export const PositionSkeleton = ({ figures }: { figures: number }) => (
  <LoadingState label="Loading the position">
    <Card className={classes.card}>
      <Skeleton height={42} width="14rem" />
      <Skeleton height={18} width="10rem" mt={10} />
      <div className={classes.figures}>
        {figureKeys.slice(0, figures).map((key) => (
          <Skeleton key={key} height={64} />
        ))}
      </div>
    </Card>
  </LoadingState>
)
