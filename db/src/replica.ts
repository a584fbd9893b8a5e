import { sql } from 'kysely'
import type { Logger } from 'pino'
import { lineage } from './confirmed.ts'
import { connect, type Db, poolOf, type Tx } from './connect.ts'
import { createPositions, type Positions } from './positions.ts'
import { type Fence, inPlaceOf } from './source.ts'
import { runStatement, withoutWaiting } from './transaction.ts'
import { codeOf, isUnavailable } from './unavailable.ts'

/** A replica that is older is not read from. */
const oldestMs = 10_000
/** Of one that is older it is told how old it is. */
const toldFromMs = 3_000
const lookEveryMs = 1_000
/** Much shorter than the leader's, who answers instead. */
const patience = { toConnect: 500, toAnswer: 3_000 }

/** It answers, and has not come as far as it was asked for; or it leads now. */
const isBehind = (error: unknown) => codeOf(error) === 'RP001'

type Reading<T> = {
  result: T
  /** It is told as it was then, where that is a while ago. */
  asOf?: Date | undefined
}

const readPosition = async (db: Db) => {
  const [row] = await runStatement<{ position: string; timeline: string }>(db, {
    name: 'read-position',
    text: `select pg_current_wal_insert_lsn() - '0/0' as position, ${lineage} as timeline`,
    values: [],
  })
  return { position: BigInt(row?.position ?? 0), timeline: row?.timeline ?? '' }
}

/** Its commit does not wait for the disk: the log is written in order, and whatever this stands for is in it before. */
const noteWrite = (db: Db, who: string) =>
  runStatement(db, {
    name: 'note-write',
    text: `with noted as (
        insert into last_writes (customer, position) values ($1, pg_current_wal_insert_lsn())
        on conflict (customer) do update set position = pg_current_wal_insert_lsn())
      select ${withoutWaiting}`,
    values: [who],
  })

/** With the timeline of whoever answers: the notes of the one before may be lost. */
const findLastWrite = async (db: Db, who: string) => {
  const [row] = await runStatement<{ position: string | null; timeline: string }>(db, {
    name: 'find-last-write',
    text: `select (select position - '0/0' from last_writes where customer = $1) as position, ${lineage} as timeline`,
    values: [who],
  })
  return { written: row?.position ? BigInt(row.position) : undefined, timeline: row?.timeline ?? '' }
}

/** What somebody writes without being signed in is not noted: with the next sign-in nobody knows how far he has to be told. */
export const forgetLastWrite = (tx: Tx, who: string) => sql`delete from last_writes where customer = ${who}`.execute(tx)

const fenceAt = (needed: bigint, told: (replayed: bigint) => void): Fence => ({
  name: 'check-replayed',
  text: "select check_replayed('0/0'::pg_lsn + $1::numeric) as replayed",
  values: [String(needed)],
  told: ([row]) => told(BigInt(String(row?.replayed))),
})

const further = (one: bigint, other: bigint) => {
  if (one < other) return other
  return one
}

/** Reads where it has come far enough, and tells of when what was read is. */
const readerOf =
  (own: Db, positions: Positions) =>
  async <T>(needed: bigint, work: () => Promise<T>): Promise<Reading<T>> => {
    let asOf: Date | undefined
    const fence = fenceAt(needed, (replayed) => {
      const at = positions.timeOf(replayed)
      if (at && (!asOf || at < asOf)) asOf = at
    })
    return { result: await inPlaceOf({ pool: poolOf(own), fence }, work), asOf }
  }

export type Replica = ReturnType<typeof openReplica>

type Options = { db: Db; url: string; log: Logger; lookEvery?: number }

/**
 * Replicas of the database, from which histories are read while they are close behind the leader, and only once they have
 * what the reader himself wrote. Whatever is wrong with them, the leader answers.
 */
export const openReplica = ({ db, url, log, lookEvery = lookEveryMs }: Options) => {
  const positions = createPositions(oldestMs)
  /** Why it is not read from, until it was looked at again. */
  let problem: string | undefined = 'was not looked at yet'
  let seen: Date | undefined
  const reads = { replica: 0, leader: 0 }
  let unsureUntil = 0
  let looked: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isOpen = true

  const giveUp = (error: unknown) => {
    if (!problem) log.warn({ err: error }, 'the replica is not read from')
    problem = error instanceof Error ? error.message : String(error)
  }
  const own = connect(url, { part: 'replica', patience, onIdleError: giveUp })

  const readFrom = readerOf(own, positions)

  const look = async () => {
    try {
      const { position, timeline } = await readPosition(db)
      positions.isLedBy(timeline)
      positions.note(position)
      const needed = positions.oldestAllowed() ?? 0n
      seen = (await readFrom(needed, () => runStatement(own, { name: 'look', text: 'select 1', values: [] }))).asOf
      if (problem) log.info('the replica is read from')
      problem = undefined
    } catch (error) {
      giveUp(error)
    }
    if (isOpen) timer = setTimeout(keepLooking, lookEvery)
  }
  const keepLooking = () => {
    looked = look()
  }
  keepLooking()

  /** How far a replica has to have come for this reader; undefined where the leader has to answer. */
  const neededBy = async (reader: string | undefined): Promise<bigint | undefined> => {
    const byAge = () => (problem || performance.now() < unsureUntil ? undefined : positions.oldestAllowed())
    if (reader === undefined || byAge() === undefined) return byAge()
    const { written, timeline } = await findLastWrite(db, reader)
    positions.isLedBy(timeline)
    const allowed = byAge()
    if (written === undefined) await noteWrite(db, reader)
    else return allowed === undefined ? undefined : further(written, allowed)
  }

  return {
    /**
     * Does work that only reads, and may do it twice: what a replica refuses, it may refuse for not knowing of it yet.
     */
    read: async <T>(reader: string | undefined, work: () => Promise<T>): Promise<Reading<T>> => {
      const fromLeader = async () => {
        reads.leader++
        return { result: await work() }
      }
      const needed = await neededBy(reader)
      if (needed === undefined) return fromLeader()
      try {
        const { result, asOf } = await readFrom(needed, work)
        reads.replica++
        return { result, asOf: asOf && Date.now() - asOf.getTime() > toldFromMs ? asOf : undefined }
      } catch (error) {
        if (!isBehind(error) && isUnavailable(error)) giveUp(error)
        return fromLeader()
      }
    },
    /** Somebody has written: from now on he reads what has it. Where that cannot be noted, the leader answers everybody for as long as a replica may be old. */
    wrote: async (who: string) => {
      try {
        await noteWrite(db, who)
      } catch (error) {
        log.warn({ err: error }, 'a write was not noted')
        unsureUntil = performance.now() + oldestMs
      }
    },
    /** Whether it is read from, of when it was when it was last looked at, and who has answered how often. */
    state: () => ({ problem, seen, reads: { ...reads } }),
    stop: async () => {
      isOpen = false
      clearTimeout(timer)
      await looked
      await own.destroy()
    },
  }
}
