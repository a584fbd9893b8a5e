import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { readGaps } from '@ingot/ledger/restore'
import { type Address, encodeFunctionData, hexToBigInt } from 'viem'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import type { Deployed } from '../deployed.ts'
import { type Node, sendRaw } from '../node.ts'
import { tryCall } from '../role-call.ts'
import type { Signer } from '../signer.ts'
import { anchorAbi } from './anchor-abi.ts'
import {
  findSeal,
  type Kind,
  lastAnchored,
  listAnchors,
  type Mark,
  nextSeal,
  nextSnapshot,
  noteAnchoring,
  saveAnchor,
} from './anchor-store.ts'

/** Two slots and an event take less than half. */
const anchorGas = 250_000n
/** Until then what was sent may still come; after it the same number is sent again, for more. */
const resendSeconds = 30
const dearerPercent = 25n

type AnchorDeps = { db: Db; node: Node; deployed: Deployed; signer: Signer | undefined; resendSeconds?: number }

/** What the contract calls its functions and events for each kind. */
const namesOf = {
  snapshot: { write: 'anchor', last: 'lastSnapshot', hash: 'hashOf', block: 'blockOf', event: 'SnapshotAnchored' },
  seal: { write: 'anchorSeal', last: 'lastSeal', hash: 'sealHashOf', block: 'sealBlockOf', event: 'SealAnchored' },
} as const satisfies Record<Kind, Record<string, string>>

const missing = {
  contract:
    'The contracts of this deployment have no Anchor, so no snapshot is served as proven. Deploy again with CHAIN_ANCHORER, the address of a new key: only what is missing is added.',
  key: 'The chain’s worker has no key to anchor with, so no snapshot is served as proven. Set CHAIN_ANCHORER_KEY or CHAIN_ANCHORER_KEYSTORE.',
}

/**
 * Writes the hashes of snapshots and seals on the chain, and down here once they are final there. What the chain says counts:
 * whoever was killed anywhere looks there first, and the contract refuses a number that it has.
 */
export const createAnchorer = (deps: AnchorDeps) => {
  const { db, deployed, signer } = deps
  const contract = deployed.addresses.anchor
  const sent = { at: 0, tries: 0 }
  let isNoted = false

  return async (): Promise<void> => {
    if (contract && !isNoted) await noteAnchoring(db)
    isNoted = true
    if (!contract || !signer) return raiseAlarm(db, 'anchoring', contract ? missing.key : missing.contract)
    const at = { ...deps, contract, signer, sent }
    try {
      // One after the other: both are sent with the same key.
      const done = (await settleNext(at, 'snapshot')) && (await settleNext(at, 'seal'))
      if (done) await clearAlarm(db, 'anchoring')
    } catch (error) {
      if (error instanceof ProblemForPeople) await raiseAlarm(db, 'anchoring', error.message)
      throw error
    }
  }
}

type Anchoring = AnchorDeps & { contract: Address; signer: Signer; sent: { at: number; tries: number } }

/** Says whether nothing of this kind is left to do. */
async function settleNext(at: Anchoring, kind: Kind): Promise<boolean> {
  const mark = await nextOf(at, kind)
  if (!mark) return true
  const block = await blockOf(at, mark)
  if (block > 0n) await note(at, mark, block)
  else if (Date.now() - at.sent.at >= (at.resendSeconds ?? resendSeconds) * 1000) await send(at, mark)
  return false
}

/** A seal that was sent is looked for, though there may be a newer one by now. */
async function nextOf({ db, node, contract }: Anchoring, kind: Kind): Promise<Mark | undefined> {
  if (kind === 'snapshot') return nextSnapshot(db)
  const last = await node.readContract({ address: contract, abi: anchorAbi, functionName: 'lastSeal' })
  if (last <= (await lastAnchored(db, 'seal')) || (await isForgotten(db, last))) return nextSeal(db)
  const known = await findSeal(db, last)
  if (!known) throw new ProblemForPeople(`The seal ${last} is anchored, but the ledger does not have it.`)
  return known
}

/** Zero while it is not on the chain. */
const blockOf = ({ node, contract }: Anchoring, { kind, number }: Mark): Promise<bigint> =>
  node.readContract({ address: contract, abi: anchorAbi, functionName: namesOf[kind].block, args: [number] })

/** Written down once it stands there for good. Another hash under its number never becomes the right one. */
async function note(at: Anchoring, mark: Mark, block: bigint): Promise<void> {
  const { db, node, deployed, contract } = at
  const { kind, number, hash } = mark
  const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
  if (block > finalized) return
  const read = { address: contract, abi: anchorAbi, args: [number] } as const
  const found = await node.readContract({ ...read, functionName: namesOf[kind].hash })
  const what = `the ${kind} ${number}`
  if (found !== hash) throw new ProblemForPeople(`Under the number of ${what} the chain has another hash, ${found}.`)
  const logs = await node.getContractEvents({
    ...{ address: contract, abi: anchorAbi, eventName: namesOf[kind].event },
    ...{ fromBlock: block, toBlock: block, strict: true },
  })
  const log = logs.find(({ topics }) => hexToBigInt(topics[1] ?? '0x0') === number)
  if (!log) throw new Error(`the node does not know by which transaction ${what} was anchored`)
  await saveAnchor(db, mark, { chainId: deployed.chainId, contract, transaction: log.transactionHash, block })
  Object.assign(at.sent, { at: 0, tries: 0 })
}

/** With the number of the last one that was mined: so what hangs is replaced, and nothing stands behind it. */
async function send(
  { node, deployed, signer, contract, sent }: Anchoring,
  { kind, number, hash }: Mark,
): Promise<void> {
  const data = encodeFunctionData({ abi: anchorAbi, functionName: namesOf[kind].write, args: [number, hash] })
  const call = { to: contract, data, gas: anchorGas, what: `Anchoring the ${kind} ${number}` }
  await tryCall({ node, deployed, signer }, call)
  const nonce = await node.getTransactionCount({ address: signer.address, blockTag: 'latest' })
  const gasPrice = ((await node.getGasPrice()) * (100n + dearerPercent * BigInt(sent.tries))) / 100n
  const { chainId } = deployed
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId,
    to: contract,
    nonce,
    data,
    gas: anchorGas,
    gasPrice,
  })
  Object.assign(sent, { at: Date.now(), tries: sent.tries + 1 })
  await sendRaw(node, raw)
}

/** Whether it was anchored in a time over which the books were set back, and which is named with them. */
const isForgotten = async (db: Db, seal: bigint): Promise<boolean> =>
  (await readGaps(db, 'seal')).some(({ known, next }) => seal > known && seal < next)

/** What the chain has of seals against what the books have: the first that differs, or how many were compared. */
export async function compareSeals({ db, node, contract }: { db: Db; node: Node; contract: Address }) {
  const read = { address: contract, abi: anchorAbi } as const
  const last = await node.readContract({ ...read, functionName: 'lastSeal' })
  const numbers = new Set((await listAnchors(db, 'seal')).map(({ number }) => number))
  const forgotten = await isForgotten(db, last)
  if (last > 0n && !forgotten) numbers.add(last)
  for (const number of numbers) {
    const anchored = await node.readContract({ ...read, functionName: 'sealHashOf', args: [number] })
    if ((await findSeal(db, number))?.hash !== anchored)
      return { wrong: `seal ${number} is not the one that was anchored on the chain` }
  }
  return { compared: numbers.size, last, forgotten }
}
