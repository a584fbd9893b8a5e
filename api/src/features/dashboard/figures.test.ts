import type { FigureLine } from '@ingot/endpoints/dashboard'
import { figureNames } from '@ingot/endpoints/dashboard'
import { verifyLots } from '@ingot/ledger/verify-lots'
import { parseRate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHouse } from '../holdings/test-holdings.ts'
import { worthOf as worthShown } from '../trade/rules.ts'
import { createStandings } from './memory.ts'
import { resultOf } from './rules.ts'
import { createHistory, type History } from './test-history.ts'
import { bidOf, createRandom, figuresOf, newModel, seed, shown, unitsOf } from './test-model.ts'

const rounds = 5
const stepsOfRound = 8

const random = createRandom(seed)

let house: Awaited<ReturnType<typeof createHouse>>
const people: History[] = []
beforeAll(async () => {
  house = await createHouse()
  const balances = { USDT: '20000', USDAU: '20000', QMGT: '150' }
  for (const name of ['ann', 'ben']) people.push(createHistory(house, await house.newSaver(name, balances), random))
})
afterAll(() => house.close())

const linesOf = async ({ saver }: History, figure: string, price?: string): Promise<FigureLine[]> => {
  const lines: FigureLine[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ ...(cursor && { cursor }), ...(price && { price }) })
    const { body } = await saver.client.get(`/dashboard/figures/${figure}?${query}`)
    lines.push(...body.data)
    cursor = body.meta.cursor
  }
  return lines
}

const sumOf = (amounts: readonly string[]) => shown(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n))

const shownFigures = ({ model }: History, bid: bigint) =>
  Object.fromEntries(Object.entries(figuresOf(model, bid)).map(([name, units]) => [name, shown(units)]))

/** Each figure, its lines, and its file. */
const compare = async (one: History, perOunce: string) => {
  const bid = bidOf(perOunce, 50n)
  const { status, body } = await one.saver.client.get('/dashboard')
  expect(status).toBe(200)
  expect(body.data.figures).toEqual(shownFigures(one, bid))
  expect(unitsOf(body.data.price.perGram)).toBe(bid * 10n ** 6n)
  for (const figure of figureNames) {
    const lines = await linesOf(one, figure)
    expect(sumOf(lines.map(({ amount }) => amount))).toBe(body.data.figures[figure])
    for (const line of lines.filter(({ holding }) => holding)) {
      const result = unitsOf(line.value ?? '') + unitsOf(line.paidOut) - unitsOf(line.cost)
      if (!figure.includes('Booking')) expect([result, -result]).toContain(unitsOf(line.amount))
    }
    const { raw } = await one.saver.client.get(`/dashboard/figures/${figure}/lines.csv`)
    const [head = '', ...rows] = raw.toString().trim().split('\r\n')
    const place = head.split(',').indexOf('Amount (USD)')
    expect(sumOf(rows.map((row) => row.split(',')[place] ?? ''))).toBe(body.data.figures[figure])
    expect(rows.length).toBe(lines.length)
  }
}

test(`each of the thirteen figures is what the entries and the price say, line by line, whatever was done (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < stepsOfRound; step++) for (const one of people) await one.act()
    const perOunce = `${2900 + random(400)}.${1 + random(98)}1`
    await house.setPrice(perOunce)
    for (const one of people) await compare(one, perOunce)
    for (const one of people) await one.saver.client.signIn(one.saver.username)
  }
  const kinds = new Set(people.flatMap(({ model }) => model.lots.map(({ product }) => product)))
  expect(kinds).toEqual(new Set(['GAE', 'GAEX', 'GCA']))
  expect(await verifyLots(house.db)).toBeUndefined()
})

test('a product’s value, less its cost, with what was realised is its profit less its loss', async () => {
  for (const { saver } of people) {
    const { figures, products } = (await saver.client.get('/dashboard')).body.data
    const names = { GAE: 'GAE', GAEX: 'GAEX', GCA: 'GoldConvert' }
    for (const { product, value, cost, realised } of products) {
      const name = names[product as keyof typeof names]
      // GDS has no figures of its own.
      if (name === undefined) continue
      expect(unitsOf(value) - unitsOf(cost) + unitsOf(realised)).toBe(
        unitsOf(figures[`total${name}Profit`]) - unitsOf(figures[`total${name}Loss`]),
      )
    }
  }
})

test('nobody’s lines or figures are among another’s', async () => {
  const [ann, ben] = people as [History, History]
  for (const figure of figureNames) {
    const idsOf = async (one: History) =>
      (await linesOf(one, figure)).map(({ holding, termination }) => holding ?? termination)
    const theirs = new Set(await idsOf(ben))
    expect((await idsOf(ann)).filter((id) => theirs.has(id))).toEqual([])
  }
  const stranger = await house.newSaver('stranger')
  const { figures } = (await stranger.client.get('/dashboard')).body.data
  expect(figures).toEqual(
    Object.fromEntries(Object.entries(figuresOf(newModel(), 1n)).map(([name, units]) => [name, shown(units)])),
  )
  expect(await linesOf({ ...ann, saver: stranger }, 'totalBooking')).toEqual([])
})

test('a holding tells each entry that grams of it came or went with', async () => {
  const [ann] = people as [History]
  const { rows } = await sql<{ holding: string; entries: string[] }>`
    select holding, array_agg(entry::text order by entry) as entries from holding_departures
    where customer = ${ann.saver.id} group by holding`.execute(house.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { holding, entries } of rows) {
    const told = (await ann.saver.holding(holding)).entries.map(({ entry }: { entry: string }) => entry)
    expect(told).toEqual(expect.arrayContaining(entries))
  }
})

test('lines that are asked for at the price of the figures stay theirs when it has moved', async () => {
  const [ann] = people as [History]
  const before = (await ann.saver.client.get('/dashboard')).body.data
  await house.setPrice('2950.5')
  const after = (await ann.saver.client.get('/dashboard')).body.data
  expect(after.figures.grandTotal).not.toBe(before.figures.grandTotal)
  for (const { figures, price } of [before, after])
    for (const figure of ['totalProfit', 'totalLoss', 'grandTotal'] as const)
      expect(sumOf((await linesOf(ann, figure, price.perGram)).map(({ amount }) => amount))).toBe(figures[figure])
  for (const price of ['0', '0.0', '-1', '1e3', '1234567890', 'x', '1.', '1.0000000000000000001'])
    expect((await ann.saver.client.get(`/dashboard/figures/totalProfit?price=${price}`)).status).toBe(400)
  expect((await ann.saver.client.get('/dashboard/figures/nothing')).status).toBe(400)
})

test('a value in a sum is to the last digit the one that a holding shows', () => {
  for (let n = 0; n < 2000; n++) {
    const bid = parseRate(`${1 + random(200)}.${1 + random(1e9)}`)
    const open = BigInt(1 + random(1e9)) * BigInt(1 + random(1e9)) * BigInt(1 + random(1000))
    expect(resultOf({ open: [{ open, even: 0n }], won: 0n, lost: 0n, booking: 0n }, bid).value).toBe(
      worthShown(open, bid),
    )
  }
})

test('what is kept in mind of some customers gives way to others, and is never what it was before', async () => {
  const [ann, ben] = people as [History, History]
  const bid = parseRate('99.5')
  const small = createStandings(house.db, ann.model.lots.length + 21)
  const large = createStandings(house.db)
  for (const who of [ann, ben, ann, ann, ben])
    expect((await small(who.saver.id)).resultsAt(bid)).toEqual((await large(who.saver.id)).resultsAt(bid))
  const before = (await large(ann.saver.id)).resultsAt(bid)
  expect((await ann.saver.buy('GAE', 'USDT', '100')).status).toBe(200)
  const after = (await large(ann.saver.id)).resultsAt(bid)
  expect(after).toEqual((await createStandings(house.db)(ann.saver.id)).resultsAt(bid))
  expect(after.GAE.value > before.GAE.value).toBe(true)
})
