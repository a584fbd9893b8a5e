import { Navigate, useParams } from 'react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './security/registration.module.css'
import { type RegistrationStep, registrationSteps } from './security/registration-steps.tsx'

const StepList = ({ steps, current }: { steps: readonly RegistrationStep[]; current: RegistrationStep }) => (
  <nav aria-label="Steps">
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li key={step.name} className={classes.entry}>
          <span className={step === current ? classes.currentNumber : classes.number} aria-hidden="true">
            {index + 1}
          </span>
          <span>
            {step.Part ? (
              <PageLink
                className={classes.link}
                to={`/Registration/${step.name}`}
                aria-current={step === current ? 'step' : undefined}
              >
                {step.title}
              </PageLink>
            ) : (
              <span className={classes.later}>
                {step.title} <span className={classes.tag}>Later</span>
              </span>
            )}
            <span className={classes.note}>{step.note}</span>
          </span>
        </li>
      ))}
    </ol>
  </nav>
)

/** The way to a verified account, in steps that can be left and come back to. */
export const RegistrationPage = ({ steps = registrationSteps }: { steps?: readonly RegistrationStep[] }) => {
  const { step: wanted = '' } = useParams()
  const current = steps.find(({ name, Part }) => Part && name.toLowerCase() === wanted.toLowerCase())
  if (!current?.Part) {
    const first = steps.find(({ Part }) => Part)
    if (!first) throw new Error('The registration has no open step.')
    return <Navigate to={`/Registration/${first.name}`} replace />
  }
  return (
    <div className={classes.page}>
      <PageHeading note="Each step is kept as soon as it is done. You can leave and go on another day.">
        Your way to a verified account
      </PageHeading>
      <div className={classes.columns}>
        <StepList steps={steps} current={current} />
        <section aria-labelledby="step">
          <h2 className={classes.title} id="step">
            {current.title}
          </h2>
          <current.Part />
        </section>
      </div>
    </div>
  )
}
