import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { linkPackages } from './copied-house.ts'
import { root } from './stack.ts'

const house = mkdtempSync(join(tmpdir(), 'ingot-example-'))
afterAll(() => rmSync(house, { recursive: true, force: true }))

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
/** The code of the page, by the file that it is for. */
const files = [...page.matchAll(/^```(?:tsx?|sql) (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))

/** The lists that it is added to: where, and what is imported from where. */
const lists = [
  { path: 'endpoints/src/all.ts', import: `import * as wishes from './wishes.ts'` },
  { path: 'api/src/features.ts', import: `import { wishes } from './features/wishes/feature.ts'` },
  { path: 'web/src/app/features.ts', import: `import { wishes } from '../features/wishes/feature.ts'` },
]

/** The same sources and packages, where something may be added to them. */
const copyHouse = () => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of sources.trim().split('\n')) cpSync(join(root, path), join(house, path))
  linkPackages(house)
}

const run = (program: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', program), ...parameters], {
    cwd: house,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
  })
  return { status, told: status === 0 ? '' : stdout + stderr }
}
const good = { status: 0, told: '' }

test('a feature that is built from CONTRIBUTING works, and touches three files of others', () => {
  copyHouse()
  const strangers = files.filter(
    ({ path }) => !/\/wishes(\/[\w.-]+|\.ts)$|^db\/migrations\/\d+-wishes\.sql$/.test(path),
  )
  expect([files.length > 10, strangers]).toEqual([true, []])
  for (const { path, text } of files) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  for (const list of lists) {
    const before = readFileSync(join(house, list.path), 'utf8')
    const named = before.replace(/((?:modules|features\b[^=\n]*) = \[[^\]]*?),?\s*\]/, '$1, wishes]')
    expect(named).not.toBe(before)
    writeFileSync(join(house, list.path), `${list.import}\n${named}`)
  }
  expect(run('typescript/bin/tsc', '-p', '.')).toEqual(good)
  expect(run('typescript/bin/tsc', '-p', 'web')).toEqual(good)
  const tests = ['api/src/features/wishes/wishes.test.ts', 'api/src/features.test.ts', 'scripts/states.fault.test.ts']
  expect(run('vitest/vitest.mjs', 'run', '--project=api', '--project=fault', ...tests)).toEqual(good)
  expect(run('vitest/vitest.mjs', 'run', '--project=web', 'src/app/features.test.ts')).toEqual(good)
})
