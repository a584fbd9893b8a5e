import type { ReactNode } from 'react'
import type { PageKind } from '../lib/feature.ts'
import classes from './page.module.css'

/** Stands around what a page shows. A page itself decides neither where it begins nor how wide it is. */
export const Page = ({ kind, children }: { kind: PageKind; children: ReactNode }) => (
  <div className={classes.page} data-kind={kind}>
    <div className={classes.content}>{children}</div>
  </div>
)
