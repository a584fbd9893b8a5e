import '@mantine/core/styles/Input.css'
import { type DecidedReport, longestMessage, reportKindWords } from '@ingot/endpoints/consultant-fields'
import { appealDecision } from '@ingot/endpoints/consultants'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { appealWords, outcomeWords } from './consultant-words.ts'
import classes from './consultants.module.css'
import { useAppeal } from './queries.ts'

const AppealForm = ({ id, onCancel }: { id: string; onCancel: () => void }) => {
  const appeal = useAppeal()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: appealDecision.body,
    initialValues: { id, text: '' },
  })
  return (
    <Form aria-label="Appeal" onSubmit={onSubmit((body) => appeal.mutateAsync(body))}>
      <Textarea
        label="Why is it wrong?"
        description="You can appeal once. Somebody else than who decided looks at it."
        size="md"
        rows={3}
        maxLength={longestMessage}
        autoFocus
        {...field('text')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" variant="default" loading={isSending}>
          Send the appeal
        </Button>
      </FormActions>
    </Form>
  )
}

const Decision = ({ decision }: { decision: DecidedReport }) => {
  const { id, outcome, kind, at, reason, hiddenUntil, appeal } = decision
  const [isAppealing, setIsAppealing] = useState(false)
  const opener = useReturnFocus(isAppealing)
  const mayAppeal = appeal === null && outcome !== 'Overturned'
  return (
    <div className={classes.decision}>
      <h4 className={classes.title}>{outcomeWords[outcome]}</h4>
      <Facts>
        <Fact name="Reported">{reportKindWords[kind]}</Fact>
        <Fact name="Decided">
          <Moment at={at} />
        </Fact>
        {outcome === 'Hidden' && hiddenUntil && (
          <Fact name="Until">
            <Moment at={hiddenUntil} />
          </Fact>
        )}
        {reason && <Fact name="Reason">{reason}</Fact>}
        {appeal && (
          <Fact name="Your appeal">
            {appealWords[appeal.state]} {appeal.reason}
          </Fact>
        )}
      </Facts>
      {mayAppeal && !isAppealing && (
        <div className={classes.ways}>
          <Button ref={opener} variant="default" onClick={() => setIsAppealing(true)}>
            Appeal
          </Button>
        </div>
      )}
      {mayAppeal && isAppealing && <AppealForm id={id} onCancel={() => setIsAppealing(false)} />}
    </div>
  )
}

/** What was decided because of reports. Who reported is nowhere in it. */
export const ProfileDecisions = ({ decisions }: { decisions: readonly DecidedReport[] }) => (
  <Card as="section" className={classes.card} aria-labelledby="profile-decisions">
    <h3 id="profile-decisions" className={classes.title}>
      What was decided about you
    </h3>
    {decisions.map((decision) => (
      <Decision key={decision.id} decision={decision} />
    ))}
  </Card>
)
