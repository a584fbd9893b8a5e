import { hasOneOf } from '@ingot/endpoints/roles'
import type { DeskTicket, DeskTicketDetails } from '@ingot/endpoints/ticket-fields'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { findByEmail, listCustomers } from '../identity/store.ts'
import type { Visitor } from './asking.ts'
import { isWriter, seesAll, visible } from './desk.ts'
import { addressOf } from './mail-in.ts'
import { readMessages, readNotes } from './message-store.ts'
import { filesByMessage, movementOf, shownTicket, shownWords } from './reading.ts'
import { complaintStateOf } from './rules.ts'
import { type DeskFilter, findTicket, listForDesk, readHistory, type TicketRow } from './store.ts'
import type { Tickets } from './tickets.ts'

type Names = ReadonlyMap<string, string>

/** Usernames of customers and operators. */
const readNames = async ({ db }: Pick<Tickets, 'db'>, ids: readonly (string | null)[]): Promise<Names> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  return new Map((await listCustomers(db, wanted)).map(({ id, username }) => [id, username]))
}

const nobody = 'Somebody who is gone'

const shownFor =
  ({ personalData, now }: Tickets, person: Person, names: Names) =>
  (row: TicketRow): DeskTicket => ({
    ...shownTicket(row),
    customer: row.customer === null ? null : { id: row.customer, username: names.get(row.customer) ?? nobody },
    visitor: row.sealed ? personalData.open<Visitor>(row.id, 'ticket', row.sealed).name : null,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    taken: row.taken_by === null ? null : { by: names.get(row.taken_by) ?? nobody, isMine: row.taken_by === person.id },
    complaint: complaintStateOf(row, now()),
  })

/** What a list and a queue show of tickets. */
const shownForDesk = async (tickets: Tickets, person: Person, rows: readonly TicketRow[]): Promise<DeskTicket[]> => {
  const names = await readNames(
    tickets,
    rows.flatMap(({ customer, taken_by }) => [customer, taken_by]),
  )
  return rows.map(shownFor(tickets, person, names))
}

export const deskList = (tickets: Tickets, person: Person): List<DeskFilter, TicketRow, DeskTicket> => ({
  read: (filter, stretch) =>
    listForDesk(tickets.db, seesAll(person) ? filter : { ...filter, kind: 'complaint' }, person.id, stretch),
  number: ({ number }) => number,
  show: (rows) => shownForDesk(tickets, person, rows),
})

const clockOf = (row: TicketRow): DeskTicketDetails['clock'] =>
  row.complaint_at && row.acknowledge_by && row.answer_by
    ? {
        since: row.complaint_at.toISOString(),
        acknowledgeBy: row.acknowledge_by.toISOString(),
        acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
        answerBy: row.answer_by.toISOString(),
        answeredAt: row.answered_at?.toISOString() ?? null,
      }
    : null

const historyShown = async ({ db }: Tickets, id: string) =>
  (await readHistory(db, id)).map(({ state, at }) => ({ state, at: new Date(at).toISOString() }))

/** A visitor may be a customer, and may have typed a customer's address: whoever reads is told that it has to be found out. */
const sameEmailOf = async ({ db }: Tickets, row: TicketRow, email: string) => {
  const known = row.customer === null ? await findByEmail(db, email.toLowerCase()) : undefined
  return known?.role === 'customer' ? { id: known.id, username: known.username } : null
}

export const readForDesk = async (tickets: Tickets, person: Person, id: string): Promise<DeskTicketDetails> => {
  const { db } = tickets
  const row = visible(await findTicket(db, id), person)
  const [messages, notes, filesOf] = [await readMessages(db, id), await readNotes(db, id), await filesByMessage(db, id)]
  const email = (await addressOf(tickets, row))?.email ?? ''
  const names = await readNames(
    tickets,
    [...messages, ...notes].map(({ operator }) => operator),
  )
  const [shown] = await shownForDesk(tickets, person, [row])
  if (!shown) throw new Failure('NotFound')
  return {
    ...shown,
    ...{ email, movement: movementOf(row), clock: clockOf(row), history: await historyShown(tickets, id) },
    isConfirmed: row.customer !== null || row.confirmed_at !== null,
    sameEmail: await sameEmailOf(tickets, row, email),
    messages: messages.map((message) => ({
      ...shownWords(message),
      files: filesOf(message.id),
      from: message.operator === null ? 'customer' : 'operator',
      by: message.operator === null ? null : (names.get(message.operator) ?? nobody),
    })),
    notes: notes.map((each) => ({
      ...{ id: each.id, text: each.text, at: each.at.toISOString(), by: names.get(each.operator) ?? nobody },
    })),
    mayAnswer: isWriter(person),
    mayNote: hasOneOf(person.roles, ['Owner', 'Support', 'Compliance']),
  }
}
