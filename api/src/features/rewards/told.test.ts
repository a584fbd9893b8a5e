import { requestThing } from '@ingot/endpoints/staking'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { createPeople } from '../identity/test-people.ts'
import { askFor, factsIn, rowsIn } from '../statements/test-statements.ts'
import { createRewardHouse, type Member, type RewardHouse } from './test-rewards.ts'

let house: RewardHouse
let finance: Operator
let ann: Member
beforeAll(async () => {
  house = await createRewardHouse()
  finance = await house.newOperator('finn', ['Finance'])
  ann = await house.newMember('annn', null)
  const trader = await house.newMember('trader', ann, { USDT: '60000' })
  await trader.trade('buy', '20000')
  await trader.trade('buy', '4000')
  await house.run()
  await house.days(31)
  await house.run()
  await house.logInAgain(finance)
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

const report = async (year: number) => {
  await ann.awake()
  return askFor(ann.client, 'reward-report', { year, paper: 'A4' })
}

test('an operator reads each reward behind a claim, and finds it apart from claims of stakes', async () => {
  const year = house.now().getUTCFullYear()
  expect(await report(year)).toMatchObject({ status: 404 })
  const { body } = await ann.claim('USDT')
  const { id } = body.data
  const listed = async (query: string) =>
    (await finance.client.get(`/list-aun-request?${query}`)).body.data.map((each: { id: string }) => each.id)
  expect(await listed('kind=referral')).toEqual([id])
  expect(await listed('kind=stake')).toEqual([])
  expect((await finance.client.get('/list-aun-request?kind=other')).status).toBe(400)
  const [waiting] = (await finance.client.get('/operator/queues/reward-requests')).body.data
  expect(waiting).toMatchObject({ id: requestThing(id), title: '12.00 USDT for bringing others' })
  const facts = waiting.facts.filter(({ name }: { name: string }) => name.startsWith('Reward '))
  expect(facts.map(({ value }: { value: string }) => value)).toEqual([
    expect.stringMatching(/^2 USDT, for a swap of trader on \d{4}-\d\d-\d\d, level 1$/),
    expect.stringMatching(/^10 USDT, for a swap of trader on \d{4}-\d\d-\d\d, level 1$/),
  ])
})

test('the report of a year tells what was paid, once while nothing changes, with its table; of another year there is none', async () => {
  const [request] = await ann.requests()
  const paid = await house.act(finance, 'pay-reward-alone', request?.id ?? '')
  expect([paid.status, paid.body]).toEqual([200, { data: { done: true } }])
  const year = house.now().getUTCFullYear()
  const { content, document, table } = await report(year)
  expect(document).toMatchObject({ kind: 'reward-report', hasTable: true, subtitle: `Year ${year}, which is not over` })
  expect(rowsIn(content, 'Of the year')).toEqual([
    ['USDT', '12.00', '0', '12.00'],
    ['Together', '', '', '12.00'],
  ])
  expect(factsIn(content, 'Exact figures')).toEqual({ 'USDT, rewards': '12 USDT' })
  expect(table?.split('\r\n')[1]).toMatch(new RegExp(`^${request?.number},[^,]+,USDT,12,0,12\\.?0*$`))
  expect((await report(year)).document).toMatchObject({ id: document?.id })
  expect(await report(year - 1)).toMatchObject({ status: 404 })
})

test('anyone is told what of the fees was paid, where the operator has set it so, and nothing elsewhere', async () => {
  const silent = await house.newClient().get('/fee-share')
  expect(silent).toMatchObject({ status: 200, body: { data: null } })
  const open = await createPeople({ env: { SHOW_FEE_SHARE: 'yes' } })
  const { data } = (await open.newClient().get('/fee-share')).body
  await open.close()
  expect(data).toEqual({ year: 2026, fees: '0', paid: '0' })
})
