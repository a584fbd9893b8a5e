import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '../../ui/moment.tsx'
import classes from './movement-steps.module.css'

/** `ended`: it will not go on from here, and not as it was meant to. */
type StepKind = 'done' | 'open' | 'ended'

export type ShownStep = {
  readonly name: string
  readonly kind: StepKind
  readonly at?: string | null
  readonly note?: ReactNode
}

const kindWords: Record<StepKind, string> = { done: 'done', open: 'not yet', ended: 'ended here' }

const stepWords = {
  requested: 'Requested',
  posted: 'Posted',
  sent: 'Sent',
  confirmed: 'Confirmed',
  returned: 'Returned',
} as const

type Step = { name: keyof typeof stepWords; at: string | null }

/** The way of a movement as the server tells it. A step that a later one shows to have happened is done, whatever its time. */
export const shownSteps = (steps: readonly Step[]): ShownStep[] => {
  const last = steps.findLastIndex(({ at }) => at !== null)
  return steps.map(({ name, at }, index) => ({
    name: stepWords[name],
    at,
    kind: name === 'returned' ? 'ended' : index <= last ? 'done' : 'open',
  }))
}

/** Where something is on its way: told by words and marks, not by colour alone. */
export const StateLine = ({ steps }: { steps: readonly ShownStep[] }) => (
  <ol className={classes.line}>
    {steps.map(({ name, kind, at, note }) => (
      <li key={name} className={classes.step} data-kind={kind}>
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
