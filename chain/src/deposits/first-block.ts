import { ProblemForPeople } from '@ingot/db/problem'
import type { Address } from 'viem'
import type { Node } from '../node.ts'

/** The block in which a contract came to stand, found by halving. Only a node that keeps old states can tell. */
export async function findFirstBlock(node: Node, address: Address, newest: bigint): Promise<bigint> {
  const stands = async (blockNumber: bigint) => (await node.getCode({ address, blockNumber })) !== undefined
  try {
    if (!(await stands(newest))) throw new ProblemForPeople(`There is no final contract at ${address} yet.`)
    let [low, high] = [0n, newest]
    while (low < high) {
      const middle = (low + high) / 2n
      if (await stands(middle)) high = middle
      else low = middle + 1n
    }
    return low
  } catch (error) {
    if (error instanceof ProblemForPeople) throw error
    throw new ProblemForPeople(
      `The node cannot say when ${address} was deployed. Set CHAIN_FIRST_BLOCK to the block of its deployment.`,
    )
  }
}
