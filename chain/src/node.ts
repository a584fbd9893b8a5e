import { type Client, createClient, http, type PublicActions, publicActions, type Transport } from 'viem'

const answerLimit = 10_000
const retries = 2

/** A node of the chain, asked over JSON-RPC. */
export type Node = Client<Transport> & PublicActions

/** Every call ends: with an answer, or with an error after a few tries. */
export function connectNode(url: string): Node {
  const transport = http(url, { timeout: answerLimit, retryCount: retries, retryDelay: 200 })
  return createClient({ transport, cacheTime: 0 }).extend(publicActions) as Node
}
