import type { ReactNode } from 'react'
import classes from './panel-part.module.css'

/** A part of the panel under its own heading. */
export const PanelPart = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={classes.part} aria-labelledby={id}>
    <h3 id={id} className={classes.title}>
      {title}
    </h3>
    {children}
  </section>
)
