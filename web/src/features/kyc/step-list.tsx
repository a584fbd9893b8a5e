import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { PageLink } from '../../ui/page-link.tsx'
import { StepNumber } from './step-number.tsx'
import classes from './way-to-verified.module.css'

export type StepEntry = {
  name: string
  title: string
  note: string
  isOpen: boolean
  isDone: boolean
  isCurrent: boolean
}

const Title = ({ step }: { step: StepEntry }) =>
  step.isOpen ? (
    <PageLink
      className={classes.link}
      to={`/Registration/${step.name}`}
      aria-current={step.isCurrent ? 'step' : undefined}
    >
      {step.title}
    </PageLink>
  ) : (
    <span className={classes.later}>
      {step.title} <span className={classes.tag}>Later</span>
    </span>
  )

/** The steps with their numbers: which are done, which one is shown, and which are still to come. */
export const StepList = ({ steps }: { steps: readonly StepEntry[] }) => (
  <nav aria-label="Steps">
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li key={step.name} className={classes.entry} data-current={step.isCurrent}>
          <StepNumber number={index + 1} isDone={step.isDone} isGold={step.isCurrent} />
          <span>
            <Title step={step} />
            {step.isDone && <VisuallyHidden>, done</VisuallyHidden>}
            <span className={classes.note}>{step.note}</span>
          </span>
        </li>
      ))}
    </ol>
  </nav>
)
