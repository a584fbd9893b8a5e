import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { hasOneOf } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { listCustomers } from '../identity/store.ts'
import { readFileOf } from './files.ts'
import { maskSecrets } from './masking.ts'
import { insertMessage, insertNote } from './message-store.ts'
import { clockAfter, clockFrom, referenceOf, ticketMoves } from './rules.ts'
import { ticketMail } from './sent-jobs.ts'
import { findTicket, lockTicket, saveTicket, type TicketRow, takeFor } from './store.ts'
import type { Tickets } from './tickets.ts'

/** Who writes to customers. */
export const isWriter = ({ roles }: Pick<Person, 'roles'>) => hasOneOf(roles, ['Owner', 'Support'])
/** Who sees all of them; Compliance sees complaints. */
export const seesAll = ({ roles }: Pick<Person, 'roles'>) => hasOneOf(roles, ['Owner', 'Support', 'Auditor'])

/** What a role does not see is as unknown to it as none. */
export const visible = (row: TicketRow | undefined, person: Pick<Person, 'roles'>): TicketRow => {
  if (!row || (row.complaint_at === null && !seesAll(person))) throw new Failure('NotFound')
  return row
}

const note = (tx: Tx, person: Person, row: TicketRow, action: string, at: Date, more: { reason?: string } = {}) =>
  writeAudit(tx, {
    ...{ operator: person.id, action, at, thing: `ticket:${row.id}`, facts: { Ticket: referenceOf(row) } },
    ...(row.customer !== null && { customer: row.customer }),
    ...more,
  })

type One = { person: Person; id: string }

export const takeTicket = (tickets: Tickets, { person, id }: One, isTaken: boolean): Promise<void> =>
  inTransaction(tickets.db, async (tx) => {
    const at = tickets.now()
    const row = visible(await lockTicket(tx, id), person)
    if (!isTaken) {
      if (row.taken_by !== person.id) throw new Failure('StateChanged')
      await saveTicket(tx, id, { taken_by: null })
      await note(tx, person, row, 'give-back-ticket', at)
      return
    }
    if (!(await takeFor(tx, id, person.id))) {
      const [other] = await listCustomers(tickets.db, row.taken_by === null ? [] : [row.taken_by])
      throw new Failure('StateChanged', {}, `${other?.username ?? 'Somebody else'} is on this already.`)
    }
    if (row.state === 'New') await advance(tx, ticketMoves, id, { to: 'Open', by: `operator:${person.id}`, at })
    await note(tx, person, row, 'take-ticket', at)
  })

const settled = 'This ticket is closed. It is opened again by whoever asked.'

export const answerTicket = (
  tickets: Tickets,
  { person, id, operation }: One & { operation: Operation },
  { text, waits }: { text: string; waits: boolean },
): Promise<{ data: { done: true } }> =>
  runOperation(tickets.db, operation, async (tx) => {
    const at = tickets.now()
    const row = visible(await lockTicket(tx, id), person)
    if (row.state === 'Closed') throw new Failure('StateChanged', {}, settled)
    const to = waits ? 'Waiting' : 'Answered'
    const set = { last_at: at, waiting_since: null, ...clockAfter(row, at, !waits) }
    const message = randomUUID()
    await insertMessage(tx, {
      ...{ id: message, ticket: id, customer: row.customer, operator: person.id, ...maskSecrets(text) },
      ...{ by_mail: false, lost_files: 0, at, mail: null },
    })
    if (row.state === to) await saveTicket(tx, id, set)
    else await advance(tx, ticketMoves, id, { to, by: `operator:${person.id}`, at, set })
    await tickets.outbox.send(tx, ticketMail, { kind: 'answered', ticket: id, message, waits })
    await note(tx, person, row, waits ? 'ask-back-ticket' : 'answer-ticket', at)
    return { data: { done: true as const } }
  })

/** Read by operators alone. */
export const noteTicket = (tickets: Tickets, { person, id }: One, text: string): Promise<void> =>
  inTransaction(tickets.db, async (tx) => {
    const at = tickets.now()
    const row = visible(await lockTicket(tx, id), person)
    const words = maskSecrets(text).text
    await insertNote(tx, { id: randomUUID(), ticket: id, customer: row.customer, operator: person.id, text: words, at })
    await note(tx, person, row, 'note-ticket', at)
  })

export const closeTicket = (tickets: Tickets, { person, id }: One, reason: string): Promise<void> =>
  inTransaction(tickets.db, async (tx) => {
    const at = tickets.now()
    const row = visible(await lockTicket(tx, id), person)
    const set = { closed_at: at, waiting_since: null, ...clockAfter(row, at, true) }
    await advance(tx, ticketMoves, id, {
      ...{ to: 'Closed', by: `operator:${person.id}`, why: reason, at, set },
      message: { outbox: tickets.outbox, job: ticketMail, data: { kind: 'closed', ticket: id } },
    })
    await note(tx, person, row, 'close-ticket', at, { reason })
  })

/** The clock of a complaint starts when it is found to be one. */
export const markComplaint = (
  tickets: Tickets,
  { person, id }: One,
  { isComplaint, reason }: { isComplaint: boolean; reason: string },
): Promise<void> =>
  inTransaction(tickets.db, async (tx) => {
    const at = tickets.now()
    const row = visible(await lockTicket(tx, id), person)
    if ((row.complaint_at !== null) === isComplaint) throw new Failure('StateChanged')
    // Its clock would run, and nobody could answer.
    if (isComplaint && row.state === 'Closed') throw new Failure('StateChanged', {}, settled)
    const none = { complaint_at: null, acknowledge_by: null, answer_by: null }
    const set = { ...(isComplaint ? clockFrom(at) : none), acknowledged_at: null, answered_at: null }
    await saveTicket(tx, id, set)
    await note(tx, person, row, isComplaint ? 'mark-complaint' : 'unmark-complaint', at, { reason })
  })

/** Who opens what is written down before a byte of it leaves. */
export const openFile = async (tickets: Tickets, { person, id, from }: One & { from: Origin }, file: string) => {
  const { db, limits, now } = tickets
  const row = visible(await findTicket(db, id), person)
  await limits.take('document-opened', person.id, from.address)
  const found = await readFileOf(tickets, id, file)
  await inTransaction(db, (tx) => note(tx, person, row, 'open-ticket-file', now()))
  return found
}
