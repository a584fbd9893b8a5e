import {
  type Client,
  createClient,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from 'viem'

const answerLimit = 10_000
const retries = 2

/** A node of the chain, asked over JSON-RPC. */
export type Node = Client<Transport> & PublicActions

/** Every call ends: with an answer, or with an error after a few tries. */
export function connectNode(url: string): Node {
  const transport = http(url, { timeout: answerLimit, retryCount: retries, retryDelay: 200 })
  return createClient({ transport, cacheTime: 0 }).extend(publicActions) as Node
}

/** Already known, already mined: what a node says when it has it. Anything else is told by the next look. */
const harmless = /already known|nonce too low|known transaction|underpriced/i

export async function sendRaw(node: Node, serializedTransaction: Hex): Promise<void> {
  try {
    await node.request({ method: 'eth_sendRawTransaction', params: [serializedTransaction] })
  } catch (error) {
    if (!(error instanceof Error && harmless.test(error.message))) throw error
  }
}

export async function findReceipt(node: Node, hash: Hex): Promise<TransactionReceipt | undefined> {
  try {
    return await node.getTransactionReceipt({ hash })
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError)) throw error
  }
}
