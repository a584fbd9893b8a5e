import { setTimeout as delay } from 'node:timers/promises'

const tries = 3
const tryWithinMs = 5_000
const firstPauseMs = 200
const largestAnswer = 64 * 1024

/** The node could not be asked, or said something that is no answer. The same call may work later. */
export class NodeUnavailable extends Error {
  override name = 'NodeUnavailable'
}

/** The contract refused the call. */
export class Reverted extends Error {
  override name = 'Reverted'
}

export type NodeSettings = {
  url: string
  /** Shorter waits, for tests. */
  waits?: { tryMs?: number; pauseMs?: number }
}

/** Reads a contract as of the newest block: its address and the encoded call in, the encoded answer out. */
export type ReadContract = (to: string, call: string) => Promise<string>

type Said = { result?: unknown; error?: { code?: unknown; message?: unknown } }

/** Speaks JSON-RPC to a node of the chain. Only reads: it has no key. */
export const createNodeReader = ({ url, waits }: NodeSettings): ReadContract => {
  let calls = 0

  const askOnce = async (to: string, data: string): Promise<Said> => {
    const body = { jsonrpc: '2.0', id: ++calls, method: 'eth_call', params: [{ to, data }, 'latest'] }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(waits?.tryMs ?? tryWithinMs),
    })
    // A node may answer an error of the call with any status, so it is the body that tells.
    const said = await saidIn(response)
    if (!said) throw new NodeUnavailable(`the node answered ${response.status} and nothing that can be read`)
    return said
  }

  return async (to, call) => {
    for (let attempt = 1; ; attempt++) {
      const said = await askOnce(to, call).catch((error: Error) => error)
      if (!(said instanceof Error)) {
        if (typeof said.result === 'string' && /^0x([0-9a-f]{2})*$/i.test(said.result)) return said.result
        if (isRevert(said.error)) throw new Reverted(`the contract ${to} refused the call`)
      }
      if (attempt === tries) throw unavailable(said)
      await delay((waits?.pauseMs ?? firstPauseMs) * 2 ** (attempt - 1))
    }
  }
}

/** Read to its end within a limit, so that the time limit covers the body too. */
const saidIn = async (response: Response): Promise<Said | undefined> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largestAnswer) throw new NodeUnavailable('the answer of the node is too large')
    chunks.push(chunk)
  }
  try {
    const said = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof said === 'object' && said !== null && ('result' in said || 'error' in said) ? said : undefined
  } catch {
    return undefined
  }
}

/** Nodes agree on code 3 for it; older ones say it in words. */
const isRevert = (error: Said['error']): boolean => error?.code === 3 || /revert/i.test(String(error?.message ?? ''))

/** Without the node's address, which may carry a key. */
const unavailable = (said: Said | Error): NodeUnavailable => {
  if (said instanceof NodeUnavailable) return said
  if (said instanceof Error) return new NodeUnavailable(`the node could not be reached: ${said.name}`)
  return new NodeUnavailable(`the node answered with the error ${String(said.error?.code ?? 'of no code')}`)
}

/** The words of 32 bytes that an encoded answer is made of. */
export const wordsOf = (answer: string): bigint[] =>
  (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** A number as a word of an encoded call. */
export const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0')
