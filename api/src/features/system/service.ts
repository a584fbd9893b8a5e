import type { Db } from '@ingot/db/connect'
import { countProcesses, readHeartbeats } from '@ingot/db/heartbeat'
import { areMailsStuck } from '@ingot/db/jobs'
import type { Replica } from '@ingot/db/replica'
import { Answer } from '../../bind.ts'
import { ageIn, type Figure, type HealthPart, type Together } from '../../feature.ts'
import { version } from '../../version.ts'

export const liveOnly = async (build: string) => ({ data: { live: true, ready: true, version, build, parts: [] } })

const notReady = (build: string, part: HealthPart) =>
  new Answer({ data: { live: true, ready: false, version, build, parts: [part] } }, { status: 503 })

/** Asked to stop: whoever shares out the calls sends no more of them. */
export const leaving = async (build: string) => notReady(build, { name: 'api', ok: false, problem: 'is stopping' })

const roleTitles = { api: 'Processes that serve', worker: 'Workers', chain: 'Workers of the chain' }

/** How many of each role there are, where several run. */
export const processFigures = (db: Db): Figure[] =>
  Object.entries(roleTitles).map(([role, title]) => ({
    ...{ name: `processes-${role}`, title, unit: '', roles: ['Owner'] },
    read: async () => String(await countProcesses(db, role)),
  }))

/** The processes that work behind the scenes. Asking says by itself that the database answers. */
export const processHealth = async (db: Db): Promise<HealthPart[]> =>
  (await readHeartbeats(db)).map(({ part, alive }) => ({
    name: part,
    ok: alive,
    ...(!alive && { problem: 'silent', advice: `Look at the log of the ${part}, and start it again.` }),
    ...(!alive && { stops: part === 'chain' ? ('chain' as const) : ('mail' as const) }),
  }))

/** A mail that is tried again and again says nothing while others arrive; if none does, the mail server is away. */
export const mailHealth = async (db: Db): Promise<HealthPart[]> => {
  if (!(await areMailsStuck(db))) return []
  const advice =
    'Look whether SMTP_URL can be reached, and at the log of the worker. What waits is tried again by itself.'
  return [{ name: 'mail', ok: false, problem: 'nothing can be sent', advice, stops: 'mail' }]
}

/** Nobody is turned away for it: the leader answers in its place. */
export const replicaHealth = (replica: Replica | undefined): HealthPart[] => {
  if (!replica) return []
  const { problem } = replica.state()
  const advice =
    'Histories are read from the leader meanwhile. Look at the replicas, and at the way to them that DATABASE_READ_URL names.'
  return [{ name: 'replica', ok: !problem, ...(problem && { problem: 'is not read from', advice }) }]
}

export const replicaFigures = (replica: Replica | undefined, now: () => Date): Figure[] =>
  replica
    ? [
        {
          ...{ name: 'replica-age', title: 'How old the replicas are', unit: 's', roles: ['Owner'] },
          read: async () => ageIn(now(), replica.state().seen ?? null),
        },
        {
          ...{ name: 'replica-share', title: 'Histories that replicas answered', unit: '%', roles: ['Owner'] },
          read: async () => {
            const { replica: here, leader } = replica.state().reads
            return here + leader ? String(Math.round((100 * here) / (here + leader))) : null
          },
        },
      ]
    : []

/** Ready means that customers can be served: a silent worker or an alarm of the chain is a problem to be seen, not a reason to turn them away. */
export const healthOf = async (build: string, health: Together['health']) => {
  try {
    const parts = [{ name: 'database', ok: true }, ...(await health())]
    return { data: { live: true, ready: true, version, build, parts } }
  } catch {
    return notReady(build, { name: 'database', ok: false, problem: 'does not answer' })
  }
}
