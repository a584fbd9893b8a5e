import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { listTrades, type makeQuote, readPrice } from '@ingot/endpoints/trade'
import { listMovements, readUsdtBalance } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Customer } from './front-door.ts'
import { dollarsAt } from './seed-house.ts'
import type { StoryClock } from './story-clock.ts'

const deposit = '10000'

type Chapter = { daysAgo: number; order: BodyOf<typeof makeQuote>; savesAddress?: true }

/** Enough to have a position with an average cost, a result, both gold tokens, and every type of trade. */
const chapters: Chapter[] = [
  { daysAgo: 40, order: { pair: 'QMGT/USDT', side: 'buy', amount: '2500', of: 'pay' } },
  { daysAgo: 33, order: { pair: 'QMGT/USDT', side: 'buy', amount: '5', of: 'receive' }, savesAddress: true },
  { daysAgo: 26, order: { pair: 'USDAU/USDT', side: 'buy', amount: '1200', of: 'pay' } },
  { daysAgo: 17, order: { pair: 'QMGT/USDT', side: 'sell', amount: '4.5', of: 'pay' } },
  { daysAgo: 9, order: { pair: 'QMGT/USDAU', side: 'buy', amount: '300', of: 'pay' } },
  { daysAgo: 2, order: { pair: 'QMGT/USDT', side: 'buy', amount: '750.25', of: 'pay' } },
]

const patience = 60_000
const pause = 100

type Surroundings = {
  sandbox: string
  chain: NodeJS.ProcessEnv
  pin: string
  clock: StoryClock
  /** Signs the customer in again: no session lasts from one chapter to the next. */
  signIn: () => Promise<Customer>
  saveAddress: () => Promise<void>
}

/**
 * Dollars by a real deposit, and some trades through the front door. In a demonstration each is of its own day; elsewhere all
 * are of this moment, since the ledger takes the time of an entry from the database. Says whether all of it is there.
 */
export const seedTrades = async (first: Customer, around: Surroundings): Promise<boolean> => {
  if (!around.chain.CHAIN_RPC_URL) return true
  if (!(await becomesVerified(first))) return false
  const done = (await first.call(listTrades)).data.length
  for (const [number, chapter] of chapters.entries())
    if (number >= done && !(await tell(chapter, first, around))) return false
  return true
}

const tell = async ({ daysAgo, order, savesAddress }: Chapter, first: Customer, around: Surroundings) => {
  const { sandbox, chain, pin, clock } = around
  await clock.goTo(daysAgo)
  const customer = clock.isBehind() ? await comeBack(around) : first
  await payIn(customer, sandbox, chain)
  if (savesAddress && clock.isBehind()) await around.saveAddress()
  if (!(await comes(() => isReady(customer)))) return false
  await customer.swap(pin, (await customer.quote(order)).id, randomUUID())
  // What the chain says of it belongs to the same day.
  return !clock.isBehind() || (await comes(() => isSettled(customer)))
}

/** The portal follows the clock a moment later, which shows in when it has signed somebody in. */
const comeBack = async ({ signIn, clock }: Surroundings): Promise<Customer> => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pause)) {
    const customer = await signIn()
    if (clock.now().getTime() - customer.signedInAt.getTime() < patience) return customer
  }
  throw new Error('the portal does not follow the clock')
}

const comes = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pause)) if (await holds()) return true
  return false
}

export const becomesVerified = ({ call }: Customer) =>
  comes(async () => (await call(readKycStatus)).data.kycVerified === 'Verified')

const isSettled = async ({ call }: Customer) =>
  (await call(listMovements)).data.every(({ state }) => state === 'posted' || state === 'confirmed')

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
