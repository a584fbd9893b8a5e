import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import * as calls from '@ingot/endpoints/holdings'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { issueMoves } from '@ingot/ledger/vault'
import { subtract } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { issueTestReceipt } from '../../documents/test-documents.ts'
import { policy } from '../../policy.ts'
import { type Client, formOf, goodPin } from '../identity/test-people.ts'
import { createMarket, hundredAGram } from '../trade/test-market.ts'
import { fundCustomer } from '../wallet/test-wallet.ts'

type House = Awaited<ReturnType<typeof createHouse>>
export type Saver = Awaited<ReturnType<House['newSaver']>>

const named = () => ({ reference: `test:${randomUUID()}`, causedBy: 'test' })

/** For tests: people who save, with a treasury that has every token, and gold at 100 dollars a gram. */
export const createHouse = async (env: Record<string, string> = {}, more: Parameters<typeof createMarket>[2] = {}) => {
  const market = await createMarket(policy.price, env, more)
  const { db } = market
  const issue = (asset: 'GAE' | 'GCA', grams: string) =>
    inTransaction(db, (tx) =>
      post(tx, {
        ...named(),
        kind: 'tranche',
        moves: issueMoves<'GAE' | 'GCA'>(parseAmount(asset, grams), houseAccount(asset, 'treasury')),
      }),
    )
  await market.setPrice(hundredAGram)
  await market.fillVault('20000')
  await market.fillTreasury('QMGT', '3000')
  await market.fillTreasury('USDAU', '200000')
  await market.fillTreasury('USDT', '300000')
  await issue('GAE', '3000')
  await issue('GCA', '3000')

  /** Leaves so much of a token in the treasury. */
  const leave = async (asset: 'USDT' | 'GAE', amount: string) => {
    const treasury = houseAccount<'USDT' | 'GAE'>(asset, 'treasury')
    const gone = subtract<'USDT' | 'GAE'>(await balanceOf(db, treasury), parseAmount(asset, amount))
    const to = houseAccount<'USDT' | 'GAE'>(asset, 'suspense')
    await post(db, { ...named(), kind: 'test', moves: [move(gone, { from: treasury, to })] })
  }

  /** What lies in an account, exactly. */
  const held = async (who: { id: string } | 'treasury' | 'fees' | 'free', asset: 'GAE' | 'GCA' | 'XAU') =>
    formatAmount(
      await balanceOf(
        db,
        typeof who === 'object'
          ? customerAccount(who.id, asset, 'available')
          : houseAccount(asset, who === 'free' ? 'unallocated' : who),
      ),
    )

  const newSaver = async (username: string, balances: Parameters<typeof market.newTrader>[1] = {}) => {
    const trader = await market.newTrader(username, balances)
    return { ...trader, ...saverCalls(trader.client) }
  }

  return { ...market, issue, leave, held, newSaver }
}

type Given = { params?: Record<string, string>; body: Record<string, unknown> }

/** What a page does for its customer. */
export const saverCalls = (client: Client) => {
  const withPin = async (endpoint: Endpoint, given: Given, key: string = randomUUID()) => {
    await client.post('/verify-pin', formOf({ pin: goodPin, ...(await aimOf(endpoint, key, given)) }))
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => given.params?.[name] ?? '')
    const body = endpoint.bodyType === 'form' ? formOf(given.body as Record<string, string>) : given.body
    return client.post(path, body, { 'idempotency-key': key })
  }
  const quotePurchase = (product: string, payWith: string, amount: string, of = 'pay') =>
    client.post('/purchases/quotes', { product, payWith, amount, of })
  const quoteTermination = (body: object) => client.post('/terminations/quotes', body)
  return {
    withPin,
    quotePurchase,
    quoteTermination,
    purchaseAt: (quoteId: string, key?: string) => withPin(calls.purchase, { body: { quoteId } }, key),
    /** A quote and the purchase at it. */
    buy: async (product: string, payWith: string, amount: string, of = 'pay') => {
      const quote = await quotePurchase(product, payWith, amount, of)
      return quote.status === 200 ? withPin(calls.purchase, { body: { quoteId: quote.body.data.id } }) : quote
    },
    convert: (amount: string, quoteId?: string, key?: string) =>
      withPin(calls.convert, { body: { amount, ...(quoteId && { quoteId }) } }, key),
    terminateAt: (quoteId: string, key?: string) => withPin(calls.terminate, { body: { quoteId } }, key),
    end: (id: string, currency: string, units: string, more: object = {}, key?: string) =>
      withPin(calls.partialTerminate, { params: { id }, body: { currency, units, ...more } }, key),
    endGca: (trId: string, currency: string, partialAmount: string, more: object = {}, key?: string) =>
      withPin(calls.requestGcaTerminate, { body: { currency, trId, partialAmount, ...more } }, key),
    holdings: async (query = '') => (await client.get(`/holdings${query}`)).body.data,
    holding: async (id: string) => (await client.get(`/holdings/${id}`)).body.data,
    positions: async () => {
      const { data } = (await client.get('/holdings/positions')).body
      return Object.fromEntries(data.map((each: { product: HoldingProduct }) => [each.product, each]))
    },
  }
}

/** For tests: a holding that somebody has ended, without a price or a page. */
export const insertTestHolding = async (
  people: Parameters<typeof issueTestReceipt>[0],
  customer: string,
  product: 'GAE' | 'GDS' = 'GAE',
) => {
  const [note, number, id] = [
    await issueTestReceipt(people, customer),
    await fundCustomer(people.db, customer, { asset: 'USDT', text: '1' }),
    randomUUID(),
  ]
  const { rows } = await sql<{ id: string }>`
    select id from ledger_movements where number = ${number}`.execute(people.db)
  const movement = rows[0]?.id ?? ''
  await sql`
    insert into holdings (id, customer, product, asset, booked_at, movement, note, price, units, booking_units, cost_units,
      paid_asset, paid_units, fee_units, policy_version, available_units, terminated_units, open_cost_units, state)
    values (${id}, ${customer}, ${product}, ${product}, now(), ${movement}, ${note}, '1', 1, 1, 1, 'USDT', 1, 0, 0, 0, 1, 0, 'Terminated')`.execute(
    people.db,
  )
  await sql`
    insert into terminations (id, customer, product, asset, units, currency, gross_units, fee_units, receive_units, value_units,
      cost_units, price, mid_price, spread, fee, quoted, note, policy_version, at)
    values (${movement}, ${customer}, ${product}, ${product}, 1, 'USDT', 1, 0, 1, 1, 1, '1', '1', 0, 0, false, ${note}, 0, now())`.execute(
    people.db,
  )
  await sql`
    insert into termination_parts (termination, place, holding, units, left_units, cost_units, receive_units, value_units)
    values (${movement}, 1, ${id}, 1, 0, 1, 1, 1)`.execute(people.db)
  return { holding: id, termination: movement }
}

const ofNothing = { price: '1', midPrice: '1', spreadBasisPoints: 0, feeBasisPoints: 0 }
const one = (asset: string) => ({ asset, amount: '1' })

/** For tests: what a quote of each of the deals shows. */
export const testQuotes = {
  reservePurchase: {
    kind: 'purchase',
    shown: { product: 'GAE', pay: one('USDT'), fee: one('USDT'), receive: one('GAE'), ...ofNothing },
  },
  reserveGroupPurchase: {
    kind: 'group-purchase',
    shown: { product: 'GDS', pay: one('USDT'), fee: one('USDT'), receive: one('GDS'), ...ofNothing },
  },
  reserveConvert: {
    kind: 'convert',
    shown: {
      ...{ pay: one('QMGT'), fee: one('QMGT'), receive: one('GCA'), cost: '1', bookingValue: '1', ...ofNothing },
    },
  },
  reserveTermination: {
    kind: 'termination',
    shown: {
      ...{ product: 'GAE', pay: one('GAE'), gross: one('USDT'), fee: one('USDT'), receive: one('USDT') },
      ...{ value: '1', cost: '1', result: '0', parts: [], ...ofNothing },
    },
  },
}
