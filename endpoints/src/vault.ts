import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf } from './list.ts'

// The gold, bar by bar. That bars come and go takes two operators, so it goes through an approval.

const readers = ['Owner', 'Finance', 'Vault', 'Auditor'] as const

const reading = {
  method: 'GET',
  gate: 'operator',
  roles: readers,
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
} as const

export const readVault = endpoint({
  ...reading,
  name: 'readVault',
  path: '/operator/vault',
  summary: 'How much gold lies in the vault, and what it stands behind.',
  reply: data(
    z.object({
      bars: z.number(),
      /** Fine grams of all bars that are in, which is the sum of the three below. */
      grams: z.string(),
      free: z.string(),
      behindTokens: z.string(),
      behindUsdau: z.string(),
    }),
  ),
})

/** What is known of a bar. */
const aboutBar = {
  refiner: z.string(),
  brand: z.string(),
  serial: z.string(),
  /** Null where nobody knows it. */
  year: z.nullable(z.number()),
  /** Parts of a thousand. */
  fineness: z.string(),
  grossGrams: z.string(),
  fineGrams: z.string(),
  vault: z.string(),
}

/** A bar for as long as it was in: one that came again is another one here. */
const bar = z.object({
  id: z.string(),
  ...aboutBar,
  /** How often a bar of this refiner and serial has come, this time included. */
  round: z.number(),
  delivery: z.nullable(z.string()),
  arrivedAt: z.iso.datetime(),
  leftAt: z.nullable(z.iso.datetime()),
  takenTo: z.nullable(z.string()),
  /** For whom it is kept while it is in, such as 'withdrawal 12'. */
  reservedFor: z.nullable(z.string()),
  /** The entries in the books with which it came and left. */
  arrivalEntry: z.string(),
  departureEntry: z.nullable(z.string()),
})

export type VaultBar = z.output<typeof bar>

const filter = {
  show: z.optional(z.enum(['in', 'left'])),
  /** How the serial begins. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(60), z.regex(/^[^\p{C}]*$/u))),
}

export const listBars = endpoint({
  ...listOf(filter, bar),
  name: 'listBars',
  path: '/operator/vault/bars',
  summary: 'Bars that are in the vault or were, newest first.',
  gate: 'operator',
  roles: readers,
})

export const barFile = endpoint({
  ...fileOf(filter),
  name: 'barFile',
  path: '/operator/vault/bars.csv',
  summary: 'The same as a table.',
  gate: 'operator',
  reads: 'replica',
  roles: readers,
})

/** What one delivery holds at most, and how long its list may be. */
export const mostBars = 200
export const longestList = 64 * 1024

/** A list of bars, as a file has it: nothing that cannot be seen, but for ends of lines and the mark some programs begin with. */
export const barList = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(longestList, 'This list is too long: at most 64 kB.'),
    z.regex(/^[\P{C}\t\r\n\ufeff]*$/u, 'This is not a list that can be read: please save it as CSV, in UTF-8.'),
  )

/** How a delivery is named, in one way only: as on its note, in capitals. */
export const deliveryName = z
  .string()
  .check(
    z.regex(
      /^[A-Z0-9][A-Z0-9 ./-]{0,39}$/,
      'Please use up to 40 letters and digits, with spaces, points, dashes or slashes between them.',
    ),
  )

/** To whom a bar goes, or where. */
export const takenTo = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Please say to whom it goes, or where.'),
    z.maxLength(200, 'Please use at most 200 characters.'),
    z.regex(/^[^\p{C}]*$/u, 'Please use one line.'),
  )

/** How the two decisions about bars name what they are about. */
export const deliveryThing = (name: string): string => `delivery:${name}`
export const barThing = (id: string): string => `bar:${id}`

export const checkBars = endpoint({
  name: 'checkBars',
  method: 'POST',
  path: '/operator/vault/check-bars',
  summary: 'Reads a list of bars and says what is wrong with it. Changes nothing.',
  gate: 'operator',
  roles: ['Owner', 'Vault'],
  body: z.strictObject({ csv: barList }),
  // A character may take several bytes on the way.
  bodyLimit: 6 * longestList,
  reply: data(
    z.object({
      bars: z.array(
        z.object({ line: z.number(), ...aboutBar, /** What both should look at. */ note: z.nullable(z.string()) }),
      ),
      problems: z.array(z.object({ line: z.number(), problem: z.string() })),
      /** Of all bars that are fine. */
      fineGrams: z.string(),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
