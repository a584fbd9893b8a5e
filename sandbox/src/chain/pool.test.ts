import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientsFor, startTestChain, type TestChain, testAccount } from './test-chain.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NEVER_SECONDS = 3_600

let chain: TestChain
let number = 10

/** Money for the accounts of all tests, then no more blocks: what is sent waits. */
beforeAll(async () => {
  const quick = await startTestChain()
  for (let account = 11; account <= 20; account++) await quick.fund(testAccount(account).address, '1')
  await quick.stop()
  chain = await startTestChain({ data: quick.data, blockSeconds: NEVER_SECONDS })
})

afterAll(async () => {
  await chain?.stop()
  await chain?.remove()
})

beforeEach(() => {
  number += 1
})

const stranger = testAccount(2).address

const sign = (nonce: number, gasPrice: bigint, value = 1n): Promise<Hex> =>
  testAccount(number).signTransaction({
    type: 'legacy',
    chainId: 31_337,
    nonce,
    to: stranger,
    value,
    gas: 21_000n,
    gasPrice,
  })

const send = async (nonce: number, gasPrice: bigint, value?: bigint) =>
  chain.call('eth_sendRawTransaction', [await sign(nonce, gasPrice, value)])

const nonces = async () => {
  const address = testAccount(number).address
  return Promise.all(
    (['latest', 'pending'] as const).map((blockTag) => chain.reader.getTransactionCount({ address, blockTag })),
  )
}

describe('what waits', () => {
  test('is counted in the pending nonce, without a gap, and found by its hash', async () => {
    const first = (await send(0, 5n)).result as Hex
    await send(1, 5n)
    await send(3, 5n)
    expect(await nonces()).toEqual([0, 2])
    await send(2, 5n)
    expect(await nonces()).toEqual([0, 4])
    const waiting = await chain.reader.getTransaction({ hash: first })
    expect(waiting).toMatchObject({ hash: first, blockNumber: null, nonce: 0, value: 1n, gasPrice: 5n, type: 'legacy' })
    expect((await chain.call('eth_getTransactionReceipt', [first])).result).toBeNull()
  })

  test('is known already when it comes again, also at the same moment', async () => {
    const raw = await sign(0, 5n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => chain.call('eth_sendRawTransaction', [raw])))
    expect(answers.filter((answer) => answer.result !== undefined)).toHaveLength(1)
    const refusals = answers.flatMap(({ error }) => error ?? [])
    expect(refusals).toHaveLength(7)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: -32_000, message: 'already known' })
  })

  test('is replaced by one that pays a tenth more, not by one that pays less than that', async () => {
    const old = (await send(0, 100n)).result as Hex
    expect((await send(0, 100n, 2n)).error?.message).toBe('replacement transaction underpriced')
    expect((await send(0, 109n)).error?.message).toBe('replacement transaction underpriced')
    const replacement = (await send(0, 110n)).result as Hex
    expect((await chain.call('eth_getTransactionByHash', [old])).result).toBeNull()
    expect(await chain.reader.getTransaction({ hash: replacement })).toMatchObject({ gasPrice: 110n })
    expect(await nonces()).toEqual([0, 1])
  })

  test('is replaced only when both its prices are a tenth higher', async () => {
    const { writer } = clientsFor(chain.rpcUrl, number)
    const common = { to: stranger, nonce: 0, gas: 21_000n } as const
    await writer.sendTransaction({ ...common, maxFeePerGas: 100n, maxPriorityFeePerGas: 10n })
    const one = writer.sendTransaction({ ...common, maxFeePerGas: 200n, maxPriorityFeePerGas: 10n })
    await expect(one).rejects.toThrow('replacement transaction underpriced')
    await writer.sendTransaction({ ...common, maxFeePerGas: 110n, maxPriorityFeePerGas: 11n })
  })

  test('is paid for together: the money of one cannot be promised twice', async () => {
    await send(0, 1n, parseEther('0.6'))
    expect((await send(1, 1n, parseEther('0.6'))).error?.message).toMatch(
      /^insufficient funds for gas \* price \+ value/,
    )
    await send(1, 1n, parseEther('0.3'))
  })
})

test('what waits survives a restart, and is mined when blocks are made again: best paid first, nonces in order', async () => {
  const later = number + 1
  const cheap = (await send(0, 5n)).result as Hex
  const after = (await send(1, 900n)).result as Hex
  number = later
  const dear = (await send(0, 50n)).result as Hex
  const forNothing = (await send(5, 50n)).result as Hex
  await chain.stop()
  chain = await startTestChain({ data: chain.data })
  const receipts = await Promise.all(
    [dear, cheap, after].map((hash) => chain.reader.waitForTransactionReceipt({ hash })),
  )
  expect(new Set(receipts.map((receipt) => receipt.blockNumber)).size).toBe(1)
  const [first, second, third] = receipts.map((receipt) => receipt.transactionIndex)
  expect(first).toBeLessThan(second ?? 0)
  expect(second).toBeLessThan(third ?? 0)
  expect((await chain.reader.getTransaction({ hash: forNothing })).blockNumber).toBeNull()
})
