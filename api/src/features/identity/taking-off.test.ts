import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { createPeople, day, hour } from './test-people.ts'
import { twoFactorOf } from './test-two-factor.ts'

let house: Awaited<ReturnType<typeof createHouse>>
let anna: Operator
let bert: Operator
const createHouse = async () => withOperators(await createPeople())
beforeAll(async () => {
  house = await createHouse()
  anna = await house.newOperator('anna', ['Support'])
  bert = await house.newOperator('bert', ['Compliance'])
})
afterAll(() => house.close())

const { firstStep, secretOf } = twoFactorOf(() => house)

const takeOff = async (username: string) => {
  const thing = await idOf(house.db, username)
  const id = await house.askedBy(anna, { action: 'take-off-two-factor', thing })
  return house.decide(bert, 'approve', id)
}
const openSessions = async (username: string) =>
  (
    await sql`
      select from sessions where ended_at is null and customer = ${await idOf(house.db, username)}`.execute(house.db)
  ).rows.length

test('two operators take 2FA off a customer: logged out everywhere, told by mail, and nothing leaves for two days', async () => {
  const client = await house.newCustomer('lost-phone')
  await house.enrol(client)
  await house.newClient().post('/mfa/recovery', { mfaToken: await firstStep('lost-phone') })
  expect(await openSessions('lost-phone')).toBe(1)
  expect(await takeOff('lost-phone')).toMatchObject({ status: 200, body: { data: { state: 'done' } } })
  expect([await openSessions('lost-phone'), await secretOf('lost-phone')]).toEqual([0, null])
  expect((await house.mailTo('lost-phone@example.com')).subject).toBe('Two-factor authentication is off')
  const again = await house.signInAgain('lost-phone')
  expect((await again.get('/getInfo')).body.data).toMatchObject({
    twoFactorOn: false,
    backupCodesLeft: 0,
    outgoingHeldUntil: new Date(house.now().getTime() + 48 * hour).toISOString(),
  })
  expect(await house.activityOf(again)).toEqual(expect.arrayContaining(['2fa-disabled', 'recovery-vetoed']))
  // What was asked for before does not take off what is set up anew.
  await house.enrol(again)
  house.passTime(4 * day)
  await house.strikeClock()
  expect(await secretOf('lost-phone')).not.toBeNull()
  for (const each of [anna, bert]) await house.logInAgain(each)
})

test('of an operator only owners do, and he is named to whoever approves', async () => {
  const carl = await house.newOperator('carl', ['Owner'])
  const [olga, otto] = [await house.newOperator('olga', ['Owner']), await house.newOperator('otto', ['Owner'])]
  expect((await carl.client.get('/operator/approvals')).status).toBe(200)
  // Neither by the way for customers, nor by asking as an owner would, nor by approving what an owner asked for.
  expect((await house.ask(anna, { action: 'take-off-two-factor', thing: carl.id })).status).toBe(404)
  const ofOperator = { action: 'take-off-operator-two-factor', thing: carl.id }
  for (const each of [anna, bert]) expect((await house.ask(each, ofOperator)).status).toBe(403)
  const id = await house.askedBy(olga, ofOperator)
  expect((await house.decide(bert, 'approve', id)).status).toBe(403)
  expect(await secretOf('carl')).not.toBeNull()
  const { status, body } = await house.decide(otto, 'approve', id)
  expect([status, body.data]).toMatchObject([
    200,
    { customer: null, before: [{ name: 'Operator', value: 'carl' }, {}] },
  ])
  expect((await carl.client.get('/operator/approvals')).status).toBe(401)
  expect((await house.mailTo(carl.email)).subject).toBe('Two-factor authentication is off')
})

test('the way for operators takes it off no customer', async () => {
  await house.enrol(await house.newCustomer('ordinary'))
  const olga = await house.newOperator('olga2', ['Owner'])
  const thing = await idOf(house.db, 'ordinary')
  expect((await house.ask(olga, { action: 'take-off-operator-two-factor', thing })).status).toBe(404)
})

test('where it is off already there is nothing to ask for', async () => {
  await house.newCustomer('without')
  const thing = await idOf(house.db, 'without')
  expect(await house.ask(anna, { action: 'take-off-two-factor', thing })).toMatchObject({
    status: 409,
    body: { error: { name: 'StateChanged', message: 'Two-factor authentication is already off.' } },
  })
})
