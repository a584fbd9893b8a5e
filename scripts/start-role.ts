import { version } from '@ingot/api/version'
import { connect, waitUntilReachable } from '@ingot/db/connect'
import { migrate, refuseUnmigrated } from '@ingot/db/migrate'
import { databaseProblem } from '@ingot/db/outside'
import { ProblemForPeople } from '@ingot/db/problem'
import { startPart } from './part.ts'
import { entries, type RunningRole, settingsOf } from './roles.ts'
import { askedToStop, step } from './terminal.ts'

const isRunningRole = (role: string): role is RunningRole => Object.hasOwn(entries, role)

/** One role of the house and nothing else: its database, and whatever it asks, are somewhere already. */
export const startRole = async (role: string) => {
  const { env } = process
  if (role !== 'migrate' && !isRunningRole(role))
    throw new ProblemForPeople(
      `There is no role ${role}. Start api, worker, chain or migrate, or everything by naming none.`,
    )
  const { DATABASE_URL } = env
  if (!DATABASE_URL) throw new ProblemForPeople(`DATABASE_URL must be set to start ${role} alone.`)
  console.log(`Ingot ${version}, ${role}`)
  if (role === 'migrate') return migrateAlone(DATABASE_URL, env)
  const stopRequest = askedToStop()
  await checkMigrated(DATABASE_URL)
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<Error>()
  const part = await startPart({
    name: role,
    entry: entries[role],
    env: { ...settingsOf(role, env), ...(role === 'api' && (await pagesOf(env))) },
    // Whoever started one role keeps its log.
    logs: undefined,
    restarts: true,
    onGivenUp: breakDown,
  })
  step(`${role} is running${part.about.port ? ` at port ${part.about.port}` : ''}`)
  const problem = await Promise.race([stopRequest, broken])
  await part.stop()
  step('stopped')
  if (problem) throw problem
  process.exit(0)
}

/** The built web. Several that start from one folder at once are given it as INGOT_WEB: they would build over one another. */
const pagesOf = async ({ INGOT_WEB }: NodeJS.ProcessEnv) => ({
  INGOT_WEB: INGOT_WEB || (await (await import('./web-build.ts')).buildWeb(step)),
})

/** As the owner, past a pooler: the lock that keeps two of these apart belongs to a session. */
const migrateAlone = async (databaseUrl: string, env: NodeJS.ProcessEnv) => {
  const { NODE_ENV, DATABASE_OWNER_URL, DATABASE_DIRECT_URL } = env
  const ownerUrl = DATABASE_OWNER_URL || DATABASE_DIRECT_URL || databaseUrl
  const problem = NODE_ENV === 'production' && databaseProblem(ownerUrl)
  if (problem) throw new ProblemForPeople(`The configuration is not right: the owner's address ${problem}.`)
  const applied = await migrate(ownerUrl, { runningUrl: databaseUrl })
  step(applied.length ? `database migrated: ${applied.join(', ')}` : 'database up to date')
}

const checkMigrated = async (url: string) => {
  const db = connect(url, { part: 'start', max: 1 })
  try {
    await waitUntilReachable(db)
    await refuseUnmigrated(db)
  } finally {
    await db.destroy()
  }
}
