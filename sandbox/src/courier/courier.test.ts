import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDataFolder, removeDataFolder } from '../test-sandbox.ts'
import { KEY, openTestCourier, type TestCourier, WEBHOOK_SECRET } from './test-courier.ts'

type Told = { id: string; result: { id: string; status: string; tracking_details: { status: string }[] } }

/** Somebody who is sent messages, and takes them as told. */
const openReceiver = async () => {
  const messages: Told[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const right = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
      const isRight = request.headers['x-hmac-signature'] === `hmac-sha256-hex=${right}`
      if (isRight && status === 200) messages.push(JSON.parse(body.toString()))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer: (next: number) => {
      status = next
    },
    close: () => server.close(),
  }
}

let folder: string
let courier: TestCourier
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeAll(async () => {
  receiver = await openReceiver()
})
beforeEach(async () => {
  folder = await makeDataFolder()
  courier = await openTestCourier(folder)
  await courier.courier.setDesk({ webhookUrl: receiver.url })
  receiver.messages.length = 0
  receiver.answer(200)
})
afterEach(async () => {
  await courier.stop()
  await removeDataFolder(folder)
})
afterAll(() => receiver.close())

const ask = async (path: string, body?: object, key = KEY) => {
  const response = await fetch(`${courier.baseUrl}/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Basic ${btoa(`${key}:`)}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    json: (await response.json()) as { id: string; status: string; trackers: unknown[] },
  }
}
const follow = async (tracking: string): Promise<string> =>
  (await ask('trackers', { tracker: { tracking_code: tracking } })).json.id
const statuses = () => receiver.messages.map(({ result }) => result.status)

test('a number is followed once, found again, and read by its id', async () => {
  const id = await follow('SB 1000-1')
  expect(id).toMatch(/^trk_[0-9a-f]{32}$/)
  expect(await follow('SB 1000-1')).toBe(id)
  const { json } = await ask(`trackers/${id}`)
  expect(json).toMatchObject({ object: 'Tracker', mode: 'test', tracking_code: 'SB 1000-1', status: 'pre_transit' })
  expect((await ask('trackers?tracking_code=SB%201000-1')).json.trackers).toHaveLength(1)
  expect((await ask('trackers?tracking_code=other')).json.trackers).toEqual([])
})

test('nobody asks without the key, and of what is not there it says so', async () => {
  expect((await ask('trackers', undefined, 'EZTK_other')).status).toBe(401)
  expect((await ask('trackers/trk_none')).status).toBe(404)
  expect((await ask('trackers', { tracker: { tracking_code: 'x'.repeat(80) } })).status).toBe(422)
  expect((await ask('trackers', {})).status).toBe(422)
})

test('what the courier does is told in signed messages, each with the parcel as it was', async () => {
  await follow('SB1')
  for (const act of ['scan', 'out', 'deliver'] as const)
    await courier.courier.act('SB1', { act, ...(act === 'deliver' && { signedBy: 'A. Receiver' }) })
  expect(await courier.courier.settled()).toBe(0)
  expect(statuses()).toEqual(['in_transit', 'out_for_delivery', 'delivered'])
  expect(receiver.messages.map(({ result }) => result.tracking_details.length)).toEqual([2, 3, 4])
  expect(receiver.messages.at(-1)?.result).toMatchObject({ signed_by: 'A. Receiver' })
  await expect(courier.courier.act('SB1', { act: 'lose' })).rejects.toThrow('was delivered')
})

test('messages are lost, doubled and overtaken as told', async () => {
  await follow('SB2')
  await courier.control.set('courier', { fault: 'lose', on: 'webhook', times: 1 })
  await courier.courier.act('SB2', { act: 'scan' })
  await courier.control.set('courier', { fault: 'twice', times: 1 })
  await courier.courier.act('SB2', { act: 'out' })
  await courier.courier.settled()
  expect(statuses()).toEqual(['out_for_delivery', 'out_for_delivery'])
  await courier.control.set('courier', { fault: 'disorder', times: 1 })
  await courier.courier.act('SB2', { act: 'fail' })
  await courier.courier.act('SB2', { act: 'return' })
  await courier.courier.settled()
  expect(statuses().slice(2)).toEqual(['return_to_sender', 'failure'])
})

test('a message that is not taken comes again, and a restart forgets neither it nor the parcel', async () => {
  await follow('SB3')
  receiver.answer(503)
  await courier.courier.act('SB3', { act: 'lose' })
  await courier.stop()
  receiver.answer(200)
  courier = await openTestCourier(folder)
  await expect.poll(statuses).toEqual(['failure'])
  expect(await courier.courier.parcels()).toMatchObject([{ tracking: 'SB3', status: 'failure' }])
})

test('a scan that is noted days late does not change what is true now', async () => {
  const id = await follow('SB4')
  await courier.courier.act('SB4', { act: 'deliver' })
  await courier.courier.act('SB4', { act: 'scan', daysAgo: 3 })
  expect((await ask(`trackers/${id}`)).json.status).toBe('delivered')
})

test('a request is refused, dropped or done without an answer as told', async () => {
  await courier.control.set('courier', { fault: 'refuse', answer: 'temporary', times: 1 })
  expect((await ask('trackers')).status).toBe(503)
  await courier.control.set('courier', { fault: 'drop', times: 1 })
  await expect(follow('SB5')).rejects.toThrow()
  expect(await courier.courier.parcels()).toEqual([])
  await courier.control.set('courier', { fault: 'lose', on: 'request', times: 1 })
  await expect(follow('SB5')).rejects.toThrow()
  expect(await courier.courier.parcels()).toMatchObject([{ tracking: 'SB5' }])
})

test('its page shows every parcel with what can be done to it, and only itself may send its forms', async () => {
  const id = await follow('SB6')
  const page = async () => (await fetch(`${courier.baseUrl}/courier`)).text()
  expect(await page()).toContain('Lose it: SB6')
  expect((await courier.submit(`/courier/${id}/act`, { act: 'deliver', signedBy: '<b>Eve</b>' })).status).toBe(303)
  expect(await page()).toContain('signed by &lt;b&gt;Eve&lt;/b&gt;')
  expect(await page()).not.toContain('Lose it: SB6')
  expect((await courier.submit(`/courier/${id}/act`, { act: 'scan' })).status).toBe(409)
  expect((await courier.submit(`/courier/${id}/act`, { act: 'burn' })).status).toBe(400)
  const foreign = await fetch(`${courier.baseUrl}/courier/desk`, {
    method: 'POST',
    headers: { origin: 'http://elsewhere.example' },
    body: new URLSearchParams({ webhooks: 'never' }),
  })
  expect(foreign.status).toBe(403)
})
