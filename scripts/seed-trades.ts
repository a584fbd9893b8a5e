import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readInfo } from '@ingot/endpoints/account'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { convert, purchase, quotePurchase, quoteTermination, terminate } from '@ingot/endpoints/holdings'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { holdingMovements, tradeMovements } from '@ingot/endpoints/movement-words'
import { type makeQuote, readPrice } from '@ingot/endpoints/trade'
import { listMovements } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Customer, Refused } from './front-door.ts'
import type { BankStory } from './seed-bank.ts'
import { wasGiven } from './seed-house.ts'
import { countBooked, makeAlerts, makePlans, nameCeiling } from './seed-plans.ts'
import type { StoryTransfer } from './seed-wallet.ts'
import type { StoryClock } from './story-clock.ts'

/** What the friend has to send from. */
const friendsDeposit = '1000'

/** What somebody does with the PIN. */
type Act = (customer: Customer, pin: string) => Promise<unknown>

/** A day of the story. Its act comes last: where that is there, the rest of the day is, too. No two deposits are alike. */
type Chapter = {
  daysAgo: number
  deposit?: string
  savesAddress?: true
  transfer?: StoryTransfer
  plans?: Act
  bank?: keyof BankStory
  act: Act
}

const trade =
  (order: BodyOf<typeof makeQuote>): Act =>
  async ({ quote, swap }, pin) =>
    swap(pin, (await quote(order)).id, randomUUID())

const book =
  (body: BodyOf<typeof quotePurchase>): Act =>
  async ({ call, withPin }, pin) => {
    const { id: quoteId } = (await call(quotePurchase, { body })).data
    await withPin(purchase, pin, { body: { quoteId } }, randomUUID())
  }

const convertTo =
  (amount: string): Act =>
  ({ withPin }, pin) =>
    withPin(convert, pin, { body: { amount } }, randomUUID())

const end =
  (body: BodyOf<typeof quoteTermination>): Act =>
  async ({ call, withPin }, pin) => {
    const { id: quoteId } = (await call(quoteTermination, { body })).data
    await withPin(terminate, pin, { body: { quoteId } }, randomUUID())
  }

/**
 * Enough to have a position with an average cost, a result, every gold token, holdings of every product of which one has
 * ended in part, every type of trade and transfer inside, two plans with dates behind them, and dollars that came and went by bank. No two days are closer than three, or
 * a weekend makes them one; the days of the weekly plan are among them.
 */
const chapters: Chapter[] = [
  {
    daysAgo: 40,
    deposit: '6000',
    plans: makePlans,
    act: trade({ pair: 'QMGT/USDT', side: 'buy', amount: '2500', of: 'pay' }),
  },
  { daysAgo: 36, act: book({ product: 'GAE', payWith: 'USDT', amount: '900', of: 'pay' }) },
  {
    daysAgo: 33,
    savesAddress: true,
    bank: 'addAccount',
    act: trade({ pair: 'QMGT/USDT', side: 'buy', amount: '5', of: 'receive' }),
  },
  { daysAgo: 29, plans: makeAlerts, act: book({ product: 'GAE', payWith: 'USDT', amount: '2', of: 'receive' }) },
  { daysAgo: 26, deposit: '2500', act: trade({ pair: 'USDAU/USDT', side: 'buy', amount: '1200', of: 'pay' }) },
  { daysAgo: 22, bank: 'remit', act: book({ product: 'GAEX', payWith: 'USDAU', amount: '250', of: 'pay' }) },
  {
    daysAgo: 19,
    transfer: { name: 'gift', from: 'customer', asset: 'QMGT', amount: '1.5' },
    act: trade({ pair: 'QMGT/USDT', side: 'sell', amount: '4.5', of: 'pay' }),
  },
  { daysAgo: 12, plans: nameCeiling, bank: 'payOut', act: convertTo('3') },
  {
    daysAgo: 9,
    transfer: { name: 'thanks', from: 'friend', asset: 'USDT', amount: '180' },
    act: trade({ pair: 'QMGT/USDAU', side: 'buy', amount: '300', of: 'pay' }),
  },
  { daysAgo: 5, act: end({ product: 'GAE', units: '2.5', currency: 'USDAU' }) },
  {
    daysAgo: 2,
    deposit: '1500',
    bank: 'leaveOpen',
    act: trade({ pair: 'QMGT/USDT', side: 'buy', amount: '750.25', of: 'pay' }),
  },
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
  friend: Customer | undefined
  saveAddress: () => Promise<void>
  transfer: (given: StoryTransfer) => Promise<void>
  /** Buys what plans want to buy by now. */
  runPlans: () => Promise<unknown>
  bank: BankStory
}

/**
 * Dollars by real deposits, and some trades and holdings through the front door. In a demonstration each is of its own day, and the two
 * customers have sent each other something; elsewhere all are of this moment, since the ledger takes the time of an entry
 * from the database. Says whether all of it is there.
 */
export const seedTrades = async (first: Customer, around: Surroundings): Promise<boolean> => {
  if (!around.chain.CHAIN_RPC_URL) return true
  if (!(await becomesVerified(first))) return false
  if (around.friend && !(await payIn(around.friend, friendsDeposit, around))) return false
  const done = (await first.call(listMovements)).data.filter(isAct).length - (await countBooked(first))
  for (const [number, chapter] of chapters.entries())
    if (number >= done && !(await tell(chapter, first, around))) return false
  return true
}

const isAct = ({ type }: { type: string }) => Object.hasOwn({ ...tradeMovements, ...holdingMovements }, type)

const tell = async ({ daysAgo, deposit, ...today }: Chapter, first: Customer, around: Surroundings) => {
  const { pin, clock } = around
  await clock.goTo(daysAgo)
  const customer = clock.isBehind() ? await comeBack(around) : first
  if (deposit !== undefined && !(await payIn(customer, deposit, around))) return false
  if (today.savesAddress && clock.isBehind()) await around.saveAddress()
  if (today.transfer && clock.isBehind()) await around.transfer(today.transfer)
  if (!(await comes(async () => (await customer.call(readPrice)).data?.tradable === true))) return false
  await today.plans?.(customer, pin)
  if (today.bank && clock.isBehind()) await around.bank[today.bank](customer)
  await today.act(customer, pin)
  if (clock.isBehind()) await around.runPlans()
  // What the chain says of it belongs to the same day.
  return !clock.isBehind() || (await comes(() => isSettled(customer)))
}

const signInAndLook = async (signIn: Surroundings['signIn']): Promise<Customer> => {
  const customer = await signIn()
  await customer.call(readInfo)
  return customer
}

/** The portal follows the clock a moment later, which shows in when it has signed somebody in. */
const comeBack = async ({ signIn, clock }: Surroundings): Promise<Customer> => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pause)) {
    // A session that began while the clock was set is over before it is used, which its first call shows.
    const customer = await signInAndLook(signIn).catch((error) => {
      if (error instanceof Refused && error.status === 401) return
      throw error
    })
    if (customer && clock.now().getTime() - customer.signedInAt.getTime() < patience) return customer
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

/** From the faucet to the customer's own wallet, unless it has come there already. Says whether it was credited. */
const payIn = async (customer: Customer, amount: string, { sandbox, chain }: Surroundings): Promise<boolean> => {
  const address = await customer.wallet()
  if (!(await wasGiven(chain, address, amount)))
    await sandboxClient(sandbox).chain.faucet({ address, asset: 'USDT', amount })
  const isCredited = async () =>
    (await customer.call(listMovements)).data.some(
      ({ type, incoming }) => type === 'deposit' && incoming.some((came) => came.amount === amount),
    )
  return comes(isCredited)
}
