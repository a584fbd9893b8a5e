import type { ReactNode } from 'react'
import classes from './figure-rows.module.css'

/** Figures below each other, each with its name. */
export const FigureRows = ({ isOld = false, children }: { isOld?: boolean; children: ReactNode }) => (
  <dl className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
    {children}
  </dl>
)

/** `isPart`: it belongs to the figure above it. */
export const FigureRow = ({ name, isPart, children }: { name: string; isPart?: boolean; children: ReactNode }) => (
  <div className={classes.row} data-part={isPart || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
