import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('of many who ask one after the other before anybody uses one, each gets a port of its own', async () => {
  const ports = new Set<number>()
  for (let asked = 0; asked < 600; asked++) ports.add(await freePort())
  expect(ports.size).toBe(600)
})
