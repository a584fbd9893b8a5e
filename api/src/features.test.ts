import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Feature } from './feature.ts'
import { createKeys } from './features/identity/keys.ts'
import { createPersonalData } from './features/kyc/personal-data.ts'
import { documentKinds, features } from './features.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What runs, as it stands, without its comments. The judge of a cluster looks at everything from outside, and is no part of it. */
const sources = globSync(['{api,db,ledger,chain}/src/**/*.ts', 'scripts/*.ts'], { cwd: root })
  .filter((path) => !/\.test\.ts$|\/test-[^/]+$|^scripts\/cluster-/.test(path))
  .map((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return { path, text: text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '') }
  })

let db: Db
let tables: string[]
let views: string[]
/** Functions that files call, with their text. */
let functions: { name: string; text: string }[]
beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name as name, table_type as type from information_schema.tables
    where table_schema = 'public' order by 1`.execute(db)
  tables = rows.filter(({ type }) => type === 'BASE TABLE').map(({ name }) => name)
  views = rows.filter(({ type }) => type === 'VIEW').map(({ name }) => name)
  const found = await sql<{ name: string; text: string }>`
    select proname as name, prosrc as text from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`.execute(db)
  functions = found.rows
})
afterAll(() => db.destroy())

const declared = features.flatMap((feature) =>
  Object.entries(feature.tables).map(([table, personal]) => ({ feature, table, personal })),
)
const ownerOf = (table: string) => declared.find((each) => each.table === table)?.feature

/** Where the tables of a feature are written. */
const folderOf = ({ name, isEngine }: Feature) => (isEngine ? `api/src/${name}/` : `api/src/features/${name}/`)
const writingFolder = (feature: Feature) => (feature.package ? `${feature.package}/src/` : folderOf(feature))
/** Whose a file is: what a feature has in the api, and the package that writes its tables. */
const featureOf = (path: string) =>
  features.find((each) => path.startsWith(folderOf(each)) || path.startsWith(writingFolder(each)))

const wordsAfter = (text: string, ...patterns: RegExp[]) =>
  new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')))

const writtenIn = (text: string): Set<string> => {
  const written = wordsAfter(
    text,
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+(?:\.\w+)?)/gi,
    /\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g,
  )
  const called = functions.filter(({ name }) => new RegExp(`\\b${name}\\s*\\(`).test(text))
  // A function is not looked for in its own text again.
  for (const { text: body } of called) if (body !== text) for (const table of writtenIn(body)) written.add(table)
  return written
}

const readIn = (text: string): Set<string> =>
  wordsAfter(
    text,
    /\b(?:from|join|using)\s+(?:only\s+)?(\w+(?:\.\w+)?)/gi,
    /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?,\s+(\w+)/gi,
    /\b(?:selectFrom|innerJoin|leftJoin)\(\s*['"`](\w+)/g,
  )

test('each feature of the api has its folder and its place in the list', () => {
  const listed = features.filter(({ isEngine }) => !isEngine).map(({ name }) => name)
  expect(listed.toSorted()).toEqual(readdirSync(`${root}api/src/features`).toSorted())
})

test('each table of the database has one owner', () => {
  const owned = declared.map(({ table }) => table).filter((table) => !table.includes('.'))
  expect(owned.toSorted()).toEqual(tables)
})

test('a table is written by its owner alone', () => {
  const written = sources.flatMap(({ path, text }) => [...writtenIn(text)].map((table) => ({ path, table })))
  const known = written.filter(({ table }) => ownerOf(table))
  // A test that cannot read the code finds nothing wrong with it either.
  expect(new Set(known.map(({ table }) => table)).size).toBeGreaterThan(50)
  const strangers = known.filter(({ path, table }) => {
    const owner = ownerOf(table)
    return owner && !path.startsWith(writingFolder(owner))
  })
  expect(strangers).toEqual([])
})

test('whoever reads a table of somebody else says so, and nobody says so who does not', () => {
  const reads = sources.flatMap(({ path, text }) =>
    [...readIn(text)]
      .filter((name) => (ownerOf(name) || views.includes(name)) && ownerOf(name) !== featureOf(path))
      .map((name) => `${featureOf(path)?.name ?? path} reads ${name}`),
  )
  const said = features.flatMap(({ name, reads: others = [] }) => others.map((table) => `${name} reads ${table}`))
  expect([...new Set(reads)].toSorted()).toEqual(said.toSorted())
})

test('each table with a customer in it says what is exported of it, and what becomes of it when he is erased', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('customer', 'owner', 'caller', 'email')
    union select conrelid::regclass::text from pg_constraint where confrelid = 'customers'::regclass`.execute(db)
  const personal = rows.map(({ name }) => name).filter((name) => tables.includes(name))
  expect(personal.length).toBeGreaterThan(20)
  const silent = declared.filter((each) => each.personal === 'impersonal' && personal.includes(each.table))
  expect(silent.map(({ table }) => table)).toEqual([])
})

test('what is said to go with another table does so', async () => {
  const { rows } = await sql<{ table: string; with: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as with from pg_constraint
    where contype = 'f' and confdeltype = 'c'`.execute(db)
  for (const { table, personal } of declared) {
    if (personal === 'impersonal' || typeof personal.erased !== 'object' || !('with' in personal.erased)) continue
    expect(rows).toContainEqual({ table, with: personal.erased.with })
    expect(declared.find((each) => each.table === (personal.erased as { with: string }).with)?.personal).toMatchObject({
      erased: 'deleted',
    })
  }
})

test('what is sealed is named with its secret, so that it can be sealed anew', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and (column_name ~ 'sealed|secret|release_code' or (table_name, column_name) = ('withdrawals', 'address')) order by 1`.execute(
    db,
  )
  const using = { keys: createKeys(['a secret']), personalData: createPersonalData(['another']) }
  const keyed = features.flatMap((each) => each.keyed?.(using) ?? []).filter((each) => 'renew' in each)
  expect(keyed.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(rows.map(({ name }) => name))
})

test('each kind of document has a name and two or three capitals of its own, by which its numbers are told apart', () => {
  expect(documentKinds.length).toBeGreaterThan(0)
  for (const { name, prefix } of documentKinds) {
    expect(name).toMatch(/^[a-z][a-z-]{0,39}$/)
    expect(prefix).toMatch(/^[A-Z]{2,3}$/)
  }
  const [names, prefixes] = [documentKinds.map(({ name }) => name), documentKinds.map(({ prefix }) => prefix)]
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(prefixes).size).toBe(prefixes.length)
})
