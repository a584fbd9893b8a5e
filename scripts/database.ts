import { resolve } from 'node:path'
import { connect, type Db } from '@ingot/db/connect'
import { findRunning, startEmbedded } from '@ingot/db/embedded'
import { migrate } from '@ingot/db/migrate'
import { embeddedOptions, root } from './stack.ts'

export const dataFolder = resolve(root, process.env.INGOT_DATA || '.data')

/** The database of DATABASE_URL, else the embedded one: the running server, or one for as long as this takes. */
export const withDatabase = async (work: (db: Db) => Promise<void>) => {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env
  const running = DATABASE_URL
    ? { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL || DATABASE_URL }
    : await findRunning(embeddedOptions(dataFolder))
  const started = running ? undefined : await startEmbedded(embeddedOptions(dataFolder))
  const { url, ownerUrl } = running ?? started ?? { url: '', ownerUrl: '' }
  await migrate(ownerUrl, { runningUrl: url })
  const db = connect(url, { part: 'command', max: 2 })
  try {
    await work(db)
  } finally {
    await db.destroy()
    await started?.stop()
  }
}
