import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { email, linkToken } from './identity-fields.ts'
import { listOf } from './list.ts'
import { line } from './nominee-fields.ts'
import { ticket, ticketDetails, ticketText, ticketTopics, visitorTicket } from './ticket-fields.ts'
import { uploadLimit } from './uploads.ts'
import { movementCode } from './wallet-fields.ts'

// What people ask us. Somebody else's ticket is as unknown as one that never was. A visitor learns nothing of whose the address is.

const one = z.strictObject({ id: z.uuid() })
const asking = { method: 'POST', fallback: 'Failed', onFailure: 'raise' } as const
const own = { ...asking, gate: 'customer' } as const
const open = { ...asking, gate: 'public' } as const

const fileErrors = ['UploadRefused', 'PdfRefused', 'UploadInfected', 'UploadsFull', 'UploadsUnavailable'] as const
const file = z.instanceof(File)
const bodyLimit = uploadLimit + 64 * 1024

export const listTickets = endpoint({
  ...listOf({}, ticket),
  name: 'listTickets',
  path: '/tickets',
  summary: 'The customer’s own tickets, newest first.',
  gate: 'customer',
})

export const openTicket = endpoint({
  ...own,
  name: 'openTicket',
  path: '/tickets',
  leaves: true,
  summary: 'Asks something. Codes, PINs and card numbers in it are masked before it is kept.',
  idempotent: true,
  body: z.strictObject({
    topic: z.enum(ticketTopics),
    text: ticketText,
    /** One of the customer’s own movements that it is about. */
    movement: z.optional(movementCode),
  }),
  reply: data(ticket),
  errors: ['NotFound', 'TooManyTries'],
})

export const readTicket = endpoint({
  name: 'readTicket',
  method: 'GET',
  path: '/tickets/:id',
  summary: 'One of the customer’s tickets with all that was written.',
  gate: 'customer',
  params: one,
  reply: data(ticketDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const replyTicket = endpoint({
  ...own,
  name: 'replyTicket',
  path: '/tickets/:id/replies',
  leaves: true,
  summary: 'Writes more in a ticket; one that was closed lately is opened again.',
  idempotent: true,
  params: one,
  body: z.strictObject({ text: ticketText }),
  reply: data(ticket),
  errors: ['NotFound', 'StateChanged', 'TooManyTries'],
})

export const closeTicket = endpoint({
  ...own,
  name: 'closeTicket',
  path: '/tickets/:id/close',
  summary: 'Closes a ticket that needs nothing more.',
  params: one,
  reply: data(ticket),
  errors: ['NotFound', 'StateChanged'],
})

const sentFile = data(z.object({ id: z.uuid(), name: z.string() }))

export const sendTicketFile = endpoint({
  ...own,
  name: 'sendTicketFile',
  path: '/tickets/:id/files',
  summary: 'Adds a file to what the customer wrote last. It is scanned, and kept encrypted.',
  params: one,
  body: z.strictObject({ file }),
  bodyType: 'form',
  bodyLimit,
  reply: sentFile,
  errors: [...fileErrors, 'NotFound', 'StateChanged', 'TooManyTries'],
})

export const downloadTicketFile = endpoint({
  name: 'downloadTicketFile',
  method: 'GET',
  path: '/tickets/:id/files/:file',
  summary: 'A file of one of the customer’s tickets, as it is kept.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid(), file: z.uuid() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/octet-stream',
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const visitorName = line('your name', 120, 2)

export const askAsVisitor = endpoint({
  ...open,
  name: 'askAsVisitor',
  path: '/visitor-tickets',
  summary:
    'Asks something without an account. The answer is the same whoever has the address; all else goes by e-mail.',
  body: z.strictObject({ name: visitorName, email, topic: z.enum(ticketTopics), text: ticketText }),
  // With the token files can be added for a while, and nothing can be read.
  reply: data(z.object({ reference: z.string(), token: z.string(), masked: z.number() })),
  errors: ['InvalidInput', 'TooManyTries'],
})

export const sendVisitorFile = endpoint({
  ...open,
  name: 'sendVisitorFile',
  path: '/visitor-tickets/files',
  summary: 'Adds a file to a visitor’s ticket, just after it was asked or by the link in the mail.',
  body: z.strictObject({ token: linkToken, file }),
  bodyType: 'form',
  bodyLimit,
  reply: sentFile,
  errors: [...fileErrors, 'LinkInvalid', 'StateChanged', 'TooManyTries'],
})

export const readVisitorTicket = endpoint({
  ...open,
  name: 'readVisitorTicket',
  path: '/visitor-tickets/read',
  summary: 'A visitor’s ticket with all that was written, by the link in the mail.',
  body: z.strictObject({ token: linkToken }),
  reply: data(visitorTicket),
  errors: ['LinkInvalid', 'TooManyTries'],
})

export const replyAsVisitor = endpoint({
  ...open,
  name: 'replyAsVisitor',
  path: '/visitor-tickets/replies',
  summary: 'Writes more in a visitor’s ticket, by the link in the mail.',
  body: z.strictObject({ token: linkToken, text: ticketText }),
  reply: data(visitorTicket),
  errors: ['LinkInvalid', 'StateChanged', 'TooManyTries'],
})
