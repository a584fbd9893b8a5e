import { setTimeout as sleep } from 'node:timers/promises'
import { runChainCommand } from '@ingot/chain/command'
import { connect, type Db } from '@ingot/db/connect'
import { openSettlements } from '@ingot/ledger/settlement'
import { sql } from 'kysely'
import { isClean, type Judgement, judgeCluster, readFound } from './cluster-judge.ts'
import { type Load, startLoad, until } from './cluster-load.ts'
import type { Cluster } from './start-cluster.ts'

const traders = 2
/** Of trading, before the backup, between it and the moment, and after the moment. */
const stretch = 6_000

type Restored = {
  /** Trades that customers were told of before the moment, and that are there. */
  kept: number
  /** Of those, how many are not there. */
  lost: number
  /** Trades that customers were told of and that are forgotten. */
  forgotten: number
  /** What the chain has done of them, as it was booked again. */
  booked: number
  /** Of the trades that came afterwards. */
  judgement: Judgement
  lines: string[]
}

const momentOf = async (db: Db): Promise<{ text: string; at: number }> => {
  const { rows } = await sql<{ text: string }>`select clock_timestamp()::text as text`.execute(db)
  return { text: rows[0]?.text ?? '', at: Date.now() }
}

/** Everything that was posted is on the chain, and the log of all of it in the store. */
const comesToRest = async (cluster: Cluster, db: Db) => {
  await until('the last settlement', async () => (await openSettlements(db)).length === 0)
  const superuser = connect(cluster.urls.superuser, { part: 'cluster', max: 1 })
  try {
    const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(superuser)
    await until('the log in the store', async () => {
      const archived = await sql<{
        last: string | null
      }>`select last_archived_wal as last from pg_stat_archiver`.execute(superuser)
      return (archived.rows[0]?.last ?? '') >= (rows[0]?.file ?? '')
    })
  } finally {
    await superuser.destroy()
  }
}

/** The database goes back to the moment and the chain does not; what was done in between is booked again before any process starts. */
const goBack = async (cluster: Cluster, moment: string): Promise<string[]> => {
  const ours = [...cluster.parts].filter(([name]) => !name.startsWith('sandbox')).map(([, part]) => part)
  await Promise.all(ours.map((part) => part.pause()))
  await cluster.backups.goBackTo(moment)
  const db = connect(cluster.urls.database, { part: 'command', max: 2 })
  const lines: string[] = []
  try {
    const print = (line: string) => lines.push(line)
    await runChainCommand(['restored'], { db, ownerUrl: cluster.urls.owner, env: cluster.chain, print })
  } finally {
    await db.destroy()
  }
  for (const part of ours) await part.restart()
  return lines
}

const compare = async (db: Db, { operations, usernames }: Load, before: number) => {
  const found = new Set((await readFound(db, usernames)).map(({ trade }) => trade))
  const told = operations.filter(({ trade }) => trade !== undefined)
  const earlier = told.filter(({ at = Infinity }) => at < before)
  const forgotten = told.filter(({ trade }) => !found.has(trade ?? ''))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entries where kind = 'restored'`.execute(db)
  return {
    kept: earlier.filter(({ trade }) => found.has(trade ?? '')).length,
    lost: earlier.filter(({ trade }) => !found.has(trade ?? '')).length,
    forgotten: forgotten.length,
    booked: rows[0]?.count ?? 0,
  }
}

/** A backup, a moment, trades after it; then the way back to that moment, and trades again. */
export const restoreCluster = async (cluster: Cluster, onProgress: (line: string) => void): Promise<Restored> => {
  const world = { portal: cluster.portal, sandbox: cluster.sandbox }
  const open = () => connect(cluster.urls.database, { part: 'judge', max: 2 })
  let db = open()
  try {
    const load = await startLoad(world, traders, 'before')
    await sleep(stretch)
    await cluster.backups.backUp()
    onProgress('a backup is made, and trading goes on')
    await sleep(stretch)
    const moment = await momentOf(db)
    await sleep(stretch)
    await load.stop()
    await comesToRest(cluster, db)
    await db.destroy()
    const lines = await goBack(cluster, moment.text)
    onProgress(`the database is back at ${moment.text}`)
    db = open()
    const compared = await compare(db, load, moment.at)
    const again = await startLoad(world, traders, 'after')
    await sleep(stretch)
    await again.stop()
    return { ...compared, judgement: await judgeCluster(cluster, again), lines }
  } finally {
    await db.destroy()
  }
}

export const restoredWell = ({ kept, lost, forgotten, booked, judgement }: Restored): boolean =>
  kept > 0 && lost === 0 && forgotten > 0 && booked === forgotten && isClean(judgement)

export const restoreLines = (outcome: Restored): string[] => {
  const { kept, lost, forgotten, booked, judgement, lines } = outcome
  return [
    ...lines,
    '',
    `${kept} trades acknowledged before the moment are there, ${lost} are not.`,
    `${forgotten} trades acknowledged after it are forgotten; of ${booked} the tokens are booked as the chain moved them.`,
    `${judgement.acknowledged} trades afterwards: ${judgement.lost} lost, ${judgement.doubled} doubled.`,
    ...(judgement.wrong.length ? judgement.wrong : ['The ledger is correct, and the chain agrees with it.']),
    restoredWell(outcome) ? 'All of it held.' : 'Not all of it held.',
  ]
}
