import {
  type Address,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  padHex,
  type RpcLog,
  toEventSelector,
} from 'viem'
import type { Node } from './node.ts'

/** A token that changed hands, as its contract has told. */
export type Transfer = {
  hash: Hex
  logIndex: number
  block: bigint
  token: Address
  from: Address
  to: Address
  units: bigint
}

export type BlockRange = { from: bigint; to: bigint }

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** How many receivers one question names. */
const receiversAtOnce = 400
const wordLength = 66

/**
 * Transfers of any token to the named receivers, in the order of the chain. There is no filter by contract: an unknown
 * token is to be seen as well.
 */
export async function readTransfers(node: Node, range: BlockRange, receivers: readonly Address[]): Promise<Transfer[]> {
  const found: Transfer[] = []
  for (let start = 0; start < receivers.length; start += receiversAtOnce) {
    const chosen = receivers.slice(start, start + receiversAtOnce).map((address) => padHex(address, { size: 32 }))
    const logs = await node.request({
      method: 'eth_getLogs',
      params: [
        { fromBlock: numberToHex(range.from), toBlock: numberToHex(range.to), topics: [transferTopic, null, chosen] },
      ],
    })
    for (const log of logs) {
      const transfer = transferOf(log)
      if (transfer && transfer.block >= range.from && transfer.block <= range.to) found.push(transfer)
    }
  }
  return found.sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex)
}

/** A token of another kind (ERC-721) has the same event with a number in place of an amount: its fourth topic tells. */
function transferOf(log: RpcLog): Transfer | undefined {
  const [, from, to] = log.topics
  if (!from || !to || log.topics.length !== 3 || log.data.length !== wordLength) return
  // What is not mined yet, or was taken back, has no place.
  if (log.removed || !log.transactionHash || log.logIndex === null || log.blockNumber === null) return
  return {
    hash: log.transactionHash,
    logIndex: hexToNumber(log.logIndex),
    block: hexToBigInt(log.blockNumber),
    token: log.address.toLowerCase() as Address,
    from: addressOf(from),
    to: addressOf(to),
    units: hexToBigInt(log.data),
  }
}

const addressOf = (topic: Hex): Address => `0x${topic.slice(26).toLowerCase()}`
