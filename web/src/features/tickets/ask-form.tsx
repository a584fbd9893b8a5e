import '@mantine/core/styles/Input.css'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { longestTicketText, ticketTopics, topicWords } from '@ingot/endpoints/ticket-fields'
import { askAsVisitor, openTicket } from '@ingot/endpoints/tickets'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { neverSend } from './ticket-words.ts'

type Field = ReturnType<typeof useContractForm>['field']

const topics = (all: readonly (keyof typeof topicWords)[]) => [
  { value: '', label: '' },
  ...all.map((value) => ({ value, label: topicWords[value] })),
]

const Question = ({ field, isVisitor }: { field: Field; isVisitor: boolean }) => (
  <>
    <NativeSelect
      label="What it is about"
      size="md"
      data={topics(isVisitor ? ticketTopics.filter((topic) => topic !== 'movement') : ticketTopics)}
      {...field('topic')}
    />
    <Textarea
      label="Your message"
      description={`${neverSend} Files can be added in the next step.`}
      size="md"
      rows={6}
      maxLength={longestTicketText}
      {...field('text')}
    />
  </>
)

type Asked = { topic: string; text: string }

/** For whoever is logged in; a movement that it is about comes with the page's address. */
export const CustomerForm = ({
  movement,
  send,
}: {
  movement: string
  send: (asked: BodyOf<typeof openTicket>) => Promise<unknown>
}) => {
  const { field, onSubmit, problem, isSending } = useContractForm<Asked>({
    schema: openTicket.body,
    initialValues: { topic: movement === '' ? '' : 'movement', text: '' },
  })
  return (
    <Form
      aria-label="Ask us"
      onSubmit={onSubmit((asked) => send(openTicket.body.parse({ ...asked, ...(movement !== '' && { movement }) })))}
    >
      <Question field={field as Field} isVisitor={false} />
      <FormProblem failure={problem} />
      <Button type="submit" size="md" loading={isSending}>
        Send the message
      </Button>
    </Form>
  )
}

export const VisitorForm = ({ send }: { send: (asked: BodyOf<typeof askAsVisitor>) => Promise<unknown> }) => {
  const { field, onSubmit, problem, isSending } = useContractForm<Asked & { name: string; email: string }>({
    schema: askAsVisitor.body,
    initialValues: { name: '', email: '', topic: '', text: '' },
  })
  return (
    <Form aria-label="Ask us" onSubmit={onSubmit((asked) => send(askAsVisitor.body.parse(asked)))}>
      <TextInput label="Your name" size="md" autoComplete="name" {...field('name')} />
      <TextInput
        label="Your e-mail"
        description="We answer there."
        size="md"
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <Question field={field as Field} isVisitor />
      <FormProblem failure={problem} />
      <Button type="submit" size="md" loading={isSending}>
        Send the message
      </Button>
    </Form>
  )
}
