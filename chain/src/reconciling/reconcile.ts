import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { formatUnits } from 'viem'
import type { AddressBook } from '../address-book.ts'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import type { Deployed } from '../deployed.ts'
import { countDifferences, noteDoubts, settleDoubts } from '../doubt-store.ts'
import type { Node } from '../node.ts'
import { nodeProblem } from '../node-problem.ts'
import { type Books, mostDoubts, readBooks } from './reconcile-books.ts'
import { type Balance, readBalances, readDone } from './reconcile-chain.ts'
import { type Expected, expectedOf } from './reconcile-expected.ts'
import { storeReach } from './reconcile-reach.ts'
import { type Difference, insertRun, isNewest, type Reconciliation } from './reconcile-store.ts'

export type ReconcileDeps = { db: Db; node: Node; deployed: Deployed }

/** More than this in flight is a fault of its own, and would take too many questions. */
const mostInFlight = 10_000

/**
 * Compares ledger and chain at the watcher's block: of each token what exists, and what lies at the house's addresses and in
 * wallets: in those that something touched since the last run, those in doubt, and some of the others in their turn; or
 * in all. Drift raises an alarm and stops issuing; it is looked at again each time, and when it is gone a clean run takes back
 * both. Nothing is compared before the watcher has begun.
 */
export async function reconcile(deps: ReconcileDeps, { whole = false } = {}): Promise<Reconciliation | undefined> {
  const books = await readBooks(deps.db, deps.deployed, whole)
  if (!books) return
  const run = await compare(deps, books).catch((error): Reconciliation => {
    const problem = nodeProblem(error)
    if (problem === undefined) throw error
    return unfinished(books, `block ${books.cursor.block} could not be read: ${problem}`)
  })
  await inTransaction(deps.db, (tx) => conclude(tx, run, books))
  return run
}

const unfinished = ({ cursor }: Books, problem: string): Reconciliation => ({
  block: cursor.block,
  at: new Date(),
  checked: 0,
  wallets: 0,
  whole: false,
  inFlight: [],
  differences: [],
  problem,
})

async function compare({ node, deployed }: ReconcileDeps, books: Books): Promise<Reconciliation> {
  const { block, hash } = books.cursor
  if (books.settlements.length > mostInFlight)
    return unfinished(books, `more than ${mostInFlight} settlements are in flight`)
  if (books.doubts > mostDoubts) return unfinished(books, `more than ${mostDoubts} wallets are in doubt`)
  const found = await node.getBlock({ blockNumber: block })
  if (found.hash !== hash) return unfinished(books, `block ${block} is another one than the watcher has read`)
  const { expected, inFlight } = expectedOf(books, await readDone(node, deployed, books), deployed.addresses)
  const balances = await readBalances(node, deployed, books)
  const { checked, differences } = differencesOf(expected, balances, books.book)
  const wallets = [...books.book.values()].filter((owner) => owner !== 'house').length
  return { block, at: new Date(), checked, wallets, whole: books.owners === undefined, inFlight, differences }
}

const decimals = 18

/** Sums that only one side knows are compared with nothing on the other. */
function differencesOf(expected: readonly Expected[], balances: readonly Balance[], book: AddressBook) {
  const keyOf = ({ place, asset }: { place: string; asset: string }) => `${place} ${asset}`
  const chain = new Map(balances.map((balance) => [keyOf(balance), balance.units]))
  const ledger = new Map(expected.map((sum) => [keyOf(sum), sum]))
  const untold = balances.filter((balance) => !ledger.has(keyOf(balance)))
  const all = [...expected, ...untold.map(({ place, asset }) => ({ place, asset, ledger: 0n, inFlight: 0n }))]
  // What exists of a third party's token is no matter of ours.
  const sums = all.filter(({ place, asset }) => place !== 'supply' || asset !== 'USDT')
  const differences = sums.flatMap((sum): Difference[] => {
    const units = chain.get(keyOf(sum)) ?? 0n
    const difference = units - sum.ledger - sum.inFlight
    if (difference === 0n) return []
    const text = (amount: bigint) => formatUnits(amount, decimals)
    const owner = sum.place === 'supply' ? null : (book.get(sum.place as never) ?? sum.place)
    return [
      {
        token: sum.asset,
        place: sum.place,
        owner,
        ledger: text(sum.ledger),
        inFlight: text(sum.inFlight),
        chain: text(units),
        difference: text(difference),
      },
    ]
  })
  return { checked: sums.length, differences }
}

/**
 * Whether a difference endangers what was promised. Tokens in a customer's wallet that are not booked do not: a node that
 * kept silent about a deposit must not stop us.
 */
const endangers = ({ owner, difference }: Difference): boolean =>
  difference.startsWith('-') || owner === null || owner === 'house'

const longestText = 500

/** The alarm's text names what differs. */
const describeDrift = (differences: readonly Difference[]): string => {
  const named = differences.map(
    ({ token, place, owner, difference }) =>
      `${token} ${place === 'supply' ? 'supply' : `of ${owner} at ${place}`}: ${difference}`,
  )
  const text = `Ledger and chain differ (what the chain has more or less): ${named.join('; ')}`
  return text.length > longestText ? `${text.slice(0, longestText)}… (${differences.length} in all)` : text
}

/**
 * What follows from a run, in one transaction with its record. One that was overtaken by a newer one decides nothing, but
 * what it has found is looked at again. An alarm stays while a difference is known at a place that this run did not look at.
 */
async function conclude(tx: Tx, run: Reconciliation, { owners, reach, seen }: Books): Promise<void> {
  const decides = run.problem === undefined && (await isNewest(tx, run.block, seen))
  const wrong = run.differences.flatMap(({ owner }) =>
    owner === null || owner === 'house' ? [] : [{ owner, block: run.block }],
  )
  if (!decides) {
    await noteDoubts(tx, wrong)
    return insertRun(tx, run, await countDifferences(tx, wrong))
  }
  await settleDoubts(tx, run.block, owners)
  const others = await countDifferences(tx)
  await noteDoubts(tx, wrong, { differs: true })
  await storeReach(tx, reach)
  await insertRun(tx, run, others)
  const dangers = run.differences.filter(endangers)
  if (run.differences.length > 0) await raiseAlarm(tx, 'reconciliation', describeDrift(run.differences))
  else if (others === 0) await clearAlarm(tx, 'reconciliation')
  if (dangers.length > 0) await stopIssuing(tx, describeDrift(dangers), 'reconciliation')
  else if (others === 0) await allowIssuing(tx, 'reconciliation')
}
