import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
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

/**
 * Lighthouse makes the processor four times as slow, which makes the phone that it means out of a fast desktop. How quick that
 * phone is in Lighthouse's own measure is what Chrome calibrates its throttling by; so a slow machine is slowed down less.
 */
const phoneIndex = 264
const usualSlowdown = 4

type Category = keyof typeof aims
type Report = {
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

/** Loads the page once, as quickly as this machine does, and keeps what was seen. */
const gather = async (root: string, url: string, chromium: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-lighthouse-'))
  const run = async (...parameters: string[]) =>
    record(
      [
        join(root, 'node_modules/lighthouse/cli/index.js'),
        ...[url, '--quiet', `--chrome-flags=${flags}`, `--only-categories=${Object.keys(aims).join(',')}`],
        ...parameters,
      ],
      { ...process.env, CHROME_PATH: chromium },
    )
  await run(`--gather-mode=${folder}`)
  const kept = join(folder, 'artifacts.json')
  const artifacts = JSON.parse(readFileSync(kept, 'utf8')) as {
    BenchmarkIndex: number
    settings: { throttling: { cpuSlowdownMultiplier: number } }
  }
  /** What the page would be on a processor so many times as slow. It is reckoned from what was seen: nothing is loaded again. */
  const reportAt = async (slowdown: number): Promise<Report> => {
    artifacts.settings.throttling.cpuSlowdownMultiplier = slowdown
    writeFileSync(kept, JSON.stringify(artifacts))
    const file = join(folder, `report-${slowdown}.json`)
    await run(
      `--audit-mode=${folder}`,
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      ...['--output=json', `--output-path=${file}`],
    )
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  }
  return { benchmarkIndex: artifacts.BenchmarkIndex, reportAt }
}

const scoreOf = ({ categories }: Report, name: Category) => Math.round(categories[name].score * 100)

const roundOf = async ({ benchmarkIndex, reportAt }: Awaited<ReturnType<typeof gather>>, slowdown: number) => {
  const report = await reportAt(slowdown)
  const scores = Object.fromEntries(Object.keys(aims).map((name) => [name, scoreOf(report, name as Category)]))
  const loaded = report.audits['network-requests']?.details.items ?? []
  const bytes = loaded
    .filter(({ resourceType }) => ['Script', 'Stylesheet'].includes(resourceType))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    ...(scores as Record<Category, number>),
    performanceAtFour: scoreOf(await reportAt(usualSlowdown), 'performance'),
    firstLoadKilobytes: bytes / 1000,
    benchmarkIndex,
  }
}

type Round = Awaited<ReturnType<typeof roundOf>>

const summaryOf = (path: string, rounds: readonly Round[]) => {
  const middle = (name: Category | 'performanceAtFour') => median(rounds.map((round) => round[name]))
  const size = median(rounds.map((round) => round.firstLoadKilobytes))
  const reached = Object.entries(aims).every(([name, least]) => middle(name as Category) >= least)
  return {
    performance: middle('performance'),
    words: `${path}: performance ${middle('performance')}, slowed down four times ${middle('performanceAtFour')}, accessibility ${middle('accessibility')}, best practices ${middle('best-practices')}, SEO ${middle('seo')}, first load ${size.toFixed(1)} kB`,
    ok: reached && size > 0 && size <= largestFirstLoad,
  }
}

/** Lighthouse on a phone, on the production build of the pages a visitor begins at; and what one more page costs. */
export const web: Bench = async ({ root, portal, chromium, routeChange, say }) => {
  const seen = []
  for (const path of paths)
    for (let run = 1; run <= runs; run++) seen.push({ path, ...(await gather(root, `${portal}${path}`, chromium())) })
  const index = median(seen.map(({ benchmarkIndex }) => benchmarkIndex))
  const slowdown = Math.max(1, index / phoneIndex)
  say(`this machine has an index of ${index.toFixed(0)}: it is slowed down ${slowdown.toFixed(2)} times to be a phone`)
  const rounds: ({ path: string } & Round)[] = []
  for (const { path, ...one } of seen) {
    const round = { path, ...(await roundOf(one, slowdown)) }
    rounds.push(round)
    say(`${path}: ${JSON.stringify(round)}`)
  }
  const more = await routeChange()
  say(`route change: ${more.toFixed(1)} kB`)
  const summaries = paths.map((path) => {
    const own = rounds.filter((round) => round.path === path)
    return summaryOf(path, own)
  })
  return {
    value: Math.min(...summaries.map(({ performance }) => performance)),
    unit: `points at least on a phone, as which the machine is slowed down ${slowdown.toFixed(2)} times (${summaries.map(({ words }) => words).join('; ')}; route change ${more.toFixed(1)} kB)`,
    aim: `≥ ${aims.performance} (100, 100, 100, ≤ ${largestFirstLoad} kB; route change ≤ ${largestRouteChange} kB)`,
    ok: summaries.every(({ ok }) => ok) && more > 0 && more <= largestRouteChange,
    rounds: [...rounds, { slowdown, routeChangeKilobytes: more }],
  }
}
