import * as z from 'zod/mini'
import {
  consultant,
  contactMessage,
  ownProfile,
  profileFields,
  reportKinds,
  statement,
  thread,
  threadDetails,
} from './consultant-fields.ts'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'

// Customers with a rank who let others find them. Whoever is not shown is as unknown as one who never was.

const one = z.strictObject({ id: z.uuid() })
const done = data(z.object({ done: z.literal(true) }))
const asking = { method: 'POST', gate: 'customer', fallback: 'Failed', onFailure: 'toast' } as const
const changing = { ...asking, reply: data(ownProfile) } as const

export const readConsultant = endpoint({
  name: 'readConsultant',
  method: 'GET',
  path: '/get-consultant-info/:id',
  summary: 'A consultant whose profile is public.',
  gate: 'public',
  params: one,
  reply: data(consultant),
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readOwnProfile = endpoint({
  name: 'readOwnProfile',
  method: 'GET',
  path: '/consultant-profile',
  summary: 'The customer’s own profile as a consultant, whatever its state, and what was decided about it.',
  gate: 'customer',
  reply: data(ownProfile),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const saveProfile = endpoint({
  ...changing,
  name: 'saveProfile',
  method: 'PUT',
  path: '/consultant-profile',
  summary: 'Saves a draft. What is public stays so; what waits to be looked at is taken back.',
  gate: 'verified',
  body: z.strictObject(profileFields),
  errors: ['NotRanked', 'StateChanged', 'TooManyTries'],
})

export const submitProfile = endpoint({
  ...changing,
  name: 'submitProfile',
  path: '/consultant-profile/submit',
  summary: 'Hands the draft in, for an operator to look at.',
  gate: 'verified',
  errors: ['NotRanked', 'StateChanged', 'TooManyTries'],
})

export const withdrawProfile = endpoint({
  ...changing,
  name: 'withdrawProfile',
  path: '/consultant-profile/withdraw',
  summary: 'Takes the profile off, and whatever waits to be looked at with it.',
  errors: ['StateChanged'],
})

export const appealDecision = endpoint({
  ...changing,
  name: 'appealDecision',
  path: '/appeal-consultant-report',
  summary: 'Says why something that was decided about the own profile is wrong, once. Another operator looks at it.',
  body: z.strictObject({ id: z.uuid(), text: statement }),
  errors: ['NotFound', 'StateChanged', 'TooManyTries'],
})

export const contactConsultant = endpoint({
  ...asking,
  name: 'contactConsultant',
  path: '/contact-consultant',
  summary: 'Writes to a consultant, who gets it by mail. Neither learns the other’s address.',
  body: z.strictObject({ id: z.uuid(), text: contactMessage }),
  reply: data(threadDetails),
  errors: ['NotFound', 'Forbidden', 'TooManyTries'],
})

export const listThreads = endpoint({
  ...listOf({}, thread),
  name: 'listThreads',
  path: '/consultant-messages',
  summary: 'The customer’s conversations with consultants, and as one, begun last first.',
  gate: 'customer',
})

export const readThread = endpoint({
  name: 'readThread',
  method: 'GET',
  path: '/consultant-messages/:id',
  summary: 'One of these conversations.',
  gate: 'customer',
  params: one,
  reply: data(threadDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const answerThread = endpoint({
  ...asking,
  name: 'answerThread',
  path: '/consultant-messages/:id',
  summary: 'Writes another message in a conversation. The other one gets it by mail.',
  params: one,
  body: z.strictObject({ text: contactMessage }),
  reply: data(threadDetails),
  errors: ['NotFound', 'StateChanged', 'TooManyTries'],
})

export const reportConsultant = endpoint({
  ...asking,
  name: 'reportConsultant',
  path: '/report-consultant',
  summary: 'Tells the operators what a consultant did. Of one person one report about a consultant is open at a time.',
  body: z.strictObject({ id: z.uuid(), kind: z.enum(reportKinds), text: statement }),
  reply: done,
  errors: ['NotFound', 'Forbidden', 'StateChanged', 'TooManyTries'],
})
