import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** What a page is about, and what belongs to it beside that; below it where there is no room. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>
