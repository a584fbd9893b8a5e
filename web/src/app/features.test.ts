import { activityKinds } from '@ingot/endpoints/account'
import { allEndpoints } from '@ingot/endpoints/all'
import { expect, it } from 'vitest'
import { consoleFiles } from './console/console-routes.ts'
import { activityWords, features } from './features.ts'
import { firstFiles, firstPages } from './first-pages.ts'
import { portalFiles } from './portal-routes.ts'
import { routeTable } from './route-table.ts'

const pageFiles = { ...firstFiles, ...portalFiles, ...consoleFiles }

const basename = (path: string) => path.split('/').at(-1)
const keysOf = (of: 'movements' | 'activities') => features.flatMap((feature) => Object.keys(feature[of] ?? {}))

it('has a route for every page, and every page in a file of its own', () => {
  const named = new Set(routeTable.map(({ page }) => `${page}-page.tsx`))
  expect(Object.keys(pageFiles).map(basename).toSorted()).toEqual([...named].toSorted())
})

it('begins with two pages, which its features have as well', () => {
  expect(firstPages.map(({ path }) => path)).toEqual(['/', '/signin'])
  expect(firstPages.filter((page) => !routeTable.includes(page))).toEqual([])
})

it('finds one export in the file of a page', async () => {
  const exports = await Promise.all(Object.values(pageFiles).map(async (load) => Object.keys(await load())))
  expect(exports.filter(({ length }) => length !== 1)).toEqual([])
  // All pages there are, read by one process.
}, 90_000)

it('has words for every kind of activity', () => {
  expect(Object.keys(activityWords).toSorted()).toEqual([...activityKinds].toSorted())
})

it.each([
  ['path', routeTable.map(({ path }) => path.toLowerCase())],
  ['type of movement', keysOf('movements')],
  ['kind of activity', keysOf('activities')],
  ['call', features.flatMap(({ resumes = [] }) => resumes)],
])('leaves no %s to two features', (_what, said) => {
  expect(said).toEqual([...new Set(said)])
})

it('has a file that asks for what was interrupted, where it says so', () => {
  const files = Object.keys(import.meta.glob('../features/*/transactions.ts'))
  const named = features.flatMap(({ name, resumes }) => (resumes ? [`../features/${name}/transactions.ts`] : []))
  expect(files.toSorted()).toEqual(named.toSorted())
})

it('asks for the result of calls only that may be sent twice', () => {
  const safe = allEndpoints.filter(({ idempotent }) => idempotent).map(({ name }) => name)
  expect(safe).toEqual(expect.arrayContaining(features.flatMap(({ resumes = [] }) => [...resumes])))
})
