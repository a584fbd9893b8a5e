import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createOperator } from '@ingot/api/features/people/operators'
import { connect } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { closingLines, type Outcome, readBrowserReport } from './browser-report.ts'
import { findChromium, findWindowless } from './chromium.ts'
import { missingPackages } from './cluster-packages.ts'
import { root } from './stack.ts'
import { startTemporaryStack } from './temporary-stack.ts'
import { runCommand } from './terminal.ts'

const results = join(root, 'test-results')

/** Hundreds of processes load the same code: what the first made of it, types taken out, the others read. */
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

type Run = (program: string, parameters: string[], env?: NodeJS.ProcessEnv, folder?: string) => Promise<boolean>

/** Runs our tools one after the other, and what they say goes to the terminal or into a file. */
const runInto =
  (output: 'inherit' | number): Run =>
  (program, parameters, env = {}, folder = root) =>
    new Promise((done) => {
      const child = spawn(process.execPath, [join(root, program), ...parameters], {
        cwd: folder,
        stdio: ['inherit', output, output],
        env: { ...process.env, ...env },
      })
      child.on('exit', (code) => done(code === 0))
    })

type Part = (run: Run) => Promise<Outcome>

/** Checks that are one thing each: it holds or it does not. */
const check =
  (...commands: [program: string, ...parameters: string[]][]): Part =>
  async (run) => {
    let failed = 0
    for (const [program, ...parameters] of commands) if (!(await run(program, parameters))) failed++
    return { passed: commands.length - failed, failed }
  }

const compiler = 'node_modules/typescript/bin/tsc'

/** Counts what a runner wrote down. A run that failed or counted nothing is a failure, whatever it wrote. */
const count = (file: string, ok: boolean, read: (report: never) => Outcome): Outcome => {
  const outcome = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : { passed: 0, failed: 0 }
  return { ...outcome, failed: outcome.failed || (ok && outcome.passed > 0 ? 0 : 1) }
}

const vitest =
  (...projects: string[]): Part =>
  async (run) => {
    const file = join(results, `${projects.join('-')}.json`)
    const parameters = [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const ok = await run('node_modules/vitest/vitest.mjs', parameters)
    return count(
      file,
      ok,
      ({ numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number }) => ({
        passed: numPassedTests,
        failed: numFailedTests,
      }),
    )
  }

/** Operators are made by a command only, so the journey of one begins here. */
const createTestOperator = async (databaseUrl: string) => {
  const operator = { email: 'operator@example.com', username: 'operator', password: 'green-harbour-at-night' }
  const db = connect(databaseUrl, { part: 'test', max: 1 })
  await createOperator(db, operator).finally(() => db.destroy())
  return operator
}

/** What comes by the clock comes sooner: the journeys that wait for it show the same in less time. */
const sooner = { JOB_POLL_SECONDS: '0.5', VERIFICATION_ASK_SECONDS: '3' }

const browser: Part = async (run) => {
  const [chromium, windowless] = [findChromium(), findWindowless()]
  const stack = await startTemporaryStack(console.log, sooner)
  const operator = await createTestOperator(stack.databaseUrl)
  const file = join(results, 'browser.json')
  const env = {
    CHROMIUM_PATH: chromium,
    WINDOWLESS_PATH: windowless,
    INGOT_PORTAL: stack.portal,
    INGOT_SANDBOX: stack.sandbox,
    INGOT_SMTP_PORT: String(stack.smtpPort),
    INGOT_DATABASE: stack.databaseUrl,
    INGOT_OWNER_DATABASE: stack.ownerUrl,
    INGOT_OPERATOR: `${operator.email} ${operator.password}`,
    // For the commands that those run who hold the keys.
    ...stack.chain,
    // For the journeys that go on while one of these does not.
    INGOT_CHAIN_WORKER_PID: String(stack.parts.get('chain')?.pid()),
    INGOT_JOB_WORKER_PID: String(stack.parts.get('worker')?.pid()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  }
  const ok = await run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=dot,json'],
    env,
  )
  await stack.stop()
  return count(file, ok, readBrowserReport)
}

/** The tests that are written in Solidity count as one; those around them as what they are. */
const contracts: Part = async (run) => {
  const around = await vitest('chain')(run)
  const ok = await run('node_modules/hardhat/dist/src/cli.js', ['test', 'solidity'], {}, join(root, 'chain'))
  return ok ? { ...around, passed: around.passed + 1 } : { ...around, failed: around.failed + 1 }
}

/** Short, and only where its packages are: a machine without them says so, and has neither passed nor failed it. */
const cluster: Part = async (run) => {
  const missing = missingPackages()
  if (missing) return { passed: 0, failed: 0, skipped: missing }
  return (await run('scripts/cluster.ts', ['test'])) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const parts: Record<string, Part> = {
  types: check([compiler, '-p', '.'], [compiler, '-p', 'e2e'], [compiler, '-p', 'web']),
  lint: check(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']),
  imports: check(['scripts/check-imports.ts'], ['scripts/check-places.ts']),
  'dead-code': check(['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors']),
  unit: vitest('unit', 'web', 'web-apart'),
  api: vitest('api', 'apart'),
  contracts,
  faults: vitest('fault'),
  browser,
  cluster,
}

/**
 * Lines of parts that are run beside each other, since one waits where the other works, and one such block after the other.
 * What is said in a line that has others beside it is shown when its part has ended.
 */
const blocks: string[][][] = [
  [['types', 'lint', 'imports', 'dead-code'], ['unit']],
  [['api']],
  [['contracts'], ['faults']],
  [['browser']],
  [['cluster']],
]

const runPart = async (name: string, isAlone: boolean) => {
  const file = join(results, `${name}.txt`)
  const output = isAlone ? 'inherit' : openSync(file, 'w')
  if (isAlone) console.log(`\n── ${name}`)
  const began = Date.now()
  const outcome = await parts[name]?.(runInto(output)).catch((error): Outcome => {
    console.error(error instanceof ProblemForPeople ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  if (!isAlone) console.log(`\n── ${name}\n${readFileSync(file, 'utf8')}`)
  return { name, passed: 0, failed: 1, ...outcome, seconds: (Date.now() - began) / 1000 }
}

await runCommand(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
  if (unknown)
    throw new ProblemForPeople(`There is no part ${unknown}. The parts are: ${Object.keys(parts).join(', ')}.`)
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })

  const began = Date.now()
  const outcomes: Awaited<ReturnType<typeof runPart>>[] = []
  for (const block of blocks) {
    const lines = block.map((names) => names.filter((name) => !wanted.length || wanted.includes(name)))
    const begun = lines.filter((names) => names.length)
    await Promise.all(
      begun.map(async (names) => {
        for (const name of names) outcomes.push(await runPart(name, begun.length === 1))
      }),
    )
  }
  console.log(`\n${closingLines(outcomes, (Date.now() - began) / 1000).join('\n')}`)
  process.exit(outcomes.some(({ failed }) => failed) ? 1 : 0)
})
