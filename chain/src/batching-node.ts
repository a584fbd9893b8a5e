import { createClient, http, publicActions } from 'viem'
import { atOnce } from './in-groups.ts'
import type { Node } from './node.ts'

/** A whole group is answered at once, so it may take longer than a single call. */
const answerLimit = 30_000
const retries = 2

/**
 * A node for many questions: those that are put at once go out as one JSON-RPC batch. Not for sending, since one lost
 * answer loses the whole batch.
 */
export function connectBatchingNode(url: string): Node {
  const batch = { batchSize: atOnce }
  const transport = http(url, { batch, timeout: answerLimit, retryCount: retries, retryDelay: 200 })
  return createClient({ transport, cacheTime: 0 }).extend(publicActions) as Node
}
