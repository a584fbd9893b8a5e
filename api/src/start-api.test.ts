import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { connect } from '@ingot/db/connect'
import { createLog } from '@ingot/db/log'
import { migrate } from '@ingot/db/migrate'
import { asRunning, createEmptyDatabase, createTestDatabase } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { demoPeople } from './features/identity/demo-people.ts'
import { createOperator } from './features/people/operators.ts'
import { startApi } from './start-api.ts'
import { testSettings } from './test-api.ts'

test('production does not start on a database with people of a first look', async () => {
  const DATABASE_URL = await createTestDatabase()
  const db = connect(DATABASE_URL, { part: 'test', max: 1 })
  const config = {
    ...readConfig({ ...testSettings, DATABASE_URL, PORT: '0', FILES_URL: pathToFileURL(tmpdir()).href }),
    NODE_ENV: 'production' as const,
  }
  const start = () => startApi(config, createLog('test', 'silent'))
  await createOperator(db, { ...demoPeople.operator, password: 'one that was printed' })
  await expect(start()).rejects.toThrow(
    'The database has demo people (operator@ingot.example), so it is one for a first look: production needs a database of its own.',
  )
  await sql`update customers set email = 'anna@gold.example'`.execute(db)
  const { stop } = await start()
  await stop()
  await db.destroy()
})

test('production does not start on a demonstration, even if its clock was never set', async () => {
  const ownerUrl = await createEmptyDatabase()
  const DATABASE_URL = asRunning(ownerUrl)
  await migrate(ownerUrl, { runningUrl: DATABASE_URL, demonstrationBehind: 0 })
  const config = readConfig({ ...testSettings, DATABASE_URL, PORT: '0', FILES_URL: pathToFileURL(tmpdir()).href })
  const log = createLog('test', 'silent')
  await expect(startApi({ ...config, NODE_ENV: 'production' }, log)).rejects.toThrow(
    'The database was made as a demonstration, whose clock can be set: production needs a database of its own.',
  )
  const { stop } = await startApi(config, log)
  await stop()
})
