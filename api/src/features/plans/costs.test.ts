import { afterAll, beforeAll, expect, test } from 'vitest'
import { hundredAGram } from '../trade/test-market.ts'
import { createPlanHouse, type PlanHouse } from './test-plans.ts'

let house: PlanHouse
beforeAll(async () => {
  house = await createPlanHouse()
})
afterAll(() => house.close())

const costsIn = ({ spreadBasisPoints, feeBasisPoints }: Record<string, unknown>) => ({
  spreadBasisPoints,
  feeBasisPoints,
})

test('what an instalment costs is told as a quote of the same tells it', async () => {
  const { client } = await house.newPlanner('cora', { USDT: '500', USDAU: '500' })
  await house.setPrice(hundredAGram)
  const { costs } = (await client.get('/plans/rules')).body.data
  expect(costs).toHaveLength(4)
  for (const { product, payWith, ...cost } of costs) {
    const wanted = { amount: '100', of: 'pay' }
    const { body } =
      product === 'GAE'
        ? await client.post('/purchases/quotes', { ...wanted, product, payWith })
        : await client.post('/quotes', { ...wanted, pair: `QMGT/${payWith}`, side: 'buy' })
    expect(cost, `${product} from ${payWith}`).toEqual(costsIn(body.data))
  }
})
