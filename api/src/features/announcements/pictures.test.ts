import { openTestWorker } from '@ingot/db/test-jobs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople, day, formOf } from '../identity/test-people.ts'
import { provingOperators } from '../identity/test-two-factor.ts'
import { announcementJobs } from './jobs.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
let support: Client
const { newOperator, proofOf } = provingOperators(() => people)
beforeAll(async () => {
  people = await createPeople()
  worker = await openTestWorker(people.databaseUrl, announcementJobs(people))
  support = await newOperator('sue', 'Support')
})
afterAll(async () => {
  await worker.close()
  await people.close()
})

const add = async (): Promise<string> => {
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b8860b' } })
    .png()
    .toBuffer()
  return (await support.post('/operator/announcements/pictures', formOf({ picture: new Blob([png]) }))).body.data.name
}
const showing = (name: string) => ({
  ...{ title: 'A vault', category: 'news', isPinned: false },
  source: `Look. ![It](picture:${name})`,
})
type Kept = { id: string; version: number }
const draft = async (name: string): Promise<Kept> =>
  (await support.post('/operator/announcements', showing(name))).body.data
const act = async ({ id, version }: Kept, what: string, body: object): Promise<Kept> => {
  const { status, body: said } = await support.post(`/operator/announcements/${id}/${what}`, {
    ...{ version, ...body },
    ...(await proofOf(support)),
  })
  if (status !== 200) throw new Error(JSON.stringify(said))
  return said.data
}
const isThere = async (name: string) => (await people.newClient().get(`/announcements/pictures/${name}`)).status === 200
const later = async (days: number) => {
  people.passTime(days * day)
  support = await newOperator(`sue${++operators}`, 'Support')
  await worker.strikeClock()
}
let operators = 0
const { picturesKeptDays } = policy.announcements

test('a picture goes once nothing shows it for a time, and never while a text shows it or did before', async () => {
  const names = {
    unused: await add(),
    inDraft: await add(),
    scheduled: await add(),
    published: await add(),
    before: await add(),
    corrected: await add(),
    withdrawn: await add(),
  }
  const there = async () => {
    const known = await Promise.all(Object.entries(names).map(async ([what, name]) => [what, await isThere(name)]))
    return known.filter(([, isOne]) => isOne).map(([what]) => what)
  }
  await draft(names.inDraft)
  const at = new Date(people.now().getTime() + 200 * day).toISOString()
  await act(await draft(names.scheduled), 'publish', { at })
  await act(await draft(names.published), 'publish', { at: null })
  const corrected = await act(await draft(names.before), 'publish', { at: null })
  await act(corrected, 'correct', { ...showing(names.corrected), correction: 'The picture.' })
  const withdrawn = await act(await draft(names.withdrawn), 'publish', { at: null })

  await later(picturesKeptDays - 1)
  expect(await there()).toEqual(Object.keys(names))
  await act(withdrawn, 'withdraw', { reason: 'Wrong' })
  await later(2)
  const stay = ['inDraft', 'scheduled', 'published', 'before', 'corrected']
  expect(await there()).toEqual([...stay, 'withdrawn'])
  await later(picturesKeptDays)
  expect(await there()).toEqual(stay)
  await later(3 * picturesKeptDays)
  expect(await there()).toEqual(stay)
  // What is gone cannot be named any more.
  const named = (await support.post('/operator/announcements', showing(names.unused))).body.data
  expect(JSON.stringify(named.body)).not.toContain(names.unused)
})

test('a run that died before the file was gone leaves it to the next', async () => {
  const [name, stays] = [await add(), await add()]
  const { remove } = people.files
  people.files.remove = () => Promise.reject(new Error('the store does not answer'))
  await draft(stays)
  await later(picturesKeptDays + 1).catch(() => undefined)
  expect(await isThere(name)).toBe(true)
  people.files.remove = remove
  await later(1)
  expect([await isThere(name), await isThere(stays)]).toEqual([false, true])
})
