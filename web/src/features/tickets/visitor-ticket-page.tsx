import { type TicketDetails, ticketStateWords, topicWords } from '@ingot/endpoints/ticket-fields'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useReplyByLink, useSendVisitorFile, useTicketByLink } from './queries.ts'
import { Thread } from './thread.tsx'

const Shown = ({ ticket, token }: { ticket: TicketDetails; token: string }) => {
  const { reference, topic, state } = ticket
  const [reply, sendFile] = [useReplyByLink(token), useSendVisitorFile(token)]
  return (
    <>
      <PageHeading
        note={
          <>
            {topicWords[topic]} · <span role="status">{ticketStateWords[state]}</span>
          </>
        }
      >
        {reference}
      </PageHeading>
      <Thread ticket={ticket} send={(text) => reply.mutateAsync(text)} sendFile={sendFile} />
    </>
  )
}

/** The page behind the link that a visitor was mailed. */
export const VisitorTicketPage = () => {
  const { token = '' } = useParams()
  const query = useTicketByLink(token)
  if (query.data) return <Shown ticket={query.data} token={token} />
  if (query.error instanceof CallError && query.error.name === 'LinkInvalid')
    return (
      <FormPage title="This link does not work">
        <FormStack>
          <FormText>
            Each link is for one ticket, for as long as we keep it. Please check that you have all of it.
          </FormText>
          <Button component={PageLink} to="/contact-us" variant="default">
            Send a new message
          </Button>
        </FormStack>
      </FormPage>
    )
  return (
    <>
      <PageHeading>Your ticket</PageHeading>
      <Unread what="ticket" query={query} />
    </>
  )
}
