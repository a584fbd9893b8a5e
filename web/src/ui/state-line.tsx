import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from './moment.tsx'
import classes from './state-line.module.css'

/** `ended`: it will not go on from here, and not as it was meant to. */
type StepKind = 'done' | 'open' | 'ended'

export type ShownStep = {
  readonly name: string
  readonly kind: StepKind
  readonly at?: string | null
  readonly note?: ReactNode
}

const kindWords: Record<StepKind, string> = { done: 'done', open: 'not yet', ended: 'ended here' }

/** Where something is on its way: told by words and marks, not by colour alone. */
export const StateLine = ({ steps }: { steps: readonly ShownStep[] }) => (
  <ol className={classes.line}>
    {steps.map(({ name, kind, at, note }) => (
      <li key={`${name} ${at ?? ''}`} className={classes.step} data-kind={kind}>
        <span className={classes.name}>
          {name}
          <VisuallyHidden>, {kindWords[kind]}</VisuallyHidden>
        </span>
        <span className={classes.when}>
          {at ? <Moment at={at} /> : kind === 'done' ? '—' : null}
          {note}
        </span>
      </li>
    ))}
  </ol>
)
