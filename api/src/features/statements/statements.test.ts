import { createHash } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceAt, statementOf } from '@ingot/ledger/balance'
import { placeHold, postHold } from '@ingot/ledger/hold'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
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

const assets = ['USDT', 'QMGT', 'USDAU'] as const
const purposes = ['available', 'held', 'staked'] as const
const day = 24 * 3600 * 1000
const utc = (text: string) => new Date(text)

/** What the ledger itself says about a period, purpose by purpose. */
const booksOf = async (id: string, asset: Asset, from: Date, until: Date) => {
  const sums = { opening: 0n, closing: 0n, net: 0n }
  for (const purpose of purposes) {
    const account = customerAccount(id, asset, purpose)
    const statement = await statementOf(house.db, account, { from, until })
    sums.opening += (await balanceAt(house.db, account, from)).units
    sums.closing += (await balanceAt(house.db, account, until)).units
    sums.net += statement.incoming.units - statement.outgoing.units
  }
  return sums
}

/** What came and left, counted from the moves themselves: those between one's own accounts are none. */
const movedOf = async (id: string, asset: Asset, from: Date, until: Date) => {
  const { rows } = await sql<{ came: string; left: string }>`
    select coalesce(sum(m.units) filter (where t.owner = ${`customer:${id}`}), 0) as came,
      coalesce(sum(m.units) filter (where s.owner = ${`customer:${id}`}), 0) as left
    from ledger_moves m join ledger_entries e on e.id = m.entry
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where m.asset = ${asset} and e.posted_at >= ${from} and e.posted_at < ${until}
      and (s.owner = ${`customer:${id}`}) <> (t.owner = ${`customer:${id}`})`.execute(house.db)
  return [BigInt(rows[0]?.came ?? 0), BigInt(rows[0]?.left ?? 0)]
}

// The time of the books goes forwards only, so what is told of comes first and in its order.

describe('random customers and periods', () => {
  const zones = [
    'UTC',
    'Europe/Zurich',
    'Pacific/Kiritimati',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Pago_Pago',
  ]
  const first = utc('2024-06-01T00:00:00Z').getTime()
  const people: Holder[] = []
  const random = fc.sample(
    fc.noBias(
      fc.record({
        who: fc.nat(2),
        what: fc.constantFrom('deposit', 'deposit', 'buy', 'send', 'hold', 'hold-end', 'hold-back'),
        asset: fc.constantFrom(...assets),
        units: fc.bigInt(1n, 10n ** 21n),
        hours: fc.integer({ min: 1, max: 200 }),
      }),
    ),
    { numRuns: 70, seed: 20261 },
  )

  beforeAll(async () => {
    for (const name of ['ida', 'jon', 'kim']) people.push(await house.newHolder(name))
    let at = first
    const holds: { id: bigint; asset: Asset; units: bigint }[] = []
    for (const { who, what, asset, units, hours } of random) {
      at += hours * 3600 * 1000
      await house.letBooksBe(new Date(at))
      const { id } = people[who] as Holder
      const reference = `random:${at}`
      const [text, lying] = [
        formatAmount(amountOf(asset, units)),
        (await balanceAt(house.db, customerAccount(id, asset, 'available'), new Date())).units,
      ]
      const some = lying === 0n ? 0n : units % lying || lying
      const amount = amountOf<Asset>(asset, some)
      if (what === 'deposit') await house.act(id, { type: 'deposit', gets: [asset, text] })
      if (what === 'buy' && some > 0n)
        await house.act(id, { type: 'buy', gives: [asset, formatAmount(amount)], gets: ['GAE', text] })
      if (what === 'send' && some > 0n) await house.act(id, { type: 'send', gives: [asset, formatAmount(amount)] })
      if (what === 'hold' && some > 0n) {
        const hold = { customer: id, amount, expiresAt: null, reference, causedBy: 'test' }
        holds.push({ id: (await inTransaction(house.db, (tx) => placeHold(tx, hold))).id, asset, units: some })
      }
      const held = what.startsWith('hold-') ? holds.shift() : undefined
      if (held) {
        const part = what === 'hold-back' ? (held.units + 1n) / 2n : held.units
        const to = houseAccount(held.asset, 'outside')
        const end = { amount: amountOf<Asset>(held.asset, part), to, reference, causedBy: 'test' }
        await inTransaction(house.db, (tx) => postHold(tx, held.id, end))
      }
    }
  })

  test('a statement’s sums are the ledger’s at the period’s ends, to the last unit', async () => {
    const periods = fc.sample(
      fc.noBias(
        fc.record({
          who: fc.nat(2),
          zone: fc.constantFrom(...zones),
          start: fc.integer({ min: -20, max: 280 }),
          days: fc.integer({ min: 0, max: 200 }),
        }),
      ),
      { numRuns: 16, seed: 20262 },
    )
    let moved = 0
    for (const { who, zone, start, days } of periods) {
      const { client, id } = people[who] as Holder
      const [from, until] = [start, start + days].map((each) => dayIn('UTC', new Date(first + each * day)))
      const { status, content, table } = await askFor(client, 'statement', { from, until, zone })
      expect(status).toBe(200)
      const exact = factsIn(content, 'Exact figures')
      const [begins, ends] = [startOfDay(zone, from ?? ''), startOfDay(zone, dayAfter(until ?? ''))]
      for (const asset of [...assets, 'GAE'] as const) {
        const read = (what: string) => parseAmount(asset, exact[`${asset}, ${what}`] ?? '0').units
        const { opening, closing, net } = await booksOf(id, asset, begins, ends)
        expect([read('opening'), read('closing')]).toEqual([opening, closing])
        // Between one’s own purposes nothing came and nothing left.
        expect(read('in') - read('out')).toBe(net)
        expect([read('in'), read('out')]).toEqual(await movedOf(id, asset, begins, ends))
        expect(opening + read('in') - read('out')).toBe(closing)
        const lines = (table ?? '').split('\r\n').map((line) => line.split(','))
        const sumOf = (column: number) =>
          lines
            .filter(([, time, , of]) => time !== '' && of === asset)
            .reduce((sum, cells) => sum + parseAmount(asset, cells[column] || '0').units, 0n)
        expect([sumOf(4), sumOf(5)]).toEqual([read('in'), read('out')])
        if (net !== 0n) moved += 1
      }
    }
    expect(moved).toBeGreaterThan(20)
  })
})

describe('a month of somebody who trades', () => {
  let tom: Holder
  beforeAll(async () => {
    tom = await house.newHolder('tom')
    await house.knowPrice('3110.34768', utc('2026-09-30T21:50:00Z'))
    await house.act(tom.id, { type: 'deposit', gets: ['USDT', '1000'] }, utc('2026-09-30T21:59:30Z'))
    await house.act(
      tom.id,
      { type: 'buy', gives: ['USDT', '250.005'], gets: ['QMGT', '2.4999999'] },
      utc('2026-09-30T22:00:30Z'),
    )
    await house.act(tom.id, { type: 'send', gives: ['QMGT', '0.5'] }, utc('2026-10-24T22:30:30Z'))
    await house.act(tom.id, { type: 'deposit', gets: ['USDT', '0.001'] }, utc('2026-10-25T22:30:30Z'))
    await house.knowPrice('3110.34768', utc('2026-10-31T20:00:00Z'))
  })
  const october = { from: '2026-10-01', until: '2026-10-31', zone: 'Europe/Zurich' }

  test('says what there was, what happened in the words of the pages, and what it was worth', async () => {
    const { content, document } = await askFor(tom.client, 'statement', october)
    expect(document).toMatchObject({ kind: 'statement', state: 'valid', hasTable: true })
    expect(document.number).toMatch(/^AS-2026-[0-9]{6}$/)
    expect(content?.subtitle).toBe('1 October 2026 to 31 October 2026')
    expect(content?.holder).toEqual(['tom'])
    expect(rowsIn(content, 'Balances')).toEqual([
      ['USDT', '1,000.00', '<0.01', '250.00', '749.99', '749.99'],
      // A gram at 100 dollars, less the spread of a market that is closed: it is a Saturday.
      ['QMGT', '0', '2.499999', '0.500000', '1.999999', '196.99'],
      ['Total', '', '', '', '', '946.98'],
    ])
    expect(rowsIn(content, 'USDT').map(([time, what]) => [time, what])).toEqual([
      ['', 'Opening balance'],
      ['1 Oct 2026, 00:00', 'Bought QMGT'],
      ['25 Oct 2026, 23:30', 'Deposited USDT'],
      ['', 'Closing balance'],
    ])
    expect(rowsIn(content, 'QMGT').map(([time, what]) => [time, what])).toEqual([
      ['', 'Opening balance'],
      ['1 Oct 2026, 00:00', 'Bought QMGT'],
      ['25 Oct 2026, 00:30', 'Sent QMGT'],
      ['', 'Closing balance'],
    ])
    expect(factsIn(content, 'Prices').QMGT).toBe('1 QMGT = 98.5 USD by the gold price of 31 Oct 2026 21:00')
  })

  test('asked for again it is the same one, however often and at once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => askFor(tom.client, 'statement', october)))
    const again = await askFor(tom.client, 'statement', october)
    expect(new Set([...all, again].map(({ document }) => document.number)).size).toBe(1)
  })

  test('is the same when prices of that time are no longer known, and when an account was opened since', async () => {
    const before = await askFor(tom.client, 'statement', october)
    await sql`delete from price_candles`.execute(house.db)
    await house.act(tom.id, { type: 'deposit', gets: ['GAE', '1'] }, utc('2026-11-01T12:00:00Z'))
    const after = await askFor(tom.client, 'statement', october)
    expect(after.document.number).toBe(before.document.number)
  })

  test('without a known price there is a dash and no figure, and the total is not known either', async () => {
    const { content } = await askFor(tom.client, 'statement', { from: '2026-09-01', until: '2026-10-28' })
    expect(rowsIn(content, 'Balances').map((row) => row.at(-1))).toEqual(['749.99', '—', '—'])
    expect(factsIn(content, 'Prices').QMGT).toContain('no price is known of the end of 28 October 2026')
  })

  test('a period that has not ended is told as of now, and a later one takes its place', async () => {
    const soFar = { from: '2026-11-01', until: '2026-11-02' }
    const first = await askFor(tom.client, 'statement', soFar)
    expect(first.content?.subtitle).toBe('1 November 2026 to 2 November 2026, as of 2 Nov 2026, 09:00')
    expect((await askFor(tom.client, 'statement', soFar)).document.number).toBe(first.document.number)
    await house.act(tom.id, { type: 'deposit', gets: ['USDT', '5'] }, utc('2026-11-02T08:59:00Z'))
    const second = await askFor(tom.client, 'statement', soFar)
    expect(second.document.number).not.toBe(first.document.number)
    const { body } = await tom.client.get(`/documents/${first.document.id}`)
    expect(body.data.document).toMatchObject({ state: 'superseded', supersededBy: second.document.number })
    // What was issued keeps its own lines.
    const table = await tom.client.get(`/documents/${first.document.id}/table`)
    expect(table.raw.toString()).toBe(first.table)
  })

  test('somebody else’s is not there, nor its table', async () => {
    const { document } = await askFor(tom.client, 'statement', october)
    const eve = await house.newHolder('eve')
    expect((await eve.client.get(`/documents/${document.id}`)).status).toBe(404)
    expect((await eve.client.get(`/documents/${document.id}/table`)).status).toBe(404)
  })

  test('who had nothing gets a statement that says so', async () => {
    const { client } = await house.newHolder('nobody')
    const { content, table } = await askFor(client, 'statement', october)
    const [balances] = content?.parts ?? []
    expect(balances).toMatchObject({ rows: [], sums: [], empty: 'Nothing was held, and nothing moved.' })
    expect(table).toBe('Number,Time (UTC),Type,Asset,Received,Paid (fee included),Balance\r\n')
  })

  test('a confirmation says what each asset is and how much gold stands behind it', async () => {
    const { content, document } = await askFor(tom.client, 'balance-confirmation', {
      day: '2026-10-31',
      zone: 'Europe/Zurich',
    })
    expect(document.number).toMatch(/^CB-/)
    expect(rowsIn(content, 'Balances')).toEqual([
      ['USDT', 'A token worth one US dollar, issued by Tether.', '749.99', '', '749.99'],
      ['QMGT', 'One gram of fine gold in the vault.', '1.999999', '1.999999', '196.99'],
      ['Total', '', '', '', '946.98'],
    ])
    expect(factsIn(content, 'Exact figures')).toEqual({ USDT: '749.996', QMGT: '1.9999999' })
  })

  test('names and labels that a spreadsheet would run are in no table', async () => {
    const { table } = await askFor(tom.client, 'statement', october)
    for (const line of (table ?? '').split('\r\n').filter(Boolean))
      for (const value of line.split(',')) expect(value).not.toMatch(/^[=+@\t-]/)
  })
})

test('what cannot be told of is refused in words', async () => {
  const { client } = await house.newHolder('strange')
  const ask = (body: object) => askFor(client, 'statement', body)
  const day = '2026-10-01'
  expect(await ask({ from: '2026-10-02', until: day })).toMatchObject({ status: 400, message: /not before the first/ })
  expect(await ask({ from: day, until: '2026-11-03' })).toMatchObject({ status: 400, message: /already begun/ })
  expect(await ask({ from: '2016-11-01', until: day })).toMatchObject({ status: 400 })
  expect(await ask({ from: day, until: day, zone: 'Mars/Olympus' })).toMatchObject({
    status: 400,
    message: /time zone/,
  })
  expect(await ask({ from: '2026-02-30', until: day })).toMatchObject({ status: 400 })
  expect(await ask({ from: '', until: day })).toMatchObject({ status: 400 })
  // It is the third already in Kiritimati, and still the first nowhere.
  expect(await ask({ from: day, until: '2026-11-02', zone: 'Pacific/Kiritimati' })).toMatchObject({ status: 200 })
  expect(await askFor(client, 'balance-confirmation', { day: '2026-11-03' })).toMatchObject({ status: 400 })
  expect(await askFor(client, 'tax-report', { year: 2027 })).toMatchObject({ status: 400, message: /already begun/ })
  expect(await askFor(client, 'tax-report', { year: 2026 })).toMatchObject({ status: 200 })
})

test('a long period is told by month and kind, and names the file that has every line', async () => {
  const { id, client } = await house.newHolder('busy')
  await house.letBooksBe(utc('2026-11-02T08:59:30Z'))
  await house.actOften(id, { type: 'deposit', gets: ['USDT', '1.5'] }, 1501)
  await house.actOften(id, { type: 'buy', gives: ['USDT', '1'], gets: ['QMGT', '0.01'] }, 600)
  const { content, table } = await askFor(client, 'statement', { from: '2026-11-01', until: '2026-11-02' })
  expect(rowsIn(content, 'Movements by month')).toEqual([
    ['November 2026', 'Deposited USDT', '1,501', 'USDT', '2,251.50', ''],
    ['November 2026', 'Bought QMGT', '600', 'USDT', '', '600.00'],
    ['November 2026', 'Bought QMGT', '600', 'QMGT', '6.000000', ''],
  ])
  const lines = (table ?? '').split('\r\n').filter(Boolean)
  // A heading besides, and the opening and closing of both.
  expect(lines.length).toBe(1501 + 2 * 600 + 5)
  expect(lines.slice(-2)).toEqual([',,closing,USDT,,,1651.5', ',,closing,QMGT,,,6'])
  expect(
    new Set(
      lines
        .slice(3, -2)
        .filter((line) => line.includes(',buy,USDT,'))
        .map((line) => line.split(',')[0]),
    ).size,
  ).toBe(600)
  const facts = factsIn(content, 'The lines')
  expect(facts['SHA-256 of the file']).toBe(
    createHash('sha256')
      .update(table ?? '')
      .digest('hex'),
  )
  expect(facts.Movements).toBe('2101')
})
