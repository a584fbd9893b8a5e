import { feature } from '../../feature.ts'
import { fileOf } from './files.ts'
import { ticketJobs } from './jobs.ts'
import { followMail } from './mail-in.ts'
import { deleteFilesOf } from './message-store.ts'
import { ticketQueues } from './queues.ts'
import { ticketRoutes } from './routes.ts'
import { ticketMoves } from './rules.ts'
import { ticketMail } from './sent-jobs.ts'
import { ticketsOf } from './tickets.ts'

/** What people ask, and what is answered: on the page, by mail, and in the console. */
export const tickets = feature({
  name: 'tickets',
  tables: {
    ticket_files: {
      exported: { as: 'filesOfTickets', columns: 'ticket, name, type, bytes, sent_at', order: 'number' },
      erased: async (tx, { id }) => ({ files: (await deleteFilesOf(tx, id)).map(fileOf) }),
    },
    ticket_notes: {
      exported: { not: 'what operators note for each other; what was answered is in it' },
      erased: 'deleted',
    },
    ticket_messages: {
      exported: {
        as: 'messagesOfTickets',
        columns: 'ticket, operator is not null as from_us, text, by_mail, at',
        order: 'number',
      },
      erased: 'deleted',
    },
    tickets: {
      exported: {
        as: 'tickets',
        columns: 'id, number, topic, movement_number, state, created_at, closed_at, complaint_at, answered_at',
        order: 'number',
      },
      erased: 'deleted',
    },
    ticket_answers: 'impersonal',
  },
  things: [ticketMoves],
  keyed: ({ personalData }) => {
    const sealed = { secret: 'PERSONAL_DATA_SECRET', mark: personalData.mark, by: 'id' } as const
    const renewed = (kind: 'ticket' | 'ticket-file') => (id: string, bytes: Buffer) =>
      personalData.seal(id, kind, personalData.open(id, kind, bytes))
    return [
      { ...sealed, what: 'visitors who asked', table: 'tickets', column: 'sealed', renew: renewed('ticket') },
      {
        ...{ ...sealed, what: 'keys of files of tickets', table: 'ticket_files', column: 'sealed_key' },
        renew: renewed('ticket-file'),
      },
    ]
  },
  sends: [ticketMail],
  jobs: ticketJobs,
  follows: (deps) => followMail(ticketsOf(deps), deps),
  queues: (deps) => ticketQueues(ticketsOf(deps)),
  audits: {
    'take-ticket': 'Took a ticket',
    'give-back-ticket': 'Gave a ticket back',
    'answer-ticket': 'Answered a ticket',
    'ask-back-ticket': 'Asked something back in a ticket',
    'note-ticket': 'Left a note on a ticket',
    'close-ticket': 'Closed a ticket',
    'mark-complaint': 'Found a ticket to be a complaint',
    'unmark-complaint': 'Found a ticket to be no complaint',
    'open-ticket-file': 'Opened a file of a ticket',
    'save-ticket-answer': 'Saved an answer to tickets',
    'remove-ticket-answer': 'Removed a saved answer to tickets',
  },
  routes: (deps) => ticketRoutes(ticketsOf(deps)),
})
