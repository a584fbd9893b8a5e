import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ChainNode } from './node.ts'

export type Token = { symbol: string; decimals: number }

const TOKEN = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address holder) view returns (uint256)',
])

const SYMBOL_LIMIT = 20
const MOST_DECIMALS = 36

export const attempt = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch {
    return null
  }
}

/** What token contracts say of themselves. */
export const openTokens = (node: ChainNode) => {
  const tokens = new Map<Address, Token>()

  const ask = async (to: Address, functionName: 'symbol' | 'decimals' | 'totalSupply'): Promise<unknown> => {
    const data = encodeFunctionData({ abi: TOKEN, functionName })
    const result = await node.read<Hex>('eth_call', [{ to, data }, 'latest']).catch(() => '0x' as const)
    return attempt(() => decodeFunctionResult({ abi: TOKEN, functionName, data: result }))
  }

  /** What the contract at this address says of itself; null when it is no token. */
  const tokenAt = async (address: Address): Promise<Token | null> => {
    const known = tokens.get(address)
    if (known !== undefined) return known
    const decimals = await ask(address, 'decimals')
    const symbol = await ask(address, 'symbol')
    if (typeof decimals !== 'number' || decimals > MOST_DECIMALS || typeof symbol !== 'string') return null
    const token = { symbol: symbol.slice(0, SYMBOL_LIMIT), decimals }
    tokens.set(address, token)
    return token
  }

  const balanceOf = async (token: Address, holder: Address): Promise<bigint> => {
    const data = encodeFunctionData({ abi: TOKEN, functionName: 'balanceOf', args: [holder] })
    const result = await node.read<Hex>('eth_call', [{ to: token, data }, 'latest']).catch(() => '0x' as const)
    return attempt(() => decodeFunctionResult({ abi: TOKEN, functionName: 'balanceOf', data: result })) ?? 0n
  }

  return {
    tokenAt,
    balanceOf,
    supplyOf: async (token: Address): Promise<bigint | null> => {
      const supply = await ask(token, 'totalSupply')
      return typeof supply === 'bigint' ? supply : null
    },
  }
}

export type Tokens = ReturnType<typeof openTokens>
