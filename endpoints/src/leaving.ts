import * as z from 'zod/mini'
import { bytesAsTheyCome, data, endpoint } from './endpoint.ts'
import { password } from './identity-fields.ts'

// Taking everything along, and closing the account.

export const exitPackStates = ['Asked', 'Ready', 'Failed', 'Erased'] as const

const exitPack = z.object({
  id: z.uuid(),
  state: z.enum(exitPackStates),
  askedAt: z.iso.datetime(),
  readyAt: z.nullable(z.iso.datetime()),
  keptUntil: z.nullable(z.iso.datetime()),
  bytes: z.nullable(z.number()),
  /** SHA-256 of the archive, in hex. */
  hash: z.nullable(z.string()),
})
export type ExitPack = z.output<typeof exitPack>

export const readExit = endpoint({
  name: 'readExit',
  method: 'GET',
  path: '/account/leaving',
  summary:
    'The last packs, what still keeps the account from being closed, and what is kept afterwards, how long and why.',
  gate: 'customer',
  reply: data(
    z.object({
      packs: z.array(exitPack),
      /** Sentences, each with what can be done about it and where. */
      hindrances: z.array(z.object({ words: z.string(), href: z.nullable(z.string()) })),
      kept: z.array(z.object({ what: z.string(), why: z.string(), until: z.nullable(z.iso.datetime()) })),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const askForExitPack = endpoint({
  name: 'askForExitPack',
  leaves: true,
  method: 'POST',
  path: '/account/exit-packs',
  summary: 'Has everything that is known of the customer put into one signed archive. A mail tells when it is there.',
  gate: 'customer',
  stepUp: 'pin-2fa',
  idempotent: true,
  reply: data(exitPack),
  errors: ['StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const downloadExitPack = endpoint({
  name: 'downloadExitPack',
  method: 'GET',
  path: '/account/exit-packs/:id',
  summary: 'The archive, as long as it is kept.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: bytesAsTheyCome,
  replyType: 'application/octet-stream',
  answerLimit: 300_000,
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const closeAccount = endpoint({
  name: 'closeAccount',
  leaves: true,
  method: 'POST',
  path: '/account/close',
  summary: 'Closes an account that is empty: nobody signs in any more, and what need not be kept is erased.',
  gate: 'customer',
  stepUp: 'pin-2fa',
  idempotent: true,
  body: z.strictObject({ password }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['AccountNotEmpty', 'PasswordIncorrect', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})
