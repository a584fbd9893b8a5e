import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from '../../test-api.ts'
import { parseText } from './rules.ts'
import { publishTexts } from './service.ts'

let api: Awaited<ReturnType<typeof createTestApi>>
const readOurs = (name: string) => readFile(new URL(`../../../texts/${name}.md`, import.meta.url), 'utf8')
const file = (version: string, published: string, words = 'Words.') =>
  `title: Terms\nversion: ${version}\npublished: ${published}\n\n## One\n\n${words}\n`

beforeAll(async () => {
  api = await createTestApi()
  await publishTexts(api.db, readOurs, 'Aurum')
})
afterAll(() => api.close())

test('a visitor reads the terms with their title, version and date, in the name of the service', async () => {
  const answer = await api.app.inject('/api/texts/term-conditions')
  expect(answer.statusCode).toBe(200)
  const { data } = answer.json()
  expect(data).toMatchObject({
    name: 'term-conditions',
    title: 'Terms and conditions',
    version: '1.0',
    publishedOn: '2026-11-01',
  })
  expect(data.sections[0]).toMatchObject({ heading: 'What these terms are' })
  expect(answer.body).toContain('between you and Aurum')
  expect(answer.body).not.toContain('{{brand}}')
})

test('publishing the same texts again changes nothing; changing one needs a new version', async () => {
  await publishTexts(api.db, readOurs, 'Aurum')
  const changed = publishTexts(
    api.db,
    async (name) => (await readOurs(name)).replace('one account', 'two accounts'),
    'Aurum',
  )
  await expect(changed).rejects.toThrow(
    'term-conditions was changed without a new version: 1.0 is published and stays as it is.',
  )
})

test('a version of tomorrow is not shown today, the newest one of the past is', async () => {
  await publishTexts(api.db, async () => file('1.1', '2026-11-02'), 'Aurum')
  await publishTexts(api.db, async () => file('2.0', '2999-01-01'), 'Aurum')
  expect((await api.app.inject('/api/texts/privacy-policy')).json().data.version).toBe('1.1')
})

test('a published version cannot be changed or removed by hand', async () => {
  for (const statement of [sql`update texts set title = 'x'`, sql`delete from texts`, sql`truncate texts`])
    await expect(statement.execute(api.db)).rejects.toThrow('texts is append-only')
})

test('an unknown text is refused', async () => {
  expect((await api.app.inject('/api/texts/secrets')).statusCode).toBe(400)
})

test('a text file that lacks something is named', () => {
  expect(() => parseText('term-conditions', 'version: 1\n\n## One\n\nWords', 'x')).toThrow(
    'The text term-conditions is not complete: it needs title, version, published and at least one section.',
  )
  expect(() => parseText('term-conditions', file('1', 'yesterday'), 'x')).toThrow('is not complete')
  expect(() => parseText('term-conditions', 'title: a\nversion: 1\npublished: 2026-01-01\n', 'x')).toThrow(
    'is not complete',
  )
})

test('a paragraph may be broken over lines', () => {
  expect(parseText('term-conditions', file('1', '2026-01-01', 'Two\nlines.\n\nNext.'), 'x').sections).toEqual([
    { heading: 'One', paragraphs: ['Two lines.', 'Next.'] },
  ])
})
