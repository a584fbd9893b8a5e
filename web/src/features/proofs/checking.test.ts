import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { settings } from '../../lib/settings.ts'
import { type Answers, answeringServer, bodyOf, failure, ok, page, type Sent } from '../../lib/test-server.ts'
import { checkOwn, checkQuietly } from './checking.ts'
import { note, readNoted } from './device.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/samples', name), 'utf8'))
const proof = read('reserves-proof.json')
const bars = read('reserves-bars.json')
const { snapshot, key, wallet } = proof
const { header, hash, signature, anchor } = snapshot

const own = { id: 'one', userHash: 'f0'.repeat(32) }
const now = new Date('2026-11-19T06:00:00Z')
const hour = 3_600_000

const listed = {
  ...{ number: 1, takenAt: header.takenAt, hash, signature, key, anchor },
  ...{ trees: header.trees, bars: header.bars, checks: 0, problems: 0 },
}
const held = (total: string) => {
  const rest = { available: total, held: '0', bound: '0', staked: '0', valueInUsd: null }
  return ok([{ asset: 'QMGT', total, ...rest }])
}

/** A node that has the hash under the number, in whatever contract it is asked. */
const node = (sent: Sent) => {
  const { method } = bodyOf(sent) as { method: string }
  return { status: 200, data: { result: method === 'eth_chainId' ? '0x7a69' : `0x${hash}` } }
}
const away = failure(503, 'Unavailable', 'Busy.')

const serve = (more: Answers = {}) =>
  answeringServer({
    'GET /reserves/snapshots': page([listed]),
    'GET /reserves/snapshots/1': ok({ snapshot, key, bars }),
    'GET /reserves/proof': ok(proof),
    'GET /reserves/moved': ok({ snapshot: 1, moved: [] }),
    'GET /user-balances': held('5.000000000000000007'),
    [`GET /getAccountAddress/${own.userHash}`]: ok(wallet),
    'POST /reserves/secret': ok({ since: 2 }),
    'POST /reserves/reports': ok({ counted: true }),
    'POST /': node,
    ...more,
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

it('finds a fair proof to hold, compared with everything', async () => {
  const { sentTo } = serve()
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: true, notCompared: [] }, isFinished: true })
  expect(readNoted(own.id)).toMatchObject({ checked: 1, held: true, place: { chainId: 31337 } })
  expect(bodyOf(sentTo('POST /reserves/reports')[0])).toEqual({ snapshot: 1, ok: true })
})

const elsewhere = { ...proof, snapshot: { ...snapshot, anchor: { ...anchor, contract: `0x${'ee'.repeat(20)}` } } }
const nowhere = { ...proof, snapshot: { ...snapshot, anchor: null } }

it.each([
  ['published in a contract of its own', elsewhere],
  ['said to be published nowhere', nowhere],
])('does not believe a proof that is %s, on a device that has checked none before', async (_what, other) => {
  serve({ 'GET /reserves/proof': ok(other) })
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Anchor' } })
  expect(readNoted(own.id).held).toBe(false)
})

it('does not believe in a contract but the one that it has found before, whatever the page is told', async () => {
  note(own.id, { place: { chainId: 31337, address: `0x${'dd'.repeat(20)}` } })
  serve()
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Anchor' } })
})

it('asks a node whatever the portal says, where nobody knows the contract', async () => {
  const { anchor: told } = settings
  onTestFinished(() => {
    settings.anchor = told
  })
  settings.anchor = null
  serve({ 'GET /reserves/proof': ok(nowhere) })
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Anchor' } })
})

it('has not checked a snapshot while no node could be asked, and does it again', async () => {
  const { sentTo } = serve({ 'POST /': away })
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: true, notCompared: ['anchor'] }, isFinished: false })
  expect(readNoted(own.id).checked).toBeUndefined()
  expect(sentTo('POST /reserves/reports')).toEqual([])
  serve()
  expect(await checkQuietly(own)).toBeUndefined()
  expect(readNoted(own.id)).toMatchObject({ checked: 1, held: true })
})

it('is told where a newer snapshot is listed than the proof is of', async () => {
  serve({ 'GET /reserves/snapshots': page([{ ...listed, number: 2 }, listed]) })
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Old' } })
})

it('looks again after a minute where the newest is old, as after a standstill, before it says so', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-19T06:00:00Z') })
  const stale = { ...listed, takenAt: '2026-11-13T14:00:00.000Z' }
  const { sentTo } = serve({ 'GET /reserves/snapshots': page([stale]) })
  const said = checkQuietly(own)
  await vi.waitFor(() => expect(sentTo('GET /reserves/snapshots')).toHaveLength(2))
  expect(sentTo('GET /reserves/proof')).toEqual([])
  serve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await said).toBeUndefined()
  expect(readNoted(own.id)).toMatchObject({ checked: 1, held: true })
})

it('takes no offence at a snapshot that is published while it asks', async () => {
  let isPublished = false
  serve({
    'GET /reserves/proof': () => {
      isPublished = true
      return ok(proof)
    },
    'GET /reserves/snapshots': () => page(isPublished ? [{ ...listed, number: 2 }] : []),
  })
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: true } })
})

const none = { 'GET /reserves/proof': ok(null) }

it('alarms whoever was in a snapshot before and gets no proof any more', async () => {
  note(own.id, { checked: 1, held: true })
  serve({ ...none, 'GET /reserves/snapshots': page([{ ...listed, number: 2 }, listed]) })
  expect(await checkQuietly(own)).toMatch(/could not be proven/)
  expect(readNoted(own.id)).toMatchObject({ checked: 2, held: false })
})

it('alarms whoever was in a snapshot before and finds none listed any more', async () => {
  note(own.id, { checked: 1, held: true })
  serve({ ...none, 'GET /reserves/snapshots': page([]) })
  expect(await checkQuietly(own)).toMatch(/could not be proven/)
})

it('alarms whoever had something before the newest snapshot and gets no proof, on the first check of a device', async () => {
  serve(none)
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false }, evidence: { proof: null, newest: 1, wallet } })
})

it('says nothing to whoever had nothing before the newest snapshot', async () => {
  serve({
    ...none,
    'GET /reserves/moved': ok({ snapshot: 1, moved: [{ asset: 'QMGT', came: '5000000000000000007', went: '0' }] }),
  })
  expect(await checkOwn(own)).toBeNull()
  serve({ ...none, 'GET /user-balances': held('0') })
  expect(await checkQuietly(own)).toBeUndefined()
  expect(readNoted(own.id).failingSince).toBeUndefined()
})

it.each([
  ['the proof', 'GET /reserves/proof'],
  ['the list of snapshots', 'GET /reserves/snapshots'],
  ['the own address', `GET /getAccountAddress/${own.userHash}`],
  ['the node', 'POST /'],
])('tells after two days that %s is not to be had, and not before', async (_what, call) => {
  serve({ [call]: away })
  expect(await checkQuietly(own)).toBeUndefined()
  expect(readNoted(own.id).failingSince).toBe(now.getTime())
  note(own.id, { failingSince: now.getTime() - 47 * hour })
  expect(await checkQuietly(own)).toBeUndefined()
  note(own.id, { failingSince: now.getTime() - 49 * hour })
  expect(await checkQuietly(own)).toMatch(/For two days this device could not check/)
})

it('does not take it for granted that there is no proof where nothing is to be had to judge by', async () => {
  serve({ ...none, 'GET /reserves/moved': away })
  expect(await checkQuietly(own)).toBeUndefined()
  expect(readNoted(own.id).failingSince).toBe(now.getTime())
})

it('begins to count anew after a check that was finished', async () => {
  serve({ 'GET /reserves/proof': away })
  await checkQuietly(own)
  serve()
  await checkQuietly(own)
  expect(readNoted(own.id).failingSince).toBeUndefined()
})

it('sends the bytes that it chose again where they are missing, and goes on to hold snapshots to them', async () => {
  const chosen = 'ab'.repeat(16)
  note(own.id, { chosen, since: 1 })
  const { sentTo } = serve()
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Chosen' } })
  expect(sentTo('POST /reserves/secret').map(bodyOf)).toEqual([{ mixed: chosen }])
  expect(readNoted(own.id)).toMatchObject({ chosen, since: 1, held: false })
  // Whatever was answered, the same proof does not hold the next time.
  expect(await checkOwn(own)).toMatchObject({ checked: { ok: false, why: 'Chosen' } })
})
