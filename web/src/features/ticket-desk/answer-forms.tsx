import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { answerTicket, noteTicket } from '@ingot/endpoints/ticket-desk'
import { longestTicketText, type SavedAnswer } from '@ingot/endpoints/ticket-fields'
import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useAnswer, useNote, useSavedAnswers } from './queries.ts'

const SavedChoice = ({ answers, onChoose }: { answers: readonly SavedAnswer[]; onChoose: (text: string) => void }) => (
  <NativeSelect
    label="Begin with a saved answer"
    size="md"
    data={[{ value: '', label: '' }, ...answers.map(({ id, title }) => ({ value: id, label: title }))]}
    value=""
    onChange={(event) => {
      const chosen = answers.find(({ id }) => id === event.currentTarget.value)
      if (chosen) onChoose(chosen.text)
    }}
  />
)

/** What is written to who asked; it goes by mail. */
export const AnswerForm = ({ id }: { id: string }) => {
  const answer = useAnswer(id)
  const { data: answers = [] } = useSavedAnswers()
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: answerTicket.body,
    initialValues: { text: '', waits: false },
  })
  const { text } = form.values
  return (
    <Form
      aria-label="Answer"
      onSubmit={onSubmit(async (values) => {
        await answer.mutateAsync(values)
        form.reset()
      })}
    >
      {answers.length > 0 && (
        <SavedChoice
          answers={answers}
          onChoose={(saved) => form.setFieldValue('text', text === '' ? saved : `${text}\n\n${saved}`)}
        />
      )}
      <Textarea
        label="Your answer"
        description="It is mailed, and stands on the customer’s page. Codes and card numbers are masked."
        size="md"
        rows={7}
        maxLength={longestTicketText}
        {...field('text')}
      />
      <Checkbox label="This is a question back: wait for a reply" {...field('waits', 'checkbox')} />
      <FormProblem failure={problem} />
      <FormActions>
        <Button type="submit" loading={isSending}>
          Send the answer
        </Button>
      </FormActions>
    </Form>
  )
}

export const NoteForm = ({ id }: { id: string }) => {
  const note = useNote(id)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: noteTicket.body,
    initialValues: { text: '' },
  })
  return (
    <Form
      aria-label="Note"
      onSubmit={onSubmit(async ({ text }) => {
        await note.mutateAsync(text)
        form.reset()
      })}
    >
      <Textarea label="Add a note" size="md" rows={3} maxLength={longestTicketText} {...field('text')} />
      <FormProblem failure={problem} />
      <FormActions>
        <Button type="submit" variant="default" loading={isSending}>
          Keep the note
        </Button>
      </FormActions>
    </Form>
  )
}
