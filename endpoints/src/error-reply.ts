import * as z from 'zod/mini'

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
