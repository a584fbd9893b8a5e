import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { minute } from '../identity/test-people.ts'

const open = async () => withOperators(await createHouse())
let house: Awaited<ReturnType<typeof open>>
let anna: Operator
beforeAll(async () => {
  house = await open()
  anna = await house.newOperator('anna', ['Owner', 'Finance', 'Vault'])
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

type Stock = { asset: string; stock: string; sold: string; wanted: string; proposal: object | null }
const stocks = async (): Promise<Record<string, Stock>> => {
  house.passTime(minute)
  await house.readFeed()
  const { stocks: all } = (await anna.client.get('/operator/treasury')).body.data
  return Object.fromEntries(all.map((each: Stock) => [each.asset, each]))
}

test('what bookings, conversions and terminations took is what the stock has to last for', async () => {
  const sam = await house.newSaver('sam', { USDT: '60000', QMGT: '100' })
  const { id: gae } = (await sam.buy('GAE', 'USDT', '500', 'receive')).body.data
  expect(gae).toBeDefined()
  const { holding: gca } = (await sam.convert('80')).body.data
  // What was converted came back to the treasury, less the fee.
  expect(await stocks()).toMatchObject({
    GAE: { stock: '2500', sold: '500', wanted: '1000', proposal: null },
    GCA: { stock: '2920.2', sold: '79.8', wanted: '500', proposal: null },
    QMGT: { sold: '0' },
  })
  expect((await sam.endGca(gca, 'USDAU', '10')).status).toBe(200)
  // At 99.5 a gram; the fee left the treasury too. What ended is burnt, and comes back to no stock.
  expect(await stocks()).toMatchObject({ USDAU: { sold: '995' }, GCA: { stock: '2920.2', sold: '79.8' } })
  const figures = (await anna.client.get('/operator/desk')).body.data.figures
  expect(figures).toContainEqual(expect.objectContaining({ name: 'bookings-today', value: '2' }))
  expect(figures).toContainEqual(expect.objectContaining({ name: 'terminations-today', value: '1' }))
})

test('what nobody could book is proposed to operators, and an alarm until it is there', async () => {
  await house.leave('GAE', '1')
  const tom = await house.newSaver('tom', { USDT: '60000' })
  expect((await tom.buy('GAE', 'USDT', '2', 'receive')).body.error).toMatchObject({ name: 'TreasuryShort' })
  expect((await stocks()).GAE).toMatchObject({
    stock: '1',
    wanted: '1000',
    proposal: { amount: '999', isCovered: true },
  })
  const alarms = async () => (await anna.client.get('/operator/desk')).body.data.alarms
  expect(await alarms()).toContainEqual({
    name: 'treasury',
    problem: 'too little of GAE: customers were turned away',
    advice:
      '2 GAE were wanted, and 1 are there. Issue a tranche on the treasury’s page, or send dollars to the treasury.',
  })
  await house.issue('GAE', '1')
  expect(await alarms()).toEqual([])
  expect((await tom.buy('GAE', 'USDT', '2', 'receive')).status).toBe(200)
})
