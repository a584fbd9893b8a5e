import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, Tx } from './connect.ts'
import { inSpan, kindOf, type OpenSpan, traceparentNow } from './trace.ts'

/** Jobs that used up their attempts end here, for a person to look at. */
const deadLetter = 'dead'
const connectionsForJobs = 2
const expireSeconds = 300
const day = 24 * 3600
/** Jobs name people, so none stays for long: finished, waiting for a worker, and laid aside for a person to look at. */
const [finishedKeptSeconds, waitingKeptSeconds, deadKeptSeconds] = [day, 14 * day, 30 * day]
const stopTimeout = 20_000

/** Something that happens later: what is sent, and how often it is tried. */
export type Job<Data extends object> = {
  readonly name: string
  /** In all, the first one included. */
  readonly attempts: number
  /** Before the second attempt; doubled for each one after it. */
  readonly retryDelaySeconds: number
  readonly retryDelayMaxSeconds: number
  /** So many may be done at the same time. Unless told, ten mails, and of anything else one after the other with a pause. */
  readonly atOnce?: number
  /** For jobs that come by the clock: a cron line, in UTC. */
  readonly schedule?: string
  /** Only carries the type of what is sent. */
  readonly data?: Data
}

export const job = <Data extends object = Record<string, never>>(declaration: Job<Data>): Job<Data> => declaration

/** The id stays the same however often a job is tried. */
export type JobHandler = { job: Job<object>; handle: (data: object, id: string) => Promise<void> }

export const handler = <Data extends object>(
  declared: Job<Data>,
  handle: (data: Data, id: string) => Promise<void>,
): JobHandler => ({
  job: declared,
  handle: (data, id) => handle(data as Data, id),
})

/** It would fail each time. Thrown by a handler, it lays the job aside at once, for a person to look at. */
export class Hopeless extends Error {
  override name = 'Hopeless'
}

const open = async (
  url: string,
  options: { supervise: boolean; schedule: boolean; migrate: boolean },
  onError?: (error: Error) => void,
) => {
  const boss = new PgBoss({
    connectionString: url,
    max: connectionsForJobs,
    application_name: 'ingot-jobs',
    ...options,
  })
  boss.on('error', (error) => onError?.(error))
  await boss.start()
  return boss
}

export const installJobs = async (url: string) => {
  const boss = await open(url, { supervise: false, schedule: false, migrate: true })
  await boss.stop({ graceful: false })
}

const createQueues = async (boss: PgBoss, jobs: readonly Job<object>[]) => {
  const ofDead = { retentionSeconds: deadKeptSeconds, deleteAfterSeconds: finishedKeptSeconds }
  await boss.createQueue(deadLetter, ofDead)
  await boss.updateQueue(deadLetter, ofDead)
  for (const each of jobs) {
    const options = {
      retryLimit: each.attempts - 1,
      retryDelay: each.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: each.retryDelayMaxSeconds,
      expireInSeconds: expireSeconds,
      retentionSeconds: waitingKeptSeconds,
      deleteAfterSeconds: finishedKeptSeconds,
    }
    // What comes by the clock comes again by itself: laid aside, a fault that stays would lie there once a minute.
    await boss.createQueue(each.name, each.schedule ? options : { ...options, deadLetter })
    await boss.updateQueue(each.name, { ...options, deadLetter: each.schedule ? null : deadLetter })
  }
}

export type Outbox = {
  /** Leaves a message in the caller's transaction: delivered after commit, gone with a rollback. */
  send: <Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name' | 'data'>, data: Data) => Promise<void>
  /** The same for many of one kind, in one statement. */
  sendAll: <Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name' | 'data'>, data: readonly Data[]) => Promise<void>
  close: () => Promise<void>
}

/** Beside what a job carries stands the span that sent it, where one is recorded. Its handler does not see it. */
type Carried = { traceparent?: unknown }

const carrying = <Data extends object>(data: Data): Data & Carried => {
  const traceparent = traceparentNow()
  return traceparent ? { ...data, traceparent } : data
}

/** What the clock sends carries nothing at all. */
const carriedBy = (carried: Carried | null) => {
  if (!carried || !('traceparent' in carried)) return { data: carried ?? {} }
  const { traceparent: from, ...data } = carried
  return { data, from }
}

export const openOutbox = async (
  url: string,
  jobs: readonly Job<object>[],
  onError?: (error: Error) => void,
): Promise<Outbox> => {
  const boss = await open(url, { supervise: false, schedule: false, migrate: false }, onError)
  await createQueues(boss, jobs)
  return {
    send: async (tx, { name }, data) => {
      const id = await boss.send(name, carrying(data), { db: fromKysely(tx) })
      if (!id) throw new Error(`the job ${name} was not taken`)
    },
    sendAll: async (tx, { name }, all) => {
      if (all.length === 0) return
      const jobs = all.map((data) => ({ data: carrying(data) }))
      const ids = await boss.insert(name, jobs, { db: fromKysely(tx), returnId: true })
      if (ids?.length !== all.length) throw new Error(`not every job ${name} was taken`)
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** A job that used up its attempts. What it carries is for the one who does it, and nobody else. */
export type DeadJob = {
  id: string
  name: string
  at: Date
  /** The moment it was laid aside, to the microsecond. */
  micros: string
  tried: number
  problem: string
  /** It was tried no further, since it would have failed each time. */
  hopeless: boolean
  /** Whom it names, if anybody. */
  customer: string | null
}

/** Whether a job writes a mail: all that do say so by their names. */
const isMail = sql`source_name like '%-mail'`
const mailsAtOnce = 10
const isDead = (mails: boolean) => sql`name = ${deadLetter} and state < 'active' and source_name is not null
  and ${mails ? isMail : sql`not ${isMail}`}`

/** Those that were laid aside after a moment and id, oldest first: mails, or everything else. */
export const listDead = async (
  db: Db,
  mails: boolean,
  { micros, id }: { micros: string; id: string },
  limit: number,
): Promise<DeadJob[]> => {
  const { rows } = await sql<DeadJob>`
    select id, source_name as name, created_on as at, (extract(epoch from created_on) * 1000000)::bigint as micros,
      coalesce(source_retry_count, 0) + 1 as tried, coalesce(source_output ->> 'message', '') as problem,
      coalesce((source_output ->> 'isHopeless')::boolean, false) as hopeless,
      data ->> 'customer' as customer
    from pgboss.job
    where ${isDead(mails)}
      and (created_on, id) > ('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond', ${id}::uuid)
    order by created_on, id limit ${limit}`.execute(db)
  return rows
}

/** How many there are, counted so far and no further, and since when. */
export const sumDead = async (db: Db, mails: boolean, most: number) => {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(created_on) as "oldestAt"
    from (select created_on from pgboss.job where ${isDead(mails)} limit ${most}) counted`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}

/** Takes one away, for whoever takes it first; undefined when there is none, or it is no job that can be sent again. */
export const takeDead = async (tx: Tx, mails: boolean, id: string) => {
  const { rows } = await sql<{ name: string; data: object; customer: string | null }>`
    delete from pgboss.job where id = ${id}::uuid and ${isDead(mails)}
    returning source_name as name, data, data ->> 'customer' as customer`.execute(tx)
  return rows[0]
}

/** Removes every job that names one of these anywhere in its data, however far it has come. Answers how many. */
export const forgetJobs = async (tx: Tx, names: readonly string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from pgboss.job
    where jsonb_path_exists(data, '$.** ? (@ == $names[*])', jsonb_build_object('names', ${JSON.stringify(names)}::jsonb))
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A mail that failed and waits to be tried again is young so long: servers also put off what they take a moment later. */
const youngSeconds = 120

/**
 * Whether mails cannot be sent: one has failed more than once and is no longer young, and none has gone out since it was
 * written. Only where one waits to be tried again is looked at those that were sent.
 */
export const areMailsStuck = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ since: Date | null; names: string[] }>`
    select min(j.created_on) as since, array(select name from pgboss.queue where name like '%-mail') as names
    from pgboss.queue q join pgboss.job j on j.name = q.name
    where q.name like '%-mail' and j.state = 'retry' and j.retry_count > 0
      and j.created_on < now() - make_interval(secs => ${youngSeconds})`.execute(db)
  const [waiting] = rows
  if (!waiting?.since) return false
  const sent = await sql`
    select from pgboss.job where name = any(${waiting.names}) and state = 'completed' and completed_on > ${waiting.since}
    limit 1`.execute(db)
  return sent.rows.length === 0
}

/** More of them are not counted, so that many cost no more than few. */
const mostWaiting = 1_000

/**
 * How each kind of job stands. What waits is looked up by the index that the worker fetches by; what is under way or failed
 * is what the worker itself counts once a minute.
 */
export const readJobs = async (db: Db) => {
  const { rows } = await sql<{ name: string; waiting: number; oldestSeconds: number; active: number; failed: number }>`
    select q.name, q.active_count as active, q.failed_count as failed, w.waiting,
      coalesce(extract(epoch from now() - w.oldest), 0)::float8 as "oldestSeconds"
    from pgboss.queue q cross join lateral (
      select count(*)::int as waiting, min(start_after) as oldest
      from (
        select start_after from pgboss.job
        where name = q.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit ${mostWaiting}
      ) due
    ) w
    where q.name <> ${deadLetter} and q.name not like '\\_\\_pgboss%' order by q.name`.execute(db)
  return rows
}

export type WorkOptions = {
  pollSeconds?: number
  onError?: (error: Error, job?: string) => void
  onRun?: (job: string, outcome: 'done' | 'failed', seconds: number) => void
}

/** Works the jobs until closed; closing lets those under way finish. */
export const workJobs = async (
  url: string,
  handlers: readonly JobHandler[],
  { pollSeconds = 2, onError, onRun }: WorkOptions = {},
) => {
  const boss = await open(url, { supervise: true, schedule: true, migrate: false }, (error) => onError?.(error))
  await createQueues(
    boss,
    handlers.map((each) => each.job),
  )
  for (const { job: declared, handle } of handlers) {
    const options = {
      pollingIntervalSeconds: pollSeconds,
      batchSize: declared.atOnce ?? (declared.name.endsWith('-mail') ? mailsAtOnce : 1),
      // While as many wait as may be done at once, the next are fetched without a pause.
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    const run = async (data: object, id: string, span?: OpenSpan) => {
      const began = performance.now()
      const tell = (outcome: 'done' | 'failed') => onRun?.(declared.name, outcome, (performance.now() - began) / 1000)
      try {
        await handle(data, id)
        tell('done')
        return { id, status: 'completed' as const }
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error))
        span?.fail(kindOf(failure))
        onError?.(failure, declared.name)
        tell('failed')
        const isHopeless = failure instanceof Hopeless
        const output = { message: failure.message, stack: failure.stack, isHopeless }
        return { id, status: isHopeless ? ('deadletter' as const) : ('failed' as const), output }
      }
    }
    const work = ({ data: carried, id }: { data: object | null; id: string }) => {
      const { data, from } = carriedBy(carried)
      const about = { kind: 'delivery', from, attributes: { 'ingot.job': declared.name } } as const
      return inSpan(`job ${declared.name}`, about, (span) => run(data, id, span))
    }
    await boss.work<object, never, typeof options>(declared.name, options, (jobs) => Promise.all(jobs.map(work)))
    if (declared.schedule) await boss.schedule(declared.name, declared.schedule)
  }
  return {
    deadJobs: () => boss.findJobs<object>(deadLetter),
    close: () => boss.stop({ graceful: true, timeout: stopTimeout }),
  }
}
