import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FaultOrder } from '../frame/faults.ts'
import { post, startTestChain, type TestChain, testAccount } from './test-chain.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SEND = 'eth_sendRawTransaction'

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
  await chain.fund(chain.writer.account.address)
})

afterAll(async () => {
  await chain?.stop()
  await chain?.remove()
})

afterEach(() => chain.client.control.clear('chain'))

const misbehave = (order: FaultOrder) => chain.client.control.set('chain', order)

const standing = async () => (await chain.client.control.list())[0]?.fault

const nonceOf = () => chain.reader.getTransactionCount({ address: chain.writer.account.address, blockTag: 'pending' })

/** A transaction that is signed and not sent. */
const signNext = async (): Promise<Hex> =>
  chain.writer.account.signTransaction({
    type: 'legacy',
    chainId: 31_337,
    nonce: await nonceOf(),
    to: testAccount(2).address,
    value: 1n,
    gas: 21_000n,
    gasPrice: 1n,
  })

test('slow: the call is done, and answered after the delay', async () => {
  await misbehave({ fault: 'slow', delayMs: 50, times: 1 })
  const began = performance.now()
  await chain.call('eth_chainId')
  expect(performance.now() - began).toBeGreaterThanOrEqual(49)
  expect(await standing()).toBeNull()
})

test.each([
  ['temporary', 503],
  ['permanent', 403],
] as const)('refuse, %s: nothing is done and the status says so', async (answer, status) => {
  const raw = await signNext()
  await misbehave({ fault: 'refuse', answer, times: 1 })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: SEND, params: [raw] })
  expect((await post(chain.rpcUrl, body)).status).toBe(status)
  expect((await chain.call(SEND, [raw])).result).toMatch(/^0x/)
})

test('lose: the transaction is there, but the sender does not hear of it', async () => {
  const raw = await signNext()
  await misbehave({ fault: 'lose', times: 1, on: SEND })
  await expect(chain.call(SEND, [raw])).rejects.toThrow('fetch failed')
  // Known already, or in a block by now: either way it was done.
  expect((await chain.call(SEND, [raw])).error?.message).toMatch(/^(already known|nonce too low)/)
})

test('drop: the connection breaks and nothing was done', async () => {
  const raw = await signNext()
  await misbehave({ fault: 'drop', times: 1, on: SEND })
  await expect(chain.call(SEND, [raw])).rejects.toThrow('fetch failed')
  expect((await chain.call(SEND, [raw])).result).toMatch(/^0x/)
})

test('twice: the sender hears of the second time', async () => {
  const raw = await signNext()
  await misbehave({ fault: 'twice', times: 1, on: SEND })
  expect((await chain.call(SEND, [raw])).error?.message).toMatch(/^(already known|nonce too low)/)
  expect(await standing()).toBeNull()
})

test('wrong, error: the call is done and answered by an error', async () => {
  const raw = await signNext()
  await misbehave({ fault: 'wrong', answer: 'error', times: 1, on: SEND })
  expect((await chain.call(SEND, [raw])).error).toMatchObject({ code: -32_603 })
  expect((await chain.call(SEND, [raw])).error?.message).toMatch(/^(already known|nonce too low)/)
})

test('wrong, stale: answers come from a few blocks ago', async () => {
  const hash = await chain.writer.sendTransaction({ to: testAccount(2).address, value: 1n })
  const { blockNumber } = await chain.reader.waitForTransactionReceipt({ hash })
  while ((await chain.reader.getBlock({ blockTag: 'finalized' })).number < blockNumber);
  await misbehave({ fault: 'wrong', answer: 'stale' })
  expect(await chain.reader.getBlockNumber()).toBe(blockNumber - 1n)
  expect((await chain.reader.getBlock({ blockTag: 'latest' })).number).toBe(blockNumber - 1n)
  expect((await chain.call('eth_getTransactionReceipt', [hash])).result).toBeNull()
  expect((await chain.call('eth_getTransactionByHash', [hash])).result).toBeNull()
  await chain.client.control.clear('chain')
  expect(await chain.reader.getBlockNumber()).toBe(blockNumber + 2n)
})

test('forget: the transaction is accepted and lost; who only reads does not use it up', async () => {
  const nonce = await nonceOf()
  const raw = await signNext()
  await misbehave({ fault: 'forget', times: 1 })
  await chain.call('eth_blockNumber')
  expect(await standing()).toMatchObject({ fault: 'forget', remaining: 1 })
  const hash = (await chain.call(SEND, [raw])).result
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect((await chain.call('eth_getTransactionByHash', [hash])).result).toBeNull()
  expect(await nonceOf()).toBe(nonce)
  // The same bytes again are a new transaction to the node.
  expect((await chain.call(SEND, [raw])).result).toBe(hash)
  expect(await nonceOf()).toBe(nonce + 1)
})

describe('orders', () => {
  test('a fault for one method leaves the others alone, and is counted for that method only', async () => {
    await misbehave({ fault: 'refuse', answer: 'temporary', times: 2, on: 'eth_gasPrice' })
    expect((await chain.call('eth_chainId')).result).toBe('0x7a69')
    expect(await standing()).toMatchObject({ fault: 'refuse', on: 'eth_gasPrice', remaining: 2 })
    await expect(chain.reader.getGasPrice()).rejects.toThrow()
    expect(await standing()).toMatchObject({ on: 'eth_gasPrice', remaining: 1 })
  })

  test.each([
    [{ fault: 'wrong' }, 'answer must be one of: error, stale'],
    [{ fault: 'wrong', answer: 'temporary' }, 'answer must be one of: error, stale'],
    [{ fault: 'drop', answer: 'error' }, 'drop takes no "answer"'],
    [{ fault: 'lose', on: 'evm_mine' }, 'on must be one of: '],
  ])('%j is refused', async (order, message) => {
    await expect(misbehave(order as FaultOrder)).rejects.toThrow(message)
  })
})
