import { parseAmount } from '@ingot/money/amount-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, createStatements, factsIn, rowsIn } from './test-statements.ts'

let house: Awaited<ReturnType<typeof createStatements>>
let ann: Awaited<ReturnType<typeof house.newHolder>>
beforeAll(async () => {
  house = await createStatements()
  ann = await house.newHolder('ann')
  const at = (text: string) => new Date(`${text}T12:00:00Z`)
  const { id } = ann
  await house.act(id, { type: 'deposit', gets: ['USDT', '10000'] }, at('2025-01-10'))
  await house.act(id, { type: 'buy', gives: ['USDT', '600'], gets: ['QMGT', '10'] }, at('2025-02-01'))
  await house.act(id, { type: 'sell', gives: ['QMGT', '2'], gets: ['USDT', '140'] }, at('2025-03-01'))
  await house.knowPrice('3110.34768', at('2026-01-19'))
  await house.act(id, { type: 'deposit', gets: ['QMGT', '1'] }, at('2026-01-20'))
  await house.act(id, { type: 'deposit', gets: ['QMGT', '0.5'] }, at('2026-02-20'))
  await house
    .act(id, { type: 'swap', gives: ['USDAU', '0.000000000000000001'] }, at('2026-02-21'))
    .catch(() => undefined)
  await house.act(id, { type: 'buy', gives: ['USDT', '800'], gets: ['QMGT', '8'] }, at('2026-03-01'))
  const send = await house.act(id, { type: 'send', gives: ['QMGT', '3.5'] }, at('2026-04-01'))
  const details = { send: Number(send) }
  await house.act(id, { type: 'send-returned', gets: ['QMGT', '3.5'], details }, at('2026-04-02'))
  await house.act(id, { type: 'transfer-out', gives: ['QMGT', '2.5'] }, at('2026-05-01'))
  await house.act(id, { type: 'sell', gives: ['QMGT', '9'], gets: ['USDT', '990'] }, at('2026-06-01'))
})
afterAll(() => house.close())

test('a year that is over: bought, sold, costs and gains by both methods', async () => {
  const { content, document } = await askFor(ann.client, 'tax-report', { year: 2025 })
  expect(document).toMatchObject({ kind: 'tax-report', subtitle: 'Year 2025', hasTable: true })
  expect(rowsIn(content, 'QMGT')).toEqual([
    ['Held when the year began', '0', '', '0', '0'],
    ['Bought', '10.000000', '600.00', '600.00', '600.00'],
    ['Sold', '2.000000', '140.00', '120.00', '120.00'],
    ['Held at the end', '8.000000', '', '480.00', '480.00'],
  ])
  expect(rowsIn(content, 'Gains on QMGT').at(-1)).toEqual(['Gain', '20.00', '20.00'])
})

test('the year after: what came unbought is told apart, what was sent takes its cost along, and what came back brings it back', async () => {
  const { content, table } = await askFor(ann.client, 'tax-report', { year: 2026 })
  // Average: 8 g for 480 and 8 g for 800 are 16 g for 1,280. Of what was sent, 1.5 g had come unbought and 1 g cost 80.
  // First in, first out: 2.5 g of the first lot cost 150; of the 9 g sold, 5.5 g cost 330, 1.5 g came unbought, 2 g cost 200.
  expect(rowsIn(content, 'QMGT')).toEqual([
    ['Held when the year began', '8.000000', '', '480.00', '480.00'],
    ['Bought', '8.000000', '800.00', '800.00', '800.00'],
    ['Came back', '3.500000', '', '160.00', '210.00'],
    ['Came, cost not known to us', '1.500000', '', '', ''],
    ['Sold', '9.000000', '990.00', '720.00', '530.00'],
    ['Sent away or delivered', '6.000000', '', '240.00', '360.00'],
    ['Held at the end', '6.000000', '', '480.00', '600.00'],
  ])
  expect(rowsIn(content, 'Gains on QMGT')).toEqual([
    ['Received for gold of known cost', '990.00', '825.00'],
    ['What it had cost', '720.00', '530.00'],
    ['Grams sold whose cost is not known to us', '', '1.500000'],
    ['Gain', '270.00', '295.00'],
  ])
  expect(factsIn(content, 'QMGT whose cost is not known to us')).toEqual({
    'Came in the year': '1.500000 grams',
    'Worth of it when it came': '100.00 USD',
    'Of which no price is known': '0.500000 grams',
    'Held at the end, by average': '0 grams',
    'Held at the end, first in first out': '0 grams',
  })
  const lines = (table ?? '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(lines.slice(1).map(([, , what]) => what)).toEqual([
    'came',
    'came',
    'bought',
    'left',
    'returned',
    'left',
    'sold',
  ])
  const sold = lines.at(-1) ?? []
  expect(sold.slice(4)).toEqual(['9', '', '990', '9', '720', '990', '270', '7.5', '530', '825', '295'])
})

test('what is left at the end of one year is what the next begins with, and what the books have', async () => {
  const closing = rowsIn((await askFor(ann.client, 'tax-report', { year: 2025 })).content, 'QMGT').at(-1)
  const opening = rowsIn((await askFor(ann.client, 'tax-report', { year: 2026 })).content, 'QMGT')[0]
  expect(closing?.slice(1)).toEqual(opening?.slice(1))
  const { content } = await askFor(ann.client, 'balance-confirmation', { day: '2025-12-31' })
  expect(parseAmount('QMGT', factsIn(content, 'Exact figures').QMGT ?? '')).toEqual(parseAmount('QMGT', '8'))
})

test('what was saved under a contract is bought and sold, and gold for other gold is both at its worth', async () => {
  const { id, client } = await house.newHolder('sam')
  const at = (text: string) => new Date(`2026-${text}T12:00:00Z`)
  const worth = (usd: string) => ({ details: { worth: usd } })
  await house.act(id, { type: 'deposit', gets: ['USDT', '1000'] }, at('07-01'))
  await house.act(id, { type: 'gae', gives: ['USDT', '505'], gets: ['GAE', '5'] }, at('07-02'))
  await house.act(id, { type: 'gae-termination', gives: ['GAE', '2'], gets: ['USDAU', '220'] }, at('07-03'))
  const toGold = { type: 'gae-termination', gives: ['GAE', '1'], gets: ['QMGT', '0.995'], ...worth('109') } as const
  await house.act(id, toGold, at('07-04'))
  const convert = { type: 'convert', gives: ['QMGT', '0.5'], gets: ['GCA', '0.49875'], ...worth('60.5') } as const
  await house.act(id, convert, at('07-05'))
  await house.act(id, { type: 'gca-termination', gives: ['GCA', '0.49875'], gets: ['USDT', '70'] }, at('07-06'))
  // Nobody has said what it was worth.
  const untold = { type: 'gae-termination', gives: ['GAE', '1'], gets: ['QMGT', '1'] } as const
  await house.act(id, { ...untold, details: { worth: 'much' } }, at('07-07'))
  const { content } = await askFor(client, 'tax-report', { year: 2026 })
  const yearOf = (asset: string) => rowsIn(content, `${asset}: `).map((row) => [row[0], row[1], row[2], row[3]])
  expect(yearOf('GAE')).toEqual([
    ['Held when the year began', '0', '', '0'],
    ['Bought', '5.000000', '505.00', '505.00'],
    ['Sold', '3.000000', '329.00', '303.00'],
    ['Sent away or delivered', '1.000000', '', '101.00'],
    ['Held at the end', '1.000000', '', '101.00'],
  ])
  expect(yearOf('QMGT')).toEqual([
    ['Held when the year began', '0', '', '0'],
    ['Bought', '0.995000', '109.00', '109.00'],
    ['Came, cost not known to us', '1.000000', '', ''],
    ['Sold', '0.500000', '60.50', '54.77'],
    ['Held at the end', '1.495000', '', '54.22'],
  ])
  expect(yearOf('GCA')).toEqual([
    ['Held when the year began', '0', '', '0'],
    ['Bought', '0.498750', '60.50', '60.50'],
    ['Sold', '0.498750', '70.00', '60.50'],
    ['Held at the end', '0', '', '0'],
  ])
  expect(rowsIn(content, 'Gains on GCA').at(-1)).toEqual(['Gain', '9.50', '9.50'])
})

test('bars that were delivered take their cost along, those in the place of lost ones have it again, and what is credited counts at its worth', async () => {
  const { id, client } = await house.newHolder('tim')
  const at = (text: string) => new Date(`2026-${text}T12:00:00Z`)
  await house.act(id, { type: 'deposit', gets: ['USDT', '5000'] }, at('08-01'))
  await house.act(id, { type: 'buy', gives: ['USDT', '600'], gets: ['QMGT', '10'] }, at('08-02'))
  await house.act(id, { type: 'buy', gives: ['USDT', '1400'], gets: ['QMGT', '14'] }, at('08-03'))
  const packed = await house.act(id, { type: 'withdrawal', gives: ['QMGT', '10'] }, at('08-04'))
  const replaced = { type: 'withdrawal-credited', gets: ['QMGT', '10'], details: { packed: Number(packed) } } as const
  await house.act(id, replaced, at('08-05'))
  await house.act(id, { type: 'withdrawal', gives: ['QMGT', '10'] }, at('08-06'))
  await house.act(id, { type: 'withdrawal', gives: ['QMGT', '5'] }, at('08-07'))
  const credited = { type: 'withdrawal-credited', gets: ['QMGT', '5'], details: { worth: '550' } } as const
  await house.act(id, credited, at('08-08'))
  const { content } = await askFor(client, 'tax-report', { year: 2026 })
  // First in, first out: the first 10 g cost 600 and left twice, having come back as they were; 5 g of the others cost 500.
  expect(rowsIn(content, 'QMGT')).toEqual([
    ['Held when the year began', '0', '', '0', '0'],
    ['Bought', '24.000000', '2,000.00', '2,000.00', '2,000.00'],
    ['Rewards and credits, at their worth then', '5.000000', '550.00', '550.00', '550.00'],
    ['Came back', '10.000000', '', '833.33', '600.00'],
    ['Sold', '', '0', '0', '0'],
    ['Sent away or delivered', '25.000000', '', expect.any(String), '1,700.00'],
    ['Held at the end', '14.000000', '', expect.any(String), '1,450.00'],
  ])
  expect(rowsIn(content, 'Gains on QMGT').at(-1)).toEqual(['Gain', '0', '0'])
})

test('who never had gold is told so, and a year asked for twice is one report', async () => {
  const { client } = await house.newHolder('bob')
  const { content, document } = await askFor(client, 'tax-report', { year: 2025 })
  expect(content?.parts).toEqual([expect.objectContaining({ paragraphs: ['No gold was held, and none moved.'] })])
  expect((await askFor(client, 'tax-report', { year: 2025 })).document.number).toBe(document.number)
})
