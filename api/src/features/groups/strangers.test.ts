import { randomUUID } from 'node:crypto'
import { purchaseInGroup } from '@ingot/endpoints/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroups, type Member } from './test-groups.ts'

let house: Awaited<ReturnType<typeof createGroups>>
let group: string
let certificate: string
let member: string
/** Somebody of each kind who is not in the group, or not any more. */
const people: Record<string, Member> = {}
let kim: Member

beforeAll(async () => {
  house = await createGroups()
  kim = await house.newMember('kim-ray')
  group = await house.newGroup(kim, [], 'Nobody’s business')
  await kim.buyIn(group)
  certificate = (await kim.purchases(group))[0].certificate.id
  for (const name of ['outside', 'asked', 'refused', 'left', 'removed']) people[name] = await house.newMember(name)
  const { asked, refused, left, removed } = people as Record<string, Member>
  for (const each of [left, removed]) if (each) await house.letIn(kim, group, each)
  await left?.buyIn(group)
  await removed?.buyIn(group)
  await left?.leave(group)
  const idOf = async (name: string, of: 'people' | 'requests') =>
    (await kim.group(group))[of].find((each: { name: string }) => each.name.startsWith(name)).id
  await kim.change(group, await idOf('removed', 'people'), 'Removed')
  await refused?.join(await kim.code(group))
  await kim.change(group, await idOf('refused', 'requests'), 'Refused')
  await asked?.join(await kim.code(group))
  member = await idOf('asked', 'requests')
})
afterAll(() => house.close())

const someone = (name: string): Member => people[name] as Member

/** Every call that names a group, by which of them it is answered otherwise than by 404. */
const calls: [string, (who: Member) => Promise<{ status: number }>, Record<string, number>][] = [
  ['readGroup', ({ client }) => client.get(`/groups/${group}`), { asked: 200, refused: 200, left: 200, removed: 200 }],
  ['renewGroupCode', ({ client }) => client.post(`/groups/${group}/code`), {}],
  ['changeMember', (who) => who.change(group, member, 'Member'), {}],
  ['showGrams', (who) => who.shows(group, true), {}],
  ['renameGroup', (who) => who.rename(group, 'Somebody else’s'), {}],
  ['closeGroup', (who) => who.close(group), {}],
  ['reportGroup', (who) => who.report(group), {}],
  ['quoteGroupPurchase', (who) => who.quoteIn(group), {}],
  [
    'reserveGroupPurchase',
    ({ client }) => client.post(`/groups/${group}/purchases/quotes/${randomUUID()}/reserve`),
    {},
  ],
  [
    'purchaseInGroup',
    ({ withPin }) => withPin(purchaseInGroup, { params: { id: group }, body: { quoteId: randomUUID() } }),
    {},
  ],
  ['listGroupPurchases', ({ client }) => client.get(`/groups/${group}/purchases`), { left: 200, removed: 200 }],
  ['readCertificate', ({ client }) => client.get(`/groups/${group}/certificates/${certificate}`), {}],
  ['leaveGroup', (who) => who.leave(group), { asked: 200 }],
]

describe('to whoever is not in a group it is not there', () => {
  test.each(calls)('%s', async (_name, call, others) => {
    const found: Record<string, number> = {}
    for (const [name, who] of Object.entries(people)) found[name] = (await call(who)).status
    expect(found).toEqual({ outside: 404, asked: 404, refused: 404, left: 404, removed: 404, ...others })
  })

  test('nothing of it has changed by that, and no quote was made', async () => {
    expect(await kim.group(group)).toMatchObject({ name: 'Nobody’s business', state: 'Open', members: 1 })
    const { rows } = await sql`select from deal_quotes where kind = 'group-purchase' and used_at is null`.execute(
      house.db,
    )
    expect(rows).toEqual([])
  })
})

test.each(['asked', 'refused', 'left', 'removed'])(
  'whoever %s learns name and kind, and nothing of the others',
  async (name) => {
    const told = await someone(name).group(group)
    expect(told).toMatchObject({
      ...{ name: 'Nobody’s business', kind: 'club', members: null, people: [], requests: [], total: null, code: null },
      may: { buy: false, admit: false, rename: false, close: false, report: false },
    })
    expect(JSON.stringify(told)).not.toContain('kim')
  },
)

test('whoever was removed keeps the own gold and its certificate, cannot come back, and ends it as everybody does', async () => {
  const removed = someone('removed')
  const [purchase] = await removed.purchases(group)
  expect(await removed.certificate(group, purchase.certificate.id)).toMatchObject({ version: 1, left: '1.99' })
  expect((await kim.client.get(`/groups/${group}/certificates/${purchase.certificate.id}`)).status).toBe(404)
  expect((await removed.join(await kim.code(group))).body.error.name).toBe('GroupCodeWrong')
  expect((await removed.end(purchase.holding, 'USDT', '1.99')).status).toBe(200)
  expect(await removed.purchases(group)).toMatchObject([{ open: '0' }])
})

test('a certificate is found in its own group alone', async () => {
  const other = await house.newGroup(kim)
  expect((await kim.client.get(`/groups/${group}/certificates/${certificate}`)).status).toBe(200)
  expect((await kim.client.get(`/groups/${other}/certificates/${certificate}`)).status).toBe(404)
  const note = (await kim.holding((await kim.purchases(group))[0].holding)).note.id
  expect((await kim.client.get(`/groups/${group}/certificates/${note}`)).status).toBe(404)
})

test('a quote of one group buys in no other', async () => {
  const other = await house.newGroup(kim)
  const { id } = (await kim.quoteIn(group)).body.data
  expect((await kim.buyAt(other, id)).body.error.name).toBe('QuoteMismatch')
})
