import type { Db } from '@ingot/db/connect'
import { inSpan, type OpenSpan } from '@ingot/db/trace'
import { inTransaction } from '@ingot/db/transaction'
import { concludeSends } from '@ingot/ledger/send'
import { advanceSettlements, settlementsOf, tracesOf } from '@ingot/ledger/settlement'
import { decodeErrorResult, type Hex, parseEventLogs, parseTransaction, type TransactionReceipt } from 'viem'
import { findReceipt, type Node, sendRaw } from '../node.ts'
import { revertData } from '../role-call.ts'
import { settlementAbi } from '../settlement-abi.ts'
import { type Batch, endBatch, insertAttempt, lockBatch, markMissing, openBatches } from './batch-store.ts'
import { causedBy, failEntry, type SettlerDeps, signAttempt } from './make-batch.ts'
import { doneAsOther } from './settled.ts'

/** How long to wait for the chain before doing something about it, and how far to go. */
export type Patience = {
  /** The same bytes are sent again. */
  resendSeconds: number
  /** A higher fee is offered. */
  raiseSeconds: number
  highestGasPrice: bigint
  /** A number was used up and none of our transactions has a receipt: they are given up. */
  lostSeconds: number
}

/** Nodes take a replacement only when it pays at least a tenth more. */
const raise = (gasPrice: bigint) => (gasPrice * 9n) / 8n + 1n

/** A settler at work, and when it has sent what. */
export type Following = SettlerDeps & { patience: Patience; sentAt: Map<Hex, number> }

/** Follows every batch under way: sends what is not known, raises fees that are too low, books what has become final. */
export async function followBatches(following: Following): Promise<number> {
  const { db, node, signer } = following
  const batches = await openBatches(db, signer.address)
  if (batches.length === 0) return 0
  const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
  const used = await node.getTransactionCount({ address: signer.address, blockNumber: finalized })
  const first = batches.find(({ nonce }) => nonce >= used)
  for (const batch of batches) {
    if (batch.nonce < used) await conclude(following, batch, finalized)
    else await push(following, batch, batch === first)
  }
  return batches.length
}

async function push(following: Following, batch: Batch, isFirst: boolean): Promise<void> {
  const { node, patience, sentAt } = following
  const [newest] = batch.attempts
  const last = sentAt.get(newest.hash)
  if (last === undefined) return send(following, batch, newest)
  if (Date.now() - last < patience.resendSeconds * 1000) return
  // Mined, and only waiting to become final.
  if (await receiptOf(node, batch)) return
  // Those after the first may be waiting for it alone.
  const isSlow = isFirst && newest.ageSeconds > patience.raiseSeconds
  if (isSlow && (await raiseFee(following, batch))) return
  await send(following, batch, newest)
}

async function send(
  { db, node, sentAt }: Following,
  batch: Batch,
  { hash, raw }: { hash: Hex; raw: Hex },
): Promise<void> {
  sentAt.set(hash, Date.now())
  await inSpan('send settlement batch', { kind: 'sending', attributes: aboutBatch(batch, hash) }, async (span) => {
    await span?.linkTo(() => tracesOf(db, batch.entries))
    await sendRaw(node, raw)
  })
}

const aboutBatch = ({ nonce, entries }: Batch, hash: Hex) => ({
  'ingot.batch.nonce': nonce,
  'ingot.batch.entries': entries.length,
  'ingot.transaction.hash': hash,
})

/** False when it would cost more than is allowed. */
async function raiseFee(following: Following, batch: Batch): Promise<boolean> {
  const { db, node, patience } = following
  const [newest] = batch.attempts
  const gasPrice = bigger(raise(newest.gasPrice), await node.getGasPrice())
  if (gasPrice > patience.highestGasPrice) return false
  const { nonce, data = '0x', gas = 0n } = parseTransaction(newest.raw)
  const attempt = await signAttempt(following, { nonce: nonce ?? 0, data, gas, gasPrice })
  const isWritten = await inTransaction(db, async (tx) => {
    if (!(await lockBatch(tx, batch))) return false
    await insertAttempt(tx, batch.id, attempt)
    await advanceSettlements(tx, batch.entries, { state: 'sent', hash: attempt.hash })
    return true
  })
  if (isWritten) await send(following, batch, attempt)
  return true
}

const bigger = (a: bigint, b: bigint) => (a > b ? a : b)

async function conclude(following: Following, batch: Batch, finalized: bigint): Promise<void> {
  const { db, node, patience, sentAt } = following
  const receipt = await receiptOf(node, batch)
  if (receipt && receipt.blockNumber <= finalized) await bookInSpan(following, batch, receipt)
  else if (batch.missingSeconds === null) await markMissing(db, batch.id)
  else if (batch.missingSeconds > patience.lostSeconds) await giveUp(db, batch)
  else return
  for (const { hash } of batch.attempts) sentAt.delete(hash)
}

async function receiptOf(node: Node, { attempts }: Batch): Promise<TransactionReceipt | undefined> {
  for (const { hash } of attempts) {
    const receipt = await findReceipt(node, hash)
    if (receipt) return receipt
  }
}

const bookInSpan = (deps: SettlerDeps, batch: Batch, receipt: TransactionReceipt): Promise<void> => {
  const about = { kind: 'work', attributes: aboutBatch(batch, receipt.transactionHash) } as const
  return inSpan('book settlement batch', about, async (span) => {
    await span?.linkTo(() => tracesOf(deps.db, batch.entries))
    await book(deps, batch, receipt, span)
  })
}

/** Books a final transaction: each of its entries is confirmed or failed, and sends go where they belong. */
async function book(
  { db, node, deployed }: SettlerDeps,
  batch: Batch,
  receipt: TransactionReceipt,
  span?: OpenSpan,
): Promise<void> {
  const { settlement } = deployed.addresses
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === settlement.toLowerCase())
  const events = parseEventLogs({ abi: settlementAbi, logs })
  const refusals = new Map(
    events.flatMap(({ eventName, args }) => (eventName === 'Refused' ? [[args.id, reasonOf(args.reason)]] : [])),
  )
  const others = await doneAsOther(
    { node, deployed },
    {
      hash: receipt.transactionHash,
      block: receipt.blockNumber,
      entries: events.flatMap(({ eventName, args }) => (eventName === 'AlreadySettled' ? [args.id] : [])),
    },
  )
  for (const entry of others) refusals.set(entry, usedBefore)
  const told = new Set(events.map(({ args }) => args.id))
  const done = batch.entries.filter((entry) => told.has(entry) && !refusals.has(entry))
  // The batch as a whole was turned down: nothing of it was tried.
  const untried = batch.entries.filter((entry) => !told.has(entry))
  span?.note({ 'ingot.batch.done': done.length, 'ingot.batch.refused': refusals.size })
  const whole = untried.length > 0 ? await whyReverted(node, receipt) : ''
  await inTransaction(db, async (tx) => {
    if (!(await endBatch(tx, batch.id, receipt.blockNumber))) return
    await advanceSettlements(tx, done, { state: 'confirmed', hash: receipt.transactionHash })
    await advanceSettlements(tx, untried, { state: 'failed', reason: whole })
    const settlements = await settlementsOf(tx, batch.entries)
    // Room will come: it is no failed send, and waits like one whose batch was turned down.
    for (const [entry, reason] of refusals)
      if (reason.startsWith(outOfRoom)) await advanceSettlements(tx, [entry], { state: 'failed', reason })
      else
        await failEntry(
          tx,
          settlements.filter((settlement) => settlement.entry === entry),
          reason,
        )
    const arrived = new Set(done)
    await concludeSends(
      tx,
      settlements.filter(({ entry }) => arrived.has(entry)),
      'arrived',
      causedBy,
    )
  })
}

/** Someone else used the number. Sending the entries again does no harm: the contract knows those that were done. */
async function giveUp(db: Db, { id, entries }: Batch): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await endBatch(tx, id, null))) return
    await advanceSettlements(tx, entries, { state: 'failed', reason: 'its place was taken by another transaction' })
    await advanceSettlements(tx, entries, { state: 'queued' })
  })
}

const outOfRoom = 'OutsideLimitReached('
const usedBefore =
  'under its number the chain has done something that the ledger does not know: it was set back without npm run chain -- restored'

/** What a contract said, in words: its error's name with the numbers. */
function reasonOf(data: Hex): string {
  if (data === '0x') return 'it used up its gas'
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: settlementAbi, data })
    return `${errorName}(${args.join(', ')})`
  } catch {
    return data
  }
}

/** Asks what the same call would have said in the block before. */
async function whyReverted(node: Node, { transactionHash, blockNumber }: TransactionReceipt): Promise<string> {
  const { from: account, to, input: data, gas } = await node.getTransaction({ hash: transactionHash })
  try {
    await node.call({ account, to, data, gas, blockNumber: blockNumber - 1n })
    return 'the transaction was reverted'
  } catch (error) {
    const data = revertData(error)
    return data ? reasonOf(data) : 'the transaction was reverted'
  }
}
