import type { KeyObject } from 'node:crypto'
import { secretsOf } from '@ingot/api/secrets'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { reconcile } from '@ingot/chain/reconciling/reconcile'
import { connect, type Db } from '@ingot/db/connect'
import { sealKeyOf } from '@ingot/ledger/seal'
import { openSettlements } from '@ingot/ledger/settlement'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { type Load, type Operation, until } from './cluster-load.ts'
import type { Cluster } from './start-cluster.ts'

/** A trade as the database has it. */
type Found = { trade: string; quote: string | null }

type Verdict = {
  acknowledged: number
  /** Done, though nobody was told: the answer was lost, and nobody asked again. */
  untold: number
  /** Acknowledged, and not there. */
  lost: number
  /** There more than once, paid more than once, or asked for by nobody. */
  doubled: number
}

/** What was acknowledged against what is there. */
export const judge = (operations: readonly Operation[], found: readonly Found[]): Verdict => {
  const trades = new Set(found.map(({ trade }) => trade))
  const done = operations.filter(({ trade }) => trade !== undefined)
  const asked = new Map(operations.map((operation) => [operation.quote, operation]))
  const seen = new Set<string>()
  let [doubled, untold] = [0, 0]
  for (const { trade, quote } of found) {
    const operation = asked.get(quote ?? '')
    if (!operation || seen.has(quote ?? '') || (operation.trade ?? trade) !== trade) doubled++
    else if (operation.trade === undefined) untold++
    seen.add(quote ?? '')
  }
  const lost = done.filter(({ trade }) => !trades.has(trade ?? '')).length
  return { acknowledged: done.length, untold, lost, doubled }
}

/** Whether the judge would have found one lost and one doubled trade: in its own lists one is taken out, and one put in twice. */
export const judgeFires = (operations: readonly Operation[], found: readonly Found[]): boolean => {
  const { lost, doubled } = judge(operations, found)
  const known = found.findIndex(({ trade }) => operations.some((operation) => operation.trade === trade))
  const one = found[known]
  if (!one) return false
  const lessOne = judge(operations, found.toSpliced(known, 1))
  const twice = judge(operations, [...found, { ...one, trade: 'another' }])
  const unasked = judge(
    operations.filter(({ trade }) => trade !== one.trade),
    found,
  )
  return lessOne.lost === lost + 1 && twice.doubled === doubled + 1 && unasked.doubled === doubled + 1
}

export const readFound = async (db: Db, usernames: readonly string[]): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select t.movement as trade, t.quote from trades t join customers c on c.id = t.customer
    where c.username = any(${usernames}::text[])`.execute(db)
  return rows
}

/** How often they have paid with dollars, as the ledger booked it. */
const countPaid = async (db: Db, usernames: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select count(distinct m.entry) from ledger_moves m
    join ledger_accounts a on a.id = m.source join customers c on a.owner = 'customer:' || c.id
    where m.asset = 'USDT' and c.username = any(${usernames}::text[])`.execute(db)
  return Number(rows[0]?.count)
}

/** Everything comes to rest by itself, and then ledger and chain are compared, and the ledger with itself. */
const reconcileAll = async (db: Db, cluster: Pick<Cluster, 'chain' | 'settings'>) => {
  const { chain } = cluster
  const node = connectNode(chain.CHAIN_RPC_URL ?? '')
  const deployed = readDeployed(chain.CHAIN_ADDRESSES ?? '')
  await until('the last settlement', async () => (await openSettlements(db)).length === 0, 180_000)
  await until('the watcher', async () => {
    const { rows } = await sql<{ block: string }>`select block from chain_cursor`.execute(db)
    return BigInt(rows[0]?.block ?? -1) === (await node.getBlock({ blockTag: 'finalized' })).number
  })
  const run = await reconcile({ db, node, deployed }, { whole: true })
  const problem = run ? run.problem : 'nothing could be reconciled'
  return { problem, differences: run?.differences ?? [], books: await verifyLedger(db, sealKeysOf(cluster)) }
}

/** What is wrong when everything has come to rest, if anything. */
const comesToRest = async (db: Db, cluster: Pick<Cluster, 'chain' | 'settings'>): Promise<string[]> => {
  const { problem, differences, books } = await reconcileAll(db, cluster)
  return [
    ...(problem ? [problem] : []),
    ...differences.map(({ token, owner, difference }) => `reconcile: ${token} of ${owner}: ${difference}`),
    ...(books.ok ? [] : [`ledger:verify: ${books.wrong}`]),
  ]
}

/** Which of ours ended though nobody killed them: each that was followed by another, less those that were killed on purpose. */
export const endedAlone = (
  seen: ReadonlyMap<string, readonly number[]>,
  killed: ReadonlySet<number | undefined>,
): string[] => [...seen].flatMap(([name, pids]) => pids.slice(0, -1).flatMap((pid) => (killed.has(pid) ? [] : [name])))

/** By which the seals of a cluster's books are held to be genuine, if it makes any. */
export const sealKeysOf = ({ settings }: Pick<Cluster, 'settings'>): KeyObject[] | undefined => {
  const { LEDGER_SEAL_SECRET: secret, LEDGER_SEAL_SECRET_BEFORE: before } = settings
  return secret ? secretsOf(secret, before).map((each) => sealKeyOf(each).public) : undefined
}

export type Judgement = Verdict & { fires: boolean; wrong: string[]; serverErrors: number }

/** After the load has stopped. */
export const judgeCluster = async (cluster: Cluster, load: Load): Promise<Judgement> => {
  const db = connect(cluster.urls.database, { part: 'judge', max: 2 })
  try {
    const found = await readFound(db, load.usernames)
    const verdict = judge(load.operations, found)
    const paid = await countPaid(db, load.usernames)
    const serverErrors = [...load.answers].reduce((sum, [name, times]) => sum + (/^500 /.test(name) ? times : 0), 0)
    return {
      ...verdict,
      doubled: verdict.doubled + Math.abs(paid - found.length),
      fires: judgeFires(load.operations, found),
      wrong: await comesToRest(db, cluster),
      serverErrors,
    }
  } finally {
    await db.destroy()
  }
}

export const isClean = ({ lost, doubled, fires, wrong, serverErrors, acknowledged }: Judgement): boolean =>
  acknowledged > 0 && lost === 0 && doubled === 0 && fires && wrong.length === 0 && serverErrors === 0
