import type { Db } from '@ingot/db/connect'
import { decodeEventLog, type Hex, type Log } from 'viem'
import { type AddressBook, plain } from '../address-book.ts'
import type { Deployed } from '../deployed.ts'
import { findReceipt, type Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'
import { placeOf, sendsOf } from './deposit-store.ts'
import type { Transfer } from './transfers.ts'

/**
 * The places of transfers by which a customer has sent something to an address that is another customer's wallet. Both
 * wallets are ours, but the ledger has sent it outside. Which entry a transfer belongs to follows from the settlement
 * contract's events: it tells an entry's outcome right after the entry's transfers.
 */
export async function findOwnSends(
  { db, node, deployed }: { db: Db; node: Node; deployed: Deployed },
  transfers: readonly Transfer[],
  book: AddressBook,
): Promise<Set<string>> {
  const inner = transfers.filter(({ from }) => book.has(from))
  const sends = await sendsOf(db, [...new Set(inner.map(({ hash }) => hash))])
  const ours = sends.filter(({ to }) => book.has(to))
  const places = new Set<string>()
  for (const [hash, candidates] of Map.groupBy(ours, (send) => send.hash)) {
    const owners = entriesByLog(await logsOf(node, hash), deployed)
    for (const transfer of inner) {
      if (transfer.hash !== hash) continue
      const entry = owners.get(transfer.logIndex)
      if (candidates.some((send) => send.entry === entry && send.to === transfer.to)) places.add(placeOf(transfer))
    }
  }
  return places
}

/** A transaction above finality may be gone by the time it is asked for; then nothing of it counts. */
const logsOf = async (node: Node, hash: Hex): Promise<Log[]> => (await findReceipt(node, hash))?.logs ?? []

function entriesByLog(logs: readonly Log[], { addresses }: Deployed): Map<number, bigint> {
  const settlement = plain(addresses.settlement)
  const owners = new Map<number, bigint>()
  let waiting: number[] = []
  for (const log of logs) {
    if (plain(log.address) !== settlement) {
      if (log.logIndex !== null) waiting.push(log.logIndex)
      continue
    }
    const entry = outcomeOf(log)
    if (entry === undefined) continue
    for (const index of waiting) owners.set(index, entry)
    waiting = []
  }
  return owners
}

/** The entry of an outcome. The contract has other events too: a wallet's deployment comes in the middle of an entry. */
function outcomeOf({ topics, data }: Log): bigint | undefined {
  try {
    return decodeEventLog({ abi: settlementAbi, topics, data }).args.id
  } catch {
    return
  }
}
