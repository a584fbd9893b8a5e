import { topicWords } from '@ingot/endpoints/ticket-fields'
import { timeText } from '../../mail/mails.ts'
import type { Queue, Queued } from '../../queue.ts'
import { listCustomers } from '../identity/store.ts'
import { complaintStateOf, referenceOf } from './rules.ts'
import { listComplaints, listWaiting, sumComplaints, sumTickets, type Waits } from './store.ts'
import type { Tickets } from './tickets.ts'

const page = ({ id }: Waits) => `/operator/tickets/${id}`

const namesOf = async ({ db }: Tickets, rows: readonly Waits[]) => {
  const ids = rows.flatMap(({ customer }) => customer ?? [])
  return new Map((await listCustomers(db, ids)).map(({ id, username }) => [id, { id, username }]))
}

const queuedBy =
  (
    names: Awaited<ReturnType<typeof namesOf>>,
    standing: (row: Waits) => Pick<Queued, 'state' | 'advice'>,
    since: (row: Waits) => Date,
  ) =>
  (row: Waits): Queued => ({
    id: row.id,
    title: topicWords[row.topic],
    ...standing(row),
    since: since(row).toISOString(),
    customer: (row.customer !== null && names.get(row.customer)) || null,
    facts: [
      { name: 'Ticket', value: referenceOf(row) },
      { name: 'From', value: row.customer === null ? 'A visitor' : 'A customer' },
      ...(row.movement_number === null ? [] : [{ name: 'Movement', value: row.movement_number }]),
      ...(row.acknowledge_by && !row.acknowledged_at
        ? [{ name: 'Acknowledge by', value: timeText(row.acknowledge_by) }]
        : []),
      ...(row.answer_by && !row.answered_at ? [{ name: 'Answer by', value: timeText(row.answer_by) }] : []),
    ],
    page: page(row),
    choices: [],
    place: { micros: row.micros, id: row.id },
  })

/** What waits for an answer of ours, and complaints with their clock. */
export const ticketQueues = (tickets: Tickets): Queue[] => [
  {
    name: 'tickets',
    title: 'Tickets',
    roles: ['Owner', 'Support'],
    states: ['New', 'Open', 'Complaint'],
    sum: () => sumTickets(tickets.db),
    read: async (after, limit) => {
      const rows = await listWaiting(tickets.db, after, limit)
      const standing = ({ state, complaint_at }: Waits) => ({
        state: complaint_at === null ? state : 'Complaint',
        advice: 'Open it under Tickets and answer it.',
      })
      return rows.map(queuedBy(await namesOf(tickets, rows), standing, (row) => row.waiting_since ?? row.created_at))
    },
  },
  {
    name: 'complaints',
    title: 'Complaints',
    roles: ['Owner', 'Support', 'Compliance'],
    states: ['Acknowledge', 'Answer', 'Late'],
    sum: () => sumComplaints(tickets.db),
    read: async (after, limit) => {
      const rows = await listComplaints(tickets.db, after, limit)
      const standing = (row: Waits) => ({
        state: complaintStateOf(row, tickets.now()) ?? 'Answered',
        advice: 'Support answers it. The first answer acknowledges it; a question back leaves it open.',
      })
      return rows.map(queuedBy(await namesOf(tickets, rows), standing, (row) => row.complaint_at ?? row.created_at))
    },
  },
]
