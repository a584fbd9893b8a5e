import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { post, startTestChain, type TestChain, testAccount } from './test-chain.ts'
import { testToken } from './test-contracts.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
})

afterAll(async () => {
  await chain?.stop()
  await chain?.remove()
})

const stranger = testAccount(3).address

const refusal = async (path: string, method: string, body: unknown) => {
  const response = await fetch(chain.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error?: { status: number; message: string } }
  expect(error?.status).toBe(response.status)
  return `${response.status} ${error?.message}`
}

describe('the faucet', () => {
  test('forty who ask at once all get theirs', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => testAccount(100 + index).address)
    const hashes = await Promise.all(
      addresses.map((address) => chain.client.chain.faucet({ address, asset: 'BNB', amount: '100.5' })),
    )
    expect(new Set(hashes).size).toBe(40)
    await Promise.all(hashes.map((hash) => chain.reader.waitForTransactionReceipt({ hash })))
    for (const address of addresses) expect(await chain.reader.getBalance({ address })).toBe(parseEther('100.5'))
  })

  test('USDT comes once its contract is known', async () => {
    const order = { address: stranger, asset: 'USDT', amount: '0.000000000000000001' } as const
    await expect(chain.client.chain.faucet(order)).rejects.toThrow('There is no USDT yet')
    await chain.fund(chain.writer.account.address)
    const address = await chain.deploy(testToken)
    await chain.client.chain.registerContracts([{ name: 'usdt', address, abi: testToken.abi }])
    await chain.reader.waitForTransactionReceipt({ hash: await chain.client.chain.faucet(order) })
    const balance = { ...testToken, address, functionName: 'balanceOf', args: [stranger] } as const
    expect(await chain.reader.readContract(balance)).toBe(1n)
  })

  test.each([
    [{ asset: 'BNB', amount: '1' }, 'address must be 0x and 40 hex digits'],
    [{ address: '0x12', asset: 'BNB', amount: '1' }, 'address must be 0x and 40 hex digits'],
    [{ address: stranger, asset: 'ETH', amount: '1' }, 'asset must be one of: BNB, USDT'],
    [{ address: stranger, asset: 'BNB', amount: 1 }, 'amount must be a decimal number as text'],
    [{ address: stranger, asset: 'BNB', amount: '1e3' }, 'amount must be a decimal number as text'],
    [{ address: stranger, asset: 'BNB', amount: '0.0000000000000000001' }, 'at most 18 decimals'],
    [{ address: stranger, asset: 'BNB', amount: '0' }, 'amount must be above 0 and at most 1,000 BNB'],
    [{ address: stranger, asset: 'BNB', amount: '1000.1' }, 'amount must be above 0 and at most 1,000 BNB'],
    [{ address: stranger, asset: 'BNB', amount: '1', memo: 'x' }, 'There is no field "memo"'],
    [null, 'The body must be a JSON object'],
  ])('refuses %j', async (body, message) => {
    expect(await refusal('/api/chain/faucet', 'POST', body)).toContain(`400 `)
    expect(await refusal('/api/chain/faucet', 'POST', body)).toContain(message)
  })
})

describe('contracts are made known', () => {
  const usdt = { name: 'usdt', address: stranger, abi: [] }

  test('again and again, the last address counts, others stay', async () => {
    const before = await chain.client.chain.registerContracts([{ name: 'treasury', address: stranger, abi: [] }])
    expect(before).toBeUndefined()
    const page = await (await fetch(`${chain.baseUrl}/explorer`)).text()
    expect(page).toContain('treasury')
    const other = testAccount(4).address
    await chain.client.chain.registerContracts([{ name: 'treasury', address: other, abi: [] }])
    const moved = await fetch(`${chain.baseUrl}/explorer?q=Treasury`, { redirect: 'manual' })
    expect(moved.headers.get('location')).toBe(`/explorer/address/${other.toLowerCase()}`)
  })

  test.each([
    [{}, 'contracts must be a list of 1 to 11'],
    [{ contracts: [] }, 'contracts must be a list of 1 to 11'],
    [{ contracts: [{ ...usdt, name: 'mine' }] }, 'name must be one of: usdt,'],
    [{ contracts: [{ ...usdt, address: '0x' }] }, 'the address of usdt must be'],
    [{ contracts: [{ ...usdt, abi: 'none' }] }, 'the abi of usdt must be'],
    [{ contracts: [{ ...usdt, abi: [{ type: 'function', name: 'x', inputs: [{ type: 'tuple' }] }] }] }, 'the abi of'],
    [{ contracts: [{ ...usdt, abi: [null] }] }, 'the abi of usdt must be'],
    [{ contracts: [usdt, usdt] }, 'each name may be given once'],
    [{ contracts: [usdt], more: 1 }, 'There is no field "more"'],
  ])('%j is refused', async (body, message) => {
    const said = await refusal('/api/chain/contracts', 'PUT', body)
    expect(said).toMatch(/^400 /)
    expect(said).toContain(message)
  })

  test('a body over the limit is refused', async () => {
    const large = await fetch(`${chain.baseUrl}/api/chain/contracts`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contracts: 'x'.repeat(2 * 1024 * 1024) }),
    })
    expect(large.status).toBe(413)
    expect((await post(`${chain.baseUrl}/api/chain/faucet`, '{')).status).toBe(400)
  })
})
