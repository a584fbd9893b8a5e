import * as desk from '@ingot/endpoints/ticket-desk'
import * as calls from '@ingot/endpoints/tickets'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { savedAs } from '../../uploads/routes.ts'
import { listAnswers } from './answer-store.ts'
import { askAsVisitor, closeOwn, findOwn, openTicket, readAsVisitor, replyAsVisitor, replyTicket } from './asking.ts'
import { answerTicket, closeTicket, markComplaint, noteTicket, openFile, takeTicket } from './desk.ts'
import { deskList, readForDesk } from './desk-reading.ts'
import { readOwnFile, sendOwnFile, sendVisitorFile } from './files.ts'
import { detailsOf, ticketList } from './reading.ts'
import { addAnswer, changeAnswer, removeAnswer } from './saved-answers.ts'
import { findTicket } from './store.ts'
import type { Tickets } from './tickets.ts'

const done = { data: { done: true } } as const

const customerRoutes = (tickets: Tickets): Binding[] => [
  bind(calls.listTickets, ({ person, query }) => pageOf(ticketList(tickets, person.id), query)),
  bind(calls.openTicket, ({ person, from, body, operation }) => openTicket(tickets, { person, from, operation }, body)),
  bind(calls.readTicket, async ({ person, params }) => ({
    data: await detailsOf(tickets, findOwn(await findTicket(tickets.db, params.id), person)),
  })),
  bind(calls.replyTicket, ({ person, from, params, body, operation }) =>
    replyTicket(tickets, { person, from, operation }, { ...params, ...body }),
  ),
  bind(calls.closeTicket, async ({ person, params }) => ({ data: await closeOwn(tickets, person, params.id) })),
  bind(calls.sendTicketFile, async ({ person, from, params, body }) => ({
    data: await sendOwnFile(tickets, { person, from }, { ...params, ...body }),
  })),
  bind(calls.downloadTicketFile, async ({ person, from, params }) =>
    savedAs(await readOwnFile(tickets, { person, from }, params)),
  ),
]

const visitorRoutes = (tickets: Tickets): Binding[] => [
  bind(calls.askAsVisitor, async ({ body, from }) => ({ data: await askAsVisitor(tickets, body, from) })),
  bind(calls.sendVisitorFile, async ({ body, from }) => ({ data: await sendVisitorFile(tickets, body, from) })),
  bind(calls.readVisitorTicket, async ({ body, from }) => ({ data: await readAsVisitor(tickets, body.token, from) })),
  bind(calls.replyAsVisitor, async ({ body, from }) => ({ data: await replyAsVisitor(tickets, body, from) })),
]

const answerRoutes = (tickets: Tickets): Binding[] => [
  bind(desk.listSavedAnswers, async () => ({ data: await listAnswers(tickets.db) })),
  bind(desk.addSavedAnswer, async ({ person, body }) => ({ data: await addAnswer(tickets, person, body) })),
  bind(desk.changeSavedAnswer, async ({ person, params, body }) => {
    await changeAnswer(tickets, person, { ...params, ...body })
    return done
  }),
  bind(desk.removeSavedAnswer, async ({ person, params }) => {
    await removeAnswer(tickets, person, params.id)
    return done
  }),
]

const deskRoutes = (tickets: Tickets): Binding[] => [
  bind(desk.listDeskTickets, ({ person, query }) => pageOf(deskList(tickets, person), query)),
  bind(desk.readDeskTicket, async ({ person, params }) => ({ data: await readForDesk(tickets, person, params.id) })),
  bind(desk.takeTicket, async ({ person, params: { id }, body }) => {
    await takeTicket(tickets, { person, id }, body.taken)
    return done
  }),
  bind(desk.answerTicket, ({ person, params: { id }, body, operation }) =>
    answerTicket(tickets, { person, id, operation }, body),
  ),
  bind(desk.noteTicket, async ({ person, params: { id }, body }) => {
    await noteTicket(tickets, { person, id }, body.text)
    return done
  }),
  bind(desk.closeDeskTicket, async ({ person, params: { id }, body }) => {
    await closeTicket(tickets, { person, id }, body.reason)
    return done
  }),
  bind(desk.markComplaint, async ({ person, params: { id }, body }) => {
    await markComplaint(tickets, { person, id }, body)
    return done
  }),
  bind(desk.openTicketFile, async ({ person, params: { id, file }, from }) =>
    savedAs(await openFile(tickets, { person, id, from }, file)),
  ),
]

export const ticketRoutes = (tickets: Tickets): Binding[] => [
  ...customerRoutes(tickets),
  ...visitorRoutes(tickets),
  ...deskRoutes(tickets),
  ...answerRoutes(tickets),
]
