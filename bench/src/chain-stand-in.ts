import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What strangers send each other of a busy token in one block. */
const strangersPerBlock = 60
const unfinal = 2
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

type Question = { id: number; method: string; params: unknown[] }
type Filter = { fromBlock: string; toBlock: string; address?: string[]; topics: [string] }

const logsOf = ({ fromBlock, toBlock, address, topics: [topic] }: Filter) => {
  // By receivers: there is nothing for ours.
  const [token] = address ?? []
  if (!token) return []
  const blocks = Array.from({ length: Number(toBlock) - Number(fromBlock) + 1 }, (_, n) => Number(fromBlock) + n)
  return blocks.flatMap((block) =>
    Array.from({ length: strangersPerBlock }, (_, index) => ({
      address: token,
      topics: [topic, word(1_000_000 + index), word(2_000_000 + index)],
      data: word(10n ** 18n),
      blockNumber: `0x${block.toString(16)}`,
      blockHash: word(block),
      transactionHash: word(block * 1000 + index),
      transactionIndex: '0x0',
      logIndex: `0x${index.toString(16)}`,
      removed: false,
    })),
  )
}

/** Stands for a node: a block more becomes final with each look, in which only strangers move anything, and nobody has anything. */
export const openStandIn = async () => {
  let finalized = 10
  const numberOf = (tag: string) => {
    if (tag === 'finalized') return ++finalized
    return tag === 'latest' ? finalized + unfinal : Number(tag)
  }
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_getBlockByNumber: ([tag]) => {
      const number = numberOf(String(tag))
      return { number: `0x${number.toString(16)}`, hash: word(number), timestamp: '0x1', transactions: [] }
    },
    eth_getLogs: ([filter]) => logsOf(filter as Filter),
    eth_call: () => word(0),
  }
  const answer = ({ id, method, params }: Question) => ({
    jsonrpc: '2.0',
    id,
    result: answers[method]?.(params) ?? null,
  })
  const server = createServer(async (request, response) => {
    const asked: Question | Question[] = JSON.parse(await text(request))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
