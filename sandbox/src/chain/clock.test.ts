import { expect, onTestFinished, test, vi } from 'vitest'
import { openClock } from '../frame/clock.ts'
import { startTestChain } from './test-chain.ts'
import { testFeed } from './test-contracts.ts'

vi.setConfig({ testTimeout: 60_000 })

const WEEK = 7 * 24 * 3_600

test('the time of blocks and price is set forwards only, and the price has followed when the answer comes', async () => {
  const chain = await startTestChain({ priceSeconds: 300, clock: openClock(6 * WEEK) })
  onTestFinished(async () => {
    await chain.stop()
    await chain.remove()
  })
  const secondsAgo = async (): Promise<number> => Date.now() / 1_000 - Number((await chain.reader.getBlock()).timestamp)
  await chain.fund(chain.writer.account.address)
  expect(await secondsAgo()).toBeGreaterThan(6 * WEEK - 1)
  const { feeder } = await chain.client.chain.state()
  const address = await chain.deploy(testFeed, [feeder])
  await chain.client.chain.registerContracts([{ name: 'aggregator', address, abi: testFeed.abi }])
  await expect.poll(async () => (await chain.client.chain.state()).price, { timeout: 30_000 }).not.toBeNull()

  await chain.client.chain.setBehind(WEEK)
  const [, , , updatedAt] = await chain.reader.readContract({ ...testFeed, address, functionName: 'latestRoundData' })
  // Nobody trades for two days of a week, and a round may be as old as a step is wide.
  expect(Date.now() / 1_000 - Number(updatedAt)).toBeLessThan(WEEK + 3 * 24 * 3_600)
  expect(await secondsAgo()).toBeLessThan(WEEK + 60)
  await expect(chain.client.chain.setBehind(WEEK + 1)).rejects.toThrow('the clock goes forwards only')
  await expect(chain.client.chain.setBehind(0.5)).rejects.toThrow('whole number')
  await chain.client.chain.setBehind(0)
  await chain.fund(chain.writer.account.address)
  expect(await secondsAgo()).toBeLessThan(60)
})
