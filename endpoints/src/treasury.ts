import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { customerName } from './operator-fields.ts'
import type { Role } from './roles.ts'
import { walletAssets } from './wallet-fields.ts'

// What the treasury has, what was issued into it, and how far the chain has followed. Whatever changes it is an approval.

/** What is issued in tranches. */
export const issuedTokens = ['QMGT', 'USDAU', 'GCA', 'GAE'] as const

export type IssuedToken = (typeof issuedTokens)[number]

/** How a tranche of a token is named: `qmgt-2026-11-17`, so that the name alone says what it is of. */
export const isTrancheName = (name: string, asset: IssuedToken): boolean =>
  name.startsWith(`${asset.toLowerCase()}-`) && /^[a-z]+-[a-z0-9][a-z0-9.-]{0,39}$/.test(name)

/** What an operator stopped, as approvals name it. */
export const operatorStop = 'stop-operator'

/** What lies in suspense of an asset, as approvals name it. */
export const suspenseOf = (asset: string) => `suspense-${asset.toLowerCase()}`

const token = z.enum(issuedTokens)
const asset = z.enum(walletAssets)
/** Exact decimal text. */
const amount = z.string()
const moment = z.iso.datetime()

const stock = z.object({
  asset: token,
  /** What the treasury has of it, and what was issued in all. */
  stock: amount,
  issued: amount,
  /** What customers bought in the last seven days, less what they sold back; never below zero. */
  sold: amount,
  /** What the stock should be: for so many days of sales, and never less than the least. */
  wanted: amount,
  /** What to issue when the stock is below that, and whether the vault has the gold; null when nobody can tell. */
  proposal: z.nullable(z.object({ amount, isCovered: z.nullable(z.boolean()) })),
  /** A name that no tranche has. */
  nextName: z.string(),
})

export const trancheStates = ['Issued', 'Minting', 'Minted', 'Failed'] as const

const tranche = z.object({
  name: z.string(),
  asset: token,
  amount,
  /** What was set aside in the vault for it. */
  grams: amount,
  at: moment,
  /** Who decided; null for what was issued at the machine. */
  asker: z.nullable(z.string()),
  approver: z.nullable(z.string()),
  state: z.enum(trancheStates),
  hash: z.nullable(z.string()),
  block: z.nullable(z.string()),
  /** Why the last try failed. */
  reason: z.nullable(z.string()),
  /** What to run next at the machine that has the key; null when nothing is left to do. */
  next: z.nullable(z.string()),
})

const attestation = z.object({
  /** The vault in the books, and as it is attested on the chain. */
  books: amount,
  attested: z.nullable(z.object({ grams: amount, block: z.string(), at: moment })),
  shares: z.array(z.object({ asset: token, issued: amount, cap: z.nullable(amount) })),
  /** Whether the chain lags behind the books; null when nobody has looked yet. */
  isDue: z.nullable(z.boolean()),
})

const suspended = z.object({
  asset,
  amount,
  /** What of it lies at the treasury's own address, and can be claimed. */
  claimable: amount,
})

const arrival = z.object({ asset, amount, sender: z.string(), hash: z.string(), at: moment })

const limit = z.object({
  asset,
  limit: amount,
  left: amount,
  raise: z.nullable(z.object({ limit: amount, from: moment })),
  at: moment,
})

const readers = ['Owner', 'Finance', 'Vault', 'Auditor'] as const satisfies Role[]

export const readTreasury = endpoint({
  name: 'readTreasury',
  method: 'GET',
  path: '/operator/treasury',
  summary: 'Stock by token with a proposal, tranches, what is attested, suspense, limits and stops.',
  gate: 'operator',
  roles: readers,
  reply: data(
    z.object({
      /** Grams that nobody was promised. */
      freeGold: amount,
      stocks: z.array(stock),
      /** The newest of them. */
      tranches: z.array(tranche),
      attestation,
      suspense: z.array(suspended),
      /** The newest transfers to the house’s addresses. */
      arrivals: z.array(arrival),
      /** Empty until the chain was looked at. */
      limits: z.array(limit),
      stops: z.array(
        z.object({ by: z.enum(['operator', 'reconciliation', 'reserves']), reason: z.string(), since: moment }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

const difference = z.object({
  asset,
  /** All that exists of a token, or an address. */
  place: z.string(),
  customer: z.nullable(customerName),
  /** What the chain has more, or less with a minus. */
  difference: amount,
})

const reconciliation = z.object({
  id: z.string(),
  at: moment,
  block: z.string(),
  result: z.enum(['Agree', 'Differ', 'Unfinished']),
  /** The first of them, and how many there are. */
  differences: z.array(difference),
  differenceCount: z.number(),
  inFlight: z.number(),
  wallets: z.number(),
  isWhole: z.boolean(),
  /** Why it could not be finished. */
  problem: z.nullable(z.string()),
})

export type ReconciliationRun = z.output<typeof reconciliation>

export const listReconciliations = endpoint({
  ...listOf({ show: z.optional(z.enum(['all', 'trouble'])) }, reconciliation),
  name: 'listReconciliations',
  path: '/operator/treasury/reconciliations',
  summary: 'Comparisons of ledger and chain, newest first: all that are kept, or those that found something.',
  gate: 'operator',
  reads: 'replica',
  roles: readers,
})
