import { resolve } from 'node:path'
import { connect, type Db } from '@ingot/db/connect'
import { findRunning, startEmbedded } from '@ingot/db/embedded'
import { migrate } from '@ingot/db/migrate'
import { databaseProblem } from '@ingot/db/outside'
import { ProblemForPeople } from '@ingot/db/problem'
import { findRunningStack } from './running.ts'
import { embeddedOptions, root } from './stack.ts'

export const dataFolder = resolve(root, process.env.INGOT_DATA || '.data')

/** The database of DATABASE_URL, past a pooler where DATABASE_DIRECT_URL names the way, else the embedded one: the running server, or one for as long as this takes. */
export const withDatabase = async (work: (db: Db, ownerUrl: string) => Promise<void>) => {
  const { NODE_ENV, DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL } = process.env
  const named = DATABASE_DIRECT_URL || DATABASE_URL
  const problem = NODE_ENV === 'production' && named && databaseProblem(named)
  if (problem)
    throw new ProblemForPeople(
      `The configuration is not right: ${DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} ${problem}.`,
    )
  if (!named && findRunningStack(dataFolder)?.database === 'outside')
    throw new ProblemForPeople(`The Ingot on the data folder ${dataFolder} uses a DATABASE_URL: set it here too.`)
  const running = named
    ? { url: named, ownerUrl: DATABASE_OWNER_URL || named }
    : await findRunning(embeddedOptions(dataFolder))
  const started = running ? undefined : await startEmbedded(embeddedOptions(dataFolder))
  const { url, ownerUrl } = running ?? started ?? { url: '', ownerUrl: '' }
  await migrate(ownerUrl, { runningUrl: url })
  const db = connect(url, { part: 'command', max: 2 })
  try {
    await work(db, ownerUrl)
  } finally {
    await db.destroy()
    await started?.stop()
  }
}
