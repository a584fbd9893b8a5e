import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { shareWords } from '../../lib/share-words.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { NomineeFacts, nameOf } from './nominee-facts.tsx'
import { NomineeFields } from './nominee-fields.tsx'
import {
  endTyping,
  firstOpenStep,
  nomineeOf,
  type StepName,
  stepSchemas,
  stepsOf,
  type Typed,
  useTyping,
} from './nominee-typing.ts'
import classes from './nominees.module.css'
import { useDiscardDraft, useSaveDraft } from './queries.ts'
import { gapWords, sumOf } from './shares.ts'
import { isSameAs, type Working } from './working.ts'

const stepTitles: Record<StepName, string> = {
  person: 'Who it is',
  contact: 'Contact and address',
  relation: 'Relation and document',
  share: 'Share',
  guardian: 'Guardian',
  look: 'Look it over',
}

const stepNotes: Partial<Record<StepName, string>> = {
  person: 'The name as it stands in their passport or identity card: they can only receive under it.',
  guardian: 'Whoever is under 18 receives through a guardian who is of age, until their 18th birthday.',
}

/** The first sentence about each field that is wrong. */
const problemsOf = (step: StepName, typed: Typed): Partial<Record<string, string>> => {
  if (step === 'look') return {}
  const read = stepSchemas[step].safeParse(typed)
  if (read.success) return {}
  return Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

/** The first wrong field has the focus, in the order in which they stand. */
const focusFirstWrong = (form: HTMLFormElement) =>
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** What the others have, for whoever chooses a share. */
const leftWords = (others: readonly number[]): string => {
  const sum = sumOf(others)
  if (others.length === 0) return 'Everything is 100 %. You can name up to five people.'
  return sum >= wholeShare
    ? `The others have ${shareWords(sum)} already. You can change their shares afterwards.`
    : (gapWords(sum) ?? '')
}

/** One person, step by step. What was entered is kept with the draft, so that a reload finds it again. */
export const NomineeForm = ({ working }: { working: Working }) => {
  const now = useTyping((typing) => typing.now)
  const stepNumber = useSession((session) => session.currentNomineeStep)
  const [wasSent, setWasSent] = useState(false)
  const save = useSaveDraft()
  const keep = useSaveDraft()
  const discard = useDiscardDraft()
  if (!now) return null
  const { place, typed } = now
  const steps = stepsOf(typed)
  const open = firstOpenStep(typed)
  const reached = open === undefined ? steps.length : steps.indexOf(open) + 1
  const shown = Math.max(1, Math.min(stepNumber, reached))
  const step = steps[shown - 1] ?? 'person'
  const problems = wasSent ? problemsOf(step, typed) : {}
  const others = working.nominees.filter((_, each) => each !== place).map(({ share }) => share)

  const change = (changes: Partial<Typed>) => {
    save.reset()
    useTyping.setState({ now: { place, typed: { ...typed, ...changes } } })
  }
  const goTo = (next: number) => {
    setWasSent(false)
    useSession.getState().goToNomineeStep(next)
  }
  const leave = () => {
    endTyping()
    if (!working.draft) return
    if (isSameAs(working.base, working.draft)) discard.mutate(undefined)
    else keep.mutate({ namesNobody: false, nominees: working.nominees, unfinished: null })
  }
  const finish = async () => {
    const nominee = nomineeOf(typed)
    const nominees =
      place === null
        ? [...working.nominees, nominee]
        : working.nominees.map((each, index) => (index === place ? nominee : each))
    const saved = await save.mutateAsync({ namesNobody: false, nominees, unfinished: null }).catch(() => undefined)
    if (saved) endTyping()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWasSent(true)
    if (Object.keys(problemsOf(step, typed)).length > 0) return focusFirstWrong(event.currentTarget)
    if (step === 'look') return void finish()
    keep.mutate({ namesNobody: false, nominees: working.nominees, unfinished: { place, ...typed } })
    goTo(shown + 1)
  }
  return (
    <>
      <PageHeading key={step} takesFocus note={stepNotes[step]}>
        {stepTitles[step]}
      </PageHeading>
      <Card className={classes.card}>
        <p className={classes.stepOf}>
          Step {shown} of {steps.length}
          {shown > 1 && `: ${nameOf(typed)}`}
        </p>
        <Form aria-label={stepTitles[step]} onSubmit={onSubmit}>
          {step === 'look' ? (
            <NomineeFacts nominee={nomineeOf(typed)} hasShare />
          ) : (
            <NomineeFields
              key={step}
              step={step}
              typed={typed}
              problems={problems}
              left={leftWords(others)}
              onChange={change}
            />
          )}
          <FormProblem failure={save.error} />
          <FormActions onCancel={leave}>
            <Button type="submit" loading={save.isPending}>
              {step === 'look' ? (place === null ? 'Add to your nominees' : 'Keep the change') : 'Continue'}
            </Button>
            {shown > 1 && (
              <Button variant="default" onClick={() => goTo(shown - 1)}>
                Back
              </Button>
            )}
          </FormActions>
        </Form>
      </Card>
    </>
  )
}
