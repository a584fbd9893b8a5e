import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** The environment variable by which test files find the server of the run. */
const variable = 'INGOT_TEST_DATABASE'
const template = 'ingot_template'

const onServer = async (url: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client)
  await client.end()
}

const inDatabase = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

/** One PostgreSQL for a test run, with a migrated template that every test file copies. */
export const startTestServer = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ingot-test-'))
  // As root, the server runs as another user, who must be able to come in.
  await chmod(folder, 0o755)
  // Nothing here has to survive the machine, only the process.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbedded({
    folder: join(folder, 'postgres'),
    password: randomBytes(12).toString('hex'),
    settings,
  })
  await onServer(server.url, (client) => client.query(`create database ${template}`))
  await migrate(inDatabase(server.url, template))
  process.env[variable] = server.url
  return {
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A fresh database with the newest schema and nothing in it. */
export const createTestDatabase = async (): Promise<string> => {
  const url = process.env[variable]
  if (!url) throw new Error('no test server: it is started by the test run')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(url, (client) => client.query(`create database ${name} template ${template}`))
  return inDatabase(url, name)
}

/** A database without any schema at all. */
export const createEmptyDatabase = async (): Promise<string> => {
  const url = process.env[variable] ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(url, (client) => client.query(`create database ${name}`))
  return inDatabase(url, name)
}
