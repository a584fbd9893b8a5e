import type { Hex } from './shapes.ts'

/** `hashOf(uint64)` and nothing else: what the contract has under the number of a snapshot. */
export const selector = '0x539f6424'
const longestWait = 15_000

const callNode = async (node: string, method: string, params: unknown[]): Promise<string> => {
  const reply = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(longestWait),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  const { result } = (await reply.json()) as { result?: unknown }
  if (typeof result !== 'string' || !/^0x[0-9a-f]*$/.test(result)) throw new Error('the node did not answer')
  return result
}

/** Asks a node of the chain what was published under a number. The address of the contract is that of the proof or a known one. */
export const askChain = async (
  node: string,
  { contract, number }: { contract: string; number: number },
): Promise<{ chainId: number; hash: Hex | null }> => {
  const data = selector + number.toString(16).padStart(64, '0')
  const chainId = Number(await callNode(node, 'eth_chainId', []))
  const answer = await callNode(node, 'eth_call', [{ to: contract, data }, 'latest'])
  // Where no contract is, a node answers with nothing.
  if (!/^0x[0-9a-f]{64}$/.test(answer) || /^0x0+$/.test(answer)) return { chainId, hash: null }
  return { chainId, hash: answer.slice(2) }
}
