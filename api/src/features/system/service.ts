import type { Db } from '@ingot/db/connect'
import { readHeartbeats } from '@ingot/db/heartbeat'
import { readChainHealth } from '@ingot/ledger/chain-health'
import { Answer } from '../../bind.ts'
import { version } from '../../version.ts'

export const liveOnly = async (build: string) => ({ data: { live: true, ready: true, version, build, parts: [] } })

export type HealthPart = { name: string; ok: boolean; problem?: string }

/** Ready means that customers can be served: a silent worker or an alarm of the chain is a problem to be seen, not a reason to turn them away. */
export const healthOf = async (db: Db, build: string, watched: () => Promise<HealthPart[]>) => {
  try {
    const workers = await readHeartbeats(db)
    const processes = workers.map(({ part, alive }) => ({
      name: part,
      ok: alive,
      ...(!alive && { problem: 'silent' }),
    }))
    const parts = [...processes, ...(await readChainHealth(db))]
    return {
      data: {
        live: true,
        ready: true,
        version,
        build,
        parts: [{ name: 'database', ok: true }, ...parts, ...(await watched())],
      },
    }
  } catch {
    const database = { name: 'database', ok: false, problem: 'does not answer' }
    return new Answer({ data: { live: true, ready: false, version, build, parts: [database] } }, { status: 503 })
  }
}
