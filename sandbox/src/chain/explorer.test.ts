import { type Address, concat, type Hex, pad, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain, testAccount } from './test-chain.ts'
import { testFeed, testSettlement, testToken } from './test-contracts.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let chain: TestChain
let usdt: Address
let settlement: Address

const stranger = testAccount(2).address

beforeAll(async () => {
  chain = await startTestChain({ now: () => Date.parse('2026-11-11T17:00:00Z') })
  await chain.fund(chain.writer.account.address)
  usdt = await chain.deploy(testToken)
  settlement = await chain.deploy(testSettlement)
  await chain.client.chain.registerContracts([
    { name: 'usdt', address: usdt, abi: testToken.abi },
    { name: 'settlement', address: settlement, abi: testSettlement.abi },
  ])
  const hash = await chain.client.chain.faucet({ address: settlement, asset: 'USDT', amount: '1000.25' })
  await chain.reader.waitForTransactionReceipt({ hash })
})

afterAll(async () => {
  await chain?.stop()
  await chain?.remove()
})

const page = async (path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(chain.baseUrl + path)
  // Without tags and with single spaces, as somebody reads it.
  const text = (await response.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return { status: response.status, text }
}

const mined = async (hash: Hex): Promise<Hex> => {
  await chain.reader.waitForTransactionReceipt({ hash })
  return hash
}

describe('a transaction’s page', () => {
  test('shows a settlement with its items and legs in readable amounts', async () => {
    const from = `0x${'07'.repeat(32)}` as const
    const salt = concat([`0x${'09'.repeat(12)}`, stranger])
    const outside = { receiver: 1, to: pad(stranger) }
    const leg = (amount: string, goal = outside) => ({ token: usdt, from, ...goal, amount: parseEther(amount) })
    const items = [
      { id: 41n, legs: [leg('1.5'), leg('200')] },
      { id: 42n, legs: [leg('0.000000000000000001', { receiver: 0, to: salt })] },
    ]
    const hash = await mined(
      await chain.writer.writeContract({
        ...testSettlement,
        address: settlement,
        functionName: 'settle',
        args: [items],
      }),
    )
    const { status, text } = await page(`/explorer/tx/${hash}`)
    expect(status).toBe(200)
    expect(text).toContain('Transaction Success')
    expect(text).toContain(`Hash ${hash}`)
    expect(text).toContain(`To settlement (${settlement.toLowerCase()})`)
    expect(text).toMatch(
      /settle items 1 id 41 legs 1 token usdt \(0x\S+\) from 0x(07){32} receiver outside to 0x\w{6}…\w{6} amount 1\.5 USDT/,
    )
    expect(text).toContain(`receiver a wallet to ${salt.toLowerCase()} amount`)
    expect(text).toContain('amount 200 USDT')
    expect(text).toContain('amount 0.000000000000000001 USDT')
    expect(text).toMatch(/Token transfers 1\.5 USDT settlement to 0x/)
    expect(text).toMatch(/Settled id 42/)
    expect(text).toMatch(/Fee 0\.\d+ BNB: \d+ of \d+ gas at 0\.05 gwei/)
    expect(text).toMatch(/Raw data 0xc9785186/)
  })

  test('says why it was reverted', async () => {
    const failing = { ...testToken, address: usdt, gas: 100_000n } as const
    const custom = await mined(
      await chain.writer.writeContract({ ...failing, functionName: 'transfer', args: [stranger, parseEther('5')] }),
    )
    const { text } = await page(`/explorer/tx/${custom}`)
    expect(text).toContain('Transaction Reverted')
    expect(text).toMatch(/Why it was reverted BalanceTooLow from 0x\S+ balance 0 needed 5000000000000000000/)
    const spoken = await mined(
      await chain.writer.writeContract({ ...failing, functionName: 'complain', args: ['<b>not today</b>'] }),
    )
    expect((await page(`/explorer/tx/${spoken}`)).text).toContain('Error message &lt;b&gt;not today&lt;/b&gt;')
  })

  test('shows one that waits as waiting', async () => {
    const nonce = await chain.reader.getTransactionCount({ address: chain.writer.account.address })
    const hash = await chain.writer.sendTransaction({ to: stranger, value: 1n, nonce: nonce + 5, gas: 21_000n })
    const { status, text } = await page(`/explorer/tx/${hash}`)
    expect(status).toBe(200)
    expect(text).toContain('Transaction Waiting')
    expect(text).toContain('Block in no block yet')
    expect((await page('/explorer')).text).toContain('Waiting')
    expect((await page(`/explorer/address/${stranger}`)).text).toContain('0.000000000000000001 BNB Waiting')
  })

  test('is asked for again by itself while it waits, and then shows what was moved', async () => {
    const address = await chain.deploy(testToken)
    const nonce = await chain.reader.getTransactionCount({ address: chain.writer.account.address })
    const mint = { ...testToken, address, functionName: 'mint', args: [stranger, parseEther('1.49625')] } as const
    const hash = await chain.writer.writeContract({ ...mint, nonce: nonce + 1, gas: 100_000n })
    const waiting = await fetch(`${chain.baseUrl}/explorer/tx/${hash}`)
    expect(waiting.headers.get('refresh')).toBe('1')
    const told = await waiting.text()
    expect(told).toContain('This page looks again by itself')
    expect(told).not.toContain('Token transfers')
    await chain.writer.sendTransaction({ to: stranger, value: 1n, nonce, gas: 21_000n })
    await mined(hash)
    const done = await fetch(`${chain.baseUrl}/explorer/tx/${hash}`)
    expect(done.headers.get('refresh')).toBeNull()
    expect(await done.text()).toMatch(/1\.49625 USDT[\s\S]*nobody/)
  })

  test('shows a new contract, and a call that nobody can read', async () => {
    const address = await chain.deploy(testToken)
    const { text } = await page(`/explorer/address/${address}`)
    expect(text).toContain('Kind Contract')
    expect(text).toContain('New contract')
    const hash = await mined(
      await chain.writer.writeContract({ ...testToken, address, functionName: 'mint', args: [stranger, 1n] }),
    )
    expect((await page(`/explorer/tx/${hash}`)).text).toContain('The contract is not known here')
    expect((await page(`/explorer/tx/${hash}`)).text).toContain('Transfer from nobody')
  })

  test('reads a clone by what it is a clone of', async () => {
    const implementation = await chain.deploy(testToken)
    const code = `363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`
    const clone = await chain.deploy({ abi: [], bytecode: `0x3d602d80600a3d3981f3${code}` })
    const named = { name: 'walletImplementation', address: implementation, abi: testToken.abi } as const
    await chain.client.chain.registerContracts([named])
    const hash = await mined(
      await chain.writer.writeContract({ ...testToken, address: clone, functionName: 'mint', args: [stranger, 1n] }),
    )
    expect((await page(`/explorer/tx/${hash}`)).text).toMatch(/Call mint to 0x\S+ amount 0\.000000000000000001 USDT/)
    expect((await page(`/explorer/address/${clone}`)).text).toContain('Address a walletImplementation')
  })

  test('shows prices in dollars, and cuts a long list', async () => {
    const { feeder } = await chain.client.chain.state()
    const address = await chain.deploy(testFeed, [feeder])
    await chain.client.chain.registerContracts([{ name: 'aggregator', address, abi: testFeed.abi }])
    await chain.client.chain.setPrice('4012.35')
    const { text } = await page(`/explorer/address/${feeder}`)
    expect(text).toContain('Address feeder')
    const hash = /href="\/explorer\/tx\/(0x[0-9a-f]{64})"/.exec(
      await (await fetch(`${chain.baseUrl}/explorer/address/${feeder}`)).text(),
    )?.[1]
    expect((await page(`/explorer/tx/${hash}`)).text).toContain('feed rounds 1 answer 4,012.35 USD updatedAt')
  })
})

describe('other pages', () => {
  test('an address has its name, balances, transactions and transfers', async () => {
    const { status, text } = await page(`/explorer/address/${settlement}`)
    expect(status).toBe(200)
    expect(text).toContain('Address settlement')
    expect(text).toContain('BNB 0 BNB')
    expect(text).toMatch(/USDT [\d,.]+ USDT/)
    expect(text).toContain('+1,000.25 USDT nobody to settlement')
    expect((await page(`/explorer/address/${settlement.toUpperCase().replace('0X', '0x')}`)).status).toBe(200)
  })

  test('a token has its supply and holders', async () => {
    const { status, text } = await page(`/explorer/token/${usdt}`)
    expect(status).toBe(200)
    expect(text).toContain('Token USDT')
    expect(text).toContain('Supply 1,000.25 USDT')
    expect(text).toMatch(/Holders [12] /)
    expect(text).toContain('nobody to settlement')
  })

  test('a block has its transactions and neighbours', async () => {
    const { text } = await page('/explorer/block/1')
    expect(text).toContain('Block 1 Final')
    expect(text).toContain('Transactions 1')
    expect(text).toContain('10 BNB')
    expect((await page('/explorer/block/0')).text).toContain('After it 1')
  })

  test('many transactions come in pages, each once', async () => {
    const many = Array.from({ length: 30 }, () =>
      chain.client.chain.faucet({ address: testAccount(50).address, asset: 'BNB', amount: '1' }),
    )
    for (const hash of await Promise.all(many)) await mined(hash)
    const path = `/explorer/address/${testAccount(50).address}`
    const hashesOf = async (each: string) =>
      (await (await fetch(chain.baseUrl + each)).text()).match(/\/explorer\/tx\/0x[0-9a-f]{64}/g) ?? []
    const [first, second] = [await hashesOf(path), await hashesOf(`${path}?transactions=2`)]
    expect([first.length, second.length]).toEqual([25, 5])
    expect(new Set([...first, ...second]).size).toBe(30)
    expect((await page(path)).text).toContain('Older transactions')
    expect((await page(`${path}?transactions=0`)).status).toBe(400)
  })

  test('what is looked for is found by number, hash, address and name', async () => {
    const place = async (q: string) => {
      const response = await fetch(`${chain.baseUrl}/explorer?q=${q}`, { redirect: 'manual' })
      return response.headers.get('location') ?? response.status
    }
    const block = await chain.reader.getBlock({ blockNumber: 1n })
    expect(await place('1')).toBe('/explorer/block/1')
    expect(await place(block.hash)).toBe('/explorer/block/1')
    expect(await place(block.transactions[0] ?? '')).toBe(`/explorer/tx/${block.transactions[0]}`)
    expect(await place(usdt)).toBe(`/explorer/address/${usdt.toLowerCase()}`)
    expect(await place('usdt')).toBe(`/explorer/address/${usdt.toLowerCase()}`)
    expect(await place('everything')).toBe(404)
  })

  test.each([
    [`/explorer/tx/0x${'ab'.repeat(32)}`, 'There is no transaction with this hash'],
    ['/explorer/tx/nonsense', 'There is no transaction with this hash'],
    [`/explorer/address/${testAccount(77).address}`, 'Nothing has ever happened at this address'],
    ['/explorer/address/0x12', 'This is no address'],
    [`/explorer/token/${stranger}`, 'There is no token at this address'],
    ['/explorer/block/999999', 'There is no such block'],
    ['/explorer/block/first', 'There is no such block'],
  ])('%s is not found, in words', async (path, words) => {
    const { status, text } = await page(path)
    expect(status).toBe(404)
    expect(text).toContain(words)
  })

  test('a reorganisation moves transactions on the pages too', async () => {
    const before = (await page('/explorer')).text
    expect(before).toContain('Known contracts')
    await chain.client.chain.reorg({ depth: 2 })
    const hash = await mined(await chain.client.chain.faucet({ address: stranger, asset: 'BNB', amount: '3' }))
    const { text } = await page(`/explorer/address/${stranger}`)
    expect(text.match(new RegExp(`${hash.slice(0, 8)}…${hash.slice(-6)}`, 'g'))).toHaveLength(1)
  })

  test('the home page links to explorer and faucet, and the node’s own address leads there', async () => {
    const home = await (await fetch(chain.baseUrl)).text()
    expect(home).toContain('href="/explorer"')
    expect(home).toContain('href="/faucet"')
    expect((await fetch(`${chain.baseUrl}/chain`)).url).toBe(`${chain.baseUrl}/explorer`)
  })
})

describe('the faucet’s page', () => {
  const submit = (fields: Record<string, string>, origin = chain.baseUrl) =>
    fetch(`${chain.baseUrl}/faucet`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(fields),
    })

  test('gives, and links to the transaction', async () => {
    const response = await submit({ address: ` ${stranger} `, asset: 'USDT', amount: '7' })
    const text = await response.text()
    expect(response.status).toBe(200)
    const hash = /\/explorer\/tx\/(0x[0-9a-f]{64})/.exec(text)?.[1] as Hex
    await mined(hash)
    expect((await page(`/explorer/tx/${hash}`)).text).toContain('mint to')
  })

  test('says what is wrong and keeps what was typed', async () => {
    const response = await submit({ address: stranger, asset: 'USDT', amount: 'a lot' })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).toContain('amount must be a decimal number')
    expect(text).toContain('value="a lot"')
    expect(text).toContain('<option selected>USDT</option>')
  })

  test('is for this site’s own form only', async () => {
    expect((await submit({ address: stranger, asset: 'BNB', amount: '1' }, 'http://evil.test')).status).toBe(403)
  })
})
