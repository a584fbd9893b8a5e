import { type TicketDetails, type TicketFile, ticketStateWords, topicWords } from '@ingot/endpoints/ticket-fields'
import { readTicket } from '@ingot/endpoints/tickets'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { LinkButton, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useClose, useReply, useSaveTicketFile, useSendFile, useTicket } from './queries.ts'
import { Thread } from './thread.tsx'

const back = { to: '/contact-us', label: 'Contact us' }

const SavedFile = ({ ticket, file }: { ticket: string; file: TicketFile }) => {
  const save = useSaveTicketFile(ticket)
  return (
    <>
      <LinkButton aria-label={`Save ${file.name}`} disabled={save.isPending} onClick={() => save.mutate(file)}>
        {file.name}
      </LinkButton>
      <FormProblem failure={save.error} />
    </>
  )
}

const Shown = ({ ticket }: { ticket: TicketDetails }) => {
  const { id, reference, topic, state, movement } = ticket
  const [reply, close, sendFile] = [useReply(id), useClose(id), useSendFile(id)]
  return (
    <>
      <PageHeading
        back={back}
        note={
          <>
            {topicWords[topic]} · <span role="status">{ticketStateWords[state]}</span>
            {movement && (
              <>
                {' · '}
                <TextLink to={`/transactions/${movement.type}/${movement.number}`}>Movement {movement.number}</TextLink>
              </>
            )}
          </>
        }
      >
        {reference}
      </PageHeading>
      <Thread
        ticket={ticket}
        fileOf={(file) => <SavedFile ticket={id} file={file} />}
        send={(text) => reply.mutateAsync(text)}
        sendFile={sendFile}
        close={
          <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
            Close the ticket
          </Button>
        }
      />
      <FormProblem failure={close.error} />
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useTicket(id)
  if (query.data === null) return <NotFound />
  if (query.data) return <Shown ticket={query.data} />
  return (
    <>
      <PageHeading back={back}>Ticket</PageHeading>
      <Unread what="ticket" query={query} />
    </>
  )
}

/** One of the customer's own tickets. What cannot be one is not asked for. */
export const TicketPage = () => {
  const { id = '' } = useParams()
  return readTicket.params.safeParse({ id }).success ? <Read key={id} id={id} /> : <NotFound />
}
