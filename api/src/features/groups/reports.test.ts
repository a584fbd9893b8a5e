import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { leaveAll } from './members.ts'
import { createGroups } from './test-groups.ts'

let house: Awaited<ReturnType<typeof createHouse>>
let sue: Operator
let olga: Operator
const createHouse = async () => withOperators(await createGroups())
beforeAll(async () => {
  house = await createHouse()
  sue = await house.newOperator('sue', ['Support'])
  olga = await house.newOperator('olga', ['Finance'])
})
afterAll(() => house.close())

const queueOf = async ({ client }: Operator) => (await client.get('/operator/queues/group-names')).body.data
const decide = ({ client }: Operator, id: string, action: string) =>
  client.post(`/operator/queues/group-names/${id}/decide`, { action, reason: 'somebody complained' })
const auditOf = async (thing: string) => {
  const { rows } = await sql<{ action: string; operator: string; customer: string; reason: string }>`
    select action, operator, customer, reason from audit_lines where thing = ${thing} order by number`.execute(house.db)
  return rows
}
const numberOf = async (id: string) => {
  const { rows } = await sql<{ number: string }>`select number from gds_groups where id = ${id}`.execute(house.db)
  return rows[0]?.number
}

/** A group with two in it who reported its name. */
const reported = async (name: string, why: string) => {
  const [ann, ben] = [await house.newMember(`ann-${why}`), await house.newMember(`ben-${why}`)]
  const id = await house.newGroup(ann, [ben], name)
  expect((await ben.report(id, why)).status).toBe(200)
  expect((await ben.report(id, 'other')).body.error.name).toBe('StateChanged')
  expect((await ann.report(id, 'other')).status).toBe(200)
  return { ann, ben, id }
}

test('a name that was reported is one line for Support, who renames the group for good; certificates keep the name', async () => {
  const { ann, id } = await reported('<b>Rude</b>', 'offensive')
  await ann.buyIn(id)
  expect((await olga.client.get('/operator/queues/group-names')).status).toBe(404)
  const [line, ...others] = await queueOf(sue)
  expect(others).toEqual([])
  expect(line).toMatchObject({
    ...{ title: '<b>Rude</b>', state: 'Reported', customer: { id: ann.id, username: ann.username } },
    choices: [{ action: 'rename-group' }, { action: 'close-group' }, { action: 'dismiss-report' }],
  })
  expect(line.facts).toContainEqual({ name: 'Reports', value: '2' })
  expect((await decide(olga, line.id, 'rename-group')).status).toBe(404)
  expect((await decide(sue, line.id, 'rename-group')).status).toBe(200)
  const name = `Group ${await numberOf(id)}`
  expect(await ann.group(id)).toMatchObject({ name, isNameFixed: true, may: { rename: false } })
  expect((await ann.rename(id, 'Rude again')).body.error.name).toBe('GroupNameFixed')
  expect(await auditOf(line.id)).toEqual([
    { action: 'rename-group', operator: sue.id, customer: ann.id, reason: 'somebody complained' },
  ])
  expect(await queueOf(sue)).toEqual([])
  expect((await decide(sue, line.id, 'dismiss-report')).body.error.name).toBe('StateChanged')
  const [{ certificate }] = await ann.purchases(id)
  const { content } = (await ann.client.get(`/documents/${certificate.id}`)).body.data
  expect(JSON.stringify(content)).toContain('<b>Rude</b>')
  expect((await ann.certificate(id, certificate.id)).group).toEqual({ id, name })
})

test('a report is dismissed, or closes the group; of two who decide at once one was quicker', async () => {
  const one = await reported('Fine', 'misleading')
  const [line] = await queueOf(sue)
  const answers = await Promise.all([decide(sue, line.id, 'dismiss-report'), decide(sue, line.id, 'dismiss-report')])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await one.ann.group(one.id)).name).toBe('Fine')
  // It may be reported again.
  expect((await one.ben.report(one.id)).status).toBe(200)
  const [again] = await queueOf(sue)
  expect(again.id).not.toBe(line.id)
  expect((await decide(sue, again.id, 'close-group')).status).toBe(200)
  expect(await one.ann.group(one.id)).toMatchObject({ state: 'Closed', code: null, members: 2 })
  expect((await decide(sue, 'nothing', 'close-group')).status).toBe(404)
})

test('whoever is erased leaves every group, and hands over what he made', async () => {
  const [ann, ben] = [await house.newMember('ann-erased'), await house.newMember('ben-erased')]
  const id = await house.newGroup(ann, [ben])
  await inTransaction(house.db, (tx) => leaveAll(tx, ann.id, house.now()))
  expect(await ben.group(id)).toMatchObject({ members: 1, mine: { isCreator: true } })
})
