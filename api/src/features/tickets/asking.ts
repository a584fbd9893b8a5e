import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { Ticket, TicketDetails, TicketTopic } from '@ingot/endpoints/ticket-fields'
import type * as calls from '@ingot/endpoints/tickets'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { readOwn } from '../wallet/movements.ts'
import { readToken, tokenOf } from './addresses.ts'
import { maskSecrets } from './masking.ts'
import { insertMessage } from './message-store.ts'
import { detailsOf, shownTicket } from './reading.ts'
import { clockAfter, clockFrom, mayGoOn, referenceOf, ticketMoves } from './rules.ts'
import { ticketMail } from './sent-jobs.ts'
import * as store from './store.ts'
import type { Tickets } from './tickets.ts'

type Said = {
  text: string
  /** Where it came by mail. */
  mail?: { digest: Buffer; lostFiles: number }
}

/** Undefined where this mail is there already. Secrets are masked before anything is kept. */
const say = (tx: Tx, row: store.TicketRow, { text, mail }: Said, { id, at }: { id: string; at: Date }) =>
  insertMessage(tx, {
    ...{ id, at, ticket: row.id, customer: row.customer, operator: null },
    ...maskSecrets(text),
    ...{ by_mail: mail !== undefined, lost_files: mail?.lostFiles ?? 0, mail: mail?.digest ?? null },
  })

type Asked = {
  customer: string | null
  /** Of a visitor. */
  sealed?: { id: string; sealed: Buffer }
  topic: TicketTopic
  movement?: { id: string; number: string; type: string } | null
  follows?: string
}

export const begin = async (
  tx: Tx,
  { now, outbox }: Pick<Tickets, 'now' | 'outbox'>,
  { customer, sealed, topic, movement = null, follows }: Asked,
  said: Said & { id?: string },
): Promise<{ row: store.TicketRow; masked: number }> => {
  const at = now()
  const row = await store.insertTicket(tx, {
    ...{ customer, topic, movement, at, follows: follows ?? null },
    id: sealed?.id ?? randomUUID(),
    sealed: sealed?.sealed ?? null,
    clock: topic === 'complaint' ? clockFrom(at) : null,
  })
  await say(tx, row, said, { id: said.id ?? randomUUID(), at })
  await outbox.send(tx, ticketMail, { kind: 'received', ticket: row.id })
  return { row, masked: maskSecrets(said.text).masked }
}

/** It waits for us again, and one that was closed lately is reopened. The row is locked. */
export const goOn = async (
  tx: Tx,
  { now }: Pick<Tickets, 'now'>,
  row: store.TicketRow,
  said: Said & { id?: string },
): Promise<store.TicketRow | undefined> => {
  const at = now()
  if (!(await say(tx, row, said, { id: said.id ?? randomUUID(), at }))) return
  const set = { last_at: at, waiting_since: row.waiting_since ?? at, closed_at: null }
  if (row.state === 'New' || row.state === 'Open') await store.saveTicket(tx, row.id, set)
  else
    await advance(tx, ticketMoves, row.id, {
      ...{ to: 'Open', at, set },
      by: row.customer === null ? 'visitor' : `customer:${row.customer}`,
    })
  return store.findTicket(tx, row.id)
}

type Calling = { person: Person; from: Origin }

export const openTicket = async (
  tickets: Tickets,
  { person, from, operation }: Calling & { operation: Operation },
  { topic, text, movement: code }: BodyOf<typeof calls.openTicket>,
): Promise<{ data: Ticket }> => {
  const { db, limits, wallet } = tickets
  const movement = code === undefined ? null : await readOwn(wallet, person, code)
  await limits.take('ticket', person.id, from.address)
  return runOperation(db, operation, async (tx) => {
    const linked = movement && { id: movement.id, number: movement.number, type: movement.type }
    const { row } = await begin(tx, tickets, { customer: person.id, topic, movement: linked }, { text })
    return { data: shownTicket(row) }
  })
}

const refuseOver = (row: store.TicketRow, now: Date) => {
  if (!mayGoOn(row, now))
    throw new Failure('StateChanged', {}, 'This ticket was closed a while ago. Please send a new message.')
}

/** Somebody else's is as unknown as one that never was. */
export const findOwn = (row: store.TicketRow | undefined, { id }: Pick<Person, 'id'>): store.TicketRow => {
  if (row?.customer !== id) throw new Failure('NotFound')
  return row
}

export const replyTicket = async (
  tickets: Tickets,
  { person, from, operation }: Calling & { operation: Operation },
  { id, text }: { id: string; text: string },
): Promise<{ data: Ticket }> => {
  const { db, limits, now } = tickets
  findOwn(await store.findTicket(db, id), person)
  await limits.take('ticket-reply', person.id, from.address)
  return runOperation(db, operation, async (tx) => {
    const row = findOwn(await store.lockTicket(tx, id), person)
    refuseOver(row, now())
    const after = await goOn(tx, tickets, row, { text })
    return { data: shownTicket(after ?? row) }
  })
}

export const closeOwn = (tickets: Tickets, person: Person, id: string): Promise<Ticket> =>
  inTransaction(tickets.db, async (tx) => {
    const row = findOwn(await store.lockTicket(tx, id), person)
    const at = tickets.now()
    const set = { closed_at: at, waiting_since: null, ...clockAfter(row, at, true) }
    await advance(tx, ticketMoves, id, { to: 'Closed', by: `customer:${person.id}`, at, set })
    return shownTicket(findOwn(await store.findTicket(tx, id), person))
  })

export type Visitor = { name: string; email: string }

/** Nobody is looked up: that nothing can be learned from the answer or its time is so because nothing is known here. */
export const askAsVisitor = async (
  tickets: Tickets,
  { name, email, topic, text }: BodyOf<typeof calls.askAsVisitor>,
  from: Origin,
): Promise<ReplyOf<typeof calls.askAsVisitor>['data']> => {
  const { db, keys, limits, personalData } = tickets
  await limits.take('visitor-ticket', keys.digest('tries ticket', email).toString('hex'), from.address)
  await limits.take('visitor-tickets', 'all', null)
  const id = randomUUID()
  const visitor: Visitor = { name, email }
  const sealed = { id, sealed: personalData.seal(id, 'ticket', visitor) }
  const { row, masked } = await inTransaction(db, (tx) =>
    begin(tx, tickets, { customer: null, sealed, topic }, { text }),
  )
  return { reference: referenceOf(row), token: tokenOf(keys, 'files', id), masked }
}

/** By the link in the mail; who has it has the address. */
const lockByLink = async (tx: Tx, { keys, now }: Tickets, token: string): Promise<store.TicketRow> => {
  const found = readToken(keys, ['page'], token)
  const row = found && (await store.lockTicket(tx, found.ticket))
  if (!row || row.customer !== null) throw new Failure('LinkInvalid')
  if (row.confirmed_at === null) await store.saveTicket(tx, row.id, { confirmed_at: now() })
  return row
}

const takeLink = ({ keys, limits }: Tickets, token: string, from: Origin) =>
  limits.take('link', keys.digest('tries ticket link', token).toString('hex'), from.address)

export const readAsVisitor = async (tickets: Tickets, token: string, from: Origin): Promise<TicketDetails> => {
  const again = await takeLink(tickets, token, from)
  const row = await inTransaction(tickets.db, (tx) => lockByLink(tx, tickets, token))
  await again()
  return detailsOf(tickets, row)
}

export const replyAsVisitor = async (
  tickets: Tickets,
  { token, text }: { token: string; text: string },
  from: Origin,
): Promise<TicketDetails> => {
  await takeLink(tickets, token, from)
  const found = readToken(tickets.keys, ['page'], token)
  await tickets.limits.take('ticket-reply', found?.ticket ?? 'nobody', from.address)
  const row = await inTransaction(tickets.db, async (tx) => {
    const locked = await lockByLink(tx, tickets, token)
    refuseOver(locked, tickets.now())
    return (await goOn(tx, tickets, locked, { text })) ?? locked
  })
  return detailsOf(tickets, row)
}
