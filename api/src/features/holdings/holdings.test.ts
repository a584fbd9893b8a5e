import { inTransaction } from '@ingot/db/transaction'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHouse } from './test-holdings.ts'

let house: Awaited<ReturnType<typeof createHouse>>
beforeAll(async () => {
  house = await createHouse()
})
afterAll(async () => {
  // Whatever the tests did, the books agree with the holdings.
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

/** At 100 dollars a gram a gram costs 100.5 and brings 99.5. */
describe('a purchase of GAE', () => {
  test('takes what was shown, and books a holding with its note', async () => {
    const ann = await house.newSaver('ann', { USDT: '1000' })
    const quote = await ann.quotePurchase('GAE', 'USDT', '201')
    expect(quote.body.data).toMatchObject({
      product: 'GAE',
      pay: { asset: 'USDT', amount: '201' },
      fee: { asset: 'USDT', amount: '1.005' },
      receive: { asset: 'GAE', amount: '1.99' },
      price: '100.5',
      midPrice: '100',
      spreadBasisPoints: 50,
      feeBasisPoints: 50,
    })
    const bought = await ann.purchaseAt(quote.body.data.id)
    expect(bought).toMatchObject({ status: 200, body: { data: { type: 'gae', quoted: true } } })
    expect(await house.balance(ann, 'USDT')).toBe('799')
    expect(await house.held(ann, 'GAE')).toBe('1.99')

    const holding = await ann.holding(bought.body.data.holding)
    expect(holding).toMatchObject({
      product: 'GAE',
      asset: 'GAE',
      state: 'Active',
      bookingPrice: '100.5',
      units: '1.99',
      bookingValue: '199.995',
      cost: '201',
      paid: { asset: 'USDT', amount: '201' },
      fee: { asset: 'USDT', amount: '1.005' },
      open: '1.99',
      available: '1.99',
      openCost: '201',
      value: '198.005',
      openResult: '-2.995',
      terminated: '0',
      paidOut: '0',
      realised: '0',
      result: '-2.995',
      movement: { id: bought.body.data.id, type: 'gae' },
      note: { id: bought.body.data.note },
      history: [{ state: 'Active' }],
      terminations: [],
    })
    expect(holding.note.number).toMatch(/^BN-\d{4}-\d{6}$/)
    expect(holding.entries).toHaveLength(1)
    const note = await ann.client.get(`/documents/${bought.body.data.note}`)
    expect(note.body.data.document).toMatchObject({ kind: 'booking-note', number: holding.note.number, state: 'valid' })
    expect((await ann.positions()).GAE).toEqual({
      product: 'GAE',
      asset: 'GAE',
      holdings: 1,
      units: '1.99',
      available: '1.99',
      cost: '201',
      value: '198.005',
      result: '-2.995',
      paidOut: '0',
      realised: '0',
    })
  })

  test('by grams costs as much more as the price and the fee say, paid with USDAU too', async () => {
    const ben = await house.newSaver('ben', { USDAU: '500' })
    const bought = await ben.buy('GAE', 'USDAU', '1', 'receive')
    // 100.5 over 0.995, rounded up.
    expect(bought.body.data).toMatchObject({
      pay: { asset: 'USDAU', amount: '101.005025125628140704' },
      fee: { amount: '0.505025125628140704' },
      receive: { asset: 'GAE', amount: '1' },
    })
    expect(await house.balance(ben, 'USDAU')).toBe('398.994974874371859296')
  })

  test('begins at 50 dollars, a top-up at 10, and a top-up stands beside an open GAE', async () => {
    const cas = await house.newSaver('cas', { USDT: '1000' })
    expect((await cas.quotePurchase('GAE', 'USDT', '49.99')).body.error).toMatchObject({
      name: 'AmountTooSmall',
      message: 'At least 50 USD has to be booked at once.',
      details: { leastUsd: '50' },
    })
    expect((await cas.quotePurchase('GAEX', 'USDT', '20')).body.error.name).toBe('GaeMissing')
    const gae = await cas.buy('GAE', 'USDT', '50')
    expect((await cas.quotePurchase('GAEX', 'USDT', '9.99')).body.error.name).toBe('AmountTooSmall')
    const extra = await cas.buy('GAEX', 'USDT', '10')
    expect(extra.body.data).toMatchObject({ product: 'GAEX', type: 'gaex', receive: { asset: 'GAE' } })
    // Ended meanwhile, there is nothing to add to, at a quote from before either; the top-up lives on.
    const quote = await cas.quotePurchase('GAEX', 'USDT', '10')
    await cas.end(gae.body.data.holding, 'USDT', (await cas.holding(gae.body.data.holding)).open)
    expect((await cas.purchaseAt(quote.body.data.id)).body.error.name).toBe('GaeMissing')
    expect((await cas.holding(extra.body.data.holding)).state).toBe('Active')
    expect((await cas.positions()).GAE).toMatchObject({ holdings: 0, units: '0', cost: '0' })
  })

  test('with too little is refused', async () => {
    const dan = await house.newSaver('dan', { USDT: '60' })
    expect((await dan.buy('GAE', 'USDT', '61')).body.error.name).toBe('BalanceTooLow')
    expect(await dan.holdings()).toEqual([])
  })
})

describe('a termination', () => {
  test('of a part takes its share of the cost, burns the grams and frees the gold', async () => {
    const fay = await house.newSaver('fay', { USDT: '201' })
    const { holding } = (await fay.buy('GAE', 'USDT', '201')).body.data
    const [free, before] = [await house.held('free', 'XAU'), await house.held('treasury', 'GAE')]
    const ended = await fay.end(holding, 'USDAU', '0.99')
    // 0.99 g at 99.5 are 98.505, less half a percent, rounded up.
    expect(ended.body.data).toMatchObject({
      product: 'GAE',
      type: 'gae-termination',
      quoted: false,
      pay: { asset: 'GAE', amount: '0.99' },
      gross: { asset: 'USDAU', amount: '98.505' },
      fee: { asset: 'USDAU', amount: '0.492525' },
      receive: { asset: 'USDAU', amount: '98.012475' },
      value: '98.012475',
      cost: '99.994974874371859296',
      result: '-1.982499874371859296',
      price: '99.5',
      midPrice: '100',
      parts: [{ holding, units: '0.99', left: '1', receive: '98.012475' }],
    })
    expect(await house.balance(fay, 'USDAU')).toBe('98.012475')
    expect(await house.held(fay, 'GAE')).toBe('1')
    expect(await house.held('treasury', 'GAE')).toBe(before)
    expect(Number(await house.held('free', 'XAU')) - Number(free)).toBeCloseTo(0.99, 6)
    expect(await fay.holding(holding)).toMatchObject({
      state: 'Partially Terminated',
      open: '1',
      openCost: '101.005025125628140704',
      terminated: '0.99',
      paidOut: '98.012475',
      realised: '-1.982499874371859296',
      history: [{ state: 'Active' }, { state: 'Partially Terminated' }],
      terminations: [{ id: ended.body.data.id, units: '0.99', receive: { asset: 'USDAU', amount: '98.012475' } }],
    })
    const summary = await fay.client.get(`/terminations/${ended.body.data.id}`)
    const { note, ...told } = ended.body.data
    expect(summary.body.data).toMatchObject({ ...told, note: { id: note } })
    expect(summary.body.data.note.number).toMatch(/^TN-\d{4}-\d{6}$/)
    expect((await fay.client.get(`/documents/${note}`)).body.data.document.kind).toBe('termination-note')

    const rest = await fay.end(holding, 'USDT', '1')
    expect(rest.body.data).toMatchObject({ cost: '101.005025125628140704', parts: [{ left: '0' }] })
    expect(await fay.holding(holding)).toMatchObject({ state: 'Terminated', open: '0', openCost: '0' })
    expect((await fay.end(holding, 'USDT', '1')).body.error).toMatchObject({
      name: 'TooFewUnits',
      message: 'Nothing is left of this holding.',
    })
  })

  test('in QMGT is gram for gram less the fee, and enters the position at the bid', async () => {
    const gus = await house.newSaver('gus', { USDT: '201' })
    const { holding } = (await gus.buy('GAE', 'USDT', '201')).body.data
    const ended = await gus.end(holding, 'QMGT', '1.99')
    expect(ended.body.data).toMatchObject({
      gross: { asset: 'QMGT', amount: '1.99' },
      fee: { asset: 'QMGT', amount: '0.00995' },
      receive: { asset: 'QMGT', amount: '1.98005' },
      value: '197.014975',
    })
    expect(await house.balance(gus, 'QMGT')).toBe('1.98005')
    expect((await gus.client.get('/position')).body.data.bought).toMatchObject({ units: '1.98005', cost: '197.014975' })
  })

  test('oldest first goes through holdings in their order, and shows each before the PIN', async () => {
    const hal = await house.newSaver('hal', { USDT: '1000' })
    const lots = []
    for (const amount of ['201', '100.5', '201']) lots.push((await hal.buy('GAE', 'USDT', amount)).body.data.holding)
    const quote = await hal.quoteTermination({ product: 'GAE', units: '3', currency: 'USDT' })
    expect(quote.body.data.parts).toMatchObject([
      { holding: lots[0], units: '1.99', left: '0', cost: '201' },
      { holding: lots[1], units: '0.995', left: '0', cost: '100.5' },
      { holding: lots[2], units: '0.015', left: '1.975' },
    ])
    const ended = await hal.terminateAt(quote.body.data.id)
    expect(ended.body.data).toMatchObject({ quoted: true, pay: { amount: '3' }, gross: { amount: '298.5' } })
    expect((await hal.holdings('?product=GAE')).map(({ state }: { state: string }) => state)).toEqual([
      'Partially Terminated',
      'Terminated',
      'Terminated',
    ])
    expect((await hal.positions()).GAE).toMatchObject({ holdings: 1, units: '1.975' })
    const all = await hal.quoteTermination({ product: 'GAE', currency: 'USDT' })
    expect(all.body.data.pay.amount).toBe('1.975')
  })
})

describe('Gold Convert', () => {
  test('is gram for gram less the fee, and opens at minus the fee', async () => {
    const ivy = await house.newSaver('ivy', { QMGT: '10' })
    const quote = await ivy.client.post('/convert/quotes', { amount: '4' })
    const shown = {
      pay: { asset: 'QMGT', amount: '4' },
      fee: { asset: 'QMGT', amount: '0.01' },
      receive: { asset: 'GCA', amount: '3.99' },
      cost: '398',
      bookingValue: '397.005',
      price: '99.5',
      feeBasisPoints: 25,
    }
    expect(quote.body.data).toMatchObject(shown)
    const converted = await ivy.convert('4', quote.body.data.id)
    expect(converted.body.data).toMatchObject({ ...shown, type: 'convert', quoted: true })
    expect(await house.balance(ivy, 'QMGT')).toBe('6')
    expect(await house.held(ivy, 'GCA')).toBe('3.99')
    const { holding } = converted.body.data
    expect(await ivy.holding(holding)).toMatchObject({ product: 'GCA', value: '397.005', openResult: '-0.995' })

    expect((await ivy.end(holding, 'USDT', '1')).body.error.name).toBe('WrongProduct')
    const back = await ivy.endGca(holding, 'QMGT', '1.99')
    expect(back.body.data).toMatchObject({
      type: 'gca-termination',
      fee: { amount: '0.004975' },
      receive: { asset: 'QMGT', amount: '1.985025' },
      feeBasisPoints: 25,
    })
    const paid = await ivy.endGca(holding, 'USDT', '2')
    expect(paid.body.data).toMatchObject({ gross: { amount: '199' }, fee: { amount: '0.995' }, feeBasisPoints: 50 })
    expect((await ivy.holding(holding)).state).toBe('Terminated')
  })

  test('at the price of the moment says so, and a quote is for its amount only', async () => {
    const jan = await house.newSaver('jan', { QMGT: '10' })
    const quote = await jan.client.post('/convert/quotes', { amount: '4' })
    expect((await jan.convert('5', quote.body.data.id)).body.error.name).toBe('QuoteMismatch')
    expect((await jan.convert('1')).body.data.quoted).toBe(false)
    expect((await jan.convert('0.009')).body.error).toMatchObject({
      name: 'AmountTooSmall',
      message: 'At least 0.01 QMGT has to be converted at once.',
    })
  })
})

test('whoever has to wait for own rows while dealing does not hold up others at the treasury', async () => {
  const [slow, other] = [
    await house.newSaver('slow', { USDT: '1000' }),
    await house.newSaver('other', { USDT: '1000' }),
  ]
  const bought = await slow.buy('GAE', 'USDT', '201')
  const dealings = {
    purchase: () => slow.buy('GAE', 'USDT', '100'),
    termination: () => slow.end(bought.body.data.holding, 'USDT', '1'),
  }
  for (const [name, deal] of Object.entries(dealings)) {
    const begun = await inTransaction(house.db, async (tx) => {
      await sql`select from holding_positions where customer = ${slow.id} for update`.execute(tx)
      const waiting = deal()
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          house.db,
        )
        expect(rows).toHaveLength(1)
      }, 10_000)
      expect(await other.buy('GAE', 'USDT', '100'), name).toMatchObject({ status: 200 })
      return { waiting }
    })
    expect(await begun.waiting, name).toMatchObject({ status: 200 })
  }
  expect((await slow.positions()).GAE).toMatchObject({ holdings: 2, paidOut: expect.not.stringMatching(/^0$/) })
})

test('what the house cannot pay is refused in words that name what it can, and none left is told', async () => {
  const kim = await house.newSaver('kim', { USDT: '2000' })
  const { holding } = (await kim.buy('GAE', 'USDT', '1000')).body.data
  await house.leave('USDT', '800')
  const refused = await kim.end(holding, 'USDT', '9')
  expect(refused.body.error).toMatchObject({
    name: 'TreasuryShort',
    message: 'We cannot pay this in USDT at the moment. It can be paid in USDAU or QMGT now.',
    details: { payable: ['USDAU', 'QMGT'] },
  })
  expect((await kim.holding(holding)).state).toBe('Active')
  expect((await kim.end(holding, 'QMGT', '9')).status).toBe(200)
  await house.leave('GAE', '1')
  expect((await kim.buy('GAE', 'USDT', '500')).body.error.name).toBe('TreasuryShort')
})
