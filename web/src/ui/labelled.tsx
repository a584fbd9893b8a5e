import type { ComponentProps } from 'react'
import classes from './labelled.module.css'
import { Segments } from './segments.tsx'

/** A choice among fields, with its name above it as they have theirs. */
export const Labelled = <Value extends string>(props: ComponentProps<typeof Segments<Value>>) => (
  <div>
    <p className={classes.label} aria-hidden="true">
      {props.label}
    </p>
    <Segments {...props} />
  </div>
)
