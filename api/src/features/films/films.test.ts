import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filmLimits } from '@ingot/endpoints/films'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSenders, eicar } from '../../uploads/test-uploads.ts'
import { type Client, formOf } from '../identity/test-people.ts'
import { provingOperators } from '../identity/test-two-factor.ts'

const folder = join(import.meta.dirname, '../../../../web/public/videos')
const webm = readFileSync(join(folder, 'buy.webm'))
const vtt = readFileSync(join(folder, 'buy.vtt'))

let house: Awaited<ReturnType<typeof createSenders>>
let support: Client | undefined
let auditor: Client | undefined
let ann: Client | undefined
let poster: Buffer | undefined
beforeAll(async () => {
  house = await createSenders()
  ann = await house.newCustomer('ann')
  ;[support, auditor] = [await newOperator('sue', 'Support'), await newOperator('otto', 'Auditor')]
  const picture = sharp({ create: { width: 160, height: 100, channels: 3, background: '#a67c2e' } })
  poster = await picture.png().toBuffer()
})
afterAll(() => house.close())

const { newOperator, proofOf } = provingOperators(() => house)
const blobOf = (bytes: Uint8Array | string) => new Blob([bytes as Uint8Array<ArrayBuffer>])
const add = async (over: Record<string, string | Blob> = {}, who = support) =>
  who?.post(
    '/operator/films',
    formOf({
      ...{ title: 'Our counter', about: 'Where bars are fetched.', chapters: '0:00 The door\n0:03 The counter' },
      ...{ film: blobOf(webm), captions: blobOf(vtt), poster: blobOf(poster ?? '') },
      ...{ ...(await proofOf(who)), ...over },
    }),
  ) as ReturnType<Client['post']>
const withdraw = async (id: string, reason: string, who = support) =>
  who?.post(`/operator/films/${id}/withdraw`, { reason, ...(await proofOf(who)) })
const shown = async (): Promise<{ title: string }[]> => (await ann?.get('/films'))?.body.data

test('a film is added, shown to customers with what is said in it, played, and withdrawn for good', async () => {
  const made = await add()
  expect(made.status).toBe(200)
  const { id } = made.body.data
  expect(made.body.data).toMatchObject({ state: 'shown', type: 'video/webm', bytes: webm.length, addedBy: 'sue' })
  const [film] = (await ann?.get('/films'))?.body.data ?? []
  expect(film).toMatchObject({
    id,
    title: 'Our counter',
    chapters: [{ from: 0, to: 3, text: 'The door' }, { from: 3 }],
  })
  expect(film.captions.length).toBeGreaterThan(3)
  expect(Object.keys(film)).not.toContain('addedBy')

  const played = await ann?.send('GET', `/films/${id}`)
  expect(played?.headers['content-length']).toBe(String(webm.length))
  expect(played?.headers['content-type']).toBe('application/octet-stream')
  expect(Buffer.compare(played?.raw ?? Buffer.alloc(0), webm)).toBe(0)
  const picture = await house.newClient().get(`/films/posters/${film.poster}`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await house.newClient().get(`/films/${id}`)).status).toBe(401)
  expect((await house.newClient().get('/films')).status).toBe(401)

  expect((await withdraw(id, 'outdated', auditor))?.status).toBe(403)
  const gone = await withdraw(id, 'The counter has moved')
  expect(gone?.body.data).toMatchObject({ state: 'withdrawn' })
  expect((await withdraw(id, 'again'))?.status).toBe(409)
  expect(await shown()).toEqual([])
  expect((await ann?.get(`/films/${id}`))?.status).toBe(404)
  expect((await house.newClient().get(`/films/posters/${film.poster}`)).status).toBe(404)
  expect((await auditor?.get('/operator/films'))?.body.data).toMatchObject([{ id, state: 'withdrawn' }])
  const { rows } = await sql<{ action: string; reason: string | null }>`
    select action, reason from audit_lines where thing = ${id} order by number`.execute(house.db)
  expect(rows).toMatchObject([{ action: 'add-film' }, { action: 'withdraw-film', reason: 'The counter has moved' }])
})

test('what is no film, carries a virus or has captions that nobody can read is refused in words, and nothing is kept', async () => {
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(40)])
  const refusals: [Record<string, string | Blob>, string, string?][] = [
    [{ film: blobOf('<script>alert(1)</script>') }, 'FilmRefused', 'film'],
    [{ film: blobOf(Buffer.concat([Buffer.from('%PDF-1.7 '), webm])) }, 'FilmRefused', 'film'],
    [{ film: blobOf(Buffer.concat([mp4, Buffer.alloc(filmLimits.bytes)])) }, 'FilmRefused', 'film'],
    [{ film: blobOf(Buffer.concat([mp4, Buffer.from(eicar)])) }, 'UploadInfected'],
    [{ captions: blobOf('1\n00:00.000 --> 00:01.000\nnot WebVTT') }, 'FilmRefused', 'captions'],
    [{ captions: blobOf('WEBVTT\n\n00:05.000 --> 00:01.000\nback') }, 'FilmRefused', 'captions'],
    [{ captions: blobOf(Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n\xff', 'latin1')) }, 'FilmRefused', 'captions'],
    [{ chapters: 'somewhere' }, 'FilmRefused', 'chapters'],
    [{ poster: blobOf('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 'PictureRefused'],
    [{ title: ' ' }, 'InvalidInput'],
  ]
  for (const [over, name, field] of refusals) {
    const { status, body } = await add(over)
    expect([status, body.error.name, body.error.details?.errors?.[0]?.path?.[0] ?? field]).toEqual([
      ...[400, name, field ?? body.error.details?.errors?.[0]?.path?.[0]],
    ])
  }
  expect((await add({}, auditor)).status).toBe(403)
  expect((await add({}, ann)).status).toBe(403)
  expect(await shown()).toEqual([])
})

test('a film is shown or taken away by password and a fresh code only, and of one that was not nothing is kept', async () => {
  const right = await proofOf(support)
  const { id } = (await add({ title: 'Stays' })).body.data
  const [kept, removed] = [vi.spyOn(house.files, 'put'), vi.spyOn(house.files, 'remove')]
  for (const [wrong, name] of [
    [{ password: 'another one' }, 'PasswordIncorrect'],
    [{ inputCode: '000000' }, 'TwoFactorCodeIncorrect'],
  ] as const) {
    expect((await add(wrong)).body.error.name).toBe(name)
    const body = { reason: 'outdated', ...right, ...wrong }
    expect((await support?.post(`/operator/films/${id}/withdraw`, body))?.body.error.name).toBe(name)
  }
  expect((await support?.post(`/operator/films/${id}/withdraw`, { reason: 'outdated' }))?.status).toBe(400)
  const names = (calls: readonly (readonly unknown[])[]) => new Set(calls.map(([name]) => name))
  expect(names(kept.mock.calls).size).toBeGreaterThan(1)
  expect(names(removed.mock.calls)).toEqual(names(kept.mock.calls))
  expect((await shown()).map(({ title }) => title)).toEqual(['Stays'])
  await withdraw(id, 'a test')
})

test('markup in captions is never more than words', async () => {
  const captions = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Roger><script>alert(1)</script> Hello\n'
  const made = await add({ captions: blobOf(captions), chapters: '' })
  expect(made.body.data.captions).toEqual([{ from: 0, to: 1, text: 'alert(1) Hello' }])
  await withdraw(made.body.data.id, 'a test')
})

test('however many are added at once, there are never more than there may be', async () => {
  await sql`
    insert into films (title, about, type, file, bytes, poster, captions, chapters, at, operator)
    select 'Film ' || n, 'One of many', 'video/webm', md5('f' || n), 1, md5('p' || n), '[]', '[]', now(), gen_random_uuid()
    from generate_series(1, ${filmLimits.shown - 1}) as n`.execute(house.db)
  const others = [await newOperator('sid', 'Support'), await newOperator('ola', 'Owner')]
  const answers = await Promise.all([support, ...others].map((who) => add({}, who)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await shown()).toHaveLength(filmLimits.shown)
})
