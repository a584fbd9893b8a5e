import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { grantRights } from './running-role.ts'

/** The environment variables by which test files find the server of the run: as what runs, and as its owner. */
const variables = { running: 'INGOT_TEST_DATABASE', owner: 'INGOT_TEST_DATABASE_OWNER' }
export const testServerVariables = Object.values(variables)
const template = 'ingot_template'

const onServer = async (url: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

const inDatabase = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

const find = (variable: string) => {
  const url = process.env[variable]
  if (!url) throw new Error('no test server: it is started by the test run')
  return url
}

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
    ownerPassword: randomBytes(12).toString('hex'),
    settings,
  })
  await onServer(server.ownerUrl, (client) => client.query(`create database ${template}`))
  await migrate(inDatabase(server.ownerUrl, template), { runningUrl: server.url })
  process.env[variables.running] = server.url
  process.env[variables.owner] = server.ownerUrl
  return {
    folder: join(folder, 'postgres'),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A fresh database with the newest schema and nothing in it, as the processes see it: not as its owner. */
export const createTestDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(find(variables.owner), (client) => client.query(`create database ${name} template ${template}`))
  return inDatabase(find(variables.running), name)
}

/** A test database as it is at this moment. Whoever is connected to it loses the connection, and gets another one. */
export const copyTestDatabase = async (url: string): Promise<string> => {
  const [name, source] = [`test_${randomBytes(8).toString('hex')}`, new URL(url).pathname.slice(1)]
  await onServer(find(variables.running), (client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [source],
    ),
  )
  await onServer(find(variables.owner), (client) => client.query(`create database ${name} template ${source}`))
  return inDatabase(find(variables.running), name)
}

/** A database without any schema at all, as its owner sees it. */
export const createEmptyDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(find(variables.owner), (client) => client.query(`create database ${name}`))
  return inDatabase(find(variables.owner), name)
}

/** The same test database, for its owner. */
export const asOwner = (url: string): string => inDatabase(find(variables.owner), new URL(url).pathname.slice(1))

/** The same test database, for the processes. */
export const asRunning = (url: string): string => inDatabase(find(variables.running), new URL(url).pathname.slice(1))

/** What only an owner may do, such as making a table that a test writes into. The running role gets its rights to it. */
export const runAsOwner = (ownerUrl: string, text: string) =>
  onServer(ownerUrl, async (client) => {
    await client.query(text)
    await grantRights(client, 'ingot')
  })
