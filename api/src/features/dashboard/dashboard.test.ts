import { figureNames } from '@ingot/endpoints/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { togetherOf } from '../../server.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { minute } from '../identity/test-people.ts'
import { createMarket } from '../trade/test-market.ts'

const priceless = ['TotalNetCashout', 'totalGAEBookingNote', 'totalGoldConvertBookingNote', 'totalBooking']

let house: Awaited<ReturnType<typeof createHouse>>
beforeAll(async () => {
  house = await createHouse()
})
afterAll(() => house.close())

test('without a price that was ever read, figures that need one are unknown and never zero', async () => {
  const market = await createMarket()
  try {
    const trader = await market.newTrader('early')
    const { figures, price, products } = (await trader.client.get('/dashboard')).body.data
    expect(price).toBe(null)
    for (const name of figureNames) expect(figures[name]).toBe(priceless.includes(name) ? '0' : null)
    for (const product of products) expect(product).toMatchObject({ units: '0', value: null })
    for (const name of figureNames)
      expect((await trader.client.get(`/dashboard/figures/${name}`)).body.data).toEqual([])
  } finally {
    await market.close()
  }
})

test('when the price goes stale or is doubted, the last figures stay, with their time', async () => {
  const saver = await house.newSaver('patient', { USDT: '1000' })
  await saver.buy('GAE', 'USDT', '500')
  const fresh = (await saver.client.get('/dashboard')).body.data
  expect(fresh.price).toMatchObject({ perGram: '99.5', state: 'open' })
  expect(fresh.figures.totalGAELoss).not.toBe('0')
  house.passTime(2 * minute)
  const stale = (await saver.client.get('/dashboard')).body.data
  expect(stale.price).toEqual({ ...fresh.price, state: 'stale' })
  expect(stale.figures).toEqual(fresh.figures)
  const lines = (await saver.client.get('/dashboard/figures/totalGAELoss')).body.data
  expect(lines.map(({ amount }: { amount: string }) => amount)).toEqual([fresh.figures.totalGAELoss])
  await house.setFeed('6000')
  const doubted = (await saver.client.get('/dashboard')).body.data
  expect(doubted.price).toEqual({ ...fresh.price, state: 'suspect' })
  expect(doubted.figures).toEqual(fresh.figures)
})

test('only whoever is verified has a dashboard', async () => {
  const client = await house.newCustomer('unverified')
  for (const path of ['/dashboard', '/dashboard/worth', '/dashboard/figures/totalProfit'])
    expect((await client.get(path)).status).toBe(403)
  expect((await client.get('/dashboard/figures/totalProfit/lines.csv')).status).toBe(403)
  expect((await house.newClient().get('/dashboard')).status).toBe(401)
})

test('whoever is not verified yet is to look at that, and whoever is has nothing to look at', async () => {
  const client = await house.newCustomer('beginner')
  const { id } = (await client.get('/getInfo')).body.data
  const { attention } = togetherOf(house as never)
  const told = async (customer: string) => (await Promise.all(attention.map((tell) => tell(customer)))).flat()
  expect(await told(id)).toEqual([{ kind: 'unfinished-verification', id: null, at: expect.any(String) }])
  const saver = await house.newSaver('calm')
  expect(await told(saver.id)).toEqual([])
  expect((await saver.client.get('/dashboard')).body.data).toMatchObject({ attention: [], next: [] })
})
