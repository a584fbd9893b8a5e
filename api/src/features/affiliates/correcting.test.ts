import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { type Brought, createNetwork, members } from './test-network.ts'

let house: Awaited<ReturnType<typeof createNetwork>>
let asker: Operator
let decider: Operator
beforeAll(async () => {
  house = await createNetwork()
  asker = await house.newOperator('asker', ['Support'])
  decider = await house.newOperator('decider', ['Compliance'])
})
afterAll(() => house.close())

const asking = (customer: Brought, code: string) =>
  house.ask(asker, { action: 'correct-introducer', thing: customer.id, given: { code } })
const correct = async (customer: Brought, code: string) => {
  const id = await house.askedBy(asker, { action: 'correct-introducer', thing: customer.id, given: { code } })
  return house.decide(decider, 'approve', id)
}
const rankOf = async ({ client }: Brought) => (await client.get('/getInfo')).body.data.customer_rank
const directOf = async ({ client }: Brought) => (await client.get('/network')).body.data.levels[0].members

test('two operators put a wrong introducer right, and counts, names and ranks follow with all who are below', async () => {
  const wrong = await house.newMember('wren-wrong')
  const right = await house.newMember('rita-right')
  const ann = await house.newMember('ann-moved', wrong)
  await house.newMember('bob-below', ann)
  expect([await rankOf(wrong), await rankOf(right)]).toEqual([{ role: 'Affiliates' }, null])
  const { status } = await correct(ann, right.refCode.toLowerCase())
  expect(status).toBe(200)
  expect([await rankOf(wrong), await rankOf(right)]).toEqual([null, { role: 'Affiliates' }])
  expect([await directOf(wrong), await directOf(right)]).toEqual([0, 1])
  expect(await members(wrong)).toEqual([])
  expect((await members(right, '?level=2'))[0]).toMatchObject({ name: 'Bob B.', level: 2 })
  expect((await ann.client.get('/getInfo')).body.data.introducer).toBe('rita-right')
  expect(await house.activityOf(ann.client)).toContain('introducer-corrected')
  expect((await correct(ann, '')).status).toBe(200)
  expect(await members(right)).toEqual([])
  expect((await members(ann))[0].name).toBe('Bob B.')
})

test('somebody who came without a code is put below who brought him, with the name that may be seen', async () => {
  const above = await house.newMember('cat-above')
  const dan = await house.newMember('dan-alone')
  expect((await correct(dan, above.refCode)).status).toBe(200)
  expect((await members(above))[0]).toMatchObject({ name: 'Dan A.', isVerified: true })
})

test('it is refused for who came later, an unknown code, the same one, and after its days', async () => {
  const old = await house.newMember('eve-old')
  const young = await house.newMember('fred-young', old)
  expect((await asking(old, young.refCode)).body.error.message).toContain('came after the customer')
  expect((await asking(old, old.refCode)).status).toBe(409)
  expect((await asking(young, 'NOBODY00')).body.error.name).toBe('UnknownReferralCode')
  expect((await asking(young, old.refCode)).body.error.name).toBe('StateChanged')
  await sql`update customers set created_at = created_at - ${policy.affiliates.correctionDays + 1} * interval '1 day'
    where id = ${young.id}`.execute(house.db)
  expect((await asking(young, '')).body.error.message).toContain('days ago')
  const operator = await house.newOperator('nobodys', ['Support'])
  expect((await asking({ ...young, id: operator.id }, '')).status).toBe(404)
})
