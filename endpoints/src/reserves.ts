import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf } from './list.ts'

// What lies in the vault against what is owed. Everybody may read it; nobody is named in it.

/** Why sales stop by themselves. */
const stopCauses = ['coverage', 'list', 'header', 'chain'] as const
export type StopCause = (typeof stopCauses)[number]

const moment = z.iso.datetime()
const cause = z.enum(stopCauses)

/** Tokens of which a gram of gold is owed for each, in the order in which they are told, and the dollars that gold stands behind. */
export const owedAssets = ['QMGT', 'GAE', 'GCA', 'GDS', 'USDAU'] as const
export type OwedAsset = (typeof owedAssets)[number]

const line = z.object({
  asset: z.enum(owedAssets),
  /** Issued and not taken back, wherever it is; of it in the treasury, which nobody is owed. */
  issued: z.string(),
  treasury: z.string(),
  /** Everything that was ever minted, and what of it was burnt; null for what has no token. */
  minted: z.nullable(z.string()),
  burnt: z.nullable(z.string()),
  owed: z.string(),
  /** What of it customers keep at addresses outside the portal. */
  outside: z.string(),
  /** Grams of gold that have to be there for it. */
  grams: z.string(),
})

export type OwedLine = z.output<typeof line>

/** In percent with two decimals, rounded down; null where nothing is owed. */
const coverage = z.nullable(z.string())

const reserves = z.object({
  /** `unknown` while nobody has looked, or for a quarter of an hour nobody has: then nothing is sold either. */
  sales: z.enum(['open', 'stopped', 'lifted', 'unknown']),
  causes: z.array(cause),
  stoppedAt: z.nullable(moment),
  /** What operators let pass for a while, and why. */
  lift: z.nullable(z.object({ note: z.string(), at: moment, until: moment })),
  /** Null before the first look. */
  reading: z.nullable(
    z.object({
      at: moment,
      bars: z.number(),
      fineGrams: z.string(),
      owedGrams: z.string(),
      coverage,
      lines: z.array(line),
      usdt: z.object({ held: z.string(), owed: z.string(), coverage }),
    }),
  ),
  /** When the list was last compared with the vault, and until when that counts; null where there is no bar. */
  list: z.nullable(z.object({ at: moment, until: moment })),
  /** What the chain says of the vault; null where no chain was looked at. */
  attested: z.nullable(z.object({ grams: z.string(), block: z.string(), at: moment })),
})

export type Reserves = z.output<typeof reserves>

const reading = { method: 'GET', gate: 'public', errors: [], fallback: 'Failed', onFailure: 'raise' } as const

export const readReserves = endpoint({
  ...reading,
  name: 'readReserves',
  path: '/reserves',
  summary: 'What lies in the vault, what is owed by product, and whether anything is sold.',
  reply: data(reserves),
})

const point = z.object({ at: moment, fineGrams: z.string(), owedGrams: z.string(), coverage })

export type CoveragePoint = z.output<typeof point>

export const coverageRanges = ['day', 'month', 'year'] as const

export const readCoverage = endpoint({
  ...reading,
  name: 'readCoverage',
  path: '/reserves/coverage',
  summary: 'How the coverage was, oldest first.',
  query: z.strictObject({ range: z.optional(z.enum(coverageRanges)) }),
  reply: data(z.array(point)),
})

const bar = z.object({
  serial: z.string(),
  brand: z.string(),
  refiner: z.string(),
  grossGrams: z.string(),
  fineness: z.string(),
  fineGrams: z.string(),
  year: z.nullable(z.number()),
  vault: z.string(),
})

export type PublicBar = z.output<typeof bar>

const filter = {
  /** How the serial, or the refiner, begins. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(60), z.regex(/^[^\p{C}]*$/u))),
}

export const listPublicBars = endpoint({
  ...listOf(filter, bar),
  name: 'listPublicBars',
  path: '/reserves/bars',
  summary: 'The bars in the vault.',
  gate: 'public',
  reads: 'replica',
})

export const publicBarFile = endpoint({
  ...fileOf(filter),
  name: 'publicBarFile',
  path: '/reserves/bars.csv',
  summary: 'The bars in the vault as a table.',
  gate: 'public',
  reads: 'replica',
})

export const readBarList = endpoint({
  ...reading,
  name: 'readBarList',
  path: '/reserves/bars.json',
  summary: 'Every bar in the vault at once.',
  reply: data(z.array(bar)),
})

/** How the two decisions name what they are about. */
export const interlockThing = 'interlock'
export const barListThing = 'bars'

/** What everybody reads about a lift. */
export const publicNote = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(10, 'Please say in a sentence why this is safe: everybody reads it.'),
    z.maxLength(500, 'Please use at most 500 characters.'),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Please use one line, with characters that can be seen.'),
  )

const stop = z.object({
  beganAt: moment,
  causes: z.array(cause),
  endedAt: z.nullable(moment),
  endedBy: z.nullable(z.enum(['itself', 'lift'])),
})

export type ReserveStop = z.output<typeof stop>

export const readOperatorReserves = endpoint({
  ...reading,
  name: 'readOperatorReserves',
  path: '/operator/reserves',
  summary: 'The reserves as everybody sees them, and each time that sales were stopped, newest first.',
  gate: 'operator',
  roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Auditor'],
  reply: data(z.object({ reserves, stops: z.array(stop), liftHours: z.number() })),
})
