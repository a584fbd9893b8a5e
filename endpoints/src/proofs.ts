import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'

// Snapshots of what customers own, and how each proves the own part of one. What it all means, `docs/reserves.md` says.

const hexOf = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)))
const hash = hexOf(32)
const units = z.string().check(z.regex(/^(0|[1-9][0-9]{0,38})$/))
const number = z.int().check(z.minimum(1))

const asset = z.enum(['QMGT', 'USDAU', 'GAE', 'GAEX', 'GCA', 'GDS', 'USDT'])

const tree = z.object({
  asset,
  decimals: z.int(),
  depth: z.int(),
  root: hash,
  /** What customers own of it together, in units. */
  total: units,
})

const bars = z.object({ hash, count: z.int(), fineGrams: z.string() })

const anchor = z.nullable(z.object({ chainId: z.int(), contract: z.string(), transaction: z.string(), block: z.int() }))

const anchored = z.object({
  header: z.object({
    version: z.literal(1),
    number,
    takenAt: z.iso.datetime(),
    entry: z.string(),
    seal: z.nullable(z.object({ number: z.string(), hash })),
    trees: z.array(tree),
    bars,
    previous: z.nullable(hash),
  }),
  hash,
  signature: hexOf(64),
  /** Where the chain has the hash. Nothing is served before it does. */
  anchor,
})

const listed = z.object({
  number,
  takenAt: z.iso.datetime(),
  hash,
  signature: hexOf(64),
  /** By which it was signed. */
  key: hexOf(65),
  anchor,
  trees: z.array(tree),
  bars,
  /** Devices of customers that said what they found, and those of them for which something did not fit. Nobody checks that. */
  checks: z.int(),
  problems: z.int(),
})

export type ListedSnapshot = z.output<typeof listed>

const bar = z.object({
  serial: z.string(),
  brand: z.string(),
  refiner: z.string(),
  grossGrams: z.string(),
  fineness: z.string(),
  fineGrams: z.string(),
  year: z.nullable(z.int()),
  vault: z.string(),
})

const proof = z.object({
  version: z.literal(1),
  snapshot: anchored,
  key: hexOf(65),
  wallet: z.string(),
  secret: hexOf(48),
  of: z.array(
    z.object({
      asset,
      units,
      parts: z.array(
        z.object({
          index: z.int(),
          units,
          path: z.string().check(z.regex(/^([A-Za-z0-9+/]{64}){12,40}$/)),
        }),
      ),
    }),
  ),
})

export type OwnProof = z.output<typeof proof>

const reading = { method: 'GET', gate: 'public', errors: [], fallback: 'Failed', onFailure: 'raise' } as const

export const listSnapshots = endpoint({
  ...listOf({}, listed),
  ...reading,
  name: 'listSnapshots',
  path: '/reserves/snapshots',
  summary: 'Every snapshot that the chain has the hash of, newest first.',
})

export const readSnapshot = endpoint({
  ...reading,
  name: 'readSnapshot',
  path: '/reserves/snapshots/:number',
  summary: 'One snapshot, whole, with the bars that lay in the vault.',
  params: z.strictObject({ number: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
  reply: data(z.object({ snapshot: anchored, key: hexOf(65), bars: z.array(bar) })),
  errors: ['NotFound'],
})

export const readProof = endpoint({
  ...reading,
  gate: 'customer',
  name: 'readProof',
  path: '/reserves/proof',
  summary:
    'What the caller owned at the newest snapshot, with all it takes to prove it; null before one has the caller.',
  reply: data(z.nullable(proof)),
  errors: ['TooManyTries'],
})

export const readMoved = endpoint({
  ...reading,
  gate: 'customer',
  name: 'readMoved',
  path: '/reserves/moved',
  summary:
    'What came to the caller’s accounts since the newest snapshot and what left them, by which a device compares the proof with what the wallet shows now; null before there is one.',
  reply: data(
    z.nullable(z.object({ snapshot: number, moved: z.array(z.object({ asset, came: units, went: units })) })),
  ),
  errors: ['TooManyTries'],
})

const writing = {
  method: 'POST',
  gate: 'customer',
  leaves: true,
  fallback: 'Failed',
  onFailure: 'raise',
} as const

const choice = z.strictObject({
  /** 16 bytes that the customer’s own device has chosen at random. */
  mixed: hexOf(16),
})

const chosen = data(
  z.object({
    /** The first snapshot that it counts in. */
    since: number,
  }),
)

export const chooseSecret = endpoint({
  ...writing,
  name: 'chooseSecret',
  path: '/reserves/secret',
  summary: 'Mixes bytes of the customer’s own device into the secret that the leaves are made with, once.',
  body: choice,
  /** Null where another device was first: then nothing was changed. */
  reply: data(z.object({ since: z.nullable(number) })),
  errors: ['TooManyTries'],
})

export const chooseSecretAgain = endpoint({
  ...writing,
  name: 'chooseSecretAgain',
  path: '/reserves/secret/again',
  summary: 'The same for whoever has lost them or uses another device, with the PIN.',
  stepUp: 'pin',
  idempotent: true,
  body: choice,
  reply: chosen,
  errors: [],
})

export const reportCheck = endpoint({
  ...writing,
  name: 'reportCheck',
  path: '/reserves/reports',
  summary: 'Says whether the proof held on this device. It counts once for each device and snapshot.',
  body: z.strictObject({
    snapshot: number,
    ok: z.boolean(),
    /** What did not fit, for operators. */
    why: z.optional(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u)),
    ),
  }),
  reply: data(z.object({ counted: z.boolean() })),
  errors: ['NotFound', 'TooManyTries'],
})

export const downloadProofChecker = endpoint({
  name: 'downloadProofChecker',
  method: 'GET',
  path: '/reserves/checker.html',
  summary: 'A page in one file that checks a proof without us, with the key and the contract of today in it.',
  gate: 'public',
  reply: z.string(),
  replyType: 'text/html',
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
