import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './item.module.css'

export const ItemList = ({ children }: { children: ReactNode }) => (
  <Card as="ul" className={classes.list}>
    {children}
  </Card>
)

/** One thing of a list that is told at length: what it is, how it stands, and the rest below. */
export const Item = ({
  heading: Heading = 'h2',
  title,
  aside,
  children,
}: {
  heading?: 'h2' | 'h3'
  title: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) => (
  <li className={classes.item}>
    <div className={classes.head}>
      <Heading className={classes.title}>{title}</Heading>
      {aside}
    </div>
    {children}
  </li>
)

export const ItemNote = ({ children }: { children: ReactNode }) => <p className={classes.quiet}>{children}</p>

/** The figure that counts, or the word of how it stands. */
export const ItemFigure = ({ children }: { children: ReactNode }) => <span className={classes.figure}>{children}</span>

/** What can be done with it. */
export const ItemWays = ({ children }: { children: ReactNode }) => <div className={classes.ways}>{children}</div>

/** What became of it, newest first: a list that is opened. Where it is read only then, who reads it is told. */
export const ItemHistory = ({ onToggle, children }: { onToggle?: (isOpen: boolean) => void; children: ReactNode }) => (
  <details className={classes.history} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
    <summary>History</summary>
    <ul>{children}</ul>
  </details>
)
