import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeDataFolder, removeDataFolder } from '../test-sandbox.ts'
import type { ChainSettings } from './resident.ts'
import { type ServedChain, serveChain } from './serve.ts'

const POLL_MS = 10

/** A key of the tests, worth nothing anywhere else. */
export const testAccount = (number: number) => privateKeyToAccount(toHex(number, { size: 32 }))

export const clientsFor = (rpcUrl: string, accountNumber = 1) => {
  const chain = defineChain({
    id: 31_337,
    name: 'Sandbox',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  // Neither retries nor caches: a test wants to see each answer.
  const options = { chain, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: POLL_MS, cacheTime: 0 }
  return {
    reader: createPublicClient(options),
    writer: createWalletClient({ ...options, account: testAccount(accountNumber) }),
  }
}

export type Clients = ReturnType<typeof clientsFor>

/** A chain of one's own with quick blocks, and clients whose account has some BNB. */
export const startTestChain = async (given: Partial<ChainSettings> = {}) => {
  const data = given.data ?? (await makeDataFolder())
  const settings = { blockSeconds: 0.02, priceSeconds: 3_600, ...given, data }
  const served: ServedChain = await serveChain(settings)
  const { reader, writer } = clientsFor(served.rpcUrl)

  const fund = async (address: Address, amount = '10'): Promise<void> => {
    const hash = await served.client.chain.faucet({ address, asset: 'BNB', amount })
    await reader.waitForTransactionReceipt({ hash })
  }

  const deploy = async (contract: { abi: Abi | readonly unknown[]; bytecode: Hex }, args: unknown[] = []) => {
    const hash = await writer.deployContract({ abi: contract.abi as Abi, bytecode: contract.bytecode, args })
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('nothing was deployed')
    return contractAddress
  }

  /** One JSON-RPC call, with the answer as it came. */
  const call = async (method: string, params: unknown[] = []) =>
    (await post(served.rpcUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json() as Promise<{
      result?: unknown
      error?: { code: number; message: string; data?: Hex }
    }>

  return { ...served, data, reader, writer, fund, deploy, call, remove: () => removeDataFolder(data) }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

export const post = (url: string, body: string, contentType = 'application/json'): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body })
