import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuild } from './taking.ts'
import { createProving } from './test-proofs.ts'

let house: Awaited<ReturnType<typeof createProving>>

beforeAll(async () => {
  house = await createProving()
})
afterAll(() => house.close())

const headerOf = async (number: number) =>
  (await house.newClient().get(`/reserves/snapshots/${number}`)).body.data.snapshot

test('after a restore a snapshot names the last one that is known, however many numbers were forgotten', async () => {
  const first = await house.snap()
  expect((await headerOf(first)).header.previous).toBeNull()
  await sql`insert into ledger_restores (series, known, next) values ('snapshot', ${first}, ${first + 5})`.execute(
    house.db,
  )
  const next = await house.snap()
  expect(next).toBe(first + 5)
  expect((await headerOf(next)).header.previous).toBe((await headerOf(first)).hash)
  expect(await rebuild(house.db, next)).toEqual([])
})

test('after a restore bytes that were lost count again as soon as the device sends them, and none that are there', async () => {
  const ann = await house.newCustomer('ann')
  const { rows } = await sql<{ id: string }>`select id from customers where username = 'ann'`.execute(house.db)
  await house.give(rows[0]?.id ?? '', 'QMGT', 5n)
  const [chosen, other] = ['0f'.repeat(16), '3c'.repeat(16)]
  const choose = async (mixed: string) => (await ann.post('/reserves/secret', { mixed })).body.data.since
  const secretOf = async () => (await ann.get('/reserves/proof')).body.data.secret.slice(64)
  await choose(chosen)
  // Back to a moment before the choice.
  await sql`delete from proof_choices`.execute(house.db)
  await house.snap()
  expect(await secretOf()).toBe('0'.repeat(32))
  const since = await choose(chosen)
  expect(await choose(other)).toBeNull()
  expect(await house.snap()).toBe(since)
  expect(await secretOf()).toBe(chosen)
})
