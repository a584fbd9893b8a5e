import { readDeskTicket } from '@ingot/endpoints/ticket-desk'
import { type DeskTicketDetails, topicWords } from '@ingot/endpoints/ticket-fields'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Actions } from './actions.tsx'
import { AnswerForm, NoteForm } from './answer-forms.tsx'
import { About, Clock, Messages, Notes, Part, Way } from './parts.tsx'
import { useDeskTicket } from './queries.ts'
import classes from './ticket-desk.module.css'
import { askerOf } from './ticket-words.ts'

const back = { to: '/operator/tickets', label: 'Tickets' }

const Missing = () => (
  <>
    <PageHeading back={back}>Ticket</PageHeading>
    <EmptyState
      title="There is no such ticket"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          All tickets
        </Button>
      }
    >
      The address may be misspelt, or your roles do not cover it.
    </EmptyState>
  </>
)

const Shown = ({ ticket }: { ticket: DeskTicketDetails }) => {
  const { id, reference, topic, state, mayAnswer, mayNote } = ticket
  return (
    <>
      <PageHeading
        back={back}
        note={
          <>
            {topicWords[topic]} · {askerOf(ticket)} · <span role="status">{state}</span>
          </>
        }
      >
        {reference}
      </PageHeading>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Messages ticket={ticket} />
          {mayAnswer && state !== 'Closed' && (
            <Part title="Answer">
              <AnswerForm id={id} />
            </Part>
          )}
        </div>
        <div className={classes.column}>
          <About ticket={ticket} />
          {mayAnswer && <Actions ticket={ticket} />}
          <Clock ticket={ticket} />
          <Notes ticket={ticket}>{mayNote && <NoteForm id={id} />}</Notes>
          <Way ticket={ticket} />
        </div>
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useDeskTicket(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown ticket={query.data} />
  return (
    <>
      <PageHeading back={back}>Ticket</PageHeading>
      <Unread what="ticket" query={query} />
    </>
  )
}

/** One ticket: what was written, who asks, and what is done with it next. What cannot be one is not asked for. */
export const OperatorTicketPage = () => {
  const { id = '' } = useParams()
  return readDeskTicket.params.safeParse({ id }).success ? <Read key={id} id={id} /> : <Missing />
}
