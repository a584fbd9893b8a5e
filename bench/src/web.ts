import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, median } from './bench.ts'

const runs = 3
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const largestFirstLoad = 165
const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'

type Category = keyof typeof aims
type Report = {
  categories: Record<Category, { score: number }>
  audits: Record<string, { details: { items: { resourceType: string; transferSize: number }[] } }>
}

const execute = promisify(execFile)

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
  await execute(process.execPath, [program, ...parameters], { env: { ...process.env, CHROME_PATH: chromium } })
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const scores = Object.fromEntries(
    Object.keys(aims).map((name) => [name, Math.round(categories[name as Category].score * 100)]),
  )
  const loaded = audits['network-requests']?.details.items ?? []
  const bytes = loaded
    .filter(({ resourceType }) => ['Script', 'Stylesheet'].includes(resourceType))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { ...(scores as Record<Category, number>), firstLoadKilobytes: bytes / 1000 }
}

/** Lighthouse on a phone, on the production build of the signed-out home page. */
export const web: Bench = async ({ root, portal, chromium, say }) => {
  const rounds: Awaited<ReturnType<typeof audit>>[] = []
  for (let run = 1; run <= runs; run++) {
    const round = await audit(root, `${portal}/`, chromium())
    rounds.push(round)
    say(`run ${run}: ${JSON.stringify(round)}`)
  }
  const middle = (name: Category) => median(rounds.map((round) => round[name]))
  const size = median(rounds.map((round) => round.firstLoadKilobytes))
  const reached = Object.entries(aims).every(([name, least]) => middle(name as Category) >= least)
  return {
    value: middle('performance'),
    unit: `points (accessibility ${middle('accessibility')}, best practices ${middle('best-practices')}, SEO ${middle('seo')}, first load ${size.toFixed(1)} kB)`,
    aim: `≥ ${aims.performance} (100, 100, 100, ≤ ${largestFirstLoad} kB)`,
    ok: reached && size > 0 && size <= largestFirstLoad,
    rounds,
  }
}
