import { randomUUID } from 'node:crypto'
import { swap } from '@ingot/endpoints/trade'
import { settlementsOf } from '@ingot/ledger/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../identity/test-people.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
let names = 0
beforeAll(async () => {
  market = await createMarket()
  await market.fillVault('100000')
  await market.fillTreasury('QMGT', '10000')
  await market.fillTreasury('USDAU', '100000')
  await market.fillTreasury('USDT', '1000000')
})
beforeEach(async () => {
  await market.setPrice(hundredAGram)
  trader = await market.newTrader(`trader${++names}`, { USDT: '5000', QMGT: '20', USDAU: '1000' })
})
afterAll(() => market.close())

const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' }
const sellTen = { pair: 'QMGT/USDT', side: 'sell', amount: '10', of: 'pay' }
const quoted = async (body = buy, who = trader) => (await who.quote(body)).body.data
const balances = async (who: Trader | 'treasury' = trader) => ({
  USDT: await market.balance(who, 'USDT'),
  QMGT: await market.balance(who, 'QMGT'),
  USDAU: await market.balance(who, 'USDAU'),
})
const tradesOf = async ({ id }: Trader) => {
  const { rows } = await sql<{ entry: string; movement: string; type: string }>`
    select m.entry, t.movement, t.type from trades t join ledger_movements m on m.id = t.movement
    where t.customer = ${id} order by t.id`.execute(market.db)
  return rows
}

describe('a swap', () => {
  test('moves what the quote showed, in one entry that goes to the chain, and answers with the receipt', async () => {
    const quote = await quoted()
    const { status, body } = await trader.swap(quote.id)
    expect(status).toBe(200)
    const [trade] = await tradesOf(trader)
    const {
      id: _,
      market: __,
      priceAt: ___,
      expiresAt: ____,
      expiresInSeconds: _____,
      reserved: ______,
      ...shown
    } = quote
    expect(body.data).toEqual({
      ...shown,
      id: trade?.movement,
      type: 'buy',
      quoted: true,
      at: market.now().toISOString(),
    })
    expect(await balances()).toEqual({ USDT: '4000', QMGT: '29.925373134328358208', USDAU: '1000' })
    const settlements = await settlementsOf(market.db, [BigInt(trade?.entry ?? 0)])
    expect(
      settlements.map(({ state, amount, source, target }) => [state, amount.asset, source.purpose, target.purpose]),
    ).toEqual([
      ['queued', 'USDT', 'available', 'treasury'],
      ['queued', 'USDT', 'available', 'fees'],
      ['queued', 'QMGT', 'treasury', 'available'],
    ])
    const { rows } = await sql<{ details: object; kind: string }>`
      select details, kind from ledger_entries where id = ${trade?.entry}`.execute(market.db)
    expect(rows[0]).toMatchObject({
      kind: 'buy',
      details: {
        pair: 'QMGT/USDT',
        side: 'buy',
        price: '100.5',
        midPrice: '100',
        spreadBasisPoints: 50,
        feeBasisPoints: 25,
        fee: '2.5',
        feeAsset: 'USDT',
        goldPrice: '3110.34768',
        quote: quote.id,
        quoted: true,
      },
    })
    const { rows: movements } = await sql<{ owner: string; type: string }>`
      select owner, type from ledger_movements where id = ${trade?.movement}`.execute(market.db)
    expect(movements).toEqual([{ owner: `customer:${trader.id}`, type: 'buy' }])
  })

  test.each([
    ['sell QMGT/USDT', 'sell', '10', ['5992.5125', '10', '1000']],
    ['buy USDAU/USDT', 'buy', '1001', ['3999', '20', '1999']],
    ['sell USDAU/USDT', 'sell', '1000', ['5998.001', '20', '0']],
    ['buy QMGT/USDAU', 'swap', '502', ['5000', '24.99', '498']],
    ['sell QMGT/USDAU', 'swap', '10', ['5000', '10', '1994.008']],
  ])('%s is a movement of type %s', async (what, type, amount, [usdt, qmgt, usdau]) => {
    const [side = '', pair = ''] = what.split(' ')
    const body = { pair, side, amount, of: 'pay' }
    const { body: reply } = await trader.trade(body)
    expect(reply.data.type).toBe(type)
    expect(await balances()).toEqual({ USDT: usdt, QMGT: qmgt, USDAU: usdau })
  })

  test('is done at the price that was shown, however the price has moved since', async () => {
    const quote = await quoted()
    await market.setPrice('4000')
    const { body } = await trader.swap(quote.id)
    expect(body.data).toMatchObject({ price: '100.5', receive: quote.receive })
  })

  test('is refused when the quote has expired, and nothing is moved', async () => {
    const before = await balances()
    const quote = await quoted()
    market.passTime(30_000)
    expect(await trader.swap(quote.id)).toMatchObject(
      refused('QuoteExpired', 'This quote has expired. Please check the new figures and confirm again.'),
    )
    expect(await balances()).toEqual(before)
  })

  test('works for as long as the quote was reserved', async () => {
    const quote = await quoted()
    await trader.reserve(quote.id)
    market.passTime(44_000)
    expect((await trader.swap(quote.id)).status).toBe(200)
  })

  test('uses a quote once, even if two come at the same moment', async () => {
    const quote = await quoted()
    const answers = await Promise.all([trader.swap(quote.id), trader.swap(quote.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const used = refused('QuoteUsed', 'This quote has already been used. Please ask for a new one.')
    expect(answers.find(({ status }) => status === 409)).toMatchObject(used)
    expect(await trader.swap(quote.id)).toMatchObject(used)
    expect(await trader.reserve(quote.id)).toMatchObject(used)
    expect(await tradesOf(trader)).toHaveLength(1)
  })

  test('asked for fifty times under one key is one trade and one answer', async () => {
    const quote = await quoted()
    const key = randomUUID()
    await trader.prove(swap, key, { quoteId: quote.id })
    const ask = () => trader.client.post('/swap', { quoteId: quote.id }, { 'idempotency-key': key })
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await tradesOf(trader)).toHaveLength(1)
    expect(await balances()).toMatchObject({ USDT: '4000' })
    // And later, when the quote has long expired, the same answer once more.
    market.passTime(120_000)
    expect((await ask()).body).toEqual(answers[0]?.body)
  })

  test('needs the PIN', async () => {
    const quote = await quoted()
    const answer = await trader.client.post('/swap', { quoteId: quote.id }, { 'idempotency-key': randomUUID() })
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { name: 'StepUpRequired', details: { needs: 'pin' } } },
    })
    expect((await trader.swap(quote.id)).status).toBe(200)
  })

  test('needs a customer who is verified', async () => {
    const quote = await quoted()
    await sql`update customers set kyc_status = 'Pending' where id = ${trader.id}`.execute(market.db)
    expect(await trader.swap(quote.id)).toMatchObject({ status: 403, body: { error: { name: 'Forbidden' } } })
    expect(await trader.quote(buy)).toMatchObject({ status: 403 })
  })

  test('of more than the customer has is refused, and the quote can still be used', async () => {
    const quote = await quoted({ ...buy, amount: '5000.01' })
    expect(await trader.swap(quote.id)).toMatchObject(refused('BalanceTooLow', 'Your balance is too low for this.'))
    await market.give(trader.id, 'USDT', '1')
    expect((await trader.swap(quote.id)).status).toBe(200)
  })

  test('two quotes that race for the same balance: one is done', async () => {
    const quotes = [await quoted({ ...buy, amount: '3000' }), await quoted({ ...buy, amount: '3000' })]
    const answers = await Promise.all(quotes.map(({ id }) => trader.swap(id)))
    expect(answers.map(({ body }) => body.error?.name ?? 'done').sort()).toEqual(['BalanceTooLow', 'done'])
    expect(await balances()).toMatchObject({ USDT: '2000' })
  })
})

describe('selling tokens', () => {
  test('without a quote is done at the price of the moment, and the receipt says so', async () => {
    const { body } = await trader.sell({ amount: '10' })
    expect(body.data).toMatchObject({
      type: 'sell',
      quoted: false,
      price: '99.5',
      pay: { asset: 'QMGT', amount: '10' },
      receive: { asset: 'USDT', amount: '992.5125' },
      fee: { asset: 'QMGT', amount: '0.025' },
    })
    expect(await balances()).toEqual({ USDT: '5992.5125', QMGT: '10', USDAU: '1000' })
  })

  test('at a quote is done at what it showed', async () => {
    const quote = await quoted(sellTen)
    await market.setPrice('2000')
    expect((await trader.sell({ amount: '10', quoteId: quote.id })).body.data).toMatchObject({
      quoted: true,
      receive: { amount: '992.5125' },
    })
  })

  test.each([
    ['another amount', sellTen, '11'],
    ['buying', buy, '1000'],
    ['another pair', { ...sellTen, pair: 'QMGT/USDAU' }, '10'],
  ])('at a quote for %s is refused, and the quote stays', async (_what, body, amount) => {
    const quote = await quoted(body)
    expect(await trader.sell({ amount, quoteId: quote.id })).toMatchObject(
      refused('QuoteMismatch', 'This quote is for another amount or another trade. Please ask for a new one.'),
    )
    expect((await trader.swap(quote.id)).status).toBe(200)
  })

  test('the same key is one sale, another body under it is refused', async () => {
    const key = randomUUID()
    const first = await trader.sell({ amount: '5' }, key)
    expect(await trader.sell({ amount: '5' }, key)).toMatchObject({ status: 200, body: first.body })
    expect(await trader.sell({ amount: '6' }, key)).toMatchObject({ body: { error: { name: 'OperationKeyReused' } } })
    expect(await tradesOf(trader)).toHaveLength(1)
  })

  test('of more than there is, is refused', async () => {
    expect(await trader.sell({ amount: '20.000000000000000001' })).toMatchObject({
      body: { error: { name: 'BalanceTooLow' } },
    })
  })
})

describe('the limit of a day', () => {
  const large = { ...buy, amount: '40000' }
  let whale: Trader
  beforeEach(async () => {
    whale = await market.newTrader(`whale${names}`, { USDT: '500000' })
  })

  test('holds for quotes, trades and sales together, and begins anew at midnight', async () => {
    expect((await whale.trade(large)).status).toBe(200)
    expect((await whale.trade(large)).status).toBe(200)
    const reached = refused(
      'DayLimitReached',
      'At most 100000 USD may be traded on one day; 20000 USD are left today.',
      { mostPerDayUsd: '100000', leftUsd: '20000' },
    )
    expect(await whale.quote(large)).toMatchObject(reached)
    expect(await whale.sell({ amount: '300' })).toMatchObject(reached)
    expect((await whale.trade({ ...buy, amount: '20000' })).status).toBe(200)
    expect(await whale.quote({ ...buy, amount: '1' })).toMatchObject({ status: 409 })
    const midnight = new Date(`${market.now().toISOString().slice(0, 10)}T24:00:00Z`)
    market.passTime(midnight.getTime() - market.now().getTime())
    await market.setPrice(hundredAGram)
    const again = await market.signInAgain(whale.username)
    expect((await again.post('/quotes', large)).status).toBe(200)
  })

  test('holds when many trades come at once', async () => {
    const quotes = await Promise.all(Array.from({ length: 6 }, () => whale.quote({ ...buy, amount: '30000' })))
    const answers = await Promise.all(quotes.map(({ body }) => whale.swap(body.data.id)))
    expect(answers.map(({ body }) => body.error?.name ?? 'done').sort()).toEqual([
      'DayLimitReached',
      'DayLimitReached',
      'DayLimitReached',
      'done',
      'done',
      'done',
    ])
    expect(await market.balance(whale, 'USDT')).toBe('410000')
  })

  describe('in grams', () => {
    const grams = { ...buy, amount: '400', of: 'receive' }
    const reached = refused(
      'DayLimitReached',
      'At most 1000 grams of gold may be traded on one day; 200 grams are left today.',
      { mostPerDayGrams: '1000', leftGrams: '200' },
    )
    beforeEach(async () => {
      // A tenth of what it should be: in dollars nothing of this is much.
      await market.setPrice('311.034768')
    })

    test('holds whatever the price says, bought and sold together', async () => {
      expect((await whale.trade(grams)).status).toBe(200)
      expect((await whale.trade({ ...sellTen, amount: '400' })).status).toBe(200)
      expect(await whale.quote({ ...grams, pair: 'QMGT/USDAU' })).toMatchObject(reached)
      expect(await whale.sell({ amount: '200.1' })).toMatchObject(reached)
      expect((await whale.trade({ ...grams, amount: '200' })).status).toBe(200)
      expect((await whale.trade({ ...buy, pair: 'USDAU/USDT' })).status).toBe(200)
    })

    test('holds when many trades come at once', async () => {
      const quotes = await Promise.all(Array.from({ length: 5 }, () => whale.quote(grams)))
      const answers = await Promise.all(quotes.map(({ body }) => whale.swap(body.data.id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
      for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(reached)
      expect(await market.balance(whale, 'QMGT')).toBe('800')
    })
  })
})

describe('trades as a list', () => {
  test('are the customer’s own, newest first, by pages and by filter', async () => {
    for (let n = 1; n <= 3; n++) {
      await trader.trade({ ...buy, amount: String(n) })
      market.passTime(1000)
    }
    await trader.trade(sellTen)
    const other = await market.newTrader(`other${names}`, { USDT: '100' })
    await other.trade({ ...buy, amount: '50' })
    const all = (await trader.client.get('/trades')).body
    expect(all.data.map(({ pay }: { pay: { amount: string } }) => pay.amount)).toEqual(['10', '3', '2', '1'])
    expect(all.meta).toEqual({ cursor: null })
    expect((await trader.client.get('/trades?side=sell')).body.data).toHaveLength(1)
    expect((await trader.client.get('/trades?pair=USDAU/USDT')).body.data).toEqual([])
    const until = all.data[1].at
    const older = (await trader.client.get(`/trades?until=${until}`)).body.data
    expect(older.map(({ pay }: { pay: { amount: string } }) => pay.amount)).toEqual(['2', '1'])
    expect((await trader.client.get(`/trades?from=${until}`)).body.data).toHaveLength(2)
  })

  test('go on with the cursor where the page ended', async () => {
    await sql`
      insert into trades (customer, movement, type, pair, side, pay_units, fee_units, receive_units, price,
        mid_price, spread, fee, bought_after, cost_after, realised_after, at)
      select ${trader.id}, gen_random_uuid(), 'buy', 'QMGT/USDT', 'buy', 1, 0, 1, '1', '1', 0, 0, 0, 0, 0, ${market.now()}
      from generate_series(1, 60)`.execute(market.db)
    const first = (await trader.client.get('/trades')).body
    const rest = (await trader.client.get(`/trades?cursor=${first.meta.cursor}`)).body
    expect([first.data.length, rest.data.length, rest.meta.cursor]).toEqual([50, 10, null])
    const ids = [...first.data, ...rest.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(60)
    expect((await trader.client.get('/trades?cursor=9999999999999999999')).status).toBe(200)
  })

  test('come as a whole file, however many there are', async () => {
    const many = 12_345
    await sql`
      insert into trades (customer, movement, type, pair, side, pay_units, fee_units, receive_units, price, mid_price,
        spread, fee, bought_after, cost_after, realised_after, at)
      select ${trader.id}, gen_random_uuid(), 'buy', 'QMGT/USDT', 'buy', n, 0, 1, '1', '1', 0, 0, 0, 0, 0, ${market.now()}
      from generate_series(1, ${many}::integer) as n`.execute(market.db)
    const { raw } = await trader.client.get('/trades.csv')
    const lines = raw.toString().trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(many)
    expect(new Set(lines.map((line) => line.split(',')[5])).size).toBe(many)
    const filtered = await trader.client.get('/trades.csv?side=sell')
    expect(filtered.raw.toString().trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('come as a file that a spreadsheet reads', async () => {
    await trader.trade(buy)
    const { headers, raw } = await trader.client.get('/trades.csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [header, line] = raw.toString().split('\r\n')
    expect(header).toBe(
      'Id,Time (UTC),Type,Pair,Side,Paid (fee included),Paid asset,Received,Received asset,Fee,Fee asset,Price,Mid price,Quoted',
    )
    expect(line?.split(',').slice(2, 11)).toEqual([
      'buy',
      'QMGT/USDT',
      'buy',
      '1000',
      'USDT',
      '9.925373134328358208',
      'QMGT',
      '2.5',
      'USDT',
    ])
  })
})
