import { createHmac } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEasyPost, isTestKey } from '@ingot/providers/carrier/easypost'
import { CarrierMessageRefused, CarrierRefused, CarrierUnavailable } from '@ingot/providers/carrier/port'
import { KEY, openTestCourier, type TestCourier, WEBHOOK_SECRET } from '@ingot/sandbox/courier/test-courier'
import { makeDataFolder, removeDataFolder } from '@ingot/sandbox/test-sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// The adapter and the sandbox's courier, each against the other, and the adapter against whatever else may answer.

let courier: TestCourier
let folder: string

beforeAll(async () => {
  folder = await makeDataFolder()
  courier = await openTestCourier(folder)
})
afterEach(() => courier.control.clear('courier'))
afterAll(async () => {
  await courier?.stop()
  await removeDataFolder(folder)
})

const waits = { tryMs: 1_000, pauseMs: 1 }
const easyPost = (more: { url?: string; key?: string; carrier?: string } = {}) =>
  createEasyPost({ url: courier.baseUrl, key: KEY, webhookSecret: WEBHOOK_SECRET, waits, ...more })

test('a number is followed once, whatever is lost on the way', async () => {
  await courier.control.set('courier', { fault: 'lose', on: 'request', times: 4 })
  await expect(easyPost().follow('EP 1-1')).rejects.toThrow(CarrierUnavailable)
  await courier.control.clear('courier')
  const first = await easyPost().follow('EP 1-1')
  expect(await easyPost().follow('EP 1-1')).toEqual(first)
  expect((await courier.courier.parcels()).filter(({ tracking }) => tracking === 'EP 1-1')).toHaveLength(1)
  expect(first).toMatchObject({ tracking: 'EP 1-1', carrier: 'SandboxCourier', status: 'pre_transit' })
  expect(await easyPost({ carrier: 'RoyalMail' }).follow('EP 1-2')).toMatchObject({ carrier: 'RoyalMail' })
})

test('what the courier does is read, oldest first, and a scan keeps its key', async () => {
  const { tracker } = await easyPost().follow('EP2')
  await courier.courier.act('EP2', { act: 'out' })
  const before = await easyPost().read(tracker)
  await courier.courier.act('EP2', { act: 'scan', daysAgo: 2 })
  const after = await easyPost().read(tracker)
  expect(after.scans.map(({ status }) => status)).toEqual(['in_transit', 'pre_transit', 'out_for_delivery'])
  expect(after.scans.at(-1)).toEqual(before.scans.at(-1))
  expect(after).toMatchObject({ status: 'out_for_delivery' })
  expect(after.scans.at(-1)).toMatchObject({ words: 'Out for delivery', place: 'Boxley, GB', isLost: false })
})

test('a loss is told apart from other trouble', async () => {
  const { tracker } = await easyPost().follow('EP3')
  await courier.courier.act('EP3', { act: 'fail' })
  expect((await easyPost().read(tracker)).scans.at(-1)).toMatchObject({ status: 'failure', isLost: false })
  await courier.courier.act('EP3', { act: 'lose' })
  expect((await easyPost().read(tracker)).scans.at(-1)).toMatchObject({ status: 'failure', isLost: true })
})

test('it tries again what may help, and says what would not', async () => {
  await courier.control.set('courier', { fault: 'refuse', answer: 'temporary', times: 2 })
  expect(await easyPost().follow('EP4')).toMatchObject({ tracking: 'EP4' })
  await expect(easyPost({ key: 'EZTK_another' }).follow('EP4')).rejects.toThrow('answered 401')
  await expect(easyPost().read('trk_none')).rejects.toThrow(CarrierRefused)
  await expect(easyPost({ url: 'http://127.0.0.1:1' }).read('trk_none')).rejects.toThrow(CarrierUnavailable)
})

/** Somebody who answers as told. */
const against = async <T>(answer: RequestListener, work: (carrier: ReturnType<typeof easyPost>) => Promise<T>) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await work(easyPost({ url }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const saying =
  (body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

test.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an id that is none', { id: '../../x', tracking_code: 'EP5' }],
  ['an id that is no text', { id: { $gt: '' }, tracking_code: 'EP5' }],
  ['no number', { id: 'trk_1' }],
  ['another parcel', { id: 'trk_2', tracking_code: 'EP6' }],
])('an answer that is %s is no answer', async (_what, body) => {
  await against(saying(body), async (carrier) => {
    await expect(carrier.read('trk_1')).rejects.toThrow(CarrierUnavailable)
    await expect(carrier.follow('EP5')).rejects.toThrow(CarrierUnavailable)
  })
})

test('what is too large, too slow or leads elsewhere is no answer', async () => {
  const large: RequestListener = (_request, response) => void response.end(`"${'x'.repeat(2 * 1024 * 1024)}"`)
  await against(large, (carrier) => expect(carrier.read('trk_1')).rejects.toThrow('too large'))
  await against(
    () => undefined,
    (carrier) => expect(carrier.read('trk_1')).rejects.toThrow(CarrierUnavailable),
  )
  const elsewhere: RequestListener = (_request, response) => {
    response.writeHead(302, { location: courier.baseUrl })
    response.end()
  }
  await against(elsewhere, (carrier) => expect(carrier.read('trk_1')).rejects.toThrow('answered 302'))
})

test('every part of an answer is bounded, and what is no scan is none', async () => {
  const scan = { datetime: '2026-11-02T09:00:00Z', status: 'in_transit', message: 'Seen' }
  const hostile = {
    ...{ id: 'trk_1', tracking_code: 'EP7', carrier: { toString: 'x' }, status: 'exploded' },
    tracking_details: [
      ...[null, 7, 'x', {}, { datetime: 'yesterday' }, { datetime: '+275760-09-13T00:00:00Z' }, { datetime: 7 }],
      { ...scan, message: `a\u0000b\n\u202e${'y'.repeat(5_000)}`, tracking_location: { city: 'z'.repeat(5_000) } },
      { ...scan, status: ['delivered'], message: { a: 1 }, tracking_location: 'nowhere' },
    ],
  }
  const parcel = await against(saying(hostile), (carrier) => carrier.read('trk_1'))
  expect(parcel).toMatchObject({ status: 'unknown', carrier: null })
  expect(parcel.scans).toHaveLength(2)
  expect(parcel.scans[0]?.words).toHaveLength(300)
  expect(parcel.scans[0]?.words).toMatch(/^a b y+$/)
  expect(parcel.scans[0]?.place).toHaveLength(200)
  expect(parcel.scans[1]).toMatchObject({ status: 'unknown', words: '', place: '' })
  const many = { ...hostile, tracking_details: Array.from({ length: 5_000 }, () => scan) }
  expect((await against(saying(many), (carrier) => carrier.read('trk_1'))).scans).toHaveLength(300)
})

const message = (body: unknown, secret = WEBHOOK_SECRET) => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const signature = `hmac-sha256-hex=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  return easyPost().readMessage(bytes, { 'x-hmac-signature': signature })
}
const refusedFor = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof CarrierMessageRefused ? error.reason : error
  }
}

test('a message is the carrier’s own, of this mode, and about a parcel', () => {
  const told = { mode: 'test', description: 'tracker.updated', result: { id: 'trk_1', tracking_code: 'EP8' } }
  expect(message(told)).toEqual({ tracker: 'trk_1', tracking: 'EP8' })
  expect(message({ ...told, description: 'batch.created' })).toBe(null)
  expect(refusedFor(() => message(told, 'another secret'))).toBe('signature')
  expect(refusedFor(() => easyPost().readMessage(Buffer.from('{}'), {}))).toBe('signature')
  expect(refusedFor(() => easyPost().readMessage(Buffer.from('{}'), { 'x-hmac-signature': ['a', 'b'] }))).toBe(
    'signature',
  )
  expect(refusedFor(() => message({ ...told, mode: 'production' }))).toBe('mode')
  for (const body of ['', 'null', '[]', {}, { ...told, result: null }, { ...told, result: { id: 1 } }])
    expect(refusedFor(() => message(body))).toBe('content')
})

test('the mode is known by the key', () => {
  expect([isTestKey('EZTK1'), isTestKey('EZAK1')]).toEqual([true, false])
})
