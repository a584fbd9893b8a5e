import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import { Columns } from './columns.tsx'
import classes from './standing.module.css'
import { type ShownStep, StateLine } from './state-line.tsx'

/** One thing that is on its way: how it stands, and beside that the way it went and has before it. */
export const Standing = ({
  steps,
  above,
  beside,
  children,
}: {
  steps: readonly ShownStep[]
  /** What its customer needs first. */
  above?: ReactNode
  /** What belongs to its way. */
  beside?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <Columns>
      <div className={classes.parts}>
        {above}
        <Card as="section" className={classes.card} aria-label="How it stands">
          {children}
        </Card>
      </div>
      <div className={classes.parts}>
        <Card as="section" aria-labelledby={id}>
          <h2 id={id} className={classes.title}>
            Its way
          </h2>
          <StateLine steps={steps} />
        </Card>
        {beside}
      </div>
    </Columns>
  )
}
