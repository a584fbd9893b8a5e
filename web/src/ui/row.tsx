import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { knowsPage } from '../lib/known-pages.ts'
import { PageLink } from './page-link.tsx'
import classes from './row.module.css'

const beside = (isOpen: boolean) =>
  ({ replace: true, preventScrollReset: true, viewTransition: false, 'aria-current': isOpen }) as const

/** The one line of a list: what it is, one figure, and the rest muted. All of it opens the page behind it. */
export const Row = ({
  to,
  title,
  note,
  figure,
  aside,
  isOpen,
  children,
}: {
  /** Where there is no more to tell of it, it opens nothing. */
  to?: string | undefined
  title: ReactNode
  note: ReactNode
  figure: ReactNode
  aside?: ReactNode
  /** Where it opens beside the list, and the page stays: whether it is the one that is open. */
  isOpen?: boolean
  /** What can be done with it, below. */
  children?: ReactNode
}) => {
  const opens = to !== undefined && knowsPage(to)
  const Mark = isOpen ? IconChevronDown : IconChevronRight
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
      {opens && <Mark className={classes.mark} size={16} aria-hidden="true" />}
    </>
  )
  return (
    <li className={classes.row}>
      {opens ? (
        <PageLink className={classes.line} to={to} {...(isOpen !== undefined && beside(isOpen))}>
          {line}
        </PageLink>
      ) : (
        <div className={classes.line}>{line}</div>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}
