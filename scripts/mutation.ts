import { spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { connect } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { sql } from 'kysely'
import { setup as startDatabase } from '../vitest.database.ts'
import { root } from './stack.ts'
import { askedToStop, runCommand } from './terminal.ts'

/** Where a mistake costs money. Each is changed by itself, and only its own tests may notice. */
const packages = ['money', 'ledger']
const results = join(root, 'test-results/mutation')
const copy = join(results, 'copy')
const config = join(root, 'stryker.config.json')
const aim: number = JSON.parse(readFileSync(config, 'utf8')).thresholds.break

/** Every test run makes databases of its own; the latest may be in use, the others only take space. */
const databasesKept = 40
const tidyEvery = 10_000

/** Without types, in the same lines: Stryker skips what stands before an `as`, and tables of rules end in `as const`. */
const copySources = () => {
  rmSync(results, { recursive: true, force: true })
  for (const folder of ['db', ...packages])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.fault.test.ts') && !path.endsWith('node_modules'),
    })
  cpSync(new URL('../vitest.mutation.config.ts', import.meta.url), join(copy, 'vitest.mutation.config.ts'))
  for (const file of globSync(`{${packages}}/src/**/*.ts`, { cwd: copy }))
    writeFileSync(join(copy, file), stripTypeScriptTypes(readFileSync(join(copy, file), 'utf8')))
}

const tidyDatabases = (url: string) => {
  const db = connect(url, { part: 'mutation', max: 1 })
  const tidy = async () => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where datname like 'test\\_%'
      order by oid desc offset ${databasesKept}`.execute(db)
    // One that is still in use refuses to go, and is asked again next time.
    for (const { name } of rows) await sql`drop database ${sql.id(name)}`.execute(db).catch(() => undefined)
  }
  const timer = setInterval(() => void tidy().catch(() => undefined), tidyEvery)
  return async () => {
    clearInterval(timer)
    await db.destroy()
  }
}

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/** The share of changes that a test noticed. What broke before any test ran is not counted. */
const scoreOf = ({ files }: Report): number => {
  const outcomes = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...wanted: string[]) => outcomes.filter((status) => wanted.includes(status)).length
  if (count('Ignored', 'Pending'))
    throw new ProblemForPeople('Some changes were left out. All of them are to be tried.')
  const noticed = count('Killed', 'Timeout')
  return (100 * noticed) / (noticed + count('Survived', 'NoCoverage'))
}

const stopped = askedToStop()

const mutate = async (name: string): Promise<number> => {
  console.log(`\n── ${name}`)
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      ...['run', config, '--mutate', `${name}/src/**/*.ts,!**/*.test.ts,!**/test-*.ts`],
    ],
    { cwd: copy, stdio: 'inherit', env: { ...process.env, INGOT_MUTATION: name } },
  )
  void stopped.then(() => child.kill())
  await new Promise((done) => child.on('exit', done))
  if (!existsSync(join(copy, 'report.json')))
    throw new ProblemForPeople(`The run over ${name} did not come to its end: the lines above say why.`)
  for (const kind of ['json', 'html']) renameSync(join(copy, `report.${kind}`), join(results, `${name}.${kind}`))
  return scoreOf(JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')))
}

// Changes the rules in a copy, one small change at a time, and asks whether a test notices.
await runCommand(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !packages.includes(name))
  if (unknown) throw new ProblemForPeople(`There is no ${unknown}. There are: ${packages.join(', ')}.`)
  copySources()

  // One server for all, started here: a runner that hangs is killed, and would leave its own behind.
  const stopDatabase = await startDatabase()
  const stopTidying = tidyDatabases(process.env.INGOT_TEST_DATABASE_OWNER ?? '')
  const scores: [string, number][] = []
  try {
    for (const name of packages.filter((each) => !wanted.length || wanted.includes(each)))
      scores.push([name, await mutate(name)])
  } finally {
    await stopTidying()
    await stopDatabase()
    rmSync(copy, { recursive: true, force: true })
  }
  const ok = scores.every(([, score]) => score >= aim)
  const said = scores.map(([name, score]) => `${name} ${score.toFixed(2)} %`).join(', ')
  console.log(`\nThe reports are in ${relative(root, results)}.`)
  console.log(`Mutation score: ${said}; aim ${aim} % each, ${ok ? 'ok' : 'short'}`)
  process.exit(ok ? 0 : 1)
})
