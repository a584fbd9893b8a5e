import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { LedgerError } from '@ingot/ledger/ledger-error'
import {
  bookForgotten,
  passEntryNumbers,
  passNumbers,
  readNewest,
  type WalletMove,
  type WalletOwner,
} from '@ingot/ledger/restore'
import { settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { type Address, type Hex, slice } from 'viem'
import { type AddressBook, plain } from '../address-book.ts'
import { anchorAbi } from '../anchoring/anchor-abi.ts'
import type { Deployed } from '../deployed.ts'
import { readCursor } from '../deposits/deposit-store.ts'
import { type Tokens, tokensOf } from '../deposits/judge-transfers.ts'
import { watchDeposits } from '../deposits/watch-deposits.ts'
import type { Node } from '../node.ts'
import { type Leg, legOf, receivers } from '../settling/legs.ts'
import { type Settled, type SettledLeg, settledIn, wasDone } from '../settling/settled.ts'
import { walletAddress, walletSalts } from '../wallets.ts'
import { lastKnownBlock, lastSnapshot } from './restored-store.ts'

export type RestoredDeps = {
  db: Db
  /** As the owner of the database, who alone may number entries otherwise. */
  owner: Db
  node: Node
  deployed: Deployed
  readBook: () => Promise<AddressBook>
  /** The block that was final at the moment to which it was set back, where processes have gone on since. */
  since?: bigint | undefined
  /** Between two looks at what is final. */
  pause?: () => Promise<unknown>
}

/** Something that the chain has done and the ledger had forgotten; what keeps it from being booked, if anything does. */
export type Forgotten = { entry: bigint; hash: Hex; why: string | undefined }

/** Numbers that are passed over besides those that the chain knows: others may have been told some. */
const room = 1_000_000n

/**
 * After the database was set back to a moment: reads what came in since, books what the chain has done since by what it did, and
 * gives out no number again that the chain knows. It may be run twice.
 */
export async function restored(deps: RestoredDeps): Promise<{ deposits: number; forgotten: Forgotten[] }> {
  const { db } = deps
  const cursor = await readCursor(db)
  if (!cursor)
    throw new ProblemForPeople('Nothing was read from the chain yet, so there is nothing that could be forgotten.')
  const from = deps.since ?? (await lastKnownBlock(db, cursor.block))
  const to = await waitForFinality(deps)
  const unknown: Settled[] = []
  for await (const page of settledIn(deps, { from, to })) unknown.push(...(await withoutKnown(deps, page)))
  await passAll(deps, unknown)
  const deposits = await readDeposits(deps)
  const [book, tokens] = [await deps.readBook(), tokensOf(deps.deployed.addresses)]
  const forgotten: Forgotten[] = []
  for (const item of unknown) forgotten.push(await bookOne(deps, item, { book, tokens }))
  return { deposits, forgotten }
}

/** What was on its way when the other time ended has arrived by then. */
async function waitForFinality({ node, pause = () => sleep(500) }: RestoredDeps): Promise<bigint> {
  const { number: head } = await node.getBlock({ blockTag: 'latest' })
  for (;;) {
    const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
    if (finalized >= head || (await areEmpty(node, finalized + 1n, head))) return finalized
    await pause()
  }
}

/** A chain that makes blocks only for transactions makes none to end an empty one. */
async function areEmpty(node: Node, from: bigint, to: bigint): Promise<boolean> {
  for (let blockNumber = from; blockNumber <= to; blockNumber++)
    if ((await node.getBlock({ blockNumber })).transactions.length > 0) return false
  return true
}

/** Those that the ledger has not, or has as something else. */
async function withoutKnown({ db, deployed }: RestoredDeps, page: readonly Settled[]): Promise<Settled[]> {
  const settlements = await settlementsOf(
    db,
    page.map(({ entry }) => entry),
  )
  const salts = await walletSalts(
    db,
    settlements.flatMap(({ source, target }) => [source.owner, target.owner]),
  )
  const known = Map.groupBy(settlements, ({ entry }) => entry)
  const legsOf = (entry: bigint): Leg[] => {
    try {
      return (known.get(entry) ?? []).map((settlement) => legOf(settlement, deployed.addresses, salts))
    } catch {
      return []
    }
  }
  return page.filter((settled) => !wasDone(settled, legsOf(settled.entry)))
}

const bigger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Entries go on well after the last that the chain knows, seals and snapshots right after it. */
async function passAll({ db, owner, node, deployed }: RestoredDeps, unknown: readonly Settled[]): Promise<void> {
  const known = await readNewest(db)
  const last = unknown.map(({ entry }) => entry).reduce(bigger, 0n)
  if (last > known.entry) {
    await passEntryNumbers(owner, last + room)
    await passNumbers(db, 'entry', { known: known.entry, next: last + room })
  }
  const { anchor: address } = deployed.addresses
  if (!address) return
  const lastOf = (functionName: 'lastSeal' | 'lastSnapshot') =>
    node.readContract({ address, abi: anchorAbi, functionName })
  await passNumbers(db, 'seal', { known: known.seal, next: (await lastOf('lastSeal')) + 1n })
  await passNumbers(db, 'snapshot', { known: await lastSnapshot(db), next: (await lastOf('lastSnapshot')) + 1n })
}

async function readDeposits(deps: RestoredDeps): Promise<number> {
  for (let found = 0; ; ) {
    const round = await watchDeposits(deps)
    if (round.alarm !== undefined) throw new ProblemForPeople(round.alarm)
    found += round.found
    if (!round.more) return found
  }
}

type Names = { book: AddressBook; tokens: Tokens }

async function bookOne(
  { db, deployed }: RestoredDeps,
  { entry, hash, legs }: Settled,
  names: Names,
): Promise<Forgotten> {
  const ownerOf = (salt: Hex) => names.book.get(plain(walletAddress(deployed.addresses, salt)))
  const moves: WalletMove[] = []
  for (const leg of legs) {
    const made = moveOf(leg, names, ownerOf)
    if (typeof made === 'string') return { entry, hash, why: made }
    moves.push(made)
  }
  if (moves.length === 0) return { entry, hash, why: 'what it did cannot be read' }
  try {
    await inTransaction(db, (tx) => bookForgotten(tx, { entry, hash, moves }, 'operator:command-line'))
    return { entry, hash, why: undefined }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    return { entry, hash, why: error.message }
  }
}

/** What stands behind these, bar by bar or lot by lot, cannot be told from what moved. */
const alone = ['GCA', 'GAE']

/** What a leg was in the ledger, as far as the chain can tell; or why it cannot be booked. */
function moveOf(
  { token, from, receiver, to, amount }: SettledLeg,
  { book, tokens }: Names,
  ownerOf: (salt: Hex) => WalletOwner | undefined,
): WalletMove | string {
  const asset = tokens.get(plain(token))
  if (!asset) return `${token} is no token of this house`
  if (receiver === receivers.nobody) return `${asset} was burnt, and the chain does not say for what`
  if (alone.includes(asset)) return `${asset} belongs to holdings, which the chain does not know`
  const sender = ownerOf(from)
  if (!sender) return `the wallet with the salt ${from} belongs to nobody who is known here`
  const amountMoved = amountOf(asset, amount)
  if (receiver === receivers.outside)
    return { amount: amountMoved, from: sender, to: book.get(plain(slice(to, 12) as Address)) ?? 'outside' }
  const target = ownerOf(to)
  if (!target) return `the wallet with the salt ${to} belongs to nobody who is known here`
  return { amount: amountMoved, from: sender, to: target }
}

/** In words, for whoever runs the command. */
export const restoredLines = ({
  deposits,
  forgotten,
}: {
  deposits: number
  forgotten: readonly Forgotten[]
}): string[] => {
  const left = forgotten.filter(({ why }) => why !== undefined)
  return [
    `${deposits} transfers had come in since, and are booked.`,
    `The chain had done ${forgotten.length} settlements that the ledger did not know: ${forgotten.length - left.length} are booked now by what they did.`,
    ...left.map(({ entry, hash, why }) => `  ${entry} is not booked: ${why} (${hash})`),
    'Numbers that the chain knows are not given out again. What remains is named by: npm run reconcile',
  ]
}
