import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, factsIn, rowsIn } from '../statements/test-statements.ts'
import { requestsHealth, stakingFigures } from './queues.ts'
import { createRewardDesk } from './test-rewards.ts'

const names = ['ann', 'ben', 'cleo', 'dan'] as const
let desk: Awaited<ReturnType<typeof createRewardDesk<(typeof names)[number]>>>
beforeAll(async () => {
  desk = await createRewardDesk(names)
}, 60_000)
afterAll(() => desk.close())

const day = 24 * 3600_000

test('operators see the sum behind a claim, so that it can be done again by hand', async () => {
  const first = await desk.claimed('ann')
  expect((await desk.pay(desk.finance, first.id)).status).toBe(200)
  // Ten days later: 3 QMGT over 365 days, of which 83 are over, less what was paid.
  const ann = desk.of('ann')
  await desk.goToDay((await ann.stakes())[0] ?? { beganAt: '' }, 83)
  for (const operator of [desk.finance, desk.owner]) await desk.logInAgain(operator)
  const { id, units } = await desk.claimed('ann')
  expect(units).toBe('0.082191780821917808')
  const waiting = await desk.queued(id)
  expect(waiting).toMatchObject({ state: 'Requested', customer: { id: ann.id, username: 'ann' } })
  const sum = waiting?.facts.find(({ name }) => name.startsWith('Stake'))?.value ?? ''
  for (const part of [
    ...['100 QMGT for 365 days from', 'at 3 %: reward 3.', '83 of 365 days counted', ': 0.682191780821917808 vested'],
    ...['less 0.6 paid and 0 asked for before', 'Asked for: 0.082191780821917808.'],
  ])
    expect(sum).toContain(part)
  const [listed] = (await desk.finance.client.get('/list-aun-request')).body.data
  expect(listed).toMatchObject({ id, customer: { id: ann.id, username: 'ann' } })
  expect(listed.parts[0].behind).toMatchObject({
    ...{ staked: '100', termDays: 365, basisPoints: 300, reward: '3', days: 83 },
    ...{ vested: '0.682191780821917808', paidBefore: '0.6', askedBefore: '0' },
  })
  // One that was rejected after the next was asked for had taken its part by then.
  await desk.goToDay((await ann.stakes())[0] ?? { beganAt: '' }, 93)
  for (const operator of [desk.finance, desk.owner]) await desk.logInAgain(operator)
  const next = await desk.claimed('ann')
  desk.passTime(1)
  await desk.reject(desk.finance, id)
  const [newest] = (await desk.finance.client.get('/list-aun-request')).body.data
  expect(newest.parts[0].behind).toMatchObject({ paidBefore: '0.6', askedBefore: '0.082191780821917808' })
  expect((await desk.pay(desk.finance, next.id)).status).toBe(200)
})

test('the list is the customer’s own, everybody’s for who may know of money, and nobody else’s', async () => {
  const [ben, cleo] = [await desk.claimed('ben'), await desk.claimed('cleo')]
  const ids = async (operator: { client: { get: (path: string) => Promise<{ body: { data: { id: string }[] } }> } }) =>
    (await operator.client.get('/list-aun-request?state=Requested')).body.data.map(({ id }) => id)
  expect(await ids(desk.finance)).toEqual([cleo.id, ben.id])
  expect(await ids(desk.owner)).toEqual([cleo.id, ben.id])
  const auditor = await desk.another('Auditor')
  expect(await ids(auditor)).toEqual([cleo.id, ben.id])
  const own = await desk.of('ben').requests()
  expect(own.map(({ id }) => id)).toEqual([ben.id])
  expect(own[0]).toMatchObject({ customer: null, parts: [{ units: ben.units }] })
  expect(own[0]?.parts[0]).not.toHaveProperty('behind')
  const others = await desk.another('Support', 'Vault', 'Compliance')
  expect((await others.client.get('/list-aun-request')).status).toBe(403)
  const without = await desk.newCustomer('wanda', { operator: ['Owner'] })
  expect((await without.get('/list-aun-request')).status).toBe(403)
  expect((await desk.newClient().get('/list-aun-request')).status).toBe(401)
  const from = encodeURIComponent(new Date(desk.now().getTime() + 1).toISOString())
  expect((await desk.finance.client.get(`/list-aun-request?from=${from}`)).body.data).toEqual([])
  for (const query of ['state=Gone', 'from=never', 'cursor=x', 'customer=1'])
    expect((await desk.finance.client.get(`/list-aun-request?${query}`)).status).toBe(400)
})

test('an Auditor reads the queue and decides nothing; to other roles there is none', async () => {
  const { id } = (await desk.of('ben').requests())[0] ?? { id: '' }
  const [auditor, others] = [await desk.another('Auditor'), await desk.another('Support', 'Vault', 'Compliance')]
  expect(await desk.queued(id, auditor)).toMatchObject({ choices: [], mayTake: false })
  for (const action of ['pay-reward-alone', 'reject-reward']) {
    expect((await desk.act(auditor, action, id)).status).toBe(403)
    expect((await desk.act(others, action, id)).status).toBe(404)
  }
  expect((await others.client.get('/operator/queues/reward-requests')).status).toBe(404)
  for (const operator of [auditor, others]) expect((await desk.ask(operator, desk.asking(id))).status).toBe(403)
  expect((await desk.act(desk.finance, 'pay-reward', id)).status).toBe(404)
  expect((await desk.reject(desk.finance, id, '')).status).toBe(400)
  // A session alone, without password and 2FA, asks for nothing that takes two.
  const given = { ...desk.asking(id), given: {}, reason: 'stolen session', password: 'guessed it', inputCode: '000000' }
  const stolen = await desk.finance.client.post('/operator/approvals', given, { 'idempotency-key': randomUUID() })
  expect(stolen.status).toBeGreaterThanOrEqual(400)
  expect(await desk.requestOf('ben', id)).toMatchObject({ state: 'Requested' })
})

test('one that waits is old after two days and an alarm after five', async () => {
  const { id } = (await desk.of('cleo').requests())[0] ?? { id: '' }
  const problems = async () => (await requestsHealth(desk)).map(({ problem }) => problem)
  expect((await desk.queued(id))?.state).toBe('Requested')
  desk.passTime(2 * day + 1)
  await desk.logInAgain(desk.finance)
  expect((await desk.queued(id))?.state).toBe('Old')
  expect(await problems()).toEqual([])
  desk.passTime(3 * day)
  expect(await problems()).toEqual(['a reward that was asked for waits for days'])
  const figures = stakingFigures(desk)
  expect(await figures.find(({ name }) => name === 'reward-requests')?.read()).toBe('2')
  expect(await figures.find(({ name }) => name === 'reward-pool')?.read()).toBe(await desk.lying.pool())
})

test('what is staked shows as what it is: in balances, on the dashboard, on the sheet and on statements', async () => {
  const dan = desk.of('dan')
  await desk.give(dan.id, 'QMGT', '5')
  const gold = (await dan.read('/user-balances')).body.data.find(({ asset }: { asset: string }) => asset === 'QMGT')
  expect(gold).toMatchObject({ available: '5', held: '0', bound: '100', staked: '100', total: '105' })
  await desk.setPrice('3110.34768')
  await dan.awake()
  expect((await dan.read('/dashboard')).body.data.staked).toEqual({ units: '100', value: '9950' })
  await desk.logInAgain(desk.finance)
  const sheet = (await desk.finance.client.get(`/operator/customers/${dan.id}`)).body.data
  expect(sheet.balances).toContainEqual({ asset: 'QMGT', purpose: 'staked', amount: '100' })
  const paper = await askFor(dan.client, 'statement', { from: '2026-11-01', until: '2026-12-31' })
  expect(factsIn(paper.content, 'Of these balances, staked')).toEqual({ 'QMGT, staked': '100' })
  expect(rowsIn(paper.content, 'Balances')[0]?.slice(0, 5)).toEqual(['QMGT', '0', '105.000000', '', '105.000000'])
  const confirmed = await askFor(dan.client, 'balance-confirmation', { day: '2026-12-31' })
  expect(factsIn(confirmed.content, 'Of these balances, staked')).toEqual({ 'QMGT, staked': '100' })
})
