import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { formatUnits } from 'viem'
import type { AddressBook } from './address-book.ts'
import { clearAlarm, raiseAlarm } from './alarms.ts'
import type { Deployed } from './deployed.ts'
import type { Node } from './node.ts'
import { nodeProblem } from './node-problem.ts'
import { type Books, readBooks } from './reconcile-books.ts'
import { type Balance, readBalances, readDone } from './reconcile-chain.ts'
import { type Expected, expectedOf } from './reconcile-expected.ts'
import { type Difference, insertRun, isNewest, type Reconciliation } from './reconcile-store.ts'

export type ReconcileDeps = { db: Db; node: Node; deployed: Deployed }

/** More than this in flight is a fault of its own, and would take too many questions. */
const mostInFlight = 10_000

/**
 * Compares ledger and chain at the watcher's block: of each token what exists, and what lies in each wallet. Drift raises
 * an alarm and stops issuing; the next clean run takes back both. Nothing is compared before the watcher has begun.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation | undefined> {
  const books = await readBooks(deps.db, deps.deployed)
  if (!books) return
  const run = await compare(deps, books).catch((error): Reconciliation => {
    const problem = nodeProblem(error)
    if (problem === undefined) throw error
    return unfinished(books, `block ${books.cursor.block} could not be read: ${problem}`)
  })
  await inTransaction(deps.db, (tx) => conclude(tx, run))
  return run
}

const unfinished = ({ cursor }: Books, problem: string): Reconciliation => ({
  block: cursor.block,
  at: new Date(),
  checked: 0,
  inFlight: [],
  differences: [],
  problem,
})

async function compare({ node, deployed }: ReconcileDeps, books: Books): Promise<Reconciliation> {
  const { block, hash } = books.cursor
  if (books.settlements.length > mostInFlight)
    return unfinished(books, `more than ${mostInFlight} settlements are in flight`)
  const found = await node.getBlock({ blockNumber: block })
  if (found.hash !== hash) return unfinished(books, `block ${block} is another one than the watcher has read`)
  const { expected, inFlight } = expectedOf(books, await readDone(node, deployed, books), deployed.addresses)
  const balances = await readBalances(node, deployed, books)
  const { checked, differences } = differencesOf(expected, balances, books.book)
  return { block, at: new Date(), checked, inFlight, differences }
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

/** What follows from a run, in one transaction with its record. One that was overtaken by a newer one decides nothing. */
async function conclude(tx: Tx, run: Reconciliation): Promise<void> {
  const decides = run.problem === undefined && (await isNewest(tx, run.block))
  await insertRun(tx, run)
  if (!decides) return
  if (run.differences.length === 0) await clearAlarm(tx, 'reconciliation')
  else await raiseAlarm(tx, 'reconciliation', describeDrift(run.differences))
  const dangers = run.differences.filter(endangers)
  if (dangers.length === 0) await allowIssuing(tx, 'reconciliation')
  else await stopIssuing(tx, describeDrift(dangers), 'reconciliation')
}
