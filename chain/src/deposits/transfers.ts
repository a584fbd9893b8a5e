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
import type { AddressBook } from '../address-book.ts'
import type { Node } from '../node.ts'

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

/** How many receivers one question names, and how many questions are put by receivers for one range. */
const receiversAtOnce = 400
const mostQuestions = 5
const wordLength = 66

/** With more addresses than this, transfers are asked for by token. */
const mostReceivers = receiversAtOnce * mostQuestions

/** Whether a range is asked for by its tokens: the answer then holds what strangers send each other, so it has to be short. */
export const isReadByToken = (book: AddressBook): boolean => book.size > mostReceivers

/** Transfers of ours in a range, and how much the node has answered to find them. */
export type Reading = { transfers: Transfer[]; logs: number }

/**
 * Transfers to our addresses, in the order of the chain. While those are few they are named, and any token is seen, also
 * one that we do not know. When they are many our tokens are named, whoever moves them, and what concerns us is picked out
 * here: also what leaves our addresses, and nothing of tokens that we do not know.
 */
export async function readTransfers(
  node: Node,
  range: BlockRange,
  { book, tokens }: { book: AddressBook; tokens: Iterable<Address> },
): Promise<Reading> {
  const filters = isReadByToken(book) ? [{ address: [...tokens], topics: [transferTopic] }] : receiverFilters(book)
  const found: Transfer[] = []
  let answered = 0
  for (const filter of filters) {
    const logs = await node.request({
      method: 'eth_getLogs',
      params: [{ fromBlock: numberToHex(range.from), toBlock: numberToHex(range.to), ...filter }],
    })
    answered += logs.length
    for (const log of logs) {
      const transfer = transferOf(log, book)
      if (transfer && transfer.block >= range.from && transfer.block <= range.to) found.push(transfer)
    }
  }
  return { transfers: found.sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex), logs: answered }
}

const receiverFilters = (book: AddressBook): { topics: [Hex, null, Hex[]] }[] => {
  const receivers = [...book.keys()].map((address) => padHex(address, { size: 32 }))
  return Array.from({ length: Math.ceil(receivers.length / receiversAtOnce) }, (_, group) => ({
    topics: [transferTopic, null, receivers.slice(group * receiversAtOnce, (group + 1) * receiversAtOnce)],
  }))
}

/** A token of another kind (ERC-721) has the same event with a number in place of an amount: its fourth topic tells. */
function transferOf(log: RpcLog, book: AddressBook): Transfer | undefined {
  const [topic, sender, receiver] = log.topics
  if (topic !== transferTopic || !sender || !receiver || log.topics.length !== 3 || log.data.length !== wordLength)
    return
  const [from, to] = [addressOf(sender), addressOf(receiver)]
  if (!book.has(from) && !book.has(to)) return
  // What is not mined yet, or was taken back, has no place.
  if (log.removed || !log.transactionHash || log.logIndex === null || log.blockNumber === null) return
  return {
    hash: log.transactionHash,
    logIndex: hexToNumber(log.logIndex),
    block: hexToBigInt(log.blockNumber),
    token: log.address.toLowerCase() as Address,
    from,
    to,
    units: hexToBigInt(log.data),
  }
}

const addressOf = (topic: Hex): Address => `0x${topic.slice(26).toLowerCase()}`
