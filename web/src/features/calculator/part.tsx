import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'
import classes from './calculator.module.css'

/** One of the things that are reckoned. */
export const Part = ({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.part} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.note}>{note}</p>
      </div>
      {children}
    </Card>
  )
}
