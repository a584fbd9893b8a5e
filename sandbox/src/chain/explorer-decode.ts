import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Contracts } from './contracts.ts'
import { type Field, openFieldReader } from './explorer-fields.ts'
import { attempt, type Token, type Tokens } from './explorer-tokens.ts'
import type { ChainNode } from './node.ts'
import { PRICE_DECIMALS } from './price-walk.ts'

export type Decoded = { name: string; fields: Field[] }

/** What is understood of any contract. */
const COMMON = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error Error(string reason)',
  'error Panic(uint256 code)',
])

const PRICE: Token = { symbol: 'USD', decimals: PRICE_DECIMALS }

/** EIP-1167: a small contract that does whatever another one does. */
const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

export const openDecoder = (node: ChainNode, contracts: Contracts, tokens: Tokens) => {
  const unitAt = async (address: Address): Promise<Token | null> =>
    contracts.at(address)?.name === 'aggregator' ? PRICE : tokens.tokenAt(address)

  /** The contract at this address, or the one that it is a clone of. */
  const contractAt = async (address: Address) => {
    const direct = contracts.at(address)
    if (direct !== undefined) return { contract: direct, isClone: false }
    const original = CLONE.exec(await node.read<Hex>('eth_getCode', [address, 'latest']))?.[1]
    const contract = original === undefined ? undefined : contracts.at(`0x${original}`)
    return contract === undefined ? null : { contract, isClone: true }
  }

  const allAbis = (): Abi[] => [...contracts.list().map(({ abi }) => abi), COMMON]

  const functionOf = async (to: Address, input: Hex): Promise<AbiFunction | null> => {
    const abi = (await contractAt(to))?.contract.abi ?? []
    const entry = abi.find((item) => item.type === 'function' && toFunctionSelector(item) === input.slice(0, 10))
    return entry?.type === 'function' ? entry : null
  }

  const findRefusal = (data: Hex) => {
    for (const abi of allAbis()) {
      const decoded = attempt(() => decodeErrorResult({ abi, data }))
      if (decoded !== null && decoded.abiItem.type === 'error') return { ...decoded, inputs: decoded.abiItem.inputs }
    }
    return null
  }

  /** Bytes that a contract hands on are often what another one said when it refused. */
  const bytesText = (data: Hex): string => {
    const found = data === '0x' ? null : findRefusal(data)
    return found === null ? data : `${found.errorName}(${(found.args ?? []).map(String).join(', ')})`
  }

  const fieldsOf = openFieldReader(tokens, bytesText)

  return {
    contractAt,
    /** The name alone, for lists: what a call carries may be long. */
    callName: async (to: Address, input: Hex): Promise<string | null> => (await functionOf(to, input))?.name ?? null,

    async call(to: Address, input: Hex): Promise<Decoded | null> {
      const entry = await functionOf(to, input)
      const decoded = entry && attempt(() => decodeFunctionData({ abi: [entry], data: input }))
      if (!entry || !decoded) return null
      return { name: entry.name, fields: await fieldsOf(entry.inputs, decoded.args ?? [], await unitAt(to)) }
    },

    async event(log: { address: Address; topics: Hex[]; data: Hex }): Promise<Decoded | null> {
      const own = contracts.at(log.address)?.abi
      for (const abi of own === undefined ? allAbis() : [own, ...allAbis()]) {
        const topics = log.topics as [Hex, ...Hex[]]
        const decoded = attempt(() => decodeEventLog({ abi, topics, data: log.data }))
        const entry = abi.find((item) => item.type === 'event' && item.name === decoded?.eventName)
        if (decoded === null || entry?.type !== 'event') continue
        return { name: entry.name, fields: await fieldsOf(entry.inputs, decoded.args, await unitAt(log.address)) }
      }
      return null
    },

    /** What a contract said when it refused. */
    async refusal(data: Hex): Promise<Decoded | null> {
      const found = findRefusal(data)
      return found && { name: found.errorName, fields: await fieldsOf(found.inputs, found.args ?? [], null) }
    },
  }
}

export type Decoder = ReturnType<typeof openDecoder>
