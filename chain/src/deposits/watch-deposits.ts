import type { Db, Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { HttpRequestError } from 'viem'
import type { AddressBook } from '../address-book.ts'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import type { Deployed } from '../deployed.ts'
import { type Doubt, noteDoubts } from '../doubt-store.ts'
import type { Node } from '../node.ts'
import {
  type Cursor,
  type Deposit,
  forgetOldUnknown,
  insertCursor,
  insertDeposits,
  knownPlaces,
  lockCursor,
  moveCursor,
  placeOf,
  readCursor,
  replaceArrivals,
  storeSpan,
  withoutOurs,
} from './deposit-store.ts'
import { findFirstBlock } from './first-block.ts'
import { doubtfulIn, judgeTransfers, tokensOf } from './judge-transfers.ts'
import { findOwnSends } from './own-sends.ts'
import { type BlockRange, isReadByToken, readTransfers, type Transfer } from './transfers.ts'

export type WatcherDeps = {
  db: Db
  node: Node
  deployed: Deployed
  /** Every address of ours there is by now. */
  readBook: () => Promise<AddressBook>
  /** Where the first round begins; without it, where the settlement contract was deployed. */
  firstBlock?: bigint | undefined
}

/** Blocks of one range at most, when it is asked for by receivers and by tokens, and how often one is made smaller in a round. */
const largestSpan = 2_000
const largestSpanByToken = 200
const shrinkings = 5
/** An answer with more logs than this was too much for once, and the next range is smaller. */
const mostLogs = 20_000
/** Transfers that are booked together at most: one transaction must not hold accounts for long. */
const mostPerRange = 500
/** Blocks after the final one that are looked at for what is on its way, and how much of that is kept. */
const mostUnfinal = 1_000n
const mostUnfinalByToken = 50n
const mostArrivals = 5_000
const unknownKept = 10_000

export type Watched = {
  /** There is more to read at once. */
  more: boolean
  /** How many transfers were written down. */
  found: number
  /** Why nothing can be read. */
  alarm?: string
}

/**
 * One round of the watcher: reads a range of final blocks and books what it holds, then looks at what is on its way. It
 * may end anywhere and two may be at it at once: rows, ledger and cursor move in one transaction.
 *
 * The wallets are read after the end of the range is fixed, and before a customer exists nobody can know the address:
 * its salt is made with the customer. So whoever registers meanwhile can have got nothing in that range.
 */
export async function watchDeposits(deps: WatcherDeps): Promise<Watched> {
  const { db, node } = deps
  const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
  const cursor = (await readCursor(db)) ?? (await beginCursor(deps, finalized))
  // A node that lags knows nothing of the cursor's block, so it can neither prove nor disprove it.
  if (finalized < cursor.block) return { more: false, found: 0 }
  const alarm = await checkCursor(deps, cursor)
  if (alarm !== undefined) return { more: false, found: 0, alarm }
  if (finalized === cursor.block) {
    await noteArrivals(deps, finalized)
    return { more: false, found: 0 }
  }
  const { range, transfers, book, nextSpan } = await readRange(deps, cursor, finalized)
  const { hash } = await node.getBlock({ blockNumber: range.to })
  const { deposits, doubts } = await judge(deps, transfers, book)
  const found = await inTransaction(db, async (tx) => {
    if (!(await lockCursor(tx, cursor))) return 0
    const written = await bookDeposits(tx, deposits)
    await noteDoubts(tx, doubts)
    await moveCursor(tx, { block: range.to, hash, span: nextSpan })
    return written
  })
  const more = range.to < finalized
  if (!more) await noteArrivals(deps, finalized)
  return { more, found }
}

/**
 * Reads blocks once more that the cursor has passed, and books what a node had kept silent about. The cursor stays where
 * it is, and what was credited is not credited again, so it does no harm.
 */
export async function rescanDeposits(deps: WatcherDeps, from: bigint): Promise<number> {
  const { db } = deps
  const cursor = await readCursor(db)
  if (!cursor) throw new ProblemForPeople('Nothing was read yet, so there is nothing to read again.')
  const alarm = await checkCursor(deps, cursor)
  if (alarm !== undefined) throw new ProblemForPeople(alarm)
  let found = 0
  for (let at = from > 0n ? from - 1n : 0n; at < cursor.block; ) {
    const { range, transfers, book } = await readRange(deps, { ...cursor, block: at }, cursor.block)
    const { deposits, doubts } = await judge(deps, transfers, book)
    found += await inTransaction(db, async (tx) => {
      const now = await readCursor(tx)
      // Waits for a round that is under way, which might be writing down the same.
      if (now) await lockCursor(tx, now)
      await noteDoubts(tx, doubts)
      return bookDeposits(tx, deposits)
    })
    at = range.to
  }
  return found
}

async function beginCursor({ db, node, deployed, firstBlock }: WatcherDeps, finalized: bigint): Promise<Cursor> {
  const first = firstBlock ?? (await findFirstBlock(node, deployed.addresses.settlement, finalized))
  const block = first > 0n ? first - 1n : 0n
  const { hash } = await node.getBlock({ blockNumber: block })
  await insertCursor(db, { block, hash, span: largestSpan })
  const cursor = await readCursor(db)
  if (!cursor) throw new Error('the cursor was not written')
  return cursor
}

/**
 * A final block that is another one now means another chain, or one that broke its word: what was credited may not be
 * there. Nothing is credited until a node knows the block again, or a person has decided.
 */
async function checkCursor({ db, node }: WatcherDeps, { block, hash }: Cursor): Promise<string | undefined> {
  const { hash: found } = await node.getBlock({ blockNumber: block })
  if (found === hash) {
    await clearAlarm(db, 'deposits')
    return
  }
  const alarm = `Block ${block} was ${hash} when it was final, and the node now says ${found}: it is of another chain, or this one was rewritten.`
  await raiseAlarm(db, 'deposits', alarm)
  return alarm
}

type Found = { range: BlockRange; transfers: Transfer[]; book: AddressBook; nextSpan: number }

/** The next range, made smaller when the node refuses it or it holds too much. What proved too large is remembered. */
async function readRange({ db, node, deployed, readBook }: WatcherDeps, cursor: Cursor, end: bigint): Promise<Found> {
  const book = await readBook()
  const tokens = [...tokensOf(deployed.addresses).keys()]
  const largest = isReadByToken(book) ? largestSpanByToken : largestSpan
  let span = Math.min(cursor.span, largest)
  for (let shrunk = 0; ; shrunk++) {
    const last = cursor.block + BigInt(span)
    const range = { from: cursor.block + 1n, to: smaller(last, end) }
    const length = Number(range.to - cursor.block)
    try {
      const { transfers, logs } = await readTransfers(node, range, { book, tokens })
      const nextSpan = logs > mostLogs ? Math.ceil(length / 2) : Math.min(span * 2, largest)
      if (transfers.length <= mostPerRange || length === 1) return { range, transfers, book, nextSpan }
    } catch (error) {
      if (length === 1 || isUnreachable(error)) throw error
      if (shrunk === shrinkings) {
        await storeSpan(db, cursor, span)
        throw error
      }
    }
    span = Math.max(1, Math.floor(length / 2))
  }
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Nothing was answered at all: a smaller question would not be either. */
const isUnreachable = (error: unknown): boolean => error instanceof HttpRequestError && error.status === undefined

/** What the transfers mean to us, and whose wallets they leave in doubt. */
async function judge(
  deps: WatcherDeps,
  transfers: readonly Transfer[],
  book: AddressBook,
): Promise<{ deposits: Deposit[]; doubts: Doubt[] }> {
  const sent = await findOwnSends(deps, transfers, book)
  const tokens = tokensOf(deps.deployed.addresses)
  const deposits = judgeTransfers(transfers, { book, tokens, sent })
  const unexplained = await withoutOurs(deps.db, transfers)
  return { deposits, doubts: doubtfulIn(deposits, unexplained, { book, tokens }) }
}

/** Writes down what was not written down before, and posts it. All entries in one call, as the ledger's locks want it. */
async function bookDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<number> {
  const known = await knownPlaces(tx, deposits)
  const fresh = deposits.filter((deposit) => !known.has(placeOf(deposit)))
  if (fresh.length === 0) return 0
  const booked = fresh.flatMap((deposit) => {
    const entry = entryOf(deposit)
    return entry ? [{ deposit, entry }] : []
  })
  const posted =
    booked.length === 0
      ? []
      : await postTogether(
          tx,
          booked.map(({ entry }) => entry),
        )
  const entries = new Map(booked.map(({ deposit }, index) => [deposit, posted[index]?.entry ?? 0n]))
  await insertDeposits(tx, fresh, entries)
  await recordMovements(
    tx,
    booked.flatMap(({ deposit: { owner, state } }, index) =>
      state === 'credited'
        ? [{ owner: owner as `customer:${string}`, type: 'deposit', entry: posted[index]?.entry ?? 0n }]
        : [],
    ),
  )
  await forgetOldUnknown(tx, unknownKept)
  return fresh.length
}

/** A transfer in the ledger: from outside to its customer, or to suspense when it is dust or came to the house. */
function entryOf(deposit: Deposit): Entry | undefined {
  if (deposit.state === 'unknown-token' || deposit.state === 'too-large') return
  const { hash, logIndex, asset, owner, state, units, block, from: sender } = deposit
  const isCredited = state === 'credited'
  const to = isCredited
    ? customerAccount(owner.slice('customer:'.length), asset, 'available')
    : houseAccount(asset, 'suspense')
  return {
    reference: `deposit:${hash}:${logIndex}`,
    kind: isCredited ? 'deposit' : 'deposit-suspense',
    causedBy: 'watcher',
    moves: [move<OnChainAsset>(amountOf(asset, units), { from: houseAccount(asset, 'outside'), to })],
    details: { hash, logIndex, block: String(block), sender, owner, state },
  }
}

/** What is on its way to customers in blocks that may still change. Shown to them, and replaced each round. */
async function noteArrivals(deps: WatcherDeps, finalized: bigint): Promise<void> {
  const { db, node, deployed } = deps
  const { number: head } = await node.getBlock({ blockTag: 'latest' })
  const book = await deps.readBook()
  const most = isReadByToken(book) ? mostUnfinalByToken : mostUnfinal
  const range = { from: finalized + 1n, to: smaller(head, finalized + most) }
  const tokens = tokensOf(deployed.addresses)
  const { transfers } =
    range.from > range.to ? { transfers: [] } : await readTransfers(node, range, { book, tokens: tokens.keys() })
  const sent = await findOwnSends(deps, transfers, book)
  const deposits = judgeTransfers(transfers, { book, tokens, sent })
  const arrivals = deposits.filter(({ state }) => state === 'credited').slice(0, mostArrivals)
  await inTransaction(db, (tx) => replaceArrivals(tx, head, arrivals))
}
