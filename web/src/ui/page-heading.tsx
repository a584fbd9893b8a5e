import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-heading.module.css'

/** The page's one h1. It takes focus after a navigation, so that a screen reader starts here. */
export const PageHeading = ({
  children,
  note,
  takesFocus = false,
}: {
  children: ReactNode
  note?: ReactNode
  /** For a step that replaces another one on the same page, where no navigation would move the focus. */
  takesFocus?: boolean
}) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <header className={classes.heading}>
      <h1 className={classes.title} tabIndex={-1} ref={title}>
        {children}
      </h1>
      {note && <div className={classes.note}>{note}</div>}
    </header>
  )
}
