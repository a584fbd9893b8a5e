import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './rolling-text.module.css'

/** Digits that roll to their new place when the figure changes. Read out, searched and copied as the plain text. */
export const RollingText = ({ text }: { text: string }) => (
  <>
    <VisuallyHidden>{text}</VisuallyHidden>
    <span aria-hidden="true">
      {[...text].map((character, index) => {
        // Counted from the end: units stay units when the figure grows by a digit.
        const place = text.length - index
        return /\d/.test(character) ? (
          <span key={place} className={classes.digit} style={{ '--digit': character } as CSSProperties} />
        ) : (
          <span key={place} className={classes.mark} data-mark={character} />
        )
      })}
    </span>
  </>
)
