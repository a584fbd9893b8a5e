import * as z from 'zod/mini'

/**
 * Every error the API answers with, once: its HTTP status and the sentence a person reads. The web branches on the
 * name, never on the words.
 */
export const errorTable = {
  InvalidInput: { status: 400, message: 'Some of what was sent is not valid. Please check it and try again.' },
  OperationKeyMissing: { status: 400, message: 'This action needs an Idempotency-Key header of 8 to 200 characters.' },
  Unauthorized: { status: 401, message: 'Please sign in to continue.' },
  Forbidden: { status: 403, message: 'You do not have access to this.' },
  NotFound: { status: 404, message: 'Not found.' },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  OperationKeyReused: { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  BodyTooLarge: { status: 413, message: 'What was sent is too large.' },
  AddressTooLong: { status: 414, message: 'The address is too long.' },
  UnsupportedMediaType: { status: 415, message: 'Please send JSON.' },
  RateLimited: { status: 429, message: 'Too many requests, please try again later.' },
  HeadersTooLarge: { status: 431, message: 'The request headers are too large.' },
  Internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  Unavailable: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorName = keyof typeof errorTable

/** The one shape in which every failure is answered. */
export const errorReply = z.object({
  data: z.null(),
  error: z.object({
    status: z.number(),
    name: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
})

export type ErrorReply = z.output<typeof errorReply>
