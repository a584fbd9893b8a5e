import { customerAccount } from '@ingot/ledger/account'
import { balanceAt } from '@ingot/ledger/balance'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn, startOfDay } from './days.ts'
import { askFor, createStatements, factsIn, rowsIn } from './test-statements.ts'

type Holder = Awaited<ReturnType<Awaited<ReturnType<typeof createStatements>>['newHolder']>>

let house: Awaited<ReturnType<typeof createStatements>>
beforeAll(async () => {
  house = await createStatements()
})
afterAll(() => house.close())

const day = 24 * 3600 * 1000
const utc = (text: string) => new Date(text)
const linesOf = (table: string | undefined) =>
  (table ?? '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

/** What the moves themselves say of each product, up to a moment. */
const heldOf = async (id: string, until: Date) => {
  const owner = `customer:${id}`
  const { rows } = await sql<{ extra: boolean; units: string }>`
    select e.kind like 'gaex%' as extra, sum(case when t.owner = ${owner} then m.units else -m.units end) as units
    from ledger_moves m join ledger_entries e on e.id = m.entry
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where m.asset = 'GAE' and e.posted_at < ${until} and (s.owner = ${owner}) <> (t.owner = ${owner})
    group by 1`.execute(house.db)
  const of = (extra: boolean) => BigInt(rows.find((row) => row.extra === extra)?.units ?? 0)
  return { GAE: of(false), 'GAE Extra': of(true) }
}

// The time of the books goes forwards only, so what is told of comes first and in its order.

describe('random bookings and terminations', () => {
  const first = utc('2024-06-01T00:00:00Z').getTime()
  let ida: Holder
  const random = fc.sample(
    fc.noBias(
      fc.record({
        extra: fc.boolean(),
        ends: fc.boolean(),
        units: fc.bigInt(1n, 10n ** 21n),
        hours: fc.integer({ min: 1, max: 200 }),
      }),
    ),
    { numRuns: 50, seed: 20264 },
  )
  beforeAll(async () => {
    ida = await house.newHolder('ida')
    const held = { gae: 0n, gaex: 0n }
    let at = first
    for (const { extra, ends, units, hours } of random) {
      at += hours * 3600 * 1000
      const product = extra ? 'gaex' : 'gae'
      const part = ends && held[product] > 0n ? units % held[product] || held[product] : 0n
      held[product] += part > 0n ? -part : units
      const text = formatAmount(amountOf('GAE', part || units))
      const details = { product: product.toUpperCase(), price: '100.5' }
      await house.act(
        ida.id,
        part > 0n
          ? { type: `${product}-termination`, gives: ['GAE', text], gets: ['USDAU', '1'], details }
          : { type: product, gets: ['GAE', text], details },
        new Date(at),
      )
    }
  })

  test('are the ledger’s at the ends of any period, product by product, and each of them is a line', async () => {
    const periods = fc.sample(
      fc.noBias(
        fc.record({
          zone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Pago_Pago'),
          start: fc.integer({ min: -20, max: 220 }),
          days: fc.integer({ min: 0, max: 150 }),
        }),
      ),
      { numRuns: 10, seed: 20265 },
    )
    let told = 0
    for (const { zone, start, days } of periods) {
      const [from = '', until = ''] = [start, start + days].map((each) => dayIn('UTC', new Date(first + each * day)))
      const { status, content, table } = await askFor(ida.client, 'gae-statement', { from, until, zone })
      expect(status).toBe(200)
      const exact = factsIn(content, 'Exact figures')
      const read = (what: string) => parseAmount('GAE', exact[what] ?? '').units
      const [begins, ends] = [startOfDay(zone, from), startOfDay(zone, dayAfter(until))]
      const [before, after] = [await heldOf(ida.id, begins), await heldOf(ida.id, ends)]
      for (const product of ['GAE', 'GAE Extra'] as const) {
        expect([read(`${product}, opening`), read(`${product}, closing`)]).toEqual([before[product], after[product]])
        expect(after[product] - before[product]).toBe(read(`${product}, booked`) - read(`${product}, ended`))
      }
      const account = customerAccount(ida.id, 'GAE', 'available')
      expect(read('Together, opening')).toBe((await balanceAt(house.db, account, begins)).units)
      expect(read('Together, closing')).toBe((await balanceAt(house.db, account, ends)).units)
      const lines = linesOf(table).filter(([, time]) => time?.startsWith('20'))
      // Opening and closing stand around them.
      expect(rowsIn(content, 'Movements')).toHaveLength(lines.length + 2)
      const last = lines.at(-1)?.[6]
      if (last !== undefined) expect(parseAmount('GAE', last).units).toBe(read('Together, closing'))
      told += lines.length
    }
    expect(told).toBeGreaterThan(30)
  })
})

describe('a month of somebody who saves', () => {
  let tom: Holder
  const october = { from: '2026-10-01', until: '2026-10-31', zone: 'Europe/Zurich' }
  beforeAll(async () => {
    tom = await house.newHolder('tom')
    const act = (type: string, more: object, at: string) => house.act(tom.id, { type, ...more }, utc(at))
    await act('deposit', { gets: ['USDT', '5000'] }, '2026-09-01T12:00:30Z')
    const gae = (price: string) => ({ details: { product: 'GAE', pair: 'GAE/USDT', price } })
    const gaex = (price: string) => ({ details: { product: 'GAEX', pair: 'GAE/USDT', price } })
    await act('gae', { gives: ['USDT', '505'], gets: ['GAE', '5'], ...gae('100') }, '2026-09-15T12:00:30Z')
    await house.knowPrice('3110.34768', utc('2026-09-30T20:50:00Z'))
    await act('gaex', { gives: ['USDT', '101'], gets: ['GAE', '1'], ...gaex('100.5') }, '2026-10-05T12:00:30Z')
    await act('gae-termination', { gives: ['GAE', '2'], gets: ['USDT', '198'], ...gae('99.5') }, '2026-10-10T12:00:30Z')
    await act('swap', { gives: ['USDT', '10'], gets: ['QMGT', '0.1'] }, '2026-10-11T12:00:30Z')
    await act('gaex-termination', { gives: ['GAE', '0.25'], gets: ['QMGT', '0.2'] }, '2026-10-20T12:00:30Z')
    await house.knowPrice('3110.34768', utc('2026-10-31T20:00:00Z'))
  })

  test('says what was held of each, what was booked, topped up and ended, and what it was worth', async () => {
    const { content, document, table } = await askFor(tom.client, 'gae-statement', october)
    expect(document).toMatchObject({ kind: 'gae-statement', title: 'GAE account statement', hasTable: true })
    expect(document.number).toMatch(/^GS-2026-[0-9]{6}$/)
    expect(content?.subtitle).toBe('1 October 2026 to 31 October 2026')
    // A gram at 100 dollars, less the spread: half a percent, and one and a half while the market is closed on a Saturday.
    expect(rowsIn(content, 'Grams and their value')).toEqual([
      ['GAE', '5.000000', expect.any(String), '', '2.000000', '3.000000', '295.50'],
      ['GAE Extra', '0', '0.00', '1.000000', '0.250000', '0.750000', '73.87'],
      ['Together', '5.000000', expect.any(String), '', '', '3.750000', '369.37'],
    ])
    expect(rowsIn(content, 'Movements').map((row) => row.slice(0, 6))).toEqual([
      ['', 'Opening balance', '', '', '5.000000', expect.any(String)],
      ['5 Oct 2026, 14:00', 'Topped up GAE Extra', '1.000000', '', '6.000000', '100.50'],
      ['10 Oct 2026, 14:00', 'Ended GAE', '', '2.000000', '4.000000', '99.50'],
      ['20 Oct 2026, 14:00', 'Ended GAE Extra', '', '0.250000', '3.750000', '—'],
      ['', 'Closing balance', '', '', '3.750000', '98.50'],
    ])
    expect(rowsIn(content, 'Movements').map((row) => row[6])).toEqual([
      rowsIn(content, 'Grams and their value')[2]?.[2],
      ...['100.50', '199.00', '—', '369.37'],
    ])
    expect(linesOf(table).map(([, , ...cells]) => cells)).toEqual([
      ['Type', 'Product', 'In (grams)', 'Out (grams)', 'Balance (grams)', 'Price (USD for a gram)', 'Value (USD)'],
      ['opening', 'GAE', '', '', '5', expect.any(String), expect.any(String)],
      ['opening', 'GAEX', '', '', '0', expect.any(String), '0'],
      ['opening', '', '', '', '5', expect.any(String), expect.any(String)],
      ['gaex', 'GAEX', '1', '', '6', '100.5', '100.5'],
      ['gae-termination', 'GAE', '', '2', '4', '99.5', '199'],
      ['gaex-termination', 'GAEX', '', '0.25', '3.75', '', ''],
      ['closing', 'GAE', '', '', '3', '98.5', '295.5'],
      ['closing', 'GAEX', '', '', '0.75', '98.5', '73.87'],
      ['closing', '', '', '', '3.75', '98.5', '369.37'],
    ])
    expect(content?.notes.join(' ')).toContain('What it is worth in money can fall, and nothing is promised.')
  })

  test('is one document, and keeps its lines when more happens later', async () => {
    const first = await askFor(tom.client, 'gae-statement', october)
    await house.act(tom.id, { type: 'gae', gets: ['GAE', '1'] }, utc('2026-11-01T12:00:00Z'))
    const again = await askFor(tom.client, 'gae-statement', october)
    expect(again.document.number).toBe(first.document.number)
    expect(again.table).toBe(first.table)
    const eve = await house.newHolder('eve')
    expect((await eve.client.get(`/documents/${first.document.id}`)).status).toBe(404)
    expect((await eve.client.get(`/documents/${first.document.id}/table`)).status).toBe(404)
  })

  test('is told as of now while the period goes on', async () => {
    const { content } = await askFor(tom.client, 'gae-statement', { from: '2026-11-01', until: '2026-11-02' })
    expect(content?.subtitle).toBe('1 November 2026 to 2 November 2026, as of 2 Nov 2026, 09:00')
  })

  test('the account statement tells of the same movements in their own words', async () => {
    const { content } = await askFor(tom.client, 'statement', october)
    const words = (asset: string) => rowsIn(content, `${asset}: `).map(([, what]) => what)
    expect(words('GAE')).toEqual(['Opening balance', 'Topped up GAE', 'Ended GAE', 'Ended GAE', 'Closing balance'])
    expect(words('USDT')).toEqual([
      'Opening balance',
      'Topped up GAE',
      'Ended GAE',
      expect.any(String),
      'Closing balance',
    ])
  })
})

test('who has no GAE gets a statement that says so, and what cannot be told of is refused in words', async () => {
  const { client } = await house.newHolder('nobody')
  const ask = (body: object) => askFor(client, 'gae-statement', { from: '2026-10-01', until: '2026-10-31', ...body })
  const { content, table } = await ask({})
  expect(factsIn(content, 'Exact figures')).toMatchObject({ 'Together, opening': '0', 'Together, closing': '0' })
  expect(linesOf(table)).toHaveLength(7)
  expect(await ask({ from: '2026-11-01' })).toMatchObject({ status: 400, message: /not before the first/ })
  expect(await ask({ until: '2026-12-01' })).toMatchObject({ status: 400, message: /already begun/ })
  expect(await ask({ zone: 'Mars/Olympus' })).toMatchObject({ status: 400, message: /time zone/ })
  expect(await ask({ assets: ['QMGT'] })).toMatchObject({ status: 400 })
})

test('of more than are listed the table has every line', async () => {
  const { id, client } = await house.newHolder('busy')
  await house.letBooksBe(utc('2026-11-02T08:59:30Z'))
  await house.actOften(id, { type: 'gae', gets: ['GAE', '0.01'], details: { product: 'GAE', price: '100' } }, 2001)
  const { content, table } = await askFor(client, 'gae-statement', { from: '2026-11-01', until: '2026-11-02' })
  expect(content?.parts.find(({ heading }) => heading === 'Movements')).toMatchObject({
    kind: 'text',
    paragraphs: [expect.stringContaining('There were 2,001 movements')],
  })
  expect(linesOf(table)).toHaveLength(2001 + 7)
  expect(factsIn(content, 'Exact figures')['GAE, closing']).toBe('20.01')
})
