import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { createRewardHouse, type Member, type RewardHouse } from '../rewards/test-rewards.ts'

let house: RewardHouse
let operator: Operator
beforeAll(async () => {
  house = await createRewardHouse()
  operator = await house.newOperator('susi', ['Support'])
})
afterAll(() => house.close())

const asking = ({ id }: Member) => house.ask(operator, { action: 'correct-introducer', thing: id, given: { code: '' } })

test('who brought somebody stays once a reward came of the fees, also of those whom that one brought', async () => {
  const above = await house.newMember('above', null)
  const one = await house.newMember('one', above)
  const low = await house.newMember('low', one, { USDT: '20000' })
  const beside = await house.newMember('beside', above)
  await low.trade('buy', '10000')
  await house.follow()
  for (const each of [low, one])
    expect((await asking(each)).body.error).toMatchObject({
      name: 'StateChanged',
      message: expect.stringContaining('already earned'),
    })
  expect((await asking(beside)).status).toBe(200)
})
