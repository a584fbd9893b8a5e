import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople } from '../identity/test-people.ts'
import { leaveNetwork } from './service.ts'
import { correctInTest } from './test-members.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

/** Printed with a failure, so that it can be repeated. */
const seed = Number(process.env.INGOT_SEED ?? Date.now() % 1_000_000)

const createRandom = (from: number) => {
  let state = from
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** As plain as can be: who brought whom, and nothing kept of it. */
type Person = { id: string; parent: number | null; isVerified: boolean; isErased: boolean; day: string }

let made = 0
/** All with one statement, as a batch comes. */
const insertPeople = async (db: Db, wanted: { parent: string | null; isVerified: boolean; day: string }[]) => {
  const rows = wanted.map((each, index) => ({ ...each, n: made + index }))
  made += wanted.length
  const { rows: come } = await sql<{ id: string; n: number }>`
    insert into customers (email, username, password_hash, email_verified_at, kyc_status, introducer, ref_code, user_hash,
      created_at)
    select 'tree' || n || '@example.com', 'tree' || n, '', now(), case when "isVerified" then 'Verified' else 'Pending' end,
      parent, lpad(n::text, 8, 'T'), lpad(to_hex(n), 64, '0'), day::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as given (n int, parent uuid, "isVerified" boolean, day text)
    order by n returning id, substr(username, 5)::int as n`.execute(db)
  return come.toSorted((one, other) => one.n - other.n).map(({ id }) => id)
}

const modelOf = (all: readonly Person[]) => {
  const counts: Record<string, { members: number; verified: number }> = {}
  const days: Record<string, number> = {}
  const links: string[] = []
  for (const person of all) {
    if (person.isErased) continue
    let above = person.parent
    for (let level = 1; level <= 5 && above !== null; level++) {
      const ancestor = all[above] as Person
      const key = `${ancestor.id} ${level}`
      const { members, verified } = counts[key] ?? { members: 0, verified: 0 }
      counts[key] = { members: members + 1, verified: verified + (person.isVerified ? 1 : 0) }
      const day = `${ancestor.id} ${level} ${person.day}`
      days[day] = (days[day] ?? 0) + 1
      links.push(`${ancestor.id} ${person.id} ${level}`)
      above = ancestor.parent
    }
  }
  return { counts, days, links: links.sort() }
}

const keptIn = async (db: Db) => {
  const counts = await sql<{ key: string; members: number; verified: number }>`
    select customer || ' ' || level as key, members, verified from network_counts where members > 0`.execute(db)
  const days = await sql<{ key: string; members: number }>`
    select customer || ' ' || level || ' ' || day as key, members from network_days where members > 0`.execute(db)
  const links = await sql<{ key: string }>`
    select ancestor || ' ' || customer || ' ' || level as key from network_links`.execute(db)
  return {
    counts: Object.fromEntries(counts.rows.map(({ key, ...count }) => [key, count])),
    days: Object.fromEntries(days.rows.map(({ key, members }) => [key, members])),
    links: links.rows.map(({ key }) => key).sort(),
  }
}

test(`a forest in which people come, are verified, moved and erased is counted as a plain model counts it (${seed})`, async () => {
  const { db } = people
  const random = createRandom(seed)
  const all: Person[] = []
  const dayOf = () => `2026-10-${String(1 + random(28)).padStart(2, '0')}`
  const come = async () => {
    const news = Array.from({ length: 1 + random(12) }, () => ({
      parent: all.length === 0 || random(6) === 0 ? null : random(all.length),
      isVerified: random(2) === 0,
      day: dayOf(),
    }))
    const wanted = news.map((each) => ({
      ...each,
      parent: each.parent === null ? null : (all[each.parent]?.id ?? null),
    }))
    const ids = await insertPeople(db, wanted)
    for (const [index, each] of news.entries()) all.push({ ...each, id: ids[index] ?? '', isErased: false })
  }
  const turn = async () => {
    const person = all[random(all.length)] as Person
    person.isVerified = !person.isVerified
    await sql`update customers set kyc_status = ${person.isVerified ? 'Verified' : 'Pending'} where id = ${person.id}`.execute(
      db,
    )
  }
  const move = async () => {
    const index = random(all.length)
    const person = all[index] as Person
    const parent = index === 0 || random(4) === 0 ? null : random(index)
    if (person.isErased || parent === person.parent) return
    await correctInTest(db, person.id, parent === null ? null : (all[parent]?.id ?? null))
    person.parent = parent
  }
  const erase = async () => {
    const person = all[random(all.length)] as Person
    if (random(4) > 0 || person.isErased) return
    await inTransaction(db, (tx) => leaveNetwork(tx, person.id))
    person.isErased = true
  }
  await come()
  for (let step = 0; step < 300; step++) {
    await [come, turn, turn, move, move, erase][random(6)]?.()
    if (step % 50 === 0) expect(await keptIn(db)).toEqual(modelOf(all))
  }
  expect(await keptIn(db)).toEqual(modelOf(all))
})

test('people who come, are verified and are moved below the same people at once are all counted', async () => {
  const { db } = people
  const day = '2026-10-09'
  const plain = { isVerified: false, day }
  const [top = ''] = await insertPeople(db, [{ ...plain, parent: null }])
  const [left = '', right = ''] = await insertPeople(db, [
    { ...plain, parent: top },
    { ...plain, parent: top },
  ])
  const moved = await insertPeople(
    db,
    Array.from({ length: 6 }, () => ({ ...plain, parent: left })),
  )
  const verify = (id: string) =>
    inTransaction(db, async (tx) => {
      await sql`update customers set kyc_status = 'Verified' where id = ${id}`.execute(tx)
      await sql`select from customers where id in (${left}, ${top}) order by number desc for no key update`.execute(tx)
    })
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => insertPeople(db, [{ ...plain, parent: n % 2 ? left : right }])),
    ...moved.map((id) => insertPeople(db, [{ ...plain, parent: id }])),
    ...moved.map((id) => verify(id)),
    ...moved.slice(0, 3).map((id) => correctInTest(db, id, right)),
  ])
  const { counts } = await keptIn(db)
  expect(counts[`${top} 1`]).toEqual({ members: 2, verified: 0 })
  expect(counts[`${top} 2`]).toEqual({ members: 26, verified: 6 })
  expect(counts[`${top} 3`]).toEqual({ members: 6, verified: 0 })
  expect(counts[`${left} 1`]).toEqual({ members: 13, verified: 3 })
  expect(counts[`${right} 1`]).toEqual({ members: 13, verified: 3 })
  expect([counts[`${left} 2`]?.members, counts[`${right} 2`]?.members]).toEqual([3, 3])
})

test('nobody comes to be above himself, not even by SQL', async () => {
  const { db } = people
  const plain = { isVerified: true, day: '2026-10-10' }
  const [old = ''] = await insertPeople(db, [{ ...plain, parent: null }])
  const [young = ''] = await insertPeople(db, [{ ...plain, parent: old }])
  await expect(correctInTest(db, old, young)).rejects.toThrow('was there before the introducer')
  await expect(correctInTest(db, old, old)).rejects.toThrow()
  await expect(sql`update customers set introducer = null where id = ${young}`.execute(db)).rejects.toThrow('stays')
  await expect(sql`update customers set number = default where id = ${old}`.execute(db)).rejects.toThrow()
  // Two who would bring each other, with one statement.
  const ring = sql`
    with ids as materialized (select gen_random_uuid() as one, gen_random_uuid() as other)
    insert into customers (id, email, username, password_hash, email_verified_at, introducer, ref_code, user_hash, created_at)
    select one, 'ring1@example.com', 'ring1', '', now(), other, 'RING0001', repeat('c', 64), now() from ids
    union all
    select other, 'ring2@example.com', 'ring2', '', now(), one, 'RING0002', repeat('d', 64), now() from ids`
  await expect(ring.execute(db)).rejects.toThrow('was there before the introducer')
})
