import { randomUUID } from 'node:crypto'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { groupMoves, memberMoves, reportMoves } from './rules.ts'
import { createGroups, type Member } from './test-groups.ts'

let house: Awaited<ReturnType<typeof createGroups>>
beforeAll(async () => {
  house = await createGroups()
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

/** Fills a group up to so many by hand: people who signed in would take a minute. */
const fill = (group: string, members: number) =>
  sql`
    insert into gds_members (id, group_id, customer, state, asked_at, joined_at)
    select gen_random_uuid(), ${group}, gen_random_uuid(), 'Member', ${house.now()}, ${house.now()}
    from generate_series(1, ${members})`.execute(house.db)

const countOf = async (group: string) => {
  const { rows } = await sql<{ state: string; count: number; creators: number }>`
    select state, count(*)::int as count, count(*) filter (where is_creator)::int as creators
    from gds_members where group_id = ${group} group by state order by state`.execute(house.db)
  return rows
}

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const namesOf = (answers: readonly { body: { error: { name: string } | null } }[]) =>
  answers.flatMap(({ body }) => body.error?.name ?? []).sort()

test('fifty are in a group and no more, however many ask at once', async () => {
  const ann = await house.newMember('ann-a')
  const id = await house.newGroup(ann)
  const code = await ann.code(id)
  await fill(id, policy.groups.mostMembers - 3)
  const askers = await Promise.all(['bea', 'cas', 'dan', 'eva', 'fay'].map((name) => house.newMember(`${name}-races`)))
  const answers = await Promise.all(askers.map((each) => each.join(code)))
  expect(statusesOf(answers)).toEqual([200, 200, 409, 409, 409])
  expect(namesOf(answers)).toEqual(['GroupFull', 'GroupFull', 'GroupFull'])
  await ann.admit(id)
  expect((await ann.group(id)).members).toBe(policy.groups.mostMembers)
})

test('somebody is in ten groups and no more, however many he makes and joins at once', async () => {
  const [ann, ben] = [await house.newMember('ann-b'), await house.newMember('ben-b')]
  const codes = []
  for (let made = 0; made < 4; made++) codes.push(await ann.code(await house.newGroup(ann)))
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, number) => ben.make(`Circle number ${number}x`)),
    ...codes.map((code) => ben.join(code)),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(policy.groups.mostGroups)
  expect(namesOf(answers)).toEqual(Array(4).fill('TooManyGroups'))
  expect((await ben.client.get('/groups')).body.data.groups).toHaveLength(policy.groups.mostGroups)
  // Whoever leaves one may enter another.
  const [{ id }] = (await ben.client.get('/groups')).body.data.groups
  expect((await ben.leave(id)).status).toBe(200)
  expect((await ben.make('One more')).status).toBe(200)
})

test('of two purchases and a leave at once each happens or is refused, and none is half there', async () => {
  const [ann, ben] = [await house.newMember('ann-c'), await house.newMember('ben-c')]
  const id = await house.newGroup(ann, [ben])
  const quotes = [(await ben.quoteIn(id)).body.data.id, (await ben.quoteIn(id, '100')).body.data.id]
  const [left, ...bought] = await Promise.all([ben.leave(id), ...quotes.map((quote) => ben.buyAt(id, quote))])
  expect(left?.status).toBe(200)
  for (const { status, body } of bought) if (status !== 200) expect(body.error.name).toBe('NotFound')
  const done = bought.filter(({ status }) => status === 200).length
  expect(await ben.purchases(id)).toHaveLength(done)
  expect((await ben.group(id)).mine.state).toBe('Left')
  expect((await ben.quoteIn(id)).status).toBe(404)
})

test('whoever lost the answer to a purchase has it again, also after he left', async () => {
  const [ann, ben] = [await house.newMember('lost-ann'), await house.newMember('lost-ben')]
  const id = await house.newGroup(ann, [ben])
  const [quote, key] = [(await ben.quoteIn(id)).body.data.id, randomUUID()]
  const bought = await ben.buyAt(id, quote, key)
  expect(bought.status).toBe(200)
  await ben.leave(id)
  expect(await ben.buyAt(id, quote, key)).toMatchObject({ status: 200, body: bought.body })
  expect((await ben.buyAt(id, quote)).status).toBe(404)
})

test('of all who leave at once the last one archives the group, and it has one creator until then', async () => {
  const people: Member[] = []
  for (const name of ['ann', 'ben', 'cas', 'dan']) people.push(await house.newMember(`${name}-d`))
  const [ann, ...others] = people as [Member, ...Member[]]
  const id = await house.newGroup(ann, others)
  const [, , dan] = others
  const answers = await Promise.all([ann, ...others.slice(0, 2)].map((each) => each.leave(id)))
  expect(statusesOf(answers)).toEqual([200, 200, 200])
  expect(await countOf(id)).toEqual([
    { state: 'Admin', count: 1, creators: 1 },
    { state: 'Left', count: 3, creators: 0 },
  ])
  expect((await dan?.leave(id))?.body.data.state).toBe('Archived')
  // Twice at once is once.
  const again = await Promise.all([dan?.leave(id), dan?.leave(id)])
  expect(again.map((each) => each?.status)).toEqual([404, 404])
})

test('of an admin who lets somebody in and one who refuses him one was quicker', async () => {
  const [ann, ben, cas] = [
    await house.newMember('ann-e'),
    await house.newMember('ben-e'),
    await house.newMember('cas-e'),
  ]
  const id = await house.newGroup(ann, [ben])
  const { people } = await ann.group(id)
  await ann.change(id, people[1].id, 'Admin')
  await cas.join(await ann.code(id))
  const [{ id: request }] = (await ann.group(id)).requests
  const answers = await Promise.all([ann.change(id, request, 'Member'), ben.change(id, request, 'Refused')])
  expect(statusesOf(answers)[0]).toBe(200)
  expect(statusesOf(answers)[1]).toBeGreaterThanOrEqual(404)
})

test('twelve who buy at one quote buy once, and many parts that end at once leave one certificate that holds', async () => {
  const ann = await house.newMember('ann-f')
  const id = await house.newGroup(ann)
  const quote = (await ann.quoteIn(id)).body.data.id
  const answers = await Promise.all(Array.from({ length: 12 }, () => ann.buyAt(id, quote)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [{ holding }] = await ann.purchases(id)
  const ended = await Promise.all(Array.from({ length: 6 }, () => ann.end(holding, 'USDT', '0.25')))
  const done = ended.filter(({ status }) => status === 200).length
  expect(done).toBeGreaterThan(0)
  const [{ certificate, open }] = await ann.purchases(id)
  expect(await ann.certificate(id, certificate.id)).toMatchObject({ version: 1 + done, left: open })
})

describe('a state moves in one place, and only as it may', () => {
  const insert = {
    'gds-group': (state: string) => sql<{ id: string }>`
      insert into gds_groups (id, name, kind, state, created_at) values (gen_random_uuid(), 'x', 'club', ${state}, now()) returning id`,
    'gds-member': (state: string) => sql<{ id: string }>`
      insert into gds_members (id, group_id, customer, state, asked_at)
      select gen_random_uuid(), id, gen_random_uuid(), ${state}, now() from gds_groups limit 1 returning id`,
    'gds-report': (state: string) => sql<{ id: string }>`
      insert into gds_reports (id, group_id, customer, name, why, at, state)
      select gen_random_uuid(), id, gen_random_uuid(), 'x', 'other', now(), ${state} from gds_groups limit 1 returning id`,
  } as const

  test.each([groupMoves, memberMoves, reportMoves])('$name', async (thing) => {
    const states = Object.keys(thing.moves)
    for (const from of states)
      for (const to of states.filter((state) => state !== from)) {
        const { rows } = await insert[thing.name as keyof typeof insert](from).execute(house.db)
        const id = rows[0]?.id ?? ''
        const may = (thing.moves as Record<string, readonly string[]>)[from]?.includes(to)
        const moved = await inTransaction(house.db, (tx) =>
          advance(tx, thing as typeof memberMoves, id, { from: from as 'Left', to: to as 'Left', by: 'test' }),
        ).then(
          () => true,
          () => false,
        )
        expect([from, to, moved]).toEqual([from, to, may])
        // The database keeps to the same table by itself.
        if (may) continue
        const table = sql.table(thing.table)
        await expect(sql`update ${table} set state = ${to} where id = ${id}`.execute(house.db)).rejects.toThrow()
      }
  })
})
