import { readConfig } from '@ingot/api/config'
import type { ApiDeps } from '@ingot/api/feature'
import { sentJobs } from '@ingot/api/features'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openFiles } from '@ingot/providers/files/open'
import type { Stack } from './stack.ts'
import type { StoryClock } from './story-clock.ts'

/** The stack that a story is told in. */
export type Surroundings = Pick<Stack, 'databaseUrl' | 'settings'>

/** Does something by the services themselves, at the time of the story: what no customer asks for over HTTP. */
export const withServices = async <T>(
  { databaseUrl, settings }: Surroundings,
  { now }: StoryClock,
  work: (deps: ApiDeps) => Promise<T>,
): Promise<T> => {
  const config = readConfig({ ...settings, NODE_ENV: 'development' })
  const db = connect(databaseUrl, { part: 'seed', max: 2 })
  const outbox = await openOutbox(databaseUrl, sentJobs, () => undefined)
  try {
    const log = createLog('seed', 'silent')
    return await work({ config, db, log, outbox, files: openFiles(config.FILES_URL), now })
  } finally {
    await outbox.close()
    await db.destroy()
  }
}
