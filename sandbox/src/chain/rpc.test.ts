import { type BaseError, ContractFunctionRevertedError, type Hex, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { post, startTestChain, type TestChain, testAccount } from './test-chain.ts'
import { testToken } from './test-contracts.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
  await chain.fund(chain.writer.account.address)
})

afterAll(async () => {
  await chain?.stop()
  await chain?.remove()
})

const stranger = testAccount(2).address

/** Calls until the answer is as wanted; the test's own limit is the patience. */
const until = async <T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> => {
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
  }
}

describe('a client of a real node works here', () => {
  test('a wallet deploys a contract, calls it and reads what it did, now and before', async () => {
    const { reader, writer } = chain
    const address = await chain.deploy(testToken)
    const token = { ...testToken, address }
    const hash = await writer.writeContract({ ...token, functionName: 'mint', args: [stranger, 5n] })
    const { status, blockNumber } = await reader.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    const balanceAt = (block: { blockNumber: bigint } | { blockTag: 'latest' }) =>
      reader.readContract({ ...token, functionName: 'balanceOf', args: [stranger], ...block })
    expect(await balanceAt({ blockTag: 'latest' })).toBe(5n)
    expect(await balanceAt({ blockNumber: blockNumber - 1n })).toBe(0n)
    const logs = await reader.getContractEvents({ ...token, eventName: 'Transfer', fromBlock: 0n, toBlock: 'latest' })
    expect(logs.map((log) => log.args)).toMatchObject([{ to: stranger, value: 5n }])
    expect((await reader.getCode({ address }))?.length).toBeGreaterThan(100)
    expect(await reader.getStorageAt({ address, slot: '0x0' })).toBe(`0x${'5'.padStart(64, '0')}`)
  })

  test('a custom error is decoded, and a reason in words is in the message', async () => {
    const { reader, writer } = chain
    const address = await chain.deploy(testToken)
    const args = [stranger, 7n] as const
    const call = reader.simulateContract({ ...testToken, address, functionName: 'transfer', args, account: stranger })
    const error = (await call.catch((failure) => failure)) as BaseError
    const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    expect(reverted).toMatchObject({ data: { errorName: 'BalanceTooLow', args: [stranger, 0n, 7n] } })
    const estimate = reader.estimateContractGas({
      ...testToken,
      address,
      functionName: 'complain',
      args: ['not today'],
      account: writer.account,
    })
    await expect(estimate).rejects.toThrow('not today')
    const data = `0xa9059cbb${stranger.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`
    const { error: raw } = await chain.call('eth_call', [{ from: stranger, to: address, data }, 'latest'])
    expect(raw).toMatchObject({ code: 3, message: 'execution reverted' })
    expect(raw?.data).toHaveLength(2 + 8 + 3 * 64)
  })

  test('it tells who it is, and that there is no base fee', async () => {
    const { reader } = chain
    expect(await reader.getChainId()).toBe(31_337)
    expect((await chain.call('net_version')).result).toBe('31337')
    expect((await chain.call('web3_clientVersion')).result).toMatch(/^IngotSandbox/)
    expect(await reader.getGasPrice()).toBe(parseGwei('0.05'))
    expect(await reader.estimateMaxPriorityFeePerGas()).toBe(parseGwei('0.05'))
    const { baseFeePerGas } = await reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })
    expect(new Set(baseFeePerGas)).toEqual(new Set([0n]))
  })

  test('blocks, transactions and receipts are found by number and hash, unknown ones are null', async () => {
    const { reader, writer } = chain
    const hash = await writer.sendTransaction({ to: stranger, value: 1n })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    const block = await reader.getBlock({ blockNumber: receipt.blockNumber, includeTransactions: true })
    expect(block.transactions.map((transaction) => transaction.hash)).toEqual([hash])
    expect((await reader.getBlock({ blockHash: block.hash })).number).toBe(receipt.blockNumber)
    expect((await reader.getTransaction({ hash })).blockNumber).toBe(receipt.blockNumber)
    const unknown = `0x${'ab'.repeat(32)}`
    for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
      expect(await chain.call(method, [unknown])).toMatchObject({ result: null })
    expect(await chain.call('eth_getBlockByHash', [unknown, false])).toMatchObject({ result: null })
    expect(await chain.call('eth_getBlockByNumber', ['0xffffff', false])).toMatchObject({ result: null })
    expect((await chain.call('eth_getBalance', [stranger, '0xffffff'])).error?.message).toBe('header not found')
  })
})

test('a block is final two blocks later, and then no more empty blocks are made', async () => {
  const { reader, writer } = chain
  const hash = await writer.sendTransaction({ to: stranger, value: 1n })
  const { blockNumber } = await reader.waitForTransactionReceipt({ hash })
  const finalized = await until(
    () => reader.getBlock({ blockTag: 'finalized' }),
    ({ number }) => number >= blockNumber,
  )
  expect(finalized.number).toBe(blockNumber)
  expect((await reader.getBlock({ blockTag: 'safe' })).number).toBe(blockNumber + 1n)
  // Time for several blocks, if any were made.
  for (let calls = 0; calls < 100; calls++) expect(await reader.getBlockNumber()).toBe(blockNumber + 2n)
  expect(await chain.client.chain.state()).toMatchObject({
    chainId: 31_337,
    block: Number(blockNumber) + 2,
    finalized: Number(blockNumber),
    price: null,
  })
})

test.each([
  ['hardhat_setBalance', [stranger, '0xffff']],
  ['hardhat_impersonateAccount', [stranger]],
  ['evm_mine', []],
  ['evm_snapshot', []],
  ['debug_traceTransaction', ['0x00']],
  ['eth_accounts', []],
  ['eth_sendTransaction', [{ from: stranger, to: stranger }]],
  ['eth_sign', [stranger, '0x00']],
  ['eth_newBlockFilter', []],
  ['personal_unlockAccount', []],
  ['toString', []],
])('nobody can cheat: %s does not exist', async (method, params) => {
  expect((await chain.call(method, params)).error).toMatchObject({ code: -32_601 })
})

describe('what is wrong with a call is said in the answer', () => {
  const answerTo = async (body: string) => (await post(chain.rpcUrl, body)).json()

  test.each([
    ['no JSON', '{', -32_700],
    ['nothing', '', -32_700],
    ['a text', '"hello"', -32_600],
    ['an empty batch', '[]', -32_600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32_600],
    ['a method that is no text', '{"id":1,"method":7}', -32_600],
    ['an id that is a list', '{"id":[],"method":"eth_chainId"}', -32_600],
    ['arguments by name', '{"id":1,"method":"eth_chainId","params":{}}', -32_602],
  ])('%s', async (_title, body, code) => {
    expect(await answerTo(body)).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  test.each([
    ['eth_getBlockByNumber', ['first', false]],
    ['eth_getBlockByNumber', ['0x00', false]],
    ['eth_getBlockByNumber', ['0x1', 'yes']],
    ['eth_getBlockByHash', ['0x12', false]],
    ['eth_getTransactionReceipt', []],
    ['eth_getBalance', ['somebody', 'latest']],
    ['eth_getBalance', [stranger, { blockHash: 'none' }]],
    ['eth_getStorageAt', [stranger, 'slot', 'latest']],
    ['eth_call', ['nothing', 'latest']],
    ['eth_call', [{ to: 'nobody' }, 'latest']],
    ['eth_estimateGas', [null]],
    ['eth_feeHistory', ['many', 'latest', []]],
    ['eth_getLogs', ['all']],
    ['eth_getLogs', [{ fromBlock: '0x5', toBlock: '0x1' }]],
    ['eth_getLogs', [{ fromBlock: '0x1', blockHash: `0x${'00'.repeat(32)}` }]],
    ['eth_getLogs', [{ from: '0x1' }]],
    ['eth_getLogs', [{ topics: [7] }]],
    ['eth_sendRawTransaction', ['0xabc']],
    ['eth_sendRawTransaction', [null]],
  ])('%s %j', async (method, params) => {
    expect((await chain.call(method, params)).error).toMatchObject({ code: -32_602 })
  })

  test('a batch is answered in its order, wrong calls among right ones, without those that want no answer', async () => {
    const calls = [
      { id: 'a', method: 'eth_chainId' },
      { id: 2, method: 'evm_mine' },
      { method: 'eth_blockNumber' },
      'what',
      { id: null, method: 'net_version' },
    ]
    expect(await answerTo(JSON.stringify(calls))).toMatchObject([
      { id: 'a', result: '0x7a69' },
      { id: 2, error: { code: -32_601 } },
      { id: null, error: { code: -32_600 } },
      { id: null, result: '31337' },
    ])
  })

  test('a batch of more than a hundred calls is not begun', async () => {
    const calls = Array.from({ length: 101 }, (_, id) => ({ id, method: 'eth_chainId' }))
    expect(await answerTo(JSON.stringify(calls))).toMatchObject({ error: { code: -32_600 } })
    expect(await answerTo(JSON.stringify(calls.slice(1)))).toHaveLength(100)
  })

  test('a body over the limit is not read, and any content type will do', async () => {
    const large = await post(chain.rpcUrl, `"${'x'.repeat(2 * 1024 * 1024)}"`)
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ error: { code: -32_600 } })
    const plain = await post(chain.rpcUrl, '{"id":1,"method":"eth_chainId"}', 'text/plain')
    expect(await plain.json()).toMatchObject({ result: '0x7a69' })
  })
})

test('logs are asked for in portions, as public nodes want it', async () => {
  const { reader, writer } = chain
  const address = await chain.deploy(testToken)
  const range = (toBlock: string) => chain.call('eth_getLogs', [{ fromBlock: '0x0', toBlock }])
  expect((await range('0x1387')).result).toBeDefined()
  expect((await range('0x1388')).error).toMatchObject({ code: -32_005, message: 'exceed maximum block range: 5000' })
  const hashes: Hex[] = []
  for (const times of [5_000n, 5_001n])
    hashes.push(await writer.writeContract({ ...testToken, address, functionName: 'chatter', args: [times] }))
  const blocks = await Promise.all(hashes.map((hash) => reader.waitForTransactionReceipt({ hash })))
  const [fromBlock, toBlock] = [blocks[0]?.blockNumber, blocks[1]?.blockNumber].map((n) => `0x${n?.toString(16)}`)
  expect((await chain.call('eth_getLogs', [{ address, fromBlock, toBlock }])).error).toMatchObject({
    code: -32_005,
    message: 'query returned more than 10000 results',
  })
})

describe('a transaction that no node would take is refused', () => {
  const sign = (fields: object) =>
    chain.writer.account.signTransaction({
      type: 'legacy',
      chainId: 31_337,
      nonce: 900,
      to: stranger,
      gas: 21_000n,
      gasPrice: 1n,
      ...fields,
    } as never)

  test.each([
    ['for another chain', { chainId: 56 }, 'invalid sender: invalid chain id for signer: have 56 want 31337'],
    ['for any chain', { chainId: undefined }, 'only replay-protected (EIP-155) transactions allowed over RPC'],
    ['with too little gas', { gas: 20_999n }, 'intrinsic gas too low: gas 20999, minimum needed 21000'],
    ['with more gas than allowed', { gas: 16_777_217n }, 'transaction gas limit too high'],
    ['with more gas than a block has', { gas: 140_000_001n }, 'exceeds block gas limit'],
    ['that pays nothing', { gasPrice: 0n }, 'transaction underpriced: gas tip cap 0, minimum needed 1'],
    ['over its means', { value: parseEther('1000') }, 'insufficient funds for gas * price + value'],
    ['with a spent nonce', { nonce: 0 }, 'nonce too low: address 0x'],
    ['that is too long', { data: `0x${'11'.repeat(131_072)}`, gas: 16_000_000n }, 'oversized data'],
  ])('%s', async (_title, fields, message) => {
    const { error } = await chain.call('eth_sendRawTransaction', [await sign(fields)])
    expect(error).toMatchObject({ code: -32_000 })
    expect(error?.message).toContain(message)
  })

  test('with bytes after its end, or cut short', async () => {
    const raw = await sign({})
    for (const bad of [`${raw}00`, raw.slice(0, -2), '0x', '0xff', '0x02'])
      expect((await chain.call('eth_sendRawTransaction', [bad])).error).toMatchObject({ code: -32_000 })
  })
})

test('a price of one wei is enough, with or without an access list', async () => {
  const { reader, writer } = chain
  const dynamic = await writer.sendTransaction({ to: stranger, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
  expect((await reader.waitForTransactionReceipt({ hash: dynamic })).effectiveGasPrice).toBe(1n)
  const listed = await writer.sendTransaction({ to: stranger, gasPrice: 1n, accessList: [], type: 'eip2930' })
  expect((await reader.waitForTransactionReceipt({ hash: listed })).type).toBe('eip2930')
})
