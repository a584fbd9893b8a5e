import { setTimeout as sleep } from 'node:timers/promises'
import { ProblemForPeople } from '@ingot/db/problem'
import { type Address, decodeErrorResult, type Hex, keccak256, type TransactionReceipt } from 'viem'
import { anchorAbi } from './anchoring/anchor-abi.ts'
import type { Deployed } from './deployed.ts'
import { issuingAbi } from './issuing-abi.ts'
import { findReceipt, type Node } from './node.ts'
import { settlementAbi } from './settlement-abi.ts'
import type { Signer } from './signer.ts'

export type RoleDeps = { node: Node; deployed: Deployed; signer: Signer }

/** A call that one of the roles makes. What it does is said in words for whoever runs the command. */
export type RoleCall = {
  to: Address
  data: Hex
  /** More than it ever takes. What is not used is not paid, and an estimate would depend on what others send just now. */
  gas: bigint
  what: string
}

export type Signed = { nonce: number; hash: Hex; raw: Hex }

/** Tries a call before it costs anything: a contract that would refuse it is quoted. */
export async function tryCall({ node, signer }: RoleDeps, { to, data, gas, what }: RoleCall): Promise<void> {
  try {
    await node.call({ account: signer.address, to, data, gas, blockTag: 'latest' })
  } catch (error) {
    const reason = revertReason(error)
    if (reason === undefined) throw error
    throw new ProblemForPeople(`${what} is refused by the contract: ${reason}`)
  }
}

/** Signs a call with the next number of the role's key. Nothing leaves from here. */
export async function signCall({ node, signer, deployed }: RoleDeps, { to, data, gas }: RoleCall): Promise<Signed> {
  const nonce = await node.getTransactionCount({ address: signer.address, blockTag: 'pending' })
  const gasPrice = await node.getGasPrice()
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId: deployed.chainId,
    to,
    nonce,
    data,
    gas,
    gasPrice,
  })
  return { nonce, hash: keccak256(raw), raw }
}

export type Wait = { limit: number; interval: number }

/** A minute and a half is some two hundred blocks. */
export const usualWait: Wait = { limit: 90_000, interval: 500 }

/** Waits until a transaction is final. Undefined when that takes too long: then it may still come. */
export async function awaitFinal(
  node: Node,
  hash: Hex,
  { limit, interval }: Wait,
): Promise<TransactionReceipt | undefined> {
  for (const deadline = Date.now() + limit; ; await sleep(interval)) {
    const receipt = await findReceipt(node, hash)
    const { number: finalized } = await node.getBlock({ blockTag: 'finalized' })
    if (receipt && receipt.blockNumber <= finalized) return receipt
    if (Date.now() >= deadline) return
  }
}

/** Asks what the same call would have said in the block before. */
export async function whyReverted(node: Node, { transactionHash, blockNumber }: TransactionReceipt): Promise<string> {
  const { from: account, to, input: data, gas } = await node.getTransaction({ hash: transactionHash })
  for (const block of [blockNumber, blockNumber - 1n]) {
    try {
      await node.call({ account, to, data, gas, blockNumber: block })
    } catch (error) {
      const reason = revertReason(error)
      if (reason !== undefined) return reason
    }
  }
  return 'the transaction was reverted'
}

/** What a contract said when it refused, with the numbers; undefined when it was no contract that failed. */
function revertReason(error: unknown): string | undefined {
  const data = revertData(error)
  if (data === undefined) return
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: [...issuingAbi, ...settlementAbi, ...anchorAbi], data })
    return `${errorName}(${args.join(', ')})`
  } catch {
    return data
  }
}

/** What a contract has answered with, wherever in an error it is. */
export function revertData(error: unknown): Hex | undefined {
  if (typeof error !== 'object' || error === null) return
  if ('data' in error && typeof error.data === 'string') return error.data as Hex
  return 'cause' in error ? revertData(error.cause) : undefined
}
