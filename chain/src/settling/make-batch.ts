import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { concludeSends } from '@ingot/ledger/send'
import { advanceSettlements, type Settlement, sendSums, settlementsIn, takeQueued } from '@ingot/ledger/settlement'
import { encodeFunctionData, type Hex, keccak256 } from 'viem'
import type { Deployed } from '../deployed.ts'
import type { Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'
import type { Signer } from '../signer.ts'
import { walletSalts } from '../wallets.ts'
import { insertBatch, lockSigner, placeOf } from './batch-store.ts'
import { type Leg, legOf, NotSettleable } from './legs.ts'
import { type Gate, openGate, readRooms, type Waiting } from './outside-limits.ts'

/** Items of one transaction at most. */
const mostItems = 50
/** Batches under way at most: enough to fill the blocks until the first is final. */
const mostOpen = 16
const mostLegs = 16
/** What a transaction may carry, and what it needs beside its items. */
const mostGas = 2n ** 24n
const spareGas = 200_000n

export const causedBy = 'settler'

export type SettlerDeps = { db: Db; node: Node; signer: Signer; deployed: Deployed }

type Item = { id: bigint; legs: Leg[] }

/** The gas that the contract wants to see before an item, by its legs. It is the same for ever, so it is read once. */
export async function readGasTable(node: Node, { addresses }: Deployed): Promise<bigint[]> {
  const read = (legs: number) =>
    node.readContract({
      address: addresses.settlement,
      abi: settlementAbi,
      functionName: 'gasFor',
      args: [BigInt(legs)],
    })
  return Promise.all(Array.from({ length: mostLegs + 1 }, (_, legs) => read(legs)))
}

/** Signs a call of `settle`. With the gas that the contract asks for and never with an estimate, which could come out too low. */
export async function signAttempt(
  { signer, deployed }: SettlerDeps,
  { nonce, data, gas, gasPrice }: { nonce: number; data: Hex; gas: bigint; gasPrice: bigint },
): Promise<{ hash: Hex; raw: Hex; gasPrice: bigint }> {
  const { chainId, addresses } = deployed
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId,
    to: addresses.settlement,
    nonce,
    data,
    gas,
    gasPrice,
  })
  return { hash: keccak256(raw), raw, gasPrice }
}

/** Whether there was anything to do, and which sends wait for room; unknown when nothing was looked at. */
type Made = { made: boolean; waiting?: Waiting[] }

/**
 * Takes the oldest queued entries, signs them as one transaction and writes it down; all of that together or nothing.
 * Nothing leaves from here: the follower sends it. None is made when there is nothing to do, or enough is under way.
 */
export async function makeBatch(deps: SettlerDeps, gasTable: readonly bigint[]): Promise<Made> {
  const { db, node, signer, deployed } = deps
  if ((await settlementsIn(db, 'queued', 1)).length === 0) return { made: false, waiting: [] }
  const sends = await sendSums(db, 'queued')
  const rooms = await readRooms(node, deployed, [...sends.keys()])
  const used = await node.getTransactionCount({ address: signer.address, blockTag: 'latest' })
  const gasPrice = await node.getGasPrice()
  return inTransaction(db, async (tx) => {
    await lockSigner(tx, signer.address)
    const { open, next } = await placeOf(tx, signer.address)
    if (open >= mostOpen) return { made: false }
    // What is under way may or may not be counted by the contract yet; counting it twice only makes others wait a moment.
    const gate = openGate(rooms, await sendSums(tx, 'sent'))
    const { items, gas } = await takeItems(tx, deployed, gasTable, gate)
    const waiting = gate.waiting()
    if (items.length === 0) return { made: false, waiting }
    const nonce = Math.max(next, used)
    const data = encodeFunctionData({ abi: settlementAbi, functionName: 'settle', args: [items] })
    const attempt = await signAttempt(deps, { nonce, data, gas, gasPrice })
    const entries = items.map(({ id }) => id)
    await insertBatch(tx, { signer: signer.address, nonce, entries, attempt })
    await advanceSettlements(tx, entries, { state: 'sent', hash: attempt.hash })
    return { made: true, waiting }
  })
}

/**
 * As many entries as fit into a transaction. What can never be settled fails here, and its sends go back. Sends for which
 * the limit leaves no room stay where they are, and others come in their place.
 */
async function takeItems(tx: Tx, { addresses }: Deployed, gasTable: readonly bigint[], gate: Gate) {
  const items: Item[] = []
  let gas = spareGas
  for (let [after, isLast] = [0n, false]; !isLast && items.length < mostItems; ) {
    const wanted = mostItems - items.length
    const settlements = await takeQueued(tx, wanted, { after, withoutSendsOf: gate.closed() })
    const entries = Map.groupBy(settlements, ({ entry }) => entry)
    const salts = await walletSalts(
      tx,
      settlements.flatMap(({ source, target }) => [source.owner, target.owner]),
    )
    isLast = entries.size < wanted
    for (const [id, moves] of entries) {
      const [{ id: first } = { id: after }] = moves
      if (first > after) after = first
      try {
        const legs = moves.map((move) => legOf(move, addresses, salts))
        const needed = gasTable[legs.length]
        if (needed === undefined) throw new NotSettleable(`an entry settles at most ${mostLegs} moves`)
        if (gas + needed > mostGas) return { items, gas }
        if (!legs.every(gate.passes)) continue
        gas += needed
        items.push({ id, legs })
      } catch (error) {
        if (!(error instanceof NotSettleable)) throw error
        await failEntry(tx, moves, error.message)
      }
    }
  }
  return { items, gas }
}

/** An entry that the chain did not do and left no trace of. */
export async function failEntry(tx: Tx, settlements: readonly Settlement[], reason: string): Promise<void> {
  await advanceSettlements(tx, [...new Set(settlements.map(({ entry }) => entry))], { state: 'failed', reason })
  await concludeSends(tx, settlements, 'returned', causedBy)
}
