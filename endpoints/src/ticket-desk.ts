import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { reason } from './operator-fields.ts'
import { answerTitle, deskTicket, deskTicketDetails, savedAnswer, ticketStates, ticketText } from './ticket-fields.ts'

// The desk's side of tickets. Compliance sees complaints alone, and writes notes on them; the others are as unknown to it as none.

const readers = ['Owner', 'Support', 'Compliance'] as const
const writers = ['Owner', 'Support'] as const
const one = z.strictObject({ id: z.uuid() })
const done = data(z.object({ done: z.literal(true) }))

const acting = {
  method: 'POST',
  gate: 'operator',
  roles: writers,
  params: one,
  reply: done,
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'raise',
} as const

export const listDeskTickets = endpoint({
  ...listOf(
    {
      state: z.optional(z.enum(ticketStates)),
      kind: z.optional(z.enum(['complaint'])),
      taken: z.optional(z.enum(['by-me', 'by-nobody'])),
    },
    deskTicket,
  ),
  name: 'listDeskTickets',
  path: '/operator/tickets',
  summary: 'Tickets, newest first. Compliance sees complaints alone.',
  gate: 'operator',
  roles: readers,
})

export const readDeskTicket = endpoint({
  name: 'readDeskTicket',
  method: 'GET',
  path: '/operator/tickets/:id',
  summary: 'One ticket with all that was written, and the notes of operators.',
  gate: 'operator',
  roles: readers,
  params: one,
  reply: data(deskTicketDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const takeTicket = endpoint({
  ...acting,
  name: 'takeTicket',
  path: '/operator/tickets/:id/take',
  summary: 'Takes a ticket, or gives it back. Of two at once, one was quicker.',
  body: z.strictObject({ taken: z.boolean() }),
})

export const answerTicket = endpoint({
  ...acting,
  name: 'answerTicket',
  path: '/operator/tickets/:id/answers',
  summary: 'Answers a ticket, or asks something back. It is mailed.',
  idempotent: true,
  body: z.strictObject({ text: ticketText, waits: z.boolean() }),
})

export const noteTicket = endpoint({
  ...acting,
  name: 'noteTicket',
  path: '/operator/tickets/:id/notes',
  summary: 'Leaves a note that operators alone read.',
  roles: readers,
  body: z.strictObject({ text: ticketText }),
})

export const closeDeskTicket = endpoint({
  ...acting,
  name: 'closeDeskTicket',
  path: '/operator/tickets/:id/close',
  summary: 'Closes a ticket. Whoever asked is told by e-mail.',
  body: z.strictObject({ reason }),
})

export const markComplaint = endpoint({
  ...acting,
  name: 'markComplaint',
  path: '/operator/tickets/:id/complaint',
  summary: 'Says that a ticket is a complaint, which starts its clock, or that it is none.',
  body: z.strictObject({ isComplaint: z.boolean(), reason }),
})

export const openTicketFile = endpoint({
  name: 'openTicketFile',
  method: 'GET',
  path: '/operator/tickets/:id/files/:file',
  summary: 'A file of a ticket. Each opening is recorded.',
  gate: 'operator',
  roles: readers,
  params: z.strictObject({ id: z.uuid(), file: z.uuid() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/octet-stream',
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const answer = z.strictObject({ title: answerTitle, text: ticketText })

export const listSavedAnswers = endpoint({
  name: 'listSavedAnswers',
  method: 'GET',
  path: '/operator/ticket-answers',
  summary: 'Answers that were saved to be used again, by title.',
  gate: 'operator',
  roles: writers,
  reply: data(z.array(savedAnswer)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const addSavedAnswer = endpoint({
  name: 'addSavedAnswer',
  method: 'POST',
  path: '/operator/ticket-answers',
  summary: 'Saves an answer to be used again.',
  gate: 'operator',
  roles: writers,
  body: answer,
  reply: data(savedAnswer),
  errors: ['StateChanged'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const changeSavedAnswer = endpoint({
  ...acting,
  name: 'changeSavedAnswer',
  method: 'PUT',
  path: '/operator/ticket-answers/:id',
  summary: 'Changes a saved answer.',
  body: answer,
})

export const removeSavedAnswer = endpoint({
  ...acting,
  name: 'removeSavedAnswer',
  method: 'DELETE',
  path: '/operator/ticket-answers/:id',
  summary: 'Removes a saved answer.',
  errors: ['NotFound'],
})
