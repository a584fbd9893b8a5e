import { createNodeReader, NodeUnavailable, type ReadContract, Reverted, wordOf, wordsOf } from '../chain/json-rpc.ts'
import { type PriceFeed, PriceUnavailable, type Round } from './port.ts'

// The first four bytes of a call name the function.
const calls = {
  latestRoundData: '0xfeaf968c',
  getRoundData: '0x9a6fc8f5', // (uint80)
  decimals: '0x313ce567',
  phaseAggregators: '0xc1597304', // (uint16)
  latestRound: '0x668a0f02',
} as const

/** A round's number carries above these bits which aggregator it is from: the phase of the feed. */
const phaseBits = 64n
const roundMask = (1n << phaseBits) - 1n
const mostDecimals = 18n
/** Beyond this many seconds a date would not be one. */
const latestSecond = 10n ** 11n
const signBit = 1n << 255n

type Settings = Parameters<typeof createNodeReader>[0] & { address: string }

/** Reads a Chainlink aggregator, or the proxy before several. */
export const createChainlink = (settings: Settings): PriceFeed => {
  const { address } = settings
  const read = createNodeReader(settings)
  const ask = (call: string, argument?: bigint) => naming(wordsFrom(read, address, call, argument))

  /** The number of the last round of an earlier phase that had any. */
  const lastBefore = async (phase: bigint): Promise<bigint | undefined> => {
    for (let earlier = phase - 1n; earlier > 0n; earlier--) {
      const [aggregator = 0n] = (await ask(calls.phaseAggregators, earlier)) ?? []
      if (aggregator === 0n) continue
      const place = `0x${aggregator.toString(16).padStart(40, '0')}`
      const [last = 0n] = (await naming(wordsFrom(read, place, calls.latestRound))) ?? []
      if (last > 0n) return (earlier << phaseBits) | (last & roundMask)
    }
    return undefined
  }

  return {
    source: address.toLowerCase(),
    decimals: async () => {
      const [decimals] = (await ask(calls.decimals)) ?? []
      if (decimals === undefined || decimals > mostDecimals) throw new PriceUnavailable('the feed has no decimals')
      return Number(decimals)
    },
    latest: async () => roundOf(await ask(calls.latestRoundData)),
    round: async (id) => roundOf(await ask(calls.getRoundData, id)),
    before: async (id) => ((id & roundMask) > 1n ? id - 1n : lastBefore(id >> phaseBits)),
  }
}

/** Undefined when the contract refuses: it does so for a round that never was. */
const wordsFrom = async (
  read: ReadContract,
  to: string,
  call: string,
  argument?: bigint,
): Promise<bigint[] | undefined> => {
  try {
    return wordsOf(await read(to, argument === undefined ? call : call + wordOf(argument)))
  } catch (error) {
    if (error instanceof Reverted) return undefined
    throw error
  }
}

const naming = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    throw error instanceof NodeUnavailable ? new PriceUnavailable(error.message) : error
  }
}

/** A round without a time was never finished, and one without a price above zero is none. */
const roundOf = (words: bigint[] | undefined): Round | undefined => {
  if (!words) return undefined
  const [id, answer, , updatedAt] = words
  if (id === undefined || answer === undefined || updatedAt === undefined)
    throw new PriceUnavailable('there is no price feed at this address')
  if (answer === 0n || answer >= signBit || updatedAt === 0n || updatedAt > latestSecond) return undefined
  return { id, answer, at: new Date(Number(updatedAt) * 1000) }
}
