import '@mantine/core/styles/Input.css'
import { addSavedAnswer } from '@ingot/endpoints/ticket-desk'
import { longestTicketText, type SavedAnswer } from '@ingot/endpoints/ticket-fields'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, LinkButton } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useRemoveAnswer, useSaveAnswer, useSavedAnswers } from './queries.ts'
import classes from './ticket-desk.module.css'

/** A new one where none is given. */
const AnswerDialog = ({ answer, onClose }: { answer: SavedAnswer | null; onClose: () => void }) => {
  const id = useId()
  const save = useSaveAnswer(answer?.id ?? null)
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: addSavedAnswer.body,
    initialValues: { title: answer?.title ?? '', text: answer?.text ?? '' },
  })
  return (
    <Dialog title={id} className={classes.dialog} onClose={onClose}>
      <div className={classes.card}>
        <DialogHeader id={id} onClose={onClose}>
          {answer ? 'Change the answer' : 'Save an answer'}
        </DialogHeader>
        <Form
          onSubmit={onSubmit(async (given) => {
            await save.mutateAsync(given)
            onClose()
          })}
        >
          <TextInput label="Title" description="Operators alone see it." size="md" data-autofocus {...field('title')} />
          <Textarea label="Answer" size="md" rows={7} maxLength={longestTicketText} {...field('text')} />
          <FormProblem failure={problem} />
          <FormActions onCancel={onClose}>
            <Button type="submit" loading={isSending}>
              Save
            </Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  )
}

const Answers = ({ answers, change }: { answers: readonly SavedAnswer[]; change?: (answer: SavedAnswer) => void }) => {
  const remove = useRemoveAnswer()
  return (
    <Card className={classes.card}>
      <ul className={classes.list}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <span className={classes.name}>{answer.title}</span>
            <p className={classes.words}>{answer.text}</p>
            {change && (
              <span className={classes.ways}>
                <LinkButton aria-label={`Change ${answer.title}`} onClick={() => change(answer)}>
                  Change
                </LinkButton>
                <LinkButton
                  aria-label={`Remove ${answer.title}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(answer.id)}
                >
                  Remove
                </LinkButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <FormProblem failure={remove.error} />
    </Card>
  )
}

const back = { to: '/operator/tickets', label: 'Tickets' }

/** What is answered often. */
export const OperatorTicketAnswersPage = () => {
  const query = useSavedAnswers()
  const mayChange = useHasRole('Owner', 'Support')
  const [open, setOpen] = useState<{ answer: SavedAnswer | null } | null>(null)
  const { data } = query
  return (
    <>
      <PageHeading back={back} note="An answer to a ticket can begin with one of these.">
        Saved answers
      </PageHeading>
      {mayChange && (
        <div className={classes.tools}>
          <Button variant="default" onClick={() => setOpen({ answer: null })}>
            Save an answer
          </Button>
        </div>
      )}
      {!data && <Unread what="answers" query={query} />}
      {data?.length === 0 && <EmptyState title="None yet">What is answered often can be kept here.</EmptyState>}
      {data && data.length > 0 && (
        <Answers answers={data} {...(mayChange && { change: (answer: SavedAnswer) => setOpen({ answer }) })} />
      )}
      {open && <AnswerDialog answer={open.answer} onClose={() => setOpen(null)} />}
    </>
  )
}
