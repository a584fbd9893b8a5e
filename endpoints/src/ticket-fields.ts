import * as z from 'zod/mini'
import { writtenText } from './consultant-fields.ts'

// What the calls about tickets carry.

export const ticketTopics = [
  'account',
  'verification',
  'trade',
  'payments',
  'gold',
  'network',
  'movement',
  'complaint',
  'other',
] as const
export type TicketTopic = (typeof ticketTopics)[number]

export const topicWords: Readonly<Record<TicketTopic, string>> = {
  account: 'Logging in and security',
  verification: 'Verification',
  trade: 'Buying and selling',
  payments: 'Deposits and payouts',
  gold: 'Gold, plans and delivery',
  network: 'Referrals and rewards',
  movement: 'A problem with a movement',
  complaint: 'A complaint',
  other: 'Something else',
}

/** `Waiting`: for the customer. */
export const ticketStates = ['New', 'Open', 'Waiting', 'Answered', 'Closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** What a customer reads of it. */
export const ticketStateWords: Readonly<Record<TicketState, string>> = {
  New: 'Sent',
  Open: 'With us',
  Waiting: 'Waiting for you',
  Answered: 'Answered',
  Closed: 'Closed',
}

export const longestTicketText = 4_000
export const ticketText = writtenText(longestTicketText)

/** Of one ticket, by whoever asks; those of operators and mails are not counted with them. */
export const mostTicketFiles = 10

const ticketFile = z.object({ id: z.uuid(), name: z.string() })
export type TicketFile = z.output<typeof ticketFile>

const messageFields = {
  id: z.uuid(),
  text: z.string(),
  at: z.iso.datetime(),
  /** Whether it came by e-mail. */
  byMail: z.boolean(),
  /** How many secrets were masked in it before it was kept. */
  masked: z.number(),
  files: z.array(ticketFile),
  /** How many attachments of a mail could not be kept. */
  lostFiles: z.number(),
}

const ticketMessage = z.object({ ...messageFields, isMine: z.boolean() })
export type TicketMessage = z.output<typeof ticketMessage>

const linkedMovement = z.object({ id: z.uuid(), number: z.string(), type: z.string() })

const ticketFields = {
  id: z.uuid(),
  /** Such as T-2026-000123. */
  reference: z.string(),
  topic: z.enum(ticketTopics),
  state: z.enum(ticketStates),
  createdAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
}

export const ticket = z.object(ticketFields)
export type Ticket = z.output<typeof ticket>

const threadFields = {
  ...ticketFields,
  movement: z.nullable(linkedMovement),
  /** Oldest first. */
  messages: z.array(ticketMessage),
  /** Whether it can be gone on with; one that was closed long ago is not reopened. */
  mayReply: z.boolean(),
}

export const ticketDetails = z.object(threadFields)
export type TicketDetails = z.output<typeof ticketDetails>

/** The same for a visitor: without an id, since the link says which one it is. */
export const visitorTicket = z.object(threadFields)

/** How far a complaint has come. */
const complaintStates = ['Acknowledge', 'Answer', 'Late', 'Answered'] as const
export type ComplaintState = (typeof complaintStates)[number]

const person = z.object({ id: z.uuid(), username: z.string() })

const deskTicketFields = {
  ...ticketFields,
  /** The customer, or null for a visitor. */
  customer: z.nullable(person),
  /** What a visitor said the name is; null once it was erased. */
  visitor: z.nullable(z.string()),
  /** Since when it waits for us; null while it does not. */
  waitingSince: z.nullable(z.iso.datetime()),
  /** The username of the operator who is on it. */
  taken: z.nullable(z.object({ by: z.string(), isMine: z.boolean() })),
  complaint: z.nullable(z.enum(complaintStates)),
}

export const deskTicket = z.object(deskTicketFields)
export type DeskTicket = z.output<typeof deskTicket>

const deskMessage = z.object({
  ...messageFields,
  /** `customer` is a visitor, too. */
  from: z.enum(['customer', 'operator']),
  /** The operator's username. */
  by: z.nullable(z.string()),
})
export type DeskMessage = z.output<typeof deskMessage>

export const deskTicketDetails = z.object({
  ...deskTicketFields,
  movement: z.nullable(linkedMovement),
  /** Where answers go. */
  email: z.string(),
  /** A visitor's address is confirmed by the link that was mailed there, or by a reply from there. */
  isConfirmed: z.boolean(),
  /** The customer who has a visitor's address: whether it is the same person nobody has shown. */
  sameEmail: z.nullable(person),
  messages: z.array(deskMessage),
  notes: z.array(z.object({ id: z.uuid(), by: z.string(), text: z.string(), at: z.iso.datetime() })),
  clock: z.nullable(
    z.object({
      since: z.iso.datetime(),
      acknowledgeBy: z.iso.datetime(),
      acknowledgedAt: z.nullable(z.iso.datetime()),
      answerBy: z.iso.datetime(),
      answeredAt: z.nullable(z.iso.datetime()),
    }),
  ),
  history: z.array(z.object({ state: z.enum(ticketStates), at: z.iso.datetime() })),
  /** What whoever asks may do. */
  mayAnswer: z.boolean(),
  mayNote: z.boolean(),
})
export type DeskTicketDetails = z.output<typeof deskTicketDetails>

export const savedAnswer = z.object({ id: z.uuid(), title: z.string(), text: z.string() })
export type SavedAnswer = z.output<typeof savedAnswer>

export const answerTitle = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter a title.'),
    z.maxLength(80, 'Please use at most 80 characters.'),
    z.regex(/^[^\p{C}]*$/u, 'Please leave out what cannot be seen.'),
  )
