import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNodeReader } from '../chain/json-rpc.ts'
import { createPauseReader } from '../chain/pauses.ts'
import { createChainlink } from './chainlink.ts'
import { startTestAggregator } from './test-aggregator.ts'

let node: Awaited<ReturnType<typeof startTestAggregator>>
beforeEach(async () => {
  node = await startTestAggregator()
})
afterEach(() => node.close())

const waits = { pauseMs: 1 }
const feedOf = (address = node.address) => createChainlink({ url: node.url, address, waits })
const idOf = (phase: bigint, round: bigint) => (phase << 64n) | round
const noon = new Date('2026-11-02T12:00:00Z')

test('the newest price is read with its number, its time and the feed’s decimals', async () => {
  node.publish(401_235_000_000n, noon)
  expect(await feedOf().latest()).toEqual({ id: idOf(1n, 1n), answer: 401_235_000_000n, at: noon })
  expect(await feedOf().decimals()).toBe(8)
})

test('a feed that has published nothing, or was shut down, has no price', async () => {
  expect(await feedOf().latest()).toBeUndefined()
})

test.each([
  ['negative', -1n],
  ['zero', 0n],
])('a price that is %s is none', async (_what, answer) => {
  node.publish(answer, noon)
  expect(await feedOf().latest()).toBeUndefined()
})

test('a round that was never finished is none', async () => {
  node.publish(5n, new Date(0))
  expect(await feedOf().round(idOf(1n, 1n))).toBeUndefined()
  expect(await feedOf().round(idOf(1n, 2n))).toBeUndefined()
})

describe('going back through the rounds', () => {
  test('counts down within a phase and goes on with the last round of the phase before', async () => {
    node.publish(1n, noon)
    node.publish(2n, noon)
    node.nextPhase()
    node.nextPhase()
    node.publish(3n, noon)
    node.publish(4n, noon)
    const feed = feedOf()
    const seen = []
    for (let id = (await feed.latest())?.id; id !== undefined; id = await feed.before(id))
      seen.push((await feed.round(id))?.answer)
    // The phase between the two had no round.
    expect(seen).toEqual([4n, 3n, 2n, 1n])
  })

  test('ends at the first round of a feed that has no phases', async () => {
    expect(await feedOf().before(2n)).toBe(1n)
    expect(await feedOf().before(1n)).toBeUndefined()
  })
})

describe('a node that fails', () => {
  test('is asked three times and no more', async () => {
    node.failWith((response) => response.writeHead(503).end('busy'))
    await expect(feedOf().latest()).rejects.toMatchObject({ name: 'PriceUnavailable' })
    expect(node.asked).toHaveLength(3)
  })

  test('once and then answers is not noticed', async () => {
    node.publish(7n, noon)
    node.failWith((response) => {
      node.failWith(undefined)
      response.destroy()
    })
    expect((await feedOf().latest())?.answer).toBe(7n)
  })

  test('to answer in time is given up, and its address stays out of the words', async () => {
    node.failWith(() => undefined)
    const feed = createChainlink({ url: node.url, address: node.address, waits: { tryMs: 50, pauseMs: 1 } })
    const error: Error = await feed.latest().catch((reason) => reason)
    expect(error.name).toBe('PriceUnavailable')
    expect(error.message).toMatch(/^the node could not be reached: \w+$/)
  })

  test.each([
    ['no JSON', 'hello'],
    ['no answer', '{"jsonrpc":"2.0"}'],
    ['no bytes', '{"result":"0xzz"}'],
    ['an error of its own', '{"error":{"code":-32005,"message":"limit exceeded"}}'],
    ['far too much', `{"result":"0x${'00'.repeat(70_000)}"}`],
  ])('by giving %s is unavailable', async (_what, body) => {
    node.failWith((response) => response.end(body))
    await expect(feedOf().latest()).rejects.toMatchObject({ name: 'PriceUnavailable' })
  })

  test('because there is no contract at the address is said so', async () => {
    await expect(feedOf(`0x${'00'.repeat(20)}`).latest()).rejects.toThrow('there is no price feed at this address')
  })
})

test('which tokens are paused is read from the tokens', async () => {
  const read = createPauseReader(createNodeReader({ url: node.url, waits }), { QMGT: node.token })
  expect(await read()).toEqual([])
  node.pause(true)
  expect(await read()).toEqual(['QMGT'])
})
