import type { Db, Tx } from '@ingot/db/connect'
import type { Ticket, TicketDetails, TicketFile } from '@ingot/endpoints/ticket-fields'
import type { List } from '../../lists.ts'
import { listFiles, type MessageRow, readMessages } from './message-store.ts'
import { mayGoOn, referenceOf } from './rules.ts'
import { listOwn, type TicketRow } from './store.ts'
import type { Tickets } from './tickets.ts'

export const shownTicket = (row: TicketRow): Ticket => ({
  ...{ id: row.id, topic: row.topic, state: row.state },
  reference: referenceOf(row),
  createdAt: row.created_at.toISOString(),
  lastAt: row.last_at.toISOString(),
})

export const movementOf = ({ movement: id, movement_number: number, movement_type: type }: TicketRow) =>
  id === null || number === null || type === null ? null : { id, number, type }

/** The files of a ticket, by what they were sent with. */
export const filesByMessage = async (db: Db | Tx, ticket: string): Promise<(message: string) => TicketFile[]> => {
  const files = await listFiles(db, ticket)
  return (message) => files.filter((file) => file.message === message).map(({ id, name }) => ({ id, name }))
}

/** What operators and customers read of a message alike. */
export const shownWords = ({ id, text, masked, by_mail, lost_files, at }: MessageRow) => ({
  ...{ id, text, masked, byMail: by_mail, lostFiles: lost_files, at: at.toISOString() },
})

export const detailsOf = async ({ db, now }: Pick<Tickets, 'db' | 'now'>, row: TicketRow): Promise<TicketDetails> => {
  const [messages, filesOf] = [await readMessages(db, row.id), await filesByMessage(db, row.id)]
  return {
    ...shownTicket(row),
    movement: movementOf(row),
    messages: messages.map((message) => ({
      ...shownWords(message),
      isMine: message.operator === null,
      files: filesOf(message.id),
    })),
    mayReply: mayGoOn(row, now()),
  }
}

export const ticketList = ({ db }: Pick<Tickets, 'db'>, customer: string): List<object, TicketRow, Ticket> => ({
  read: (_filter, stretch) => listOwn(db, customer, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownTicket),
})
