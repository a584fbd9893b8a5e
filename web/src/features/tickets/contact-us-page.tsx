import { type Ticket, ticketStateWords, topicWords } from '@ingot/endpoints/ticket-fields'
import { movementCode } from '@ingot/endpoints/wallet-fields'
import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useIsOperator } from '../../lib/use-operator.ts'
import { FormStack, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CustomerForm, VisitorForm } from './ask-form.tsx'
import { useAsk, useAskAsVisitor, useSendVisitorFile, useTickets } from './queries.ts'
import { FileField } from './thread.tsx'
import classes from './tickets.module.css'

const TicketRow = ({ id, reference, topic, state, lastAt }: Ticket) => (
  <Row
    to={`/contact-us/${id}`}
    title={topicWords[topic]}
    note={
      <>
        {reference} · <Moment at={lastAt} />
      </>
    }
    figure={ticketStateWords[state]}
  />
)

const OwnTickets = () => {
  const id = useId()
  return (
    <section className={classes.own} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Your tickets
      </h2>
      <PagedList
        what="tickets"
        query={useTickets()}
        empty={<EmptyState title="No tickets yet">What you ask us, and our answers, stand here.</EmptyState>}
      >
        {(ticket) => <TicketRow key={ticket.id} {...ticket} />}
      </PagedList>
    </section>
  )
}

const note = 'A person reads what you write, and answers here and by e-mail.'

const Customers = () => {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const asked = parameters.get('movement') ?? ''
  // What cannot be a movement is not sent as one.
  const movement = movementCode.safeParse(asked).success ? asked : ''
  const ask = useAsk()
  return (
    <>
      <FormPage
        title="Contact us"
        note={
          movement === '' ? (
            note
          ) : (
            <>
              About movement {movement}. {note}
            </>
          )
        }
      >
        <CustomerForm
          key={movement}
          movement={movement}
          send={async (body) => navigate(`/contact-us/${(await ask.mutateAsync(body)).id}`)}
        />
      </FormPage>
      <OwnTickets />
    </>
  )
}

const Sent = ({ reference, token, masked }: { reference: string; token: string; masked: number }) => {
  const sendFile = useSendVisitorFile(token)
  return (
    <FormPage title="We have your message" takesFocus>
      <FormStack>
        <div role="status">
          <FormText>
            Your ticket is <span className={classes.number}>{reference}</span>. We have sent you an e-mail; everything
            else goes on there.
          </FormText>
        </div>
        {masked > 0 && (
          <FormText isQuiet>
            Something you wrote looked like a code, a PIN or a card number. We masked it before it was kept.
          </FormText>
        )}
        <FormText isQuiet>
          No e-mail after a few minutes? Look in the folder for unwanted mail, and check the address.
        </FormText>
        <FileField send={sendFile} />
      </FormStack>
    </FormPage>
  )
}

const Visitors = () => {
  const ask = useAskAsVisitor()
  if (ask.isSuccess) return <Sent {...ask.data} />
  return (
    <FormPage
      title="Contact us"
      note="A person reads what you write, and answers by e-mail."
      foot={
        <FormText isQuiet>
          A customer? <TextLink to="/signin">Log in</TextLink> first, so that we know whom the question is about.
        </FormText>
      }
    >
      <VisitorForm send={(body) => ask.mutateAsync(body)} />
    </FormPage>
  )
}

/** Where everybody asks: customers see their tickets below, visitors go on by mail. */
export const ContactUsPage = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const isOperator = useIsOperator()
  if (isOperator)
    return (
      <FormPage title="Contact us">
        <FormText>
          You are logged in as an operator. What people ask stands under{' '}
          <TextLink to="/operator/tickets">Tickets</TextLink>.
        </FormText>
      </FormPage>
    )
  return isAuthenticated ? <Customers /> : <Visitors />
}
