import type { Db } from '@ingot/db/connect'
import { readHeartbeats } from '@ingot/db/heartbeat'
import { Answer } from '../../bind.ts'
import type { Together } from '../../feature.ts'
import { version } from '../../version.ts'

export const liveOnly = async (build: string) => ({ data: { live: true, ready: true, version, build, parts: [] } })

/** Ready means that customers can be served: a silent worker or an alarm of the chain is a problem to be seen, not a reason to turn them away. */
export const healthOf = async (db: Db, build: string, health: Together['health']) => {
  try {
    const workers = await readHeartbeats(db)
    const processes = workers.map(({ part, alive }) => ({
      name: part,
      ok: alive,
      ...(!alive && { problem: 'silent' }),
    }))
    const parts = [{ name: 'database', ok: true }, ...processes, ...(await health())]
    return { data: { live: true, ready: true, version, build, parts } }
  } catch {
    const database = { name: 'database', ok: false, problem: 'does not answer' }
    return new Answer({ data: { live: true, ready: false, version, build, parts: [database] } }, { status: 503 })
  }
}
