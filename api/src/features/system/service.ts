import type { Db } from '@ingot/db/connect'
import { readHeartbeats } from '@ingot/db/heartbeat'
import { Answer } from '../../bind.ts'
import { version } from '../../version.ts'

export const liveOnly = async () => ({ data: { live: true, ready: true, version, parts: [] } })

/** Ready means that customers can be served: a silent worker is a problem to be seen, not a reason to turn them away. */
export const healthOf = async (db: Db) => {
  try {
    const workers = await readHeartbeats(db)
    const parts = workers.map(({ part, alive }) => ({ name: part, ok: alive, ...(alive ? {} : { problem: 'silent' }) }))
    return { data: { live: true, ready: true, version, parts: [{ name: 'database', ok: true }, ...parts] } }
  } catch {
    const database = { name: 'database', ok: false, problem: 'does not answer' }
    return new Answer({ data: { live: true, ready: false, version, parts: [database] } }, { status: 503 })
  }
}
