import { type ReactNode, useEffect, useRef } from 'react'
import { TextLink } from './form.tsx'
import classes from './page-heading.module.css'

/** The page's one h1. It takes focus after a navigation, so that a screen reader starts here. */
export const PageHeading = ({
  children,
  note,
  back,
  takesFocus = false,
}: {
  children: ReactNode
  note?: ReactNode
  /** The page that this one belongs to. It stands in the space above, so that no heading lies deeper than another. */
  back?: { to: string; label: string } | undefined
  /** For a step that replaces another one on the same page, where no navigation would move the focus. */
  takesFocus?: boolean
}) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <header className={classes.heading}>
      {back && (
        <p className={classes.back}>
          <TextLink to={back.to}>{back.label}</TextLink>
        </p>
      )}
      <h1 className={classes.title} tabIndex={-1} ref={title}>
        {children}
      </h1>
      {note && <div className={classes.note}>{note}</div>}
    </header>
  )
}
