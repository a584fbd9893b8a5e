import { sandboxClient } from '@ingot/sandbox/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKillableStack } from './test-killable-stack.ts'

let stack: Awaited<ReturnType<typeof openKillableStack>>
beforeAll(async () => {
  stack = await openKillableStack()
  await stack.start()
}, 300_000)
afterAll(async () => {
  await stack?.stop()
  stack?.remove()
})

const patience = { timeout: 90_000, interval: 500 }

const readData = async (path: string) => {
  const answer = (await (await fetch(`${stack.portal}/api${path}`)).json()) as { data: never }
  return answer.data
}
const price = () => readData('/price') as Promise<{ state: string; tradable: boolean; perOunce: string } | null>
const health = async () => {
  const { parts } = (await readData('/health')) as { parts: { name: string; ok: boolean }[] }
  return parts.find(({ name }) => name === 'price')?.ok
}

test('whichever source lies, the whole stack stops trading, shows the price from before, and goes on by itself', async () => {
  const { chain, control } = sandboxClient(stack.sandbox)
  await expect.poll(async () => (await price())?.tradable, patience).toBe(true)
  await chain.setPrice('4000')
  await expect.poll(async () => (await price())?.perOunce, patience).toBe('4000')

  await control.set('chain', { fault: 'lie', factor: '0.01' })
  await chain.setPrice('4001')
  await expect.poll(price, patience).toMatchObject({ state: 'suspect', tradable: false, perOunce: '4000' })
  expect(await health()).toBe(false)
  await control.clear('chain')
  await chain.setPrice('4002')
  await expect.poll(price, patience).toMatchObject({ tradable: true, perOunce: '4002' })
  expect(await health()).toBe(true)

  await control.set('gold', { fault: 'lie', factor: '100' })
  await expect.poll(price, patience).toMatchObject({ state: 'suspect', tradable: false, perOunce: '4002' })
  await control.clear('gold')
  await expect.poll(price, patience).toMatchObject({ tradable: true, perOunce: '4002' })
})
