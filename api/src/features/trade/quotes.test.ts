import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { stopIssuing } from '@ingot/ledger/issuing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { day, minute, refused } from '../identity/test-people.ts'
import { createMarket, hundredAGram, insertTestQuote, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
let names = 0
beforeAll(async () => {
  market = await createMarket()
})
beforeEach(async () => {
  await market.setPrice(hundredAGram)
  trader = await market.newTrader(`quoter${++names}`)
})
afterAll(() => market.close())

const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' }
const stale = refused('PriceStale', 'Price feed is stale. Please try again later.')

describe('a quote', () => {
  test('says what leaves, what arrives, the price, the spread, the fee and how long it holds', async () => {
    const { status, body } = await trader.quote(buy)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      pair: 'QMGT/USDT',
      side: 'buy',
      pay: { asset: 'USDT', amount: '1000' },
      receive: { asset: 'QMGT', amount: '9.925373134328358208' },
      fee: { asset: 'USDT', amount: '2.5' },
      feeBasisPoints: 25,
      price: '100.5',
      midPrice: '100',
      spreadBasisPoints: 50,
      market: 'open',
      priceAt: expect.any(String),
      expiresAt: new Date(market.now().getTime() + 30_000).toISOString(),
      expiresInSeconds: 30,
      reserved: false,
    })
  })

  test('can be asked for by what shall arrive, and then exactly that arrives', async () => {
    const { body } = await trader.quote({ ...buy, amount: '10', of: 'receive' })
    expect(body.data).toMatchObject({
      receive: { asset: 'QMGT', amount: '10' },
      // 1005 over 0.9975, rounded up.
      pay: { asset: 'USDT', amount: '1007.518796992481203008' },
      fee: { asset: 'USDT', amount: '2.518796992481203008' },
    })
  })

  test.each([
    ['sell QMGT/USDT', '10', 'QMGT', 'USDT', '992.5125', '99.5'],
    ['buy USDAU/USDT', '1001', 'USDT', 'USDAU', '999', '1.001'],
    ['sell USDAU/USDT', '1000', 'USDAU', 'USDT', '998.001', '0.999'],
    ['buy QMGT/USDAU', '1004', 'USDAU', 'QMGT', '9.98', '100.4'],
    ['sell QMGT/USDAU', '10', 'QMGT', 'USDAU', '994.008', '99.6'],
  ])('to %s with %s %s brings %s', async (what, amount, pays, gets, arrives, price) => {
    const [side = '', pair = ''] = what.split(' ')
    const body = { pair, side, amount, of: 'pay' }
    const quote = (await trader.quote(body)).body.data
    expect([quote.pay.asset, quote.receive, quote.price]).toEqual([pays, { asset: gets, amount: arrives }, price])
  })

  test.each([
    [
      'less than a dollar',
      { ...buy, amount: '0.99' },
      refused('AmountTooSmall', 'At least 1 USD has to be traded at once.', { leastUsd: '1' }),
    ],
    [
      'more than the policy allows',
      { ...buy, amount: '50000.01' },
      refused('TradeTooLarge', 'At most 50000 USD may be traded at once.', { mostUsd: '50000' }),
    ],
    [
      'more than there can be',
      { ...buy, amount: '99999999999999999999', of: 'receive' },
      refused('TradeTooLarge', expect.any(String) as never),
    ],
  ])('of %s is refused', async (_what, body, refusal) => {
    expect(await trader.quote(body)).toMatchObject(refusal)
  })

  test.each(['buy', 'sell'])(
    'to %s more grams than the policy allows is refused, however few dollars that is',
    async (side) => {
      await market.setPrice('3.11034768')
      const of = side === 'buy' ? 'receive' : 'pay'
      const body = { pair: 'QMGT/USDAU', side, of }
      expect((await trader.quote({ ...body, amount: '500' })).status).toBe(200)
      expect(await trader.quote({ ...body, amount: '500.000000000000000001' })).toMatchObject(
        refused('TradeTooLarge', 'At most 500 grams of gold may be traded at once.', { mostGrams: '500' }),
      )
    },
  )

  test('can be computed again from its own figures, though an ounce has no exact number of grams', async () => {
    await market.setPrice('4105.57')
    const units = (text: string, decimals = 18) => {
      const [whole = '', fraction = ''] = text.split('.')
      return BigInt(whole + fraction.padEnd(decimals, '0'))
    }
    for (const pair of ['QMGT/USDT', 'USDAU/USDT', 'QMGT/USDAU'])
      for (const side of ['buy', 'sell']) {
        const quote = (await trader.quote({ pair, side, amount: '123.456789', of: 'pay' })).body.data
        const rest = units(quote.pay.amount) - units(quote.fee.amount)
        const [price, one] = [units(quote.price, 12), 10n ** 12n]
        const receive = side === 'buy' ? (rest * one) / price : (rest * price) / one
        expect([pair, side, units(quote.receive.amount)]).toEqual([pair, side, receive])
      }
  })

  test.each([
    ['a negative amount', { ...buy, amount: '-1' }],
    ['nothing', { ...buy, amount: '0' }],
    ['an exponent', { ...buy, amount: '1e3' }],
    ['a number that is no text', { ...buy, amount: 1000 }],
    ['more decimals than there are', { ...buy, amount: '1.0000000000000000001' }],
    ['another pair', { ...buy, pair: 'USDT/QMGT' }],
    ['a field nobody knows', { ...buy, price: '1' }],
    ['no side', { pair: 'QMGT/USDT', amount: '1', of: 'pay' }],
  ])('of %s is no valid request', async (_what, body) => {
    expect(await trader.quote(body as never)).toMatchObject({ status: 400, body: { error: { name: 'InvalidInput' } } })
  })

  test('is refused to who asks for too many in a minute', async () => {
    const many = await Promise.all(Array.from({ length: policy.deals.quotesPerMinute }, () => trader.quote(buy)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await trader.quote(buy)).toMatchObject({ status: 429, body: { error: { name: 'TooManyTries' } } })
    market.passTime(minute)
    await market.readFeed()
    expect((await trader.quote(buy)).status).toBe(200)
  })
})

describe('reserving a quote', () => {
  test('makes it last 45 seconds from then on, once', async () => {
    const { id } = (await trader.quote(buy)).body.data
    market.passTime(20_000)
    const until = new Date(market.now().getTime() + 45_000).toISOString()
    expect((await trader.reserve(id)).body.data).toMatchObject({ id, reserved: true, expiresAt: until })
    market.passTime(30_000)
    // Asked again, it is the same and not longer.
    expect((await trader.reserve(id)).body.data).toMatchObject({ expiresAt: until, expiresInSeconds: 15 })
    market.passTime(15_000)
    const expired = refused('QuoteExpired', 'This quote has expired. Please check the new figures and confirm again.')
    expect(await trader.reserve(id)).toMatchObject(expired)
    expect(await trader.swap(id)).toMatchObject(expired)
  })

  test('is too late when it has expired', async () => {
    const { id } = (await trader.quote(buy)).body.data
    market.passTime(30_000)
    expect(await trader.reserve(id)).toMatchObject({ status: 409, body: { error: { name: 'QuoteExpired' } } })
  })

  test('of somebody else’s quote, or of one that is not there, is told as of one that is over', async () => {
    const stranger = await market.newTrader(`stranger${++names}`)
    const { id } = (await trader.quote(buy)).body.data
    const missing = refused('QuoteExpired', 'This quote has expired. Please check the new figures and confirm again.')
    expect(await stranger.reserve(id)).toMatchObject(missing)
    expect(await stranger.swap(id)).toMatchObject(missing)
    expect(await trader.reserve(randomUUID())).toMatchObject(missing)
    expect(await trader.reserve('one')).toMatchObject({ status: 400 })
  })
})

describe('a quote whose price has moved', () => {
  const up = '3119.68' // by 0.30005 %
  const down = '3101.01' // by 0.3002 %
  const moved = refused(
    'PriceMoved',
    'The gold price has moved since these figures were shown. Please check the new ones and confirm again.',
  )

  test.each([
    [{ ...buy }, up],
    [{ ...buy, amount: '7.5', of: 'receive' }, up],
    [{ ...buy, side: 'sell', amount: '7.5' }, down],
    [{ ...buy, pair: 'QMGT/USDAU' }, up],
    [{ ...buy, pair: 'QMGT/USDAU', side: 'sell', of: 'receive' }, down],
  ])('against the house is not held: there are new figures for the same (%o)', async (body, price) => {
    const first = (await trader.quote(body)).body.data
    await market.setPrice(price)
    const answer = await trader.reserve(first.id)
    expect(answer).toMatchObject(moved)
    const { quote } = answer.body.error.details
    expect(quote).toMatchObject({ pair: body.pair, side: body.side, reserved: false, expiresInSeconds: 30 })
    const given = body.of === 'pay' ? 'pay' : 'receive'
    expect(quote[given]).toEqual(first[given])
    expect(quote.price).not.toBe(first.price)
    // Confirmed once more, it is held.
    expect((await trader.reserve(quote.id)).body.data).toMatchObject({ id: quote.id, reserved: true })
  })

  test.each([
    ['to the customer’s loss', buy, down],
    ['to his loss when selling', { ...buy, side: 'sell', amount: '7.5' }, up],
    ['by less than the policy says', buy, '3119.678'],
    ['between dollars', { ...buy, pair: 'USDAU/USDT' }, '4000'],
  ])('%s is held as it was shown', async (_what, body, price) => {
    const { id, receive } = (await trader.quote(body)).body.data
    await market.setPrice(price)
    expect((await trader.reserve(id)).body.data).toMatchObject({ id, reserved: true, receive })
  })

  test('after it was held stays as it is', async () => {
    const { id } = (await trader.quote(buy)).body.data
    const { data } = (await trader.reserve(id)).body
    await market.setPrice('4000')
    expect((await trader.reserve(id)).body.data).toMatchObject({ id, receive: data.receive, expiresAt: data.expiresAt })
  })

  test('counts its new figures among those that may be asked for in a minute', async () => {
    const quotes = await Promise.all(Array.from({ length: policy.deals.quotesPerMinute }, () => trader.quote(buy)))
    await market.setPrice(up)
    expect(await trader.reserve(quotes[0]?.body.data.id)).toMatchObject({
      status: 429,
      body: { error: { name: 'TooManyTries' } },
    })
  })

  test('is not held while nobody knows how far', async () => {
    const { id } = (await trader.quote(buy)).body.data
    await sql`update price_feed set read_at = read_at - interval '1 hour'`.execute(market.db)
    market.passTime(2000)
    expect(await trader.reserve(id)).toMatchObject(stale)
    expect((await trader.client.get('/trades')).body.data).toEqual([])
  })
})

describe('one quote is held at a time', () => {
  test('the last one: what was held before is as if it never had been', async () => {
    const [first, second] = [(await trader.quote(buy)).body.data.id, (await trader.quote(buy)).body.data.id]
    await trader.reserve(first)
    await trader.reserve(second)
    market.passTime(31_000)
    expect(await trader.swap(first)).toMatchObject({ body: { error: { name: 'QuoteExpired' } } })
    expect(await trader.reserve(first)).toMatchObject({ body: { error: { name: 'QuoteExpired' } } })
    // Alive: it is only the balance that is missing.
    expect(await trader.swap(second)).toMatchObject({ body: { error: { name: 'BalanceTooLow' } } })
  })

  test('also if a thousand are reserved at once', async () => {
    const quotes = await Promise.all(
      Array.from({ length: 1000 }, () => insertTestQuote(market.db, trader.id, market.now())),
    )
    const answers = await Promise.all(quotes.map((id) => trader.reserve(id)))
    // Of one session some are worked on and some wait; the rest are told to come back.
    const { callsAtOnce, callsWaiting } = policy.session
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(callsAtOnce + callsWaiting)
    market.passTime(31_000)
    const { rows } = await sql<{ alive: string }>`
      select count(*) as alive from deal_quotes q
      where customer = ${trader.id} and (expires_at > ${market.now()} or exists (
        select from deal_reserves r where r.quote = q.id and until > ${market.now()}))`.execute(market.db)
    expect(rows).toEqual([{ alive: '1' }])
    let again = 0
    for (let from = 0; from < quotes.length; from += callsWaiting) {
      const some = await Promise.all(quotes.slice(from, from + callsWaiting).map((id) => trader.reserve(id)))
      again += some.filter(({ status }) => status === 200).length
    }
    expect(again).toBe(1)
  }, 120_000)
})

describe('what stops quoting', () => {
  test('a price that is too old', async () => {
    market.feed.failWith((response) => response.writeHead(500).end())
    market.passTime(policy.price.silentAfterSeconds * 1000 + 1)
    expect(await trader.quote(buy)).toMatchObject(stale)
    expect(await trader.sell({ amount: '1' })).toMatchObject(stale)
    market.feed.failWith(undefined)
  })

  test('no price at all', async () => {
    await sql`delete from price_feed`.execute(market.db)
    market.passTime(2000)
    expect(await trader.quote(buy)).toMatchObject(stale)
  })

  test('a token that is paused on the chain', async () => {
    market.feed.pause(true)
    await market.readFeed()
    expect(await trader.quote(buy)).toMatchObject(
      refused('TokenPaused', 'This token is paused at the moment. Please try again later.', { asset: 'QMGT' }),
    )
    expect((await trader.quote({ ...buy, pair: 'USDAU/USDT' })).status).toBe(200)
    market.feed.pause(false)
    await market.readFeed()
    expect((await trader.quote(buy)).status).toBe(200)
  })

  test('a stop of issuing, for what the house sells and not for what it buys back', async () => {
    await inTransaction(market.db, (tx) => stopIssuing(tx, 'the books do not agree'))
    market.passTime(2000)
    expect(await trader.quote(buy)).toMatchObject(
      refused('IssuingStopped', 'We are not selling gold at the moment. Please try again later.'),
    )
    expect((await trader.quote({ ...buy, side: 'sell', amount: '5' })).status).toBe(200)
    await sql`delete from ledger_issuing_stops`.execute(market.db)
  })
})

describe('while the gold market is closed', () => {
  const toSaturday = 5 * day

  test('quotes go on with a wider spread', async () => {
    const open = (await trader.quote(buy)).body.data
    market.passTime(toSaturday)
    await market.setPrice(hundredAGram)
    const weekender = await market.newTrader(`weekender${++names}`)
    const quote = (await weekender.quote(buy)).body.data
    expect(quote).toMatchObject({ market: 'closed', spreadBasisPoints: 150, price: '101.5' })
    expect(Number(quote.receive.amount)).toBeLessThan(Number(open.receive.amount))
    const { body } = await weekender.client.get('/price')
    expect(body.data).toMatchObject({ state: 'closed', tradable: true, buy: '101.5', sell: '98.5' })
  })

  test('or stop, if the policy says so', async () => {
    const strict = await createMarket({ ...policy.price, whenClosed: 'stop' })
    strict.passTime(toSaturday)
    await strict.setPrice(hundredAGram)
    const weekender = await strict.newTrader('weekender')
    expect(await weekender.quote(buy)).toMatchObject(
      refused('MarketClosed', 'The gold market is closed. Please try again when it opens.'),
    )
    expect((await weekender.client.get('/price')).body.data).toMatchObject({ state: 'closed', tradable: false })
    await strict.close()
  })
})
