import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  size,
  type TransactionSerialized,
} from 'viem'
import { BLOCK_GAS_LIMIT, CHAIN_ID, TRANSACTION_GAS_LIMIT } from './engine.ts'
import { refused } from './rpc-error.ts'

/** As geth has it. */
const MAX_TRANSACTION_BYTES = 128 * 1024
const MAX_INITCODE_BYTES = 49_152
const LOWEST_TIP = 1n
/** Half of the order of secp256k1: a higher s is a second signature of the same transaction. */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type SignedTransaction = {
  hash: Hex
  raw: Hex
  from: Address
  to: Address | null
  nonce: number
  value: bigint
  input: Hex
  gas: bigint
  type: 'legacy' | 'eip2930' | 'eip1559'
  /** What it pays for a unit of gas at most, and what of that goes to the block's maker. */
  feeCap: bigint
  tip: bigint
}

/** Reads what was signed, and refuses what no node would take, whatever the state of the chain. */
export const readTransaction = async (raw: Hex): Promise<SignedTransaction> => {
  if (size(raw) > MAX_TRANSACTION_BYTES)
    throw refused(`oversized data: transaction size ${size(raw)}, limit ${MAX_TRANSACTION_BYTES}`)
  const transaction = { ...parse(raw), from: await recoverSender(raw) }
  checkGas(transaction)
  return transaction
}

/** The same from the journal, which has the sender already and was checked when it came. */
export const restoreTransaction = (raw: Hex, from: Address): SignedTransaction => ({ ...parse(raw), from })

const parse = (raw: Hex): Omit<SignedTransaction, 'from'> => {
  const parsed = decode(raw)
  const { type, r, s } = parsed
  if (type !== 'legacy' && type !== 'eip2930' && type !== 'eip1559') throw refused('transaction type not supported')
  if (r === undefined || s === undefined || BigInt(s) > HIGHEST_S)
    throw refused('invalid sender: invalid transaction v, r, s values')
  if (parsed.chainId === undefined) throw refused('only replay-protected (EIP-155) transactions allowed over RPC')
  if (parsed.chainId !== CHAIN_ID)
    throw refused(`invalid sender: invalid chain id for signer: have ${parsed.chainId} want ${CHAIN_ID}`)
  const feeCap = (type === 'eip1559' ? parsed.maxFeePerGas : parsed.gasPrice) ?? 0n
  return {
    hash: keccak256(raw),
    raw,
    type,
    to: parsed.to ?? null,
    nonce: parsed.nonce ?? 0,
    value: parsed.value ?? 0n,
    input: parsed.data ?? '0x',
    gas: parsed.gas ?? 0n,
    feeCap,
    tip: (type === 'eip1559' ? parsed.maxPriorityFeePerGas : feeCap) ?? 0n,
  }
}

const decode = (raw: Hex) => {
  try {
    const parsed = parseTransaction(raw as TransactionSerialized)
    const { r, s, v, yParity, ...fields } = parsed
    const signature = { r, s, ...(parsed.type === 'legacy' ? { v } : { yParity }) }
    // Two writings of one transaction would have two hashes.
    const rewritten = serializeTransaction(fields as never, signature as never)
    if (rewritten !== raw) throw new Error('not written as it would be')
    return parsed
  } catch {
    throw refused('rlp: the transaction cannot be decoded')
  }
}

const recoverSender = async (raw: Hex): Promise<Address> => {
  try {
    return (
      await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized<'eip1559'> })
    ).toLowerCase() as Address
  } catch {
    throw refused('invalid sender: invalid transaction v, r, s values')
  }
}

const checkGas = (transaction: SignedTransaction): void => {
  const { gas, feeCap, tip, to, input } = transaction
  if (to === null && size(input) > MAX_INITCODE_BYTES)
    throw refused(`max initcode size exceeded: code size ${size(input)}, limit ${MAX_INITCODE_BYTES}`)
  if (gas > BLOCK_GAS_LIMIT) throw refused('exceeds block gas limit')
  if (gas > TRANSACTION_GAS_LIMIT)
    throw refused(`transaction gas limit too high (cap: ${TRANSACTION_GAS_LIMIT}, tx: ${gas})`)
  if (tip > feeCap) throw refused('max priority fee per gas higher than max fee per gas')
  if (tip < LOWEST_TIP) throw refused(`transaction underpriced: gas tip cap ${tip}, minimum needed ${LOWEST_TIP}`)
  const { usual, floor } = intrinsicGas(transaction)
  if (gas < usual) throw refused(`intrinsic gas too low: gas ${gas}, minimum needed ${usual}`)
  if (gas < floor) throw refused(`insufficient gas for floor data gas cost: gas ${gas}, minimum needed ${floor}`)
}

/** What a transaction costs before it does anything; the access list, which nobody here uses, is left to the engine. */
const intrinsicGas = ({ to, input }: SignedTransaction): { usual: bigint; floor: bigint } => {
  const bytes = Buffer.from(input.slice(2), 'hex')
  const zeros = bytes.filter((byte) => byte === 0).length
  const tokens = BigInt(zeros + 4 * (bytes.length - zeros))
  const creation = to === null ? 32_000n + 2n * BigInt(Math.ceil(bytes.length / 32)) : 0n
  return { usual: 21_000n + creation + 4n * tokens, floor: 21_000n + 10n * tokens }
}
