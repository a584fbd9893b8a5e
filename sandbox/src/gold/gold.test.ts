import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxClient } from '../client.ts'
import { openWebServer } from '../frame/web-server.ts'
import { openGold } from './resident.ts'

let baseUrl: string
let price: string | null
let stop: () => Promise<unknown>
beforeEach(async () => {
  price = '4012.35'
  const gold = openGold({ price: async () => price, token: 'token', now: () => 1_793_620_800_500 })
  const server = await openWebServer([gold])
  await server.listen({ host: '127.0.0.1', port: 0 })
  baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  stop = () => Promise.all([gold.stop(), server.close()])
})
afterEach(() => stop())

const ask = async (token = 'token') => {
  const response = await fetch(`${baseUrl}/api/XAU/USD`, { headers: { 'x-access-token': token } })
  return { status: response.status, body: await response.json() }
}

test('the price is told as goldapi.io tells it, to whoever has the token', async () => {
  expect(await ask()).toMatchObject({
    status: 200,
    body: { timestamp: 1_793_620_800, metal: 'XAU', currency: 'USD', price: 4012.35 },
  })
  expect(await ask('another')).toEqual({ status: 403, body: { error: 'Invalid API Key' } })
  price = null
  expect((await ask()).status).toBe(503)
})

test('it lies, refuses and breaks off when it is told to, and then behaves', async () => {
  const { control } = sandboxClient(baseUrl)
  await control.set('gold', { fault: 'lie', factor: '0.01', times: 1 })
  expect((await ask()).body).toMatchObject({ price: 40.1235 })
  expect((await ask()).body).toMatchObject({ price: 4012.35 })
  await control.set('gold', { fault: 'refuse', answer: 'permanent', times: 1 })
  expect((await ask()).status).toBe(403)
  await control.set('gold', { fault: 'lose', times: 1 })
  await expect(ask()).rejects.toThrow()
  await control.set('gold', { fault: 'slow', delayMs: 50, times: 1 })
  const began = performance.now()
  expect((await ask()).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(45)
})

test.each(['0', '-1', '1e3', '0.0000001', '10000', 0.01, undefined])('a factor of %j is refused', async (factor) => {
  const order = { fault: 'lie', factor } as { fault: 'lie'; factor: string }
  await expect(sandboxClient(baseUrl).control.set('gold', order)).rejects.toThrow('factor must be a decimal number')
})

test('the control page offers the lie', async () => {
  expect(await (await fetch(`${baseUrl}/control`)).text()).toContain('name="factor"')
})
