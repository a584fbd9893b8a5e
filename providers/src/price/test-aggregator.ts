import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answered = { answer: bigint; updatedAt: number }

const proxy = `0x${'a1'.repeat(20)}`
const aggregatorOf = (phase: number) => `0x${phase.toString(16).padStart(40, 'b')}`
const token = `0x${'c3'.repeat(20)}`

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const encode = (...words: bigint[]) =>
  `0x${words.map((value) => word(value < 0n ? value + 2n ** 256n : value)).join('')}`

/** A contract refuses in this way, as nodes tell it. */
const revert = { code: 3, message: 'execution reverted: No data present', data: '0x' }

/**
 * For tests: a node on which a Chainlink proxy stands before its aggregators, one for each phase. What it answers is what
 * the contracts would, to the byte; it can be told to fail.
 */
export const startTestAggregator = async ({ decimals = 8 } = {}) => {
  const phases: Answered[][] = [[]]
  const asked: string[] = []
  let isPaused = false
  let failure: ((response: import('node:http').ServerResponse) => void) | undefined

  const last = () => phases.at(-1) ?? []
  const roundData = (id: bigint) => {
    const round = phases[Number(id >> 64n) - 1]?.[Number(id & (2n ** 64n - 1n)) - 1]
    if (!round) return revert
    return encode(id, round.answer, BigInt(round.updatedAt), BigInt(round.updatedAt), id)
  }
  const latestId = () => (BigInt(phases.length) << 64n) | BigInt(last().length)

  const onProxy = (name: string, argument: bigint) => {
    if (name === '0xfeaf968c') return roundData(latestId())
    if (name === '0x9a6fc8f5') return roundData(argument)
    if (name === '0x313ce567') return encode(BigInt(decimals))
    if (name === '0xc1597304')
      return encode(argument >= 1n && argument <= phases.length ? BigInt(aggregatorOf(Number(argument))) : 0n)
    return revert
  }
  const call = (to: string, data: string) => {
    const [name, argument] = [data.slice(0, 10), BigInt(`0x${data.slice(10) || '0'}`)]
    if (to === proxy) return onProxy(name, argument)
    if (to === token && name === '0x5c975abb') return encode(isPaused ? 1n : 0n)
    const phase = phases.findIndex((_, index) => aggregatorOf(index + 1) === to)
    if (phase >= 0 && name === '0x668a0f02') return encode(BigInt(phases[phase]?.length ?? 0))
    return '0x'
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    asked.push(`${method} ${params[0].data.slice(0, 10)}`)
    if (failure) return failure(response)
    const answer = call(params[0].to.toLowerCase(), params[0].data)
    const said = typeof answer === 'string' ? { result: answer } : { error: answer }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    address: proxy,
    token,
    asked,
    /** Publishes a price, in the feed's own digits. */
    publish: (answer: bigint, at: Date) => void last().push({ answer, updatedAt: Math.floor(at.getTime() / 1000) }),
    /** Puts a new aggregator behind the proxy: its rounds count from one again. */
    nextPhase: () => void phases.push([]),
    pause: (paused: boolean) => {
      isPaused = paused
    },
    failWith: (how: typeof failure) => {
      failure = how
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
