import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, median } from './bench.ts'

const runs = 3
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const largestFirstLoad = 175
const largestRouteChange = 60
/** Where visitors begin. */
const paths = ['/', '/signin']
const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'

type Category = keyof typeof aims
type Report = {
  /** How quick the machine was just then, to which the score of performance is relative: a fast desktop has 1,500 to 2,000. */
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number }>
  audits: Record<string, { details: { items: { resourceType: string; transferSize: number }[] } }>
}

const execute = promisify(execFile)

/** Now and then the browser loses the beginning of its recording. Then there is no measurement yet, good or bad. */
const record = async (command: string[], env: NodeJS.ProcessEnv, triesLeft = 2): Promise<unknown> =>
  execute(process.execPath, command, { env }).catch((error) => {
    if (triesLeft === 0 || !String(error.stderr).includes('NO_NAVSTART')) throw error
    return record(command, env, triesLeft - 1)
  })

const audit = async (root: string, url: string, chromium: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'ingot-lighthouse-')), 'report.json')
  const program = join(root, 'node_modules/lighthouse/cli/index.js')
  const parameters = [
    url,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    `--chrome-flags=${flags}`,
    `--only-categories=${Object.keys(aims).join(',')}`,
  ]
  await record([program, ...parameters], { ...process.env, CHROME_PATH: chromium })
  const { environment, categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const scores = Object.fromEntries(
    Object.keys(aims).map((name) => [name, Math.round(categories[name as Category].score * 100)]),
  )
  const loaded = audits['network-requests']?.details.items ?? []
  const bytes = loaded
    .filter(({ resourceType }) => ['Script', 'Stylesheet'].includes(resourceType))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    ...(scores as Record<Category, number>),
    firstLoadKilobytes: bytes / 1000,
    benchmarkIndex: environment.benchmarkIndex,
  }
}

type Round = Awaited<ReturnType<typeof audit>>

const summaryOf = (path: string, rounds: readonly Round[]) => {
  const middle = (name: Category) => median(rounds.map((round) => round[name]))
  const size = median(rounds.map((round) => round.firstLoadKilobytes))
  const reached = Object.entries(aims).every(([name, least]) => middle(name as Category) >= least)
  return {
    performance: middle('performance'),
    words: `${path}: accessibility ${middle('accessibility')}, best practices ${middle('best-practices')}, SEO ${middle('seo')}, first load ${size.toFixed(1)} kB`,
    ok: reached && size > 0 && size <= largestFirstLoad,
  }
}

/** Lighthouse on a phone, on the production build of the pages a visitor begins at; and what one more page costs. */
export const web: Bench = async ({ root, portal, chromium, routeChange, say }) => {
  const rounds: ({ path: string } & Round)[] = []
  for (const path of paths)
    for (let run = 1; run <= runs; run++) {
      const round = { path, ...(await audit(root, `${portal}${path}`, chromium())) }
      rounds.push(round)
      say(`${path}, run ${run}: ${JSON.stringify(round)}`)
    }
  const more = await routeChange()
  say(`route change: ${more.toFixed(1)} kB`)
  const summaries = paths.map((path) => {
    const own = rounds.filter((round) => round.path === path)
    return summaryOf(path, own)
  })
  return {
    value: Math.min(...summaries.map(({ performance }) => performance)),
    unit: `points at least (${summaries.map(({ words }) => words).join('; ')}; route change ${more.toFixed(1)} kB)`,
    aim: `≥ ${aims.performance} (100, 100, 100, ≤ ${largestFirstLoad} kB; route change ≤ ${largestRouteChange} kB)`,
    ok: summaries.every(({ ok }) => ok) && more > 0 && more <= largestRouteChange,
    rounds: [...rounds, { routeChangeKilobytes: more }],
  }
}
