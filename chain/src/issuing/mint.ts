import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { issuingStopped, refuseIfStopped } from '@ingot/ledger/issuing'
import { readIssued } from '@ingot/ledger/token-books'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'
import { encodeFunctionData } from 'viem'
import { tokenOf } from '../deployed.ts'
import { issuingAbi } from '../issuing-abi.ts'
import { findReceipt, sendRaw } from '../node.ts'
import { type RoleDeps, type Signed, signCall, tryCall, usualWait, type Wait, whyReverted } from '../role-call.ts'
import { burnsInFlight } from './burns.ts'
import { endMint, insertMint, lockMinting, type Mint, readTranches, type Tranche } from './tranche-store.ts'

/** The first mint of a token takes about a third. */
const mintGas = 300_000n

export type MintDeps = RoleDeps & { db: Db }

/** What a round has found out. */
export type MintRound = {
  /** Tranches whose mint has become final. */
  minted: Tranche[]
  /** Mints that did not happen, each with the reason. A later round tries again. */
  failed: { tranche: Tranche; reason: string }[]
  /** Mints that are under way. */
  underWay: number
}

/**
 * One round of minting: follows what is under way, and begins the oldest tranche that waits. One at a time, so that what
 * exists is known before more is made. It may end anywhere: signed bytes are written down before they leave, and the same
 * ones are sent again.
 */
export async function mintRound(deps: MintDeps): Promise<MintRound> {
  const tranches = await readTranches(deps.db)
  const round: MintRound = { minted: [], failed: [], underWay: 0 }
  for (const tranche of tranches) {
    if (tranche.mint?.state === 'open') await follow(deps, tranche, tranche.mint, round)
  }
  const next = tranches.find(({ mint }) => mint === undefined)
  if (next && round.underWay === 0 && round.failed.length === 0 && (await begin(deps, next))) round.underWay++
  return round
}

/** Finality decides what became of a mint. */
async function follow({ db, node, signer }: MintDeps, tranche: Tranche, mint: Mint, round: MintRound): Promise<void> {
  const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
  const receipt = await findReceipt(node, mint.hash)
  if (receipt && receipt.blockNumber <= finalized) {
    const { blockNumber: block } = receipt
    if (receipt.status === 'success') {
      await endMint(db, mint, { state: 'final', block })
      round.minted.push(tranche)
      return
    }
    const reason = await whyReverted(node, receipt)
    await endMint(db, mint, { state: 'reverted', block, reason })
    round.failed.push({ tranche, reason })
    return
  }
  const used = await node.getTransactionCount({ address: mint.signer, blockNumber: finalized })
  if (!receipt && used > mint.nonce) {
    // Should the node only have forgotten the receipt, the supply keeps the tranche from being minted again.
    const reason = 'its place was taken by another transaction'
    await endMint(db, mint, { state: 'lost', reason })
    round.failed.push({ tranche, reason })
    return
  }
  round.underWay++
  if (!receipt && mint.signer === signer.address) await sendRaw(node, mint.raw)
}

/** Writes a mint down and sends it. False when another one was faster. */
async function begin(deps: MintDeps, tranche: Tranche): Promise<boolean> {
  const { db, node, deployed } = deps
  const [stop] = await issuingStopped(db)
  if (stop) throw new ProblemForPeople(`Issuing is stopped: ${stop.reason}`)
  await checkRoom(deps, tranche)
  const data = encodeFunctionData({ abi: issuingAbi, functionName: 'issue', args: [tranche.units] })
  const call = {
    to: tokenOf(deployed.addresses, tranche.asset),
    data,
    gas: mintGas,
    what: `Minting ${textOf(tranche)}`,
  }
  await tryCall(deps, call)
  const signed = await signCall(deps, call)
  if (!(await writeDown(deps, tranche, signed))) return false
  await sendRaw(node, signed.raw)
  return true
}

const textOf = ({ asset, units }: { asset: OnChainAsset; units: bigint }): string =>
  `${formatAmount(amountOf(asset, units))} ${asset}`

/** What exists, with this tranche and without what is still to be burnt, is never more than what was issued. */
async function checkRoom({ db, node, deployed }: MintDeps, { asset, units, reference }: Tranche): Promise<void> {
  const { number: blockNumber } = await node.getBlock({ blockTag: 'latest' })
  const address = tokenOf(deployed.addresses, asset)
  const supply = await node.readContract({ address, abi: issuingAbi, functionName: 'totalSupply', blockNumber })
  const burning = (await burnsInFlight(db, node, deployed, blockNumber)).get(asset) ?? 0n
  const issued = (await readIssued(db)).get(asset) ?? 0n
  if (supply + units - burning > issued)
    throw new ProblemForPeople(
      `${reference} is not minted: there is ${textOf({ asset, units: supply })}, and with its ${textOf({ asset, units })} there would be more than the ${textOf({ asset, units: issued })} that were issued. Reconcile first.`,
    )
}

/** In one transaction with the last look: it still waits, and issuing is not stopped. */
const writeDown = ({ db, signer }: MintDeps, tranche: Tranche, signed: Signed): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockMinting(tx)
    await refuseIfStopped(tx)
    const tranches = await readTranches(tx)
    if (!tranches.some(({ entry, mint }) => entry === tranche.entry && mint === undefined)) return false
    await insertMint(tx, tranche, signer.address, signed)
    return true
  })

/** Rounds until every tranche is minted. What failed is left for a later run, with its reason. */
export async function mintAll(deps: MintDeps, { limit, interval }: Wait = usualWait): Promise<MintRound> {
  const all: MintRound = { minted: [], failed: [], underWay: 0 }
  for (const deadline = Date.now() + limit; ; await sleep(interval)) {
    const { minted, failed, underWay } = await mintRound(deps)
    all.minted.push(...minted)
    all.failed.push(...failed)
    all.underWay = underWay
    if (underWay === 0 || failed.length > 0 || Date.now() >= deadline) return all
  }
}
