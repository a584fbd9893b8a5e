import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from '../test-api.ts'
import { createJobMeter } from './meters.ts'
import { openMetrics } from './open.ts'
import { scrape } from './test-scrape.ts'

const read = (file: string) => readFileSync(new URL(`../../../docs/monitoring/${file}`, import.meta.url), 'utf8')

/** What is told under a name: its kind, its labels and what they say. */
type Told = { type: string; labels: Map<string, Set<string>> }
const told = new Map<string, Told>()

let stop: () => Promise<void>
beforeAll(async () => {
  const api = await createTestApi({ env: { METRICS_PORT: '0' }, replicaOf: (url) => url })
  const meter = createJobMeter()
  meter.of('some-mail').took(1)
  const worker = await openMetrics('worker', api, [meter.read])
  for (const port of [api.metrics?.port, worker?.port]) {
    const { types, told: lines } = await scrape(port)
    for (const [name, type] of types) told.set(name, { type, labels: told.get(name)?.labels ?? new Map() })
    for (const { name, labels } of lines)
      for (const [label, value] of Object.entries(labels)) {
        const known = told.get(nameOf(name))?.labels
        known?.set(label, (known.get(label) ?? new Set()).add(value))
      }
  }
  stop = async () => {
    await worker?.stop()
    await api.close()
  }
})
afterAll(() => stop())

/** A histogram is told in three kinds of lines. */
const nameOf = (line: string) => {
  const base = line.replace(/_(bucket|sum|count)$/, '')
  return told.get(base)?.type === 'histogram' ? base : line
}

/** What Prometheus itself adds to every line. */
const ofTarget = ['job', 'instance']

type Rule = { expr: string; words: string }

const dashboard = JSON.parse(read('ingot-dashboard.json'))
type Panel = { id: number; title: string; type: string; targets?: { expr: string; legendFormat: string }[] }
const panels: Panel[] = dashboard.panels
const asked: Rule[] = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    expr,
    words: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, '{{ $labels.$1 }}'),
  })),
)

/** Rules stand in a plain form, each of its lines under the name of the alarm. */
const rules = read('ingot-alarms.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
const lineOf = (rule: string, key: string) => new RegExp(`^ +${key}: (.+)$`, 'm').exec(rule)?.[1] ?? ''
const alarms: Rule[] = rules.map((rule) => ({ expr: lineOf(rule, 'expr'), words: rule }))

test('the tables name every metric that is told, with its kind and its labels, and no other', () => {
  const rows = [...read('README.md').matchAll(/^\| `([a-z0-9_]+)` +\| (counter|gauge|histogram) +\| ([^|]*) \|/gm)]
  const listed = rows.map(([, name, type, labels = '']) => [name, type, (labels.match(/\w+/g) ?? []).toSorted()])
  const found = [...told].map(([name, { type, labels }]) => [
    ...[name, type],
    [...labels.keys()].filter((label) => label !== 'le').toSorted(),
  ])
  expect(listed.toSorted()).toEqual(found.toSorted())
})

test('the dashboard has panels for house, HTTP, jobs, chain, database and process, and shows every metric', () => {
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  expect(rows).toEqual(['House', 'HTTP', 'Jobs', 'Chain', 'Database', 'Process'])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, type, targets } of panels)
    expect([title, type === 'row' || !!targets?.length]).toEqual([title, true])
  const shown = new Set(asked.flatMap(({ expr }) => metricsIn(expr).map(({ name }) => nameOf(name))))
  expect([...told.keys()].filter((name) => !shown.has(name))).toEqual([])
})

test('every alarm has a name of its own, an expression, a severity, a sentence, and what to do', () => {
  expect(rules.length).toBeGreaterThan(15)
  const names = rules.map((rule) => /^\w+/.exec(rule)?.[0] ?? '')
  expect(new Set(names).size).toBe(names.length)
  for (const rule of rules) {
    expect(lineOf(rule, 'expr')).not.toBe('')
    expect(lineOf(rule, 'labels')).toMatch(/^\{ severity: (critical|warning) \}$/)
    for (const key of ['summary', 'what_to_do']) expect(lineOf(rule, key)).toMatch(/^".+\."$|^".+\?"$/)
  }
})

const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b((?:ingot|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: [...matchers.matchAll(/(\w+)(=|!=)"([^"]*)"/g)].map(([, label = '', , value = '']) => ({ label, value })),
  }))

test('dashboard and alarms ask only for what is told, by labels and values that are there', () => {
  const wrong = [...asked, ...alarms].flatMap(({ expr, words }) => {
    const metrics = metricsIn(expr)
    if (metrics.length === 0) return [`${expr} asks for nothing`]
    const labels = new Set([
      ...metrics.flatMap(({ name }) => [...(told.get(nameOf(name))?.labels.keys() ?? [])]),
      ...ofTarget,
    ])
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
    const spoken = [...words.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
    // What is taken together has lost the labels it is not taken together by.
    const left = /^(sum|min|max|count)\(|^histogram_quantile/.test(expr) || grouped.length ? new Set(grouped) : labels
    return [
      ...metrics
        .filter(({ name }) => name !== 'up' && !told.has(nameOf(name)))
        .map(({ name }) => `${name} is not told`),
      ...grouped.filter((label) => !labels.has(label)).map((label) => `${expr}: no label ${label}`),
      ...spoken.filter((label) => !left.has(label)).map((label) => `${expr}: ${label} is not left to speak of`),
      ...metrics.flatMap(({ name, matchers }) =>
        matchers
          .filter(
            ({ label, value }) => !ofTarget.includes(label) && !told.get(nameOf(name))?.labels.get(label)?.has(value),
          )
          .map(({ label, value }) => `${name} has no ${label} ${value}`),
      ),
    ]
  })
  expect(wrong).toEqual([])
})
