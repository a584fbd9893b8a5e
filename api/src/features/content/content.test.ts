import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { asOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from '../../test-api.ts'
import { parseText } from './rules.ts'
import { publishTexts } from './service.ts'

let api: Awaited<ReturnType<typeof createTestApi>>
const ours = new URL('../../../texts/', import.meta.url).pathname
const file = (version: string, published: string, words = 'Words.') =>
  `title: Terms\nversion: ${version}\npublished: ${published}\n\n## One\n\n${words}\n`

/** A folder with our texts, some of them replaced or, when null, missing. */
const folderWith = (replaced: Record<string, string | null>) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-texts-'))
  cpSync(ours, folder, { recursive: true })
  for (const [name, text] of Object.entries(replaced)) {
    if (text === null) rmSync(join(folder, name))
    else writeFileSync(join(folder, name), text)
  }
  folders.push(folder)
  return folder
}
const folders: string[] = []

beforeAll(async () => {
  api = await createTestApi({ env: { BRAND_NAME: 'Aurum' } })
  await publishTexts(api.db, ours)
})
afterAll(async () => {
  await api.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('a visitor reads the terms with their title, version and date, in the name of the service', async () => {
  const answer = await api.app.inject('/api/texts/term-conditions')
  expect(answer.statusCode).toBe(200)
  const { data } = answer.json()
  expect(data).toMatchObject({
    name: 'term-conditions',
    title: 'Terms and conditions',
    version: '2.0',
    publishedOn: '2026-11-02',
  })
  expect(data.sections[0]).toMatchObject({ heading: 'What these terms are' })
  expect(answer.body).toContain('between you and Aurum')
  expect(answer.body).not.toContain('{{brand}}')
})

test('publishing the same texts again changes nothing; changing one needs a new version', async () => {
  await publishTexts(api.db, ours)
  const changed = folderWith({ 'term-conditions.md': file('2.0', '2026-11-02') })
  await expect(publishTexts(api.db, changed)).rejects.toThrow(
    'term-conditions was changed without a new version: 2.0 is published and stays as it is.',
  )
})

test('when one text cannot be published, none is', async () => {
  const half = { 'term-conditions.md': file('2.5', '2026-11-03'), 'privacy-policy.md': file('2.0', '2026-11-02') }
  await expect(publishTexts(api.db, folderWith(half))).rejects.toThrow('privacy-policy was changed')
  expect((await api.app.inject('/api/texts/term-conditions')).json().data.version).toBe('2.0')
  const missing = folderWith({ 'privacy-policy.md': null })
  await expect(publishTexts(api.db, missing)).rejects.toThrow(
    /^The text privacy-policy.md cannot be read in .+: ENOENT\.$/,
  )
})

test('a version of tomorrow is not shown today, the newest one of the past is', async () => {
  await publishTexts(api.db, folderWith({ 'privacy-policy.md': file('2.1', '2026-11-03') }))
  await publishTexts(api.db, folderWith({ 'privacy-policy.md': file('3.0', '2999-01-01') }))
  expect((await api.app.inject('/api/texts/privacy-policy')).json().data.version).toBe('2.1')
})

test('a published version cannot be changed or removed by hand, not even by the owner of the table', async () => {
  const owner = connect(asOwner(api.databaseUrl), { part: 'test', max: 1 })
  for (const statement of [sql`update texts set title = 'x'`, sql`delete from texts`, sql`truncate texts`]) {
    await expect(statement.execute(api.db)).rejects.toThrow('permission denied for table texts')
    await expect(statement.execute(owner)).rejects.toThrow(/texts is append-only|cannot truncate a table referenced/)
  }
  await owner.destroy()
})

test('an unknown text is refused', async () => {
  expect((await api.app.inject('/api/texts/secrets')).statusCode).toBe(400)
})

test('a text file that lacks something is named', () => {
  expect(() => parseText('term-conditions', 'version: 1\n\n## One\n\nWords')).toThrow(
    'The text term-conditions is not complete: it needs title, version, published and at least one section.',
  )
  expect(() => parseText('term-conditions', file('1', 'yesterday'))).toThrow('is not complete')
  expect(() => parseText('term-conditions', 'title: a\nversion: 1\npublished: 2026-01-01\n')).toThrow('is not complete')
})

test('a paragraph may be broken over lines', () => {
  expect(parseText('term-conditions', file('1', '2026-01-01', 'Two\nlines.\n\nNext.')).sections).toEqual([
    { heading: 'One', paragraphs: ['Two lines.', 'Next.'] },
  ])
})

test('the texts state no number of the policy: operators change those, and a text that was published stays', async () => {
  for (const name of ['term-conditions', 'privacy-policy'] as const) {
    const { sections, changes } = parseText(name, readFileSync(join(ours, `${name}.md`), 'utf8'))
    const words = [changes, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])]
    expect(words.filter((each) => /\d|per cent|%|\b(two|three|five|ten|hundred|thousand)\b/i.test(each))).toEqual([])
    expect(words.join(' ')).toContain('sample that comes with the software')
  }
})
