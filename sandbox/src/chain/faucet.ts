import { type Address, encodeFunctionData, getAddress, type Hex, isAddress, parseAbi, parseEther } from 'viem'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import { readUnits, showUnits } from './amounts.ts'
import type { Contracts } from './contracts.ts'
import type { HouseAccount } from './house-account.ts'
import { RpcError } from './rpc-error.ts'

export const FAUCET_ASSETS = ['BNB', 'USDT'] as const
export type FaucetAsset = (typeof FAUCET_ASSETS)[number]
export type FaucetOrder = { address: Address; asset: FaucetAsset; units: bigint }

const DECIMALS = 18
/** What one call may ask for. */
const MOST: Record<FaucetAsset, bigint> = { BNB: parseEther('1000'), USDT: parseEther('10000000') }
/** Enough for a wallet that does something when it is paid. */
const SEND_GAS = 200_000n
const MINT = parseAbi(['function mint(address to, uint256 amount)'])

/** Throws in words when it cannot be given. */
export const readFaucetOrder = (body: unknown): FaucetOrder => {
  const { address, asset, amount } = (body ?? {}) as Record<string, unknown>
  if (typeof address !== 'string' || !isAddress(address.trim(), { strict: false }))
    throw badRequest('address must be 0x and 40 hex digits')
  const known = FAUCET_ASSETS.find((candidate) => candidate === asset)
  if (known === undefined) throw badRequest(`asset must be one of: ${FAUCET_ASSETS.join(', ')}`)
  const units = readUnits(typeof amount === 'string' ? amount.trim() : amount, DECIMALS)
  if (units === null) throw badRequest(`amount must be a decimal number as text, with at most ${DECIMALS} decimals`)
  if (units === 0n || units > MOST[known])
    throw badRequest(`amount must be above 0 and at most ${showUnits(MOST[known], DECIMALS)} ${known}`)
  return { address: getAddress(address.trim()), asset: known, units }
}

/** The chain may have reasons not to take a transaction, such as too many that wait. */
const refuse = (error: unknown): never => {
  throw error instanceof RpcError ? new RequestRefused(409, 'NotTaken', `The chain says: ${error.message}`) : error
}

/** Gives to whoever asks: the money of this chain is worth nothing. */
export const openFaucet = (account: HouseAccount, contracts: Contracts) => ({
  address: account.address,
  async give({ address, asset, units }: FaucetOrder): Promise<Hex> {
    if (asset === 'BNB') return account.send({ to: address, value: units, gas: SEND_GAS }).catch(refuse)
    const usdt = contracts.named('usdt')
    if (usdt === undefined)
      throw new RequestRefused(409, 'NoContract', 'There is no USDT yet: its contract has not been made known here')
    const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [address, units] })
    return account.send({ to: usdt.address, data, gas: SEND_GAS }).catch(refuse)
  },
})

export type Faucet = ReturnType<typeof openFaucet>
