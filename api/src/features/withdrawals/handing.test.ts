import { randomUUID } from 'node:crypto'
import { poppler } from '@ingot/paper/test-reading'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from './release.ts'
import { findWithdrawal } from './store.ts'
import { createVaultDesk } from './test-vault-desk.ts'
import type { Taker } from './test-withdrawals.ts'

// What leaves the vault's hands: by parcel with a number, or at the counter against a code.

let desk: Awaited<ReturnType<typeof createVaultDesk>>
let ann: Taker
beforeAll(async () => {
  desk = await createVaultDesk({ PARCEL_SENDER: 'Dispatch 7' })
  await desk.addBars('1', 40)
  ann = await desk.newTaker('ann')
})
afterAll(() => desk.close())

const one = { 1: 1 }
const codeFor = async (id: string) => {
  const kept = await findWithdrawal(desk.db, id)
  return (kept && codeOf(desk.kyc, kept)) ?? ''
}
const other = (code: string, n: number) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0')
const jobsFor = async (id: string) => {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'withdrawal' = ${id} order by name`.execute(desk.db)
  return rows.map(({ name }) => name)
}

test('a parcel is sent under a number of its own, is followed, and its customer is told', async () => {
  const { id } = await desk.inState(ann, 'Packed', one)
  expect((await desk.read(ann, id)).releaseCode).toBeNull()
  const tracking = desk.newTracking()
  const { status, body } = await desk.step(desk.packer, id, 'send', {
    tracking: `${tracking.slice(0, 5)} ${tracking.slice(5).toLowerCase()}`,
  })
  expect([status, body.data?.state]).toEqual([200, 'Sent'])
  expect(await desk.look(desk.packer, id)).toMatchObject({ tracking })
  expect((await desk.read(ann, id)).releaseCode).toMatch(/^[0-9]{6}$/)
  expect(await jobsFor(id)).toEqual(expect.arrayContaining(['follow-parcel', 'withdrawal-mail']))
  const next = await desk.inState(ann, 'Packed', one)
  expect((await desk.step(desk.packer, next.id, 'send', { tracking })).body.error.name).toBe('TrackingKnown')
  for (const wrong of ['', 'ab', 'x'.repeat(41), 'ABC\u0000DEF'])
    expect((await desk.step(desk.packer, next.id, 'send', { tracking: wrong })).status).toBe(400)
})

test('what came back is scanned again, goes under a new number, and has a new code', async () => {
  const { id, serials } = await desk.inState(ann, 'Packed', one)
  const first = desk.newTracking()
  await desk.step(desk.packer, id, 'send', { tracking: first })
  const before = await codeFor(id)
  await desk.step(desk.packer, id, 'returned', { reason: 'wrong address' })
  expect(await desk.read(ann, id)).toMatchObject({
    state: 'Returned',
    reason: 'It came back to us.',
    releaseCode: null,
  })
  const send = (body: object) => desk.step(desk.packer, id, 'send', body)
  expect((await send({ tracking: desk.newTracking() })).body.error.name).toBe('SerialsWrong')
  expect((await send({ tracking: desk.newTracking(), serials: ['X-1'] })).body.error.name).toBe('SerialsWrong')
  expect((await send({ tracking: first, serials })).body.error.message).toContain('under this number before')
  expect((await send({ tracking: desk.newTracking(), serials })).status).toBe(200)
  expect(await codeFor(id)).not.toBe(before)
})

describe('at the counter', () => {
  test('a code that is guessed is limited, whoever guesses at the same time', async () => {
    const { id } = await desk.inState(ann, 'Ready', one)
    const code = await codeFor(id)
    const guesses = Array.from({ length: 30 }, (_, n) => other(code, n))
    const answers = await Promise.all(guesses.map((guess) => desk.step(desk.packer, id, 'hand-over', { code: guess })))
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    expect((await desk.look(desk.packer, id)).wrongCodes).toBe(5)
    desk.passTime(2 * 3600_000)
    await desk.logInAgain(desk.packer)
    expect((await desk.step(desk.packer, id, 'hand-over', { code })).body.error.name).toBe('ReleaseRefused')
    expect((await findWithdrawal(desk.db, id))?.state).toBe('Ready')
  })

  test('it is handed over against the code, once', async () => {
    desk.nextCode()
    ann.client = await desk.signInAgain(ann.username, ann.code)
    await desk.logInAgain(desk.approver)
    await desk.setPrice('3110.34768')
    const { id } = await desk.inState(ann, 'Ready', one)
    const code = await codeFor(id)
    expect((await desk.step(desk.packer, id, 'hand-over', { code: other(code, 0) })).body.error.name).toBe(
      'ReleaseRefused',
    )
    const key = randomUUID()
    const first = await desk.step(desk.packer, id, 'hand-over', { code }, key)
    expect([first.status, first.body.data?.state]).toEqual([200, 'Delivered'])
    expect((await desk.step(desk.packer, id, 'hand-over', { code }, key)).body).toEqual(first.body)
    expect((await desk.step(desk.packer, id, 'hand-over', { code })).body.error.name).toBe('StateChanged')
  })
})

test('nothing on the label tells what is inside', async () => {
  const { id, number } = await desk.inState(ann, 'Packed', one)
  const label = async () => (await desk.packer.client.get(`/operator/withdrawals/${id}/label`)).raw
  const read = (bytes: Uint8Array) => poppler('pdftotext', bytes, ['FILE', '-'])
  const packed = read(await label())
  const { address } = await desk.look(desk.packer, id)
  for (const words of ['Dispatch 7', address.name, address.street, address.city, `Parcel 1 of 1, no. ${number}`])
    expect(packed).toContain(words)
  const tracking = desk.newTracking()
  await desk.step(desk.packer, id, 'send', { tracking })
  const bytes = await label()
  const sent = read(bytes)
  expect(sent).toContain(tracking)
  const all = `${sent}${poppler('pdfinfo', bytes)}`
  for (const word of ['gold', 'bar', 'vault', 'ingot', 'gram', 'insur', 'worth', 'metal', 'value', 'qmgt', 'usd'])
    expect([word, all.toLowerCase().includes(word)]).toEqual([word, false])
  expect(poppler('pdfinfo', bytes)).toMatch(/Page size: +297\.64 x 419\.53 pts/)
  await desk.step(desk.packer, id, 'lost', { reason: 'gone' })
  expect((await desk.packer.client.get(`/operator/withdrawals/${id}/label`)).body.error.name).toBe('StateChanged')
})

describe('pictures of a parcel', () => {
  const picture = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#775533' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'a camera that tells where one lives' } })
      .toBuffer()
  const add = async (id: string, bytes: Uint8Array) => {
    const form = new FormData()
    form.set('file', new File([Buffer.from(bytes)], 'x.jpg'))
    return desk.packer.client.post(`/operator/withdrawals/${id}/photos`, form)
  }

  test('are written anew, at most eight, and only operators see them', async () => {
    const { id } = await desk.inState(ann, 'Packed', one)
    const { status, body } = await add(id, await picture())
    expect([status, body.error]).toEqual([200, undefined])
    const path = `/operator/withdrawals/${id}/photos/${body.data.id}`
    const { raw } = await desk.packer.client.get(path)
    const { format, exif } = await sharp(raw).metadata()
    expect([format, exif]).toEqual(['webp', undefined])
    expect((await desk.look(desk.packer, id)).photos).toMatchObject([{ id: body.data.id, by: 'packer' }])
    expect((await ann.client.get(path)).status).toBe(403)
    const elsewhere = await desk.inState(ann, 'Packed', one)
    expect((await desk.packer.client.get(path.replace(id, elsewhere.id))).status).toBe(404)
    for (const bytes of [
      Buffer.from('no picture'),
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ])
      expect((await add(id, bytes)).body.error.name).toBe('PictureRefused')
    const more = await picture()
    const answers = await Promise.all(Array.from({ length: 9 }, () => add(id, more)))
    expect(answers.filter(({ status: each }) => each === 200).length).toBeLessThanOrEqual(7)
    for (let n = 0; n < 7; n++) await add(id, more)
    expect((await add(id, more)).body.error.message).toContain('There are 8 pictures of it already')
    expect((await desk.look(desk.packer, id)).photos).toHaveLength(8)
  })

  test('are of what was packed', async () => {
    const { id } = await desk.inState(ann, 'Approved', one)
    expect((await add(id, await picture())).body.error.name).toBe('StateChanged')
    expect((await add(randomUUID(), await picture())).status).toBe(404)
  })
})
