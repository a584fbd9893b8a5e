import type { ReactNode } from 'react'
import { knowsPage } from '../lib/known-pages.ts'
import classes from './movement-link.module.css'
import { PageLink } from './page-link.tsx'

/** Opens one movement down to the entries behind it. */
export const MovementLink = ({ type, code, children }: { type: string; code: string; children: ReactNode }) => {
  const address = `/transactions/${type}/${code}`
  if (!knowsPage(address)) return <span className={classes.name}>{children}</span>
  return (
    <PageLink className={classes.name} to={address}>
      {children}
    </PageLink>
  )
}
