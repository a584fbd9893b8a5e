import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { listTrades, type makeQuote, readPrice } from '@ingot/endpoints/trade'
import { readUsdtBalance } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Customer } from './front-door.ts'
import { dollarsAt } from './seed-house.ts'

const deposit = '10000'

/** Enough to have a position with an average cost, a result, both gold tokens, and every type of trade. */
const orders: BodyOf<typeof makeQuote>[] = [
  { pair: 'QMGT/USDT', side: 'buy', amount: '2500', of: 'pay' },
  { pair: 'QMGT/USDT', side: 'buy', amount: '5', of: 'receive' },
  { pair: 'USDAU/USDT', side: 'buy', amount: '1200', of: 'pay' },
  { pair: 'QMGT/USDT', side: 'sell', amount: '4.5', of: 'pay' },
  { pair: 'QMGT/USDAU', side: 'buy', amount: '300', of: 'pay' },
  { pair: 'QMGT/USDT', side: 'buy', amount: '750.25', of: 'pay' },
]

const patience = 60_000
const pause = 100

type Surroundings = { sandbox: string; chain: NodeJS.ProcessEnv; pin: string }

/**
 * Dollars by a real deposit, and some trades through the front door. They are of this moment: the ledger takes the time
 * of an entry from the database, so nothing can be made to look older than it is. Says whether all of it is there.
 */
export const seedTrades = async (customer: Customer, { sandbox, chain, pin }: Surroundings): Promise<boolean> => {
  if (!chain.CHAIN_RPC_URL) return true
  if (!(await comes(() => isVerified(customer)))) return false
  await payIn(customer, sandbox, chain)
  if (!(await comes(() => isReady(customer)))) return false
  const done = (await customer.call(listTrades)).data.length
  for (const order of orders.slice(done)) await customer.swap(pin, (await customer.quote(order)).id, randomUUID())
  return true
}

const comes = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pause)) if (await holds()) return true
  return false
}

const isVerified = async ({ call }: Customer) => (await call(readKycStatus)).data.kycVerified === 'Verified'

/** The deposit was credited, or traded already, and there is a price to trade at. */
const isReady = async ({ call }: Customer) => {
  const isFunded = (await call(readUsdtBalance)).data.balance !== '0' || (await call(listTrades)).data.length > 0
  return isFunded && (await call(readPrice)).data?.tradable === true
}

/** From the faucet to the customer's own wallet, unless something has come there already or was spent from there. */
const payIn = async (customer: Customer, sandbox: string, chain: NodeJS.ProcessEnv) => {
  const address = await customer.wallet()
  const traded = (await customer.call(listTrades)).data.length > 0
  if (!traded && (await dollarsAt(chain, address)) === 0n)
    await sandboxClient(sandbox).chain.faucet({ address, asset: 'USDT', amount: deposit })
}
