import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Role } from '@ingot/endpoints/roles'
import pg from 'pg'
import { type PersonInTest, stackOfRun } from './people.ts'

// The processes behind the portal, for journeys that go on while one of them does not.

const freezeTries = 100

type StackPart = { setting: string; connections: readonly string[] }

/** What brings transfers to the chain, and deposits from it. */
export const chainWorker: StackPart = { setting: 'INGOT_CHAIN_WORKER_PID', connections: ['ingot-chain'] }

/** What does the jobs: it writes the mails. */
export const jobWorker: StackPart = { setting: 'INGOT_JOB_WORKER_PID', connections: ['ingot-worker', 'ingot-jobs'] }

const signal = ({ setting }: StackPart, name: NodeJS.Signals) => {
  const pid = Number(process.env[setting])
  if (!Number.isInteger(pid) || pid < 2) throw new Error(`${setting} does not name a process`)
  process.kill(pid, name)
}

const isAtRest = async ({ connections }: StackPart): Promise<boolean> => {
  const client = new pg.Client({ connectionString: stackOfRun.database })
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity where application_name = any($1) and state <> 'idle'`,
    [connections],
  )
  await client.end()
  return rowCount === 0
}

/** Lets a part stand still, between two of its transactions: inside one it would keep its locks from all the others. */
export const freeze = async (part: StackPart): Promise<void> => {
  for (let tries = 0; tries < freezeTries; tries++) {
    signal(part, 'SIGSTOP')
    if (await isAtRest(part)) return
    signal(part, 'SIGCONT')
  }
  throw new Error(`${part.setting} was never at rest`)
}

export const wake = (part: StackPart) => signal(part, 'SIGCONT')

/** As a failing machine would: without a word. The supervisor starts another one. */
export const kill = (part: StackPart) => signal(part, 'SIGKILL')

const runCommand = async (name: string, parameters: string[] = []): Promise<string> => {
  const env = { ...process.env, DATABASE_URL: stackOfRun.database }
  const command = join(import.meta.dirname, `../scripts/${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...parameters], { env })
  return stdout
}

/** What `npm run reconcile` says about this stack. */
export const reconciled = () => runCommand('reconcile')

/** What is said once the vault was published anew. */
export const attested = () => runCommand('chain', ['attest'])

/** What those do who hold the keys of attestor and issuer, when a tranche was issued in the books. */
export const attestAndMint = async (): Promise<void> => {
  await runCommand('chain', ['attest'])
  await runCommand('chain', ['mint'])
}

/** As `npm run operator:create` does, which makes up the password. */
export const createOperator = async (
  { email, username }: PersonInTest,
  roles: readonly Role[] = ['Owner'],
): Promise<PersonInTest> => {
  const named = roles.flatMap((role) => ['--role', role])
  const told = await runCommand('operator', ['--email', email, '--username', username, ...named])
  return { email, username, password: /the password (\S+)/.exec(told)?.[1] ?? '' }
}
