import '@mantine/core/styles/Input.css'
import { type DeskTicket, ticketStates, topicWords } from '@ingot/endpoints/ticket-fields'
import { NativeSelect } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useDeskTickets } from './queries.ts'
import classes from './ticket-desk.module.css'
import { askerOf, complaintWords } from './ticket-words.ts'

const TicketRow = ({ ticket }: { ticket: DeskTicket }) => {
  const { id, reference, topic, state, lastAt, complaint, taken } = ticket
  return (
    <Row
      to={`/operator/tickets/${id}`}
      title={topicWords[topic]}
      note={
        <>
          {reference} · {askerOf(ticket)} · <Moment at={lastAt} />
        </>
      }
      figure={state}
      aside={complaint === null ? taken?.by : complaintWords[complaint]}
    />
  )
}

const takenChoices = [
  { value: '', label: 'Anybody or nobody' },
  { value: 'by-nobody', label: 'Nobody' },
  { value: 'by-me', label: 'Me' },
]

const Tickets = ({ seesAll }: { seesAll: boolean }) => {
  const [fields, setFields] = useAddressFields({ state: '', kind: '', taken: '' })
  const state = ticketStates.find((known) => known === fields.state)
  const kind = fields.kind === 'complaint' ? 'complaint' : undefined
  const taken = (['by-me', 'by-nobody'] as const).find((known) => known === fields.taken)
  const query = useDeskTickets({ state, kind, taken })
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All' }, ...ticketStates]}
          value={state ?? ''}
          onChange={(event) => setFields({ ...fields, state: event.currentTarget.value })}
        />
        <NativeSelect
          label="Who is on it"
          data={takenChoices}
          value={taken ?? ''}
          onChange={(event) => setFields({ ...fields, taken: event.currentTarget.value })}
        />
        {seesAll && (
          <NativeSelect
            label="Kind"
            data={[
              { value: '', label: 'All' },
              { value: 'complaint', label: 'Complaints' },
            ]}
            value={kind ?? ''}
            onChange={(event) => setFields({ ...fields, kind: event.currentTarget.value })}
          />
        )}
      </div>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="tickets" query={query} />
      ) : (
        <PagedList
          what="tickets"
          label="Tickets"
          query={query}
          empty={
            state || kind || taken ? (
              <EmptyState title="None is like that">Choose “All” to see every ticket.</EmptyState>
            ) : (
              <EmptyState title="No tickets">What people ask us is listed here.</EmptyState>
            )
          }
        >
          {(ticket) => <TicketRow key={ticket.id} ticket={ticket} />}
        </PagedList>
      )}
    </>
  )
}

/** All that people asked, newest first. */
export const OperatorTicketsPage = () => {
  const seesAll = useHasRole('Owner', 'Support', 'Auditor')
  return (
    <>
      <PageHeading
        note={
          seesAll ? (
            <>
              What people ask us. What waits for an answer stands in{' '}
              <TextLink to="/operator/queues/tickets">the queue</TextLink>; what is answered often under{' '}
              <TextLink to="/operator/ticket-answers">Saved answers</TextLink>.
            </>
          ) : (
            <>
              Complaints. Those that are not answered yet stand in{' '}
              <TextLink to="/operator/queues/complaints">the queue</TextLink>.
            </>
          )
        }
      >
        Tickets
      </PageHeading>
      <Tickets seesAll={seesAll} />
    </>
  )
}
