import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { moment } from './moment.ts'

// What all lists have in common that are read page by page, newest first.

const reading = { method: 'GET', errors: [], fallback: 'Failed', onFailure: 'raise' } as const

const cursor = z.string().check(z.regex(/^[0-9]{1,19}$/))

/** From this moment on, and before that one. */
export const period = { from: z.optional(moment), until: z.optional(moment) }

/** A page of what the filter leaves. Where the next one begins is its cursor, which is null on the last one. One that is some
 * moments old says of when it is. */
export const listOf = <F extends z.core.$ZodLooseShape, T extends z.ZodMiniType>(filter: F, item: T) => ({
  ...reading,
  query: z.strictObject({ ...filter, cursor: z.optional(cursor) }),
  reply: z.object({
    data: z.array(item),
    meta: z.object({ cursor: z.nullable(z.string()), asOf: z.optional(moment) }),
  }),
})

/** The same as a table to download: the server writes it piece by piece, whoever asks for it has it as one text. */
export const fileOf = <F extends z.core.$ZodLooseShape>(filter: F) => ({
  ...reading,
  query: z.strictObject(filter),
  reply: z.custom<string | AsyncIterable<string>>(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  ),
  replyType: 'text/csv' as const,
})

export type Page<Item> = { data: Item[]; meta: { cursor: string | null; asOf?: string | undefined } }

export type ListEndpoint = Endpoint & { query: z.ZodMiniObject; reply: z.ZodMiniType<Page<unknown>> }

export type FileEndpoint = Endpoint & Pick<ReturnType<typeof fileOf>, 'query' | 'reply'>
