import { resolve } from 'node:path'
import { connect, type Db } from '@ingot/db/connect'
import { findRunning, startEmbedded } from '@ingot/db/embedded'
import { migrate } from '@ingot/db/migrate'
import { readSecrets, root } from './stack.ts'

export const dataFolder = resolve(root, process.env.INGOT_DATA || '.data')

/** The database of DATABASE_URL, else the embedded one: the running server, or one for as long as this takes. */
export const withDatabase = async (work: (db: Db) => Promise<void>) => {
  const embedded = () => ({
    folder: resolve(dataFolder, 'postgres'),
    password: readSecrets(dataFolder).databasePassword,
  })
  const running = process.env.DATABASE_URL || (await findRunning(embedded()))
  const started = running ? undefined : await startEmbedded(embedded())
  const url = running || started?.url || ''
  await migrate(url)
  const db = connect(url, { part: 'command', max: 2 })
  try {
    await work(db)
  } finally {
    await db.destroy()
    await started?.stop()
  }
}
