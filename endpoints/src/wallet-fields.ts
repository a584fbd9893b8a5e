import * as z from 'zod/mini'
import { period } from './list.ts'

// What the calls of the wallet carry.

/** What the wallet shows, in the order in which it shows it. */
export const walletAssets = ['USDT', 'QMGT', 'USDAU', 'GCA', 'GAE'] as const

/** What a customer can send. GCA and GAE belong to a holding and do not travel alone. */
export const sendableAssets = ['USDT', 'QMGT', 'USDAU'] as const

export type SendableAsset = (typeof sendableAssets)[number]

/** Digits with a point or none, at most 18 decimals: neither signs, exponents, spaces nor separators. */
const decimalPattern = /^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,18})?$/

/** An amount as it is typed: above zero. */
export const amountText = z.string().check(
  z.regex(decimalPattern, 'Please enter an amount such as 12.5, with at most 18 decimal places.'),
  z.refine((text) => /[1-9]/.test(text), 'Please enter an amount above zero.'),
)

/** A fee as it was shown: zero is one. */
const feeText = z.string().check(z.regex(decimalPattern))

/** An exact decimal text, such as 12.5. */
const amount = z.string()

/** One of the customer's own balances. Never missing: what is unknown is an error and not a zero. */
export const balance = z.object({ balance: amount })

export const walletBalance = z.object({
  asset: z.enum(walletAssets),
  /** Can be sent or traded. */
  available: amount,
  /** Set aside for a transfer that waits. */
  held: amount,
  /** There, but not free: paid by card and not yet safe, in a stake, being withdrawn, or part of an estate. */
  bound: amount,
  /** Of what is bound, what is staked. */
  staked: amount,
  /** Available, held and bound. */
  total: amount,
  /**
   * What the total would bring now, in US dollars and before any fee: gold and USDAU at what is paid for them, USDT at
   * one dollar. Null while no price may be relied on.
   */
  valueInUsd: z.nullable(amount),
})

export type WalletBalance = z.output<typeof walletBalance>

/** A username, or an address with its checksum (upper and lower case letters). */
export const receiver = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter who should receive it.'),
    z.maxLength(64, 'Please use at most 64 characters.'),
  )

/** Who is on the other side, as he was named: a customer by username, or an address, whosever it is. Never by more. */
const party = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer'), username: z.string() }),
  /** The label is the one in the address book, empty without one. */
  z.object({ kind: z.literal('address'), address: z.string(), label: z.string() }),
])

export type Party = z.output<typeof party>

export const transferBody = z.strictObject({
  receiver,
  amount: amountText,
  /** The fee that was shown. If it is another one by now, nothing is sent. */
  fee: z.optional(feeText),
})

/**
 * `waiting`: set aside until `leavesAt`, and can be cancelled. `queued`: posted, on its way to the chain. `sent`: in a
 * transaction. `confirmed`: final. `returned`: the chain refused it, and it came back with its fee. `cancelled`: called off
 * while it waited. `expired`: it could not leave in time. Of these two everything is available again.
 */
const transferStates = ['waiting', 'queued', 'sent', 'confirmed', 'returned', 'cancelled', 'expired'] as const

/**
 * `customer`: cancelled on the page or by the link in the mail. `declined`: the identity verification was rejected for good.
 * `unverified`: it was lost, and did not come back in time. `too-long`: nothing else was known to be in the way.
 */
const transferEndReasons = ['customer', 'frozen', 'address-removed', 'declined', 'unverified', 'too-long'] as const

export type TransferEndReason = (typeof transferEndReasons)[number]

export const transfer = z.object({
  id: z.string(),
  asset: z.enum(sendableAssets),
  amount,
  fee: amount,
  /** What leaves the account: amount and fee. */
  total: amount,
  receiver: party,
  state: z.enum(transferStates),
  requestedAt: z.iso.datetime(),
  /** What became of it since it was requested, oldest first; on its way to the chain its movement tells the rest. */
  history: z.array(z.object({ state: z.enum(transferStates), at: z.iso.datetime() })),
  /** Only while it waits: when it leaves by itself. */
  leavesAt: z.nullable(z.iso.datetime()),
  /** Only of one that was cancelled or has expired: when, and why. */
  endedAt: z.nullable(z.iso.datetime()),
  endReason: z.nullable(z.enum(transferEndReasons)),
  hash: z.nullable(z.string()),
  /** The movement that came of it; null until it was posted. */
  movement: z.nullable(z.object({ id: z.string(), number: z.string(), type: z.string() })),
})

export type Transfer = z.output<typeof transfer>

export const quote = z.object({
  asset: z.enum(sendableAssets),
  receiver: party,
  /** Whether it goes to another customer and not outside. Of an address no more than that is told. */
  inner: z.boolean(),
  amount,
  fee: amount,
  total: amount,
  available: amount,
  /** Whether there is enough for amount and fee. */
  affordable: z.boolean(),
  /** Whether this would be within the limits, and what is left of today's. */
  withinLimits: z.boolean(),
  leftToday: amount,
  /** Set when the receiver's address is a new one: the transfer would wait until then and could be cancelled. */
  leavesAt: z.nullable(z.iso.datetime()),
})

export const sendingRules = z.object({
  asset: z.enum(sendableAssets),
  /** Of one transfer. */
  smallest: amount,
  largest: amount,
  /** Of 24 hours, and what is left of it now. */
  perDay: amount,
  leftToday: amount,
  /** To another customer, and to an address outside. */
  fees: z.object({ inner: amount, outside: amount }),
})

const addressStates = ['waiting', 'ready'] as const

export const savedAddress = z.object({
  id: z.string(),
  address: z.string(),
  label: z.string(),
  /** A new address waits until `usableFrom`; what is sent there before waits with it. */
  state: z.enum(addressStates),
  usableFrom: z.iso.datetime(),
  addedAt: z.iso.datetime(),
})

export type SavedAddress = z.output<typeof savedAddress>

/** How far a movement is. `posted`: final, and nothing of it goes to the chain. The others as in a transfer. */
const movementStates = ['posted', 'queued', 'sent', 'confirmed', 'returned'] as const

export type MovementState = (typeof movementStates)[number]

const assetAmount = z.object({ asset: z.string(), amount })

/** What happened to a customer's value, whatever caused it. */
export const movement = z.object({
  /** Cannot be guessed: opens the receipt that may be shared. */
  id: z.string(),
  /** The code by which its owner finds it. */
  number: z.string(),
  /** Such as deposit, transfer-out, transfer-in, send, send-returned. Each product adds its own. */
  type: z.string(),
  at: z.iso.datetime(),
  state: z.enum(movementStates),
  incoming: z.array(assetAmount),
  /** Everything that left, fees included: one sum for each asset. */
  outgoing: z.array(assetAmount),
  /** Part of what left. */
  fees: z.array(assetAmount),
  /** Fees that were taken off what came before it came: in none of the sums. */
  withheld: z.array(assetAmount),
  hash: z.nullable(z.string()),
  /** Who is on the other side, where that is one party. */
  party: z.nullable(party),
})

export type Movement = z.output<typeof movement>

/** The steps of a movement, in order; a step without a time has not happened yet. */
const step = z.object({
  name: z.enum(['requested', 'posted', 'sent', 'confirmed', 'returned']),
  at: z.nullable(z.iso.datetime()),
})

/** Whose account a move touched: the customer's own, ours, or another customer's. */
const side = z.object({ owner: z.enum(['you', 'house', 'customer']), purpose: z.string() })

export const ledgerEntry = z.object({
  entry: z.string(),
  kind: z.string(),
  postedAt: z.iso.datetime(),
  moves: z.array(z.object({ asset: z.string(), amount, from: side, to: side })),
})

const priced = {
  /** The price at which it was done, where there was one. */
  price: z.nullable(amount),
  /** Of one of the first asset, in the second, such as QMGT/USDT; null where it is of a gram, in US dollars. */
  pair: z.nullable(z.string()),
}

export const movementDetails = z.extend(movement, {
  steps: z.array(step),
  ...priced,
  /** Why the chain refused it, if it did. */
  reason: z.nullable(z.string()),
  /** The ledger's entries behind it, oldest first. */
  entries: z.array(ledgerEntry),
})

export type MovementDetails = z.output<typeof movementDetails>

/** What anyone with the link may see: nothing that names a person, no address, no balance. */
export const receipt = z.object({
  id: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  state: z.enum(movementStates),
  steps: z.array(step),
  incoming: z.array(assetAmount),
  outgoing: z.array(assetAmount),
  fees: z.array(assetAmount),
  withheld: z.array(assetAmount),
  ...priced,
  hash: z.nullable(z.string()),
})

export type Receipt = z.output<typeof receipt>

export type Step = z.output<typeof step>

const anyState = `(?:${movementStates.join('|')})`
const statesPattern = new RegExp(`^${anyState}(?:,${anyState}){0,${movementStates.length - 1}}$`)

export const movementFilter = {
  /** One type, or several with commas between them. */
  type: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,39}(?:,[a-z][a-z-]{0,39}){0,19}$/))),
  /** One state, or several with commas between them. */
  state: z.optional(z.string().check(z.regex(statesPattern))),
  ...period,
}

/** A number or an id, exactly; what else the list is narrowed by then does not matter. */
export const searchedCode = z.string().check(z.trim(), z.maxLength(64, 'Please use at most 64 characters.'))

/** A number, or the id of the receipt. */
export const movementCode = z.string().check(z.regex(/^(?:[0-9]{1,19}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/))

/** A transfer to the customer's wallet that is not final yet: it is not in the balance. */
export const arrival = z.object({
  asset: z.enum(walletAssets),
  amount,
  hash: z.string(),
  confirmations: z.number(),
  /** With so many it is final and is credited, as far as the chain lets one know. */
  confirmationsNeeded: z.number(),
})

export type Arrival = z.output<typeof arrival>
