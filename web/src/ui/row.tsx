import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { knowsPage } from '../lib/known-pages.ts'
import { PageLink } from './page-link.tsx'
import classes from './row.module.css'

/** The one line of a list: what it is, one figure, and the rest muted. All of it opens the page behind it. */
export const Row = ({
  to,
  title,
  note,
  figure,
  aside,
  children,
}: {
  to: string
  title: ReactNode
  note: ReactNode
  figure: ReactNode
  aside?: ReactNode
  /** What can be done with it, below. */
  children?: ReactNode
}) => {
  const opens = knowsPage(to)
  const line = (
    <>
      <span className={classes.what}>
        <span className={classes.title}>{title}</span>
        <span className={classes.muted}>{note}</span>
      </span>
      <span className={classes.figures}>
        <span>{figure}</span>
        {aside && <span className={classes.muted}>{aside}</span>}
      </span>
      {opens && <IconChevronRight className={classes.mark} size={16} aria-hidden="true" />}
    </>
  )
  return (
    <li className={classes.row}>
      {opens ? (
        <PageLink className={classes.line} to={to}>
          {line}
        </PageLink>
      ) : (
        <div className={classes.line}>{line}</div>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}
