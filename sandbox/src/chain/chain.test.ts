import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain, testAccount } from './test-chain.ts'
import { testToken } from './test-contracts.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let chain: TestChain

beforeEach(async () => {
  chain = await startTestChain()
})

afterEach(async () => {
  await chain.stop().catch(() => undefined)
  await chain.remove()
})

const stranger = testAccount(2).address
const journalOf = (data: string): string => join(data, 'chain', 'journal.jsonl')

const allHashes = async (): Promise<Hex[]> => {
  const { block } = await chain.client.chain.state()
  const numbers = Array.from({ length: block + 1 }, (_, number) => BigInt(number))
  return Promise.all(numbers.map(async (blockNumber) => (await chain.reader.getBlock({ blockNumber })).hash))
}

const restart = async (): Promise<void> => {
  await chain.stop()
  chain = await startTestChain({ data: chain.data })
}

/** Sends and waits until it is final, so that the chain is quiet. */
const settle = async (hash: Hex): Promise<bigint> => {
  const { blockNumber } = await chain.reader.waitForTransactionReceipt({ hash })
  while ((await chain.reader.getBlock({ blockTag: 'finalized' })).number < blockNumber);
  return blockNumber
}

describe('what was shown is there after a restart', () => {
  test('blocks with the same hashes, accounts, contracts and the feeder', async () => {
    await chain.fund(chain.writer.account.address)
    const address = await chain.deploy(testToken)
    await chain.client.chain.registerContracts([{ name: 'usdt', address, abi: testToken.abi }])
    await settle(await chain.client.chain.faucet({ address: stranger, asset: 'USDT', amount: '12.5' }))
    const before = { hashes: await allHashes(), state: await chain.client.chain.state() }

    await restart()
    expect(await allHashes()).toEqual(before.hashes)
    expect(await chain.client.chain.state()).toEqual(before.state)
    const balance = { ...testToken, address, functionName: 'balanceOf', args: [stranger] } as const
    expect(await chain.reader.readContract(balance)).toBe(12_500_000_000_000_000_000n)
    await settle(await chain.client.chain.faucet({ address: stranger, asset: 'USDT', amount: '0.5' }))
    expect(await chain.reader.readContract(balance)).toBe(13_000_000_000_000_000_000n)
  })

  test('what was forgotten stays forgotten', async () => {
    await chain.fund(chain.writer.account.address)
    await chain.client.control.set('chain', { fault: 'forget', times: 1 })
    const hash = await chain.writer.sendTransaction({ to: stranger, value: 1n })
    await restart()
    expect((await chain.call('eth_getTransactionByHash', [hash])).result).toBeNull()
    await settle(await chain.client.chain.faucet({ address: stranger, asset: 'BNB', amount: '1' }))
    expect(await chain.reader.getBalance({ address: stranger })).toBe(10n ** 18n)
  })

  test('a torn last line is cut off, and the chain goes on', async () => {
    await chain.fund(stranger)
    const hashes = await allHashes()
    await chain.stop()
    const path = journalOf(chain.data)
    const { size } = await stat(path)
    await appendFile(path, '{"block":{"time":17')
    chain = await startTestChain({ data: chain.data, blockSeconds: 3_600 })
    expect((await stat(path)).size).toBe(size)
    expect((await allHashes()).slice(0, hashes.length)).toEqual(hashes)
  })

  test('a line in the middle that cannot be read, or leads to another block, is not passed over', async () => {
    await settle(await chain.client.chain.faucet({ address: stranger, asset: 'BNB', amount: '1' }))
    await chain.stop()
    const path = journalOf(chain.data)
    const text = await readFile(path, 'utf8')
    const lines = text.split('\n')
    await writeFile(path, [lines[0], 'gone', ...lines.slice(2)].join('\n'))
    await expect(startTestChain({ data: chain.data })).rejects.toThrow('line 2 of the journal cannot be read')
    const changed = text.replace(/"time":(\d+)(?=,"branch")/, (_, time) => `"time":${Number(time) + 1}`)
    expect(changed).not.toBe(text)
    await writeFile(path, changed)
    await expect(startTestChain({ data: chain.data })).rejects.toThrow(/block 1 came out as 0x/)
  })

  test('the journal is for its owner only, and stays small while nothing happens', async () => {
    await settle(await chain.client.chain.faucet({ address: stranger, asset: 'BNB', amount: '1' }))
    const before = await stat(journalOf(chain.data))
    expect(before.mode & 0o777).toBe(0o600)
    // Time for several blocks, if any were made.
    for (let calls = 0; calls < 100; calls++) await chain.reader.getBlockNumber()
    expect((await stat(journalOf(chain.data))).size).toBe(before.size)
  })
})

describe('a reorganisation', () => {
  const send = () => chain.client.chain.faucet({ address: stranger, asset: 'BNB', amount: '1' })

  /** Sends until a reorganisation came before the transaction was final; blocks are quick here. */
  const sendAndReplace = async ({ drop }: { drop: boolean }) => {
    for (;;) {
      const receipt = await chain.reader.waitForTransactionReceipt({ hash: await send() })
      const { block } = await chain.client.chain.reorg({ depth: 2, drop })
      if (Number(receipt.blockNumber) > block - 2) return { ...receipt, hash: receipt.transactionHash }
    }
  }

  test.each([1, 2] as const)('of %i replaces that many blocks, and what they held comes later', async (depth) => {
    const hash = await send()
    const old = await settle(hash)
    const before = await allHashes()
    const { block, hash: newest } = await chain.client.chain.reorg({ depth })
    expect(block).toBe(Number(old) + 2)
    const after = (await allHashes()).slice(0, before.length)
    expect(after.slice(0, -depth)).toEqual(before.slice(0, -depth))
    for (let back = 1; back <= depth; back++) expect(after.at(-back)).not.toBe(before.at(-back))
    expect(after.at(-1)).toBe(newest)
    expect((await chain.reader.getTransactionReceipt({ hash })).blockNumber).toBe(old)
  })

  test('takes a transaction out of its block and into a later one', async () => {
    await settle(await send())
    const { hash, blockNumber, blockHash } = await sendAndReplace({ drop: false })
    const again = await chain.reader.waitForTransactionReceipt({ hash })
    expect(again.blockNumber).toBeGreaterThan(blockNumber)
    expect(again.blockHash).not.toBe(blockHash)
    expect(await chain.call('eth_getBlockByHash', [blockHash, false])).toMatchObject({ result: null })
  })

  test('told to drop forgets it, and the sender’s nonce is free again', async () => {
    await settle(await send())
    const { hash } = await sendAndReplace({ drop: true })
    expect((await chain.call('eth_getTransactionByHash', [hash])).result).toBeNull()
    const balance = await chain.reader.getBalance({ address: stranger })
    await settle(await send())
    expect(await chain.reader.getBalance({ address: stranger })).toBe(balance + 10n ** 18n)
  })

  test('never touches what is final, also when it is repeated, and survives a restart', async () => {
    const final = await settle(await send())
    for (const depth of [2, 1, 2, 2] as const) await chain.client.chain.reorg({ depth })
    await settle(await send())
    const before = await allHashes()
    await restart()
    expect(await allHashes()).toEqual(before)
    expect(Number(final)).toBeGreaterThan(0)
  })

  test('of blocks that are not there is refused', async () => {
    await expect(chain.client.chain.reorg({ depth: 1 })).rejects.toThrow('There are only 0 blocks to replace')
    await expect(chain.client.chain.reorg({ depth: 3 as 2 })).rejects.toThrow('depth must be one of: 1, 2')
    await expect(chain.client.chain.reorg({ depth: 1, drop: 'yes' as never })).rejects.toThrow('drop must be')
  })
})
