import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../identity/test-people.ts'
import { askFor, factsIn, rowsIn } from '../statements/test-statements.ts'
import { createHouse } from './test-holdings.ts'

// At 100 dollars a gram a gram costs 100.5 and brings 99.5.

let house: Awaited<ReturnType<typeof createHouse>>
let client: Client
let booked: string
const done: Record<string, { id: string; note: string }> = {}
beforeAll(async () => {
  house = await createHouse()
  const ann = await house.newSaver('ann', { USDT: '1000' })
  const bought = (await ann.buy('GAE', 'USDT', '402')).body.data
  booked = bought.holding
  done.gae = bought
  done.gaex = (await ann.buy('GAEX', 'USDT', '100.5')).body.data
  done.dollars = (await ann.end(booked, 'USDT', '0.98')).body.data
  done.gold = (await ann.end(booked, 'QMGT', '2')).body.data
  done.convert = (await ann.convert('1')).body.data
  // The books have the time of the database, and the papers that of the house.
  house.passTime(Math.max(0, Date.now() - house.now().getTime()) + 1000)
  client = await house.signInAgain('ann')
})
afterAll(() => house.close())

const today = () => house.now().toISOString().slice(0, 10)
const period = () => ({ from: `${today().slice(0, 4)}-01-01`, until: today() })
const readNote = async (of: string) => (await client.get(`/documents/${done[of]?.note}`)).body.data
const receiptOf = async (of: string) => (await askFor(client, 'receipt', { movement: done[of]?.id })).content

test('each booking has its note at once, with the figures of the holding', async () => {
  const [holding, { document, content }] = [(await client.get(`/holdings/${booked}`)).body.data, await readNote('gae')]
  expect(document).toMatchObject({ kind: 'booking-note', state: 'valid', number: holding.note.number })
  // The movement it was booked by leads to it, too.
  expect((await client.get(`/holdings/${done.gae?.id}`)).body.data).toEqual(holding)
  expect(factsIn(content, 'Exact figures')).toEqual({
    Gold: `${holding.units} grams`,
    'Paid in all': `${holding.paid.amount} USDT`,
    'Of which fee': `${holding.fee.amount} USDT`,
    'Worth at the booking price': `${holding.bookingValue} USD`,
    'What it cost': `${holding.cost} USD`,
  })
  expect((await readNote('gaex')).document.subtitle).toMatch(/^GAE Extra, 0\.995000 grams, /)
  expect(JSON.stringify((await readNote('convert')).content)).toContain('opens at −0.24 USD: minus the fee')
})

test('a termination note has the figures of its summary', async () => {
  const summary = (await client.get(`/terminations/${done.dollars?.id}`)).body.data
  const { document, content } = await readNote('dollars')
  expect(document).toMatchObject({ kind: 'termination-note', number: summary.note.number, hasTable: true })
  expect(factsIn(content, 'Exact figures')).toEqual({
    Gold: `${summary.pay.amount} grams`,
    'What it brought': `${summary.gross.amount} USDT`,
    'Fee, taken off': `${summary.fee.amount} USDT`,
    'Paid out': `${summary.receive.amount} USDT`,
    'Worth of what was paid out': `${summary.value} USD`,
    'What the gold had cost': `${summary.cost} USD`,
    Result: `${summary.result.replace('-', '−')} USD`,
  })
  const [part] = summary.parts
  const table = (await client.get(`/documents/${done.dollars?.note}/table`)).raw.toString()
  expect(table.split('\r\n')[1]).toBe(
    [part.number, part.bookedAt, part.units, part.left, part.receive, part.value, part.cost, part.result].join(','),
  )
})

test('receipts name what was done, and the fee that was taken off', async () => {
  const subtitles = await Promise.all(
    Object.keys(done).map(async (of) => (await receiptOf(of))?.subtitle.split(',')[0]),
  )
  expect(subtitles).toEqual(['Booked GAE', 'Topped up GAE', 'Ended GAE', 'Ended GAE', 'Converted to GCA'])
  expect(factsIn(await receiptOf('dollars'), 'Exact figures')).toEqual({
    'Paid in all': '0.98 GAE',
    Received: '97.02245 USDT',
    'Fee, already taken off': '0.48755 USDT',
    Price: '99.5 USDT for 1 GAE',
  })
  expect(factsIn(await receiptOf('gold'), 'Exact figures')).toEqual({
    'Paid in all': '2 GAE',
    Received: '1.99 QMGT',
    'Fee, already taken off': '0.01 QMGT',
    Price: '99.5 US dollars for a gram of gold',
  })
})

test('the GAE statement closes with what the positions have', async () => {
  const { content } = await askFor(client, 'gae-statement', period())
  const positions = (await client.get('/holdings/positions')).body.data
  const unitsOf = (product: string) => positions.find((each: { product: string }) => each.product === product).units
  expect(factsIn(content, 'Exact figures')).toMatchObject({
    'GAE, booked': '3.98',
    'GAE, ended': '2.98',
    'GAE, closing': unitsOf('GAE'),
    'GAE Extra, closing': unitsOf('GAEX'),
  })
  expect(rowsIn(content, 'Movements').map((row) => [row[1], row[6]])).toEqual([
    ['Opening balance', expect.any(String)],
    ['Booked GAE', '399.99'],
    ['Topped up GAE Extra', '99.99'],
    ['Ended GAE', '97.51'],
    ['Ended GAE', '199.00'],
    ['Closing balance', expect.any(String)],
  ])
})

test('the tax report has their costs and what they brought, gold for gold by its worth', async () => {
  const { content } = await askFor(client, 'tax-report', { year: Number(today().slice(0, 4)) })
  const exact = factsIn(content, 'Exact figures')
  const [gold, convert] = await Promise.all(
    ['gold', 'convert'].map(async (of) => (await client.get(`/movements/${done[of]?.id}`)).body.data),
  )
  expect([gold.type, convert.type]).toEqual(['gae-termination', 'convert'])
  // 1.99 g of QMGT for 2 g of GAE, and 1 g of QMGT for GCA, at 99.5.
  expect(exact).toMatchObject({
    'GAE, bought for': '502.5 USD',
    'GAE, sold for': '295.02745 USD',
    'QMGT, bought for': '198.005 USD',
    'QMGT, sold for': '99.5 USD',
    'GCA, bought for': '99.5 USD',
  })
})
