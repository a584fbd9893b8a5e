import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import type { Payment } from '@ingot/endpoints/payment-fields'
import { type Account, customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import type { PaymentEvent, PaymentProcessor } from '@ingot/providers/payments/port'
import { sql } from 'kysely'
import { withOperators } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { isMarketOpen } from '../trade/market.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { paymentJobs } from './jobs.ts'
import { paymentMailJobs } from './mailing.ts'
import { paymentsOf } from './payments.ts'
import { refundJobs } from './refunding.ts'
import { createTestProcessor, goodSignature } from './test-processor.ts'

export type CardHouse = Awaited<ReturnType<typeof createCardHouse>>
export type Payer = Awaited<ReturnType<CardHouse['newPayer']>>

/** For tests: people who pay by card at a processor in memory, with a clock that is moved and gold at 100 dollars a gram. */
export const createCardHouse = async (env: Record<string, string> = {}) => {
  let made: ReturnType<typeof createTestProcessor> | undefined
  const open = (now: () => Date): PaymentProcessor => {
    made = createTestProcessor(now)
    return made.processor
  }
  const house = await withOperators(await createHouse(env, { processor: open }))
  if (!made) throw new Error('nobody opened the processor')
  const cards = made
  const { config, db, log, outbox, now, mailer, files } = house
  const deps = { config, db, log, outbox, now, files, processor: cards.processor }
  const worker = await openTestWorker(house.databaseUrl, [
    ...paymentJobs(deps),
    ...paymentMailJobs({ ...deps, mailer }),
    ...refundJobs(deps),
  ])

  /** As if time had passed, with a price of that moment. */
  const passTo = async (at: Date, price = hundredAGram) => {
    const isOpen = isMarketOpen(at)
    house.passTime(at.getTime() - now().getTime() - (isOpen ? 2 * policy.price.cacheMilliseconds : 0))
    if (isOpen) await house.setPrice(price)
  }
  const goTo = (at: string, price?: string) => passTo(new Date(at), price)
  const wait = (minutes: number, price?: string) => passTo(new Date(now().getTime() + minutes * 60_000), price)

  /** What the processor sends, over the front door. */
  const sendMessage = (event: PaymentEvent | object, signature: string = goodSignature) =>
    house.newClient().post('/webhooks/stripe', event, { 'stripe-signature': signature })
  /** Tells it, and does what follows. */
  const tell = async (event: PaymentEvent) => {
    const { status } = await sendMessage(event)
    if (status !== 200) throw new Error(`a message was refused: ${status}`)
    await worker.run()
  }
  /** Everything that is sent and due. */
  const run = async () => {
    await worker.strikeClock()
    await worker.run()
  }

  const lying = async (account: Account<Asset>) => formatAmount(await balanceOf(db, account))
  const gca = ({ id }: { id: string }, purpose: 'available' | 'clearing') => lying(customerAccount(id, 'GCA', purpose))
  const processorHas = () => lying(houseAccount('USD', 'processor'))

  const newPayer = async (username: string, balances: Parameters<typeof house.newSaver>[1] = {}) => {
    const saver = await house.newSaver(username, balances)
    const { client } = saver
    /** Sessions end while the clock is moved. */
    const awake = async () => {
      if ((await client.get('/payments')).status === 401) await client.signIn(username)
    }
    const posted = async (path: string, body: object = {}, key: string = randomUUID()) => {
      await awake()
      return client.post(path, body, { 'idempotency-key': key })
    }
    const read = async (path: string) => {
      await awake()
      return client.get(path)
    }
    const start = (amount: string, key?: string) => posted('/payments', { amount }, key)
    const started = async (amount: string): Promise<Payment> => {
      const { status, body } = await start(amount)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data
    }
    const payment = async (id: string): Promise<Payment> => (await read(`/payments/${id}`)).body.data
    /** Starts, pays and books, as if all went well. */
    const pay = async (amount: string): Promise<Payment> => {
      const { id } = await started(amount)
      await tell(cards.pay(id))
      return payment(id)
    }
    const rules = async (query = '') => (await read(`/payments/rules${query}`)).body.data
    return { ...saver, awake, posted, read, start, started, payment, pay, rules }
  }

  /** Does something while the treasury has no GCA. */
  const withoutGold = async (work: () => Promise<unknown>) => {
    const [treasury, away] = [houseAccount('GCA', 'treasury'), houseAccount('GCA', 'suspense')]
    const amount = await balanceOf(db, treasury)
    const put = (from: typeof treasury, to: typeof treasury) =>
      post(db, {
        ...{ reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test' },
        moves: [move(amount, { from, to })],
      })
    await put(treasury, away)
    await work().finally(() => put(away, treasury))
  }
  /** What of the books does not hold; undefined when all does. */
  const verify = async () => {
    const verdict = await verifyLedger(db, undefined)
    return verdict.ok ? undefined : verdict.wrong
  }
  const close = async () => {
    await worker.close()
    await house.close()
  }
  return {
    ...house,
    ...{ deps, payments: paymentsOf(deps), cards, goTo, wait, sendMessage, tell, run, runSent: worker.run, lying, gca },
    ...{ processorHas, newPayer, withoutGold, verify, close },
  }
}

/** For tests: one that somebody has paid, and that waits for operators. */
export const insertHeldPayment = async (db: Db, customer: string): Promise<string> => {
  const id = await insertTestPayment(db, customer)
  await sql`update card_payments set state = 'Open' where id = ${id}`.execute(db)
  await sql`
    update card_payments set state = 'Held', reason = 'no-gold', paid_at = created_at, checkout = ${`cs_${id}`}, intent = ${`pi_${id}`}
    where id = ${id}`.execute(db)
  return id
}

/** For tests: one that somebody has begun, without a processor or a page. */
export const insertTestPayment = async (db: Db, customer: string): Promise<string> => {
  const id = randomUUID()
  const sum = (asset: string, amount: string) => ({ asset, amount })
  const locked = {
    ...{ pay: sum('USD', '100'), fee: sum('USD', '3'), receive: sum('GCA', '0.9'), cost: '100', bookingValue: '97' },
    ...{ price: '100.75', midPrice: '100', spreadBasisPoints: 75, feeBasisPoints: 300 },
  }
  await sql`
    insert into card_payments (id, customer, state, cents, fee_cents, locked, locked_until, policy_version, created_at, is_live)
    values (${id}, ${customer}, 'Created', 10000, 300, ${JSON.stringify(locked)}, now(), 0, now(), false)`.execute(db)
  return id
}
