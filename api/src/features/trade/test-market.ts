import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { sellToken, swap as swapCall } from '@ingot/endpoints/trade'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { issueUsdauMoves } from '@ingot/ledger/usdau'
import { issueMoves, takeInBar } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { parseRate } from '@ingot/money/rate'
import { createNodeReader } from '@ingot/providers/chain/json-rpc'
import { createPauseReader } from '@ingot/providers/chain/pauses'
import { createChainlink } from '@ingot/providers/price/chainlink'
import { createGoldApi } from '@ingot/providers/price/goldapi'
import { startTestAggregator } from '@ingot/providers/price/test-aggregator'
import { startTestGoldApi } from '@ingot/providers/price/test-goldapi'
import { sql } from 'kysely'
import { insertQuote } from '../../deals/store.ts'
import { policy } from '../../policy.ts'
import { allFeatures, type ServerDeps } from '../../server.ts'
import { type Client, createPeople, formOf, goodPin } from '../identity/test-people.ts'
import type { PricePolicy } from './market.ts'
import { createPriceReader } from './price-reader.ts'
import { tradeRoutes } from './routes.ts'
import type { TradedAsset } from './rules.ts'
import { createTrading } from './trading.ts'

type QuoteBody = { pair: string; side: string; amount: string; of: string }

/** Dollars for an ounce at which a gram is exactly 100. */
export const hundredAGram = '3110.34768'

type Market = Awaited<ReturnType<typeof createMarket>>
export type Trader = Awaited<ReturnType<Market['newTrader']>>

const node = { pauseMs: 1 }
/** The second source is asked at each step: the clock of a test stands still between them. */
const secondAtOnce = { secondReadSeconds: 0, secondReadInDoubtSeconds: 0 }

/** Everything as it is, but trading by other rules. */
const withRules = (rules: PricePolicy) => (deps: ServerDeps) => {
  const { endpoints, bindings } = allFeatures(deps)
  const own = tradeRoutes(createTrading(deps, rules))
  const others = bindings.filter(({ endpoint }) => !own.some((each) => each.endpoint === endpoint))
  return { endpoints, bindings: [...others, ...own] }
}

/** For tests: people who trade, a price feed and a second source that they can move, a vault and a treasury with something in it. */
export const createMarket = async (
  rules: PricePolicy = policy.price,
  env: Record<string, string> = {},
  more: Pick<NonNullable<Parameters<typeof createPeople>[0]>, 'processor'> = {},
) => {
  const people = await createPeople({ features: withRules(rules), env, ...more })
  const { db, now } = people
  const feed = await startTestAggregator()
  const second = await startTestGoldApi()
  const reader = createPriceReader({
    db,
    now,
    log: people.log,
    second: createGoldApi({ url: second.url, token: second.token }),
    rules: { ...rules, ...secondAtOnce },
    feed: createChainlink({ url: feed.url, address: feed.address, waits: node }),
    pauses: createPauseReader(createNodeReader({ url: feed.url, waits: node }), { QMGT: feed.token }),
  })

  /** Reads the feed to the end, and lets what processes keep in memory grow old. */
  const readFeed = async () => {
    while (await reader.step());
    people.passTime(2 * policy.price.cacheMilliseconds)
  }
  /** What the aggregator says from now on, whatever anybody else does. */
  const setFeed = async (usdPerOunce: string, at = now()) => {
    const { value, scale } = parseRate(usdPerOunce)
    feed.publish(value * 10n ** BigInt(8 - scale), at)
    await readFeed()
  }
  /** What the second source says from now on; without a price it is silent. */
  const setSecond = async (usdPerOunce: string | undefined, at = now) => {
    if (usdPerOunce) second.say(usdPerOunce, at)
    else second.failWith(undefined)
    await readFeed()
  }
  /** Both, as on a usual day. */
  const setPrice = (usdPerOunce: string, at = now()) => {
    second.say(usdPerOunce, now)
    return setFeed(usdPerOunce, at)
  }

  const reference = () => `test:${randomUUID()}`
  const causedBy = 'test'
  const fillVault = (grams: string) =>
    inTransaction(db, (tx) =>
      takeInBar(tx, { refiner: 'Test', serial: randomUUID(), fineness: '1000', grossGrams: grams }, causedBy),
    )
  const treasury = <A extends TradedAsset>(asset: A) => houseAccount(asset, 'treasury')
  /** As the tranche command and deposits of the house fill it. */
  const fillTreasury = async (asset: TradedAsset, amount: string) => {
    const units = parseAmount(asset, amount).units
    const cover = { price: { perOunce: parseRate(hundredAGram) }, marginBasisPoints: policy.trade.usdauMargin }
    const moves = {
      QMGT: () => issueMoves(amountOf('QMGT', units), treasury('QMGT')),
      USDAU: () => issueUsdauMoves(amountOf('USDAU', units), cover, treasury('USDAU')),
      USDT: () => [move(amountOf('USDT', units), { from: houseAccount('USDT', 'outside'), to: treasury('USDT') })],
    }[asset]()
    await inTransaction(db, (tx) => post(tx, { reference: reference(), kind: 'tranche', causedBy, moves }))
  }

  /** From the treasury where it is ours to give, and from outside where it is not: what exists stays backed. */
  const give = async (customer: string, asset: TradedAsset, amount: string) => {
    const source = asset === 'USDT' ? houseAccount(asset, 'outside') : treasury(asset)
    const moves = [
      move<TradedAsset>(parseAmount(asset, amount), {
        from: source,
        to: customerAccount(customer, asset, 'available'),
      }),
    ]
    await inTransaction(db, (tx) => post(tx, { reference: reference(), kind: 'deposit', causedBy, moves }))
  }

  const newTrader = async (username: string, balances: Partial<Record<TradedAsset, string>> = {}) => {
    const client = await people.newCustomer(username, { verified: true, pin: true })
    const { rows } = await sql<{ id: string }>`select id from customers where username = ${username}`.execute(db)
    const id = rows[0]?.id ?? ''
    for (const [asset, amount] of Object.entries(balances)) await give(id, asset as TradedAsset, amount)
    return { id, username, ...traderCalls(client) }
  }

  const balance = async (who: { id: string } | 'treasury', asset: TradedAsset) =>
    formatAmount(
      await balanceOf(db, who === 'treasury' ? treasury(asset) : customerAccount(who.id, asset, 'available')),
    )

  return {
    ...people,
    feed,
    second,
    readFeed,
    setFeed,
    setSecond,
    setPrice,
    fillVault,
    fillTreasury,
    give,
    newTrader,
    balance,
    close: async () => {
      await people.close()
      await feed.close()
      await second.close()
    },
  }
}

/** What a page does for its customer. */
const traderCalls = (client: Client) => {
  const prove = async (endpoint: typeof swapCall | typeof sellToken, key: string, body: object, pin = goodPin) =>
    client.post('/verify-pin', formOf({ pin, ...(await aimOf(endpoint, key, { body })) }))
  const withPin = async (endpoint: Parameters<typeof prove>[0], body: object, key: string = randomUUID()) => {
    await prove(endpoint, key, body)
    return client.post(endpoint.path, body, { 'idempotency-key': key })
  }
  const quote = (body: QuoteBody) => client.post('/quotes', body)
  const swap = (quoteId: string, key?: string) => withPin(swapCall, { quoteId }, key)
  return {
    client,
    prove,
    quote,
    reserve: (id: string) => client.post(`/quotes/${id}/reserve`),
    swap,
    sell: (body: { amount: string; quoteId?: string }, key?: string) => withPin(sellToken, body, key),
    /** A quote and the trade at it. */
    trade: async (body: QuoteBody) => {
      const made = await quote(body)
      return made.status === 200 ? swap(made.body.data.id) : made
    },
  }
}

const testSwap = {
  ...{ pair: 'QMGT/USDT', side: 'buy', price: '1', midPrice: '1', feeBasisPoints: 0, spreadBasisPoints: 0 },
  pay: { asset: 'USDT', amount: '0.0000000000000001' },
  fee: { asset: 'USDT', amount: '0.000000000000000001' },
  receive: { asset: 'QMGT', amount: '0.000000000000000001' },
}

/** For tests: a quote that somebody has, without a price or a page. */
export const insertTestQuote = async (
  db: Db,
  customer: string,
  now: Date,
  { kind, shown }: { kind: string; shown: object } = { kind: 'swap', shown: testSwap },
): Promise<string> => {
  const id = randomUUID()

  const gold = { goldPrice: hundredAGram, round: '1', observedAt: now, market: 'open', lean: 'buys' } as const
  const lives = { madeAt: now, expiresAt: new Date(now.getTime() + 30_000), usedAt: null }
  const most = String(10n ** 12n)
  const terms = { reserveSeconds: 45, reserveMove: '30', mostPerDayUsd: most, mostPerDayGrams: most }
  const limits = { since: now, mostSince: 10_000, day: '2000-01-01' }
  const counted = { usdUnits: 100n, gramUnits: 1n, policyVersion: '0', terms }
  await insertQuote(db, customer, { id, kind, asked: {}, shown, ...gold, ...lives, ...counted }, limits)
  return id
}
