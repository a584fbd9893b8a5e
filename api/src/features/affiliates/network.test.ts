import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer } from '../../customer-data.ts'
import { policy } from '../../policy.ts'
import { kycJobs } from '../kyc/jobs.ts'
import { type Brought, createNetwork, members } from './test-network.ts'

let house: Awaited<ReturnType<typeof createNetwork>>
beforeAll(async () => {
  house = await createNetwork()
})
afterAll(() => house.close())

const idIn = async (of: Brought, query = ''): Promise<string> => (await members(of, query))[0].id
const network = async ({ client }: Brought) => (await client.get('/network')).body.data
const erase = async (username: string) =>
  eraseCustomer({ ...house, personalData: house.kyc.personalData, reader: 'test' }, username)

test('whoever was brought is seen from above without a name, and by first name and initial once verified', async () => {
  const anna = await house.newMember('anna-berg')
  const ben = await house.newUnverified('ben-cole', anna)
  const [row] = await members(anna)
  expect(row).toEqual({
    id: expect.any(String),
    ...{ name: null, isVerified: false, rank: null, level: 1, direct: 0, since: expect.any(String) },
  })
  await house.verify(ben.id, 'ben-cole')
  expect((await members(anna))[0]).toMatchObject({ id: row.id, name: 'Ben C.', isVerified: true })
  await house.setStatus(ben.id, 'Pending')
  expect((await members(anna))[0]).toMatchObject({ name: null, isVerified: false })
  expect(JSON.stringify(await members(anna))).not.toMatch(new RegExp(`${ben.id}|ben-cole|example.com`))
})

test('the whole name is shown to whoever is above once its owner agreed, and no longer when not', async () => {
  const carl = await house.newMember('carl-dorn')
  const dora = await house.newMember('dora-ernst', carl)
  const save = (showsName?: boolean) =>
    dora.client.send('PUT', '/preferences', {
      mails: ['plans'],
      ...(showsName !== undefined && { showsName }),
    })
  expect((await members(carl))[0].name).toBe('Dora E.')
  expect((await save(true)).body.data).toEqual({ mails: ['plans'], showsName: true })
  expect((await members(carl))[0].name).toBe('Dora Ernst')
  expect((await members(carl, '?search=ernst'))[0].name).toBe('Dora Ernst')
  expect((await save()).body.data.showsName).toBe(true)
  expect((await dora.client.get('/getInfo')).body.data.preferences.showsName).toBe(true)
  await save(false)
  expect((await members(carl))[0].name).toBe('Dora E.')
  expect(await members(carl, '?search=ernst')).toEqual([])
})

test('the figures tell each level, the rank and what is missing for the next', async () => {
  const top = await house.newMember('emil-fink')
  const middle = await house.newMember('fay-gold', top)
  await house.newUnverified('gus-hall', top)
  await house.newMember('hal-iker', middle)
  const { levels, rank, next, counted, ranks } = await network(top)
  expect(levels).toEqual([
    { level: 1, members: 2, verified: 1, recent: 2 },
    { level: 2, members: 1, verified: 1, recent: 1 },
    ...[3, 4, 5].map((level) => ({ level, members: 0, verified: 0, recent: 0 })),
  ])
  const { Introducer } = policy.affiliates.ranks
  expect({ rank, next, counted }).toEqual({
    rank: 'Affiliates',
    next: { rank: 'Introducer', direct: Introducer.direct - 1, all: Introducer.all - 2 },
    counted: { direct: 1, all: 2 },
  })
  expect(ranks).toContainEqual({ rank: 'Introducer', ...Introducer })
  await sql`
    update network_days set day = day - ${policy.affiliates.newDays}::int where customer = ${top.id} and level = 1`.execute(
    house.db,
  )
  expect((await network(top)).levels[0]).toMatchObject({ members: 2, recent: 0 })
})

test('a level, and whom a member brought, are read newest first and page by page', async () => {
  const top = await house.newMember('ida-jung')
  const middle = await house.newMember('jon-kent', top)
  await sql`
    insert into customers (email, username, password_hash, email_verified_at, introducer, ref_code, user_hash, created_at)
    select 'many' || n || '@example.com', 'many' || n, '', now(), ${middle.id}, lpad(n::text, 8, 'M'),
      lpad(to_hex(n), 64, '0'), now() from generate_series(1, 120) n order by n`.execute(house.db)
  const under = await idIn(top)
  for (const query of ['?level=2', `?under=${under}`]) {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: { id: string; level: number }[]; meta: { cursor: string | null } } = (
        await top.client.get(`/network/members${query}${cursor && `&cursor=${cursor}`}`)
      ).body
      expect(page.data.every(({ level }) => level === 2)).toBe(true)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.meta.cursor
    }
    const { rows } = await sql<{ id: string }>`
      select m.id from network_members m join customers c on c.id = m.customer
      where c.introducer = ${middle.id} order by c.number desc`.execute(house.db)
    expect(seen).toEqual(rows.map(({ id }) => id))
  }
  expect((await members(top))[0].direct).toBe(120)
})

describe('down to five levels', () => {
  const line: Brought[] = []
  const ids: string[] = []
  let beside: Brought
  beforeAll(async () => {
    for (const name of ['kai-one', 'lea-two', 'mia-three', 'nia-four', 'ole-five', 'pia-six', 'quin-seven'])
      line.push(await house.newMember(name, line.at(-1)))
    for (const [index, each] of line.slice(0, -1).entries()) ids[index + 1] = await idIn(each)
    beside = await house.newMember('rob-beside', line[0])
  })
  const at = (index: number) => line[index] as Brought

  test('a member is opened with the way down to it', async () => {
    const { body } = await at(0).client.get(`/network/members/${ids[3]}`)
    expect(body.data).toMatchObject({ id: ids[3], name: 'Nia F.', level: 3, direct: 1, isVerified: true })
    expect(body.data.path).toEqual([
      { id: ids[1], name: 'Lea T.', isVerified: true },
      { id: ids[2], name: 'Mia T.', isVerified: true },
    ])
    expect((await at(0).client.get(`/network/members/${ids[5]}`)).body.data).toMatchObject({ level: 5, direct: null })
    expect((await members(at(0), '?level=5')).map((each: { id: string }) => each.id)).toEqual([ids[5]])
  })

  test('whoever is not below is not there, whatever is asked', async () => {
    const outsider = await house.newMember('sue-outside')
    const own = (index: number) => ids[index] ?? ''
    const table: [string, Brought, string][] = [
      ['oneself', at(1), own(1)],
      ['above', at(3), own(2)],
      ['beside', beside, own(1)],
      ['deeper', at(0), own(6)],
      ['from outside', outsider, own(1)],
      ['by the customer’s id', at(0), at(1).id],
      ['nobody', at(0), randomUUID()],
    ]
    for (const [who, asking, id] of table)
      for (const path of [`/network/members/${id}`, `/network/members?under=${id}`]) {
        const { status, body } = await asking.client.get(path)
        expect([who, path, status, body.error.name]).toEqual([who, path, 404, 'NotFound'])
      }
    expect((await at(0).client.get(`/network/members?under=${ids[5]}`)).status).toBe(404)
    for (const search of ['quin', 'sue', 'kai']) expect(await members(at(0), `?search=${search}`)).toEqual([])
  })

  test('names are found by how any of their words begins, on a level or on all', async () => {
    const found = async (query: string) => (await members(at(0), query)).map(({ name }: { name: string }) => name)
    expect(await found('?search=MI')).toEqual(['Mia T.'])
    expect(await found('?search=pia')).toEqual(['Pia S.'])
    expect(await found('?search=ni%20f')).toEqual(['Nia F.'])
    expect(await found('?search=lea&level=2')).toEqual([])
    const few = policy.affiliates.searchedOneByOne
    Object.assign(policy.affiliates, { searchedOneByOne: 0 })
    expect(await found('?search=MI')).toEqual(['Mia T.'])
    expect(await found('?search=ni%20f')).toEqual(['Nia F.'])
    expect(await found('?search=lea&level=2')).toEqual([])
    Object.assign(policy.affiliates, { searchedOneByOne: few })
    for (const bad of ['?search=m', '?search=.%25', `?under=${ids[1]}&level=1`, '?level=6', '?under=x', '?cursor=x'])
      expect((await at(0).client.get(`/network/members${bad}`)).status).toBe(400)
  })

  test('whoever is erased is nobody’s any more, and who is below stays', async () => {
    const before = await network(at(0))
    await erase('mia-three')
    expect((await at(0).client.get(`/network/members/${ids[2]}`)).status).toBe(404)
    const after = await network(at(0))
    expect(after.levels[1]).toMatchObject({
      members: before.levels[1].members - 1,
      verified: before.levels[1].verified - 1,
    })
    expect(after.levels[2]).toEqual(before.levels[2])
    expect(await members(at(0), '?search=mia')).toEqual([])
    const { body } = await at(0).client.get(`/network/members/${ids[3]}`)
    expect(body.data.path).toEqual([
      { id: ids[1], name: 'Lea T.', isVerified: true },
      { id: null, name: null, isVerified: false },
    ])
  })
})

test('only who is verified sees a network, and reading it has limits', async () => {
  const vic = await house.newUnverified('vic-wood')
  expect((await vic.client.get('/network')).status).toBe(403)
  await house.verify(vic.id, 'vic-wood')
  for (const [scope, path] of [
    ['network', '/network'],
    ['network', '/network/members'],
    ['network', `/network/members/${randomUUID()}`],
    ['network-search', '/network/members?search=an'],
  ] as const) {
    expect((await vic.client.get(path)).status).not.toBe(429)
    await sql`update tries set count = ${policy.tries[scope].perSubject}
      where scope = ${scope} and subject = ${vic.id}`.execute(house.db)
    expect((await vic.client.get(path)).body.error.name).toBe('TooManyTries')
    await sql`delete from tries where subject = ${vic.id}`.execute(house.db)
  }
})

test('names of those who were verified before are kept in the night', async () => {
  const xena = await house.newMember('xena-york')
  const yves = await house.newMember('yves-zorn', xena)
  await sql`update network_members set name = null where customer = ${yves.id}`.execute(house.db)
  expect((await members(xena))[0]).toMatchObject({ name: null, isVerified: true })
  const { job, handle } = kycJobs(house.kyc, house).at(-1) ?? {}
  expect(job?.name).toBe('keep-names')
  await handle?.({}, 'night')
  expect((await members(xena))[0].name).toBe('Yves Z.')
})
