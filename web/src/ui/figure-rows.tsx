import type { ReactNode } from 'react'
import classes from './figure-rows.module.css'

/** Figures below each other, each with its name. */
export const FigureRows = ({
  isOld = false,
  isAlone = false,
  children,
}: {
  /** Whether other figures are on their way. */
  isOld?: boolean
  /** Nothing stands above or below them that a line would set them apart from. */
  isAlone?: boolean
  children: ReactNode
}) => (
  <dl className={classes.figures} data-old={isOld || undefined} data-alone={isAlone || undefined} aria-busy={isOld}>
    {children}
  </dl>
)

export const FigureRow = ({
  name,
  isPart = false,
  note,
  children,
}: {
  name: string
  /** It belongs to the figure above it. */
  isPart?: boolean
  /** What there is to say about the figure, below it. */
  note?: ReactNode
  children: ReactNode
}) => (
  <div className={classes.row} data-part={isPart || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note && <dd className={classes.note}>{note}</dd>}
  </div>
)
