import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pathPattern, routeTable } from './route-table.ts'

const matches = (path: string, address: string) => new RegExp(pathPattern(path), 'i').test(address)

it('can be read by plain Node, without a build', () => {
  const script = `import('${join(import.meta.dirname, 'route-table.ts')}').then((m) => console.log(m.routeTable.length))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(Number(output)).toBe(routeTable.length)
})

it('has one page for everything else', () => {
  expect(routeTable.filter(({ path }) => path === '*')).toMatchObject([{ page: 'not-found' }])
})

it('gives every route a sample address of its own', () => {
  for (const { path, sample } of routeTable) if (path !== '*') expect(matches(path, sample), path).toBe(true)
  expect(new Set(routeTable.map(({ sample }) => sample)).size).toBe(routeTable.length)
})

it.each([
  ['/', '/', true],
  ['/', '/x', false],
  ['/test', '/TEST/', true],
  ['/test', '/test/more', false],
  ['/a/:id', '/a/7', true],
  ['/a/:id', '/a', false],
  ['/a/:id?', '/a', true],
  ['/a/:id?/:part?', '/a/7/8', true],
])('the path %s matches the address %s: %s', (path, address, expected) => {
  expect(matches(path, address)).toBe(expected)
})
