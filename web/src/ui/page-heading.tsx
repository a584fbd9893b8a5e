import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/** The page's one h1. It takes focus after a navigation, so that a screen reader starts here. */
export const PageHeading = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <header className={classes.heading}>
    <h1 className={classes.title} tabIndex={-1}>
      {children}
    </h1>
    {note && <div className={classes.note}>{note}</div>}
  </header>
)
