import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { affiliatesJobs } from './jobs.ts'
import { type Network, rankOf } from './rules.ts'
import { recomputeRanks } from './service.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

let made = 0
const idOf = async (client: Client): Promise<string> => (await client.get('/getInfo')).body.data.id
const rankOfClient = async (client: Client) => (await client.get('/getInfo')).body.data.customer_rank
const upline = async (client: Client) => (await client.get('/get-upline')).body

/** Customers without a session, who count in a network all the same; written into the table, as tests need dozens. */
const insertReferrals = async (introducer: string, count: number, status = 'Verified'): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into customers (email, username, password_hash, email_verified_at, kyc_status, introducer, ref_code, user_hash,
      created_at)
    select 'referral' || n || '@example.com', 'referral' || n, '', now(), ${status}, ${introducer}, lpad(n::text, 8, 'R'),
      lpad(to_hex(n), 64, '0'), now()
    from generate_series(${made + 1}::int, ${made + count}::int) n returning id`.execute(people.db)
  made += count
  return rows.map(({ id }) => id)
}

const setStatus = (id: string, status: string) =>
  inTransaction(people.db, async (tx) => {
    await sql`update customers set kyc_status = ${status} where id = ${id}`.execute(tx)
    await recomputeRanks(tx, id)
  })

test('a customer is an upline once verified and a direct referral is', async () => {
  const anna = await people.newCustomer('anna')
  const id = await idOf(anna)
  expect(await upline(anna)).toEqual({ data: false })
  const [referral = ''] = await insertReferrals(id, 1, 'Pending')
  await setStatus(id, 'Verified')
  expect(await upline(anna)).toEqual({ data: false })
  await setStatus(referral, 'Verified')
  expect(await upline(anna)).toEqual({ data: true })
  await setStatus(id, 'Pending')
  expect(await upline(anna)).toEqual({ data: false })
})

test('a verified customer further below makes nobody an upline', async () => {
  const berta = await people.newCustomer('berta', { verified: true })
  const [between = ''] = await insertReferrals(await idOf(berta), 1, 'Not Verified')
  await insertReferrals(between, 1)
  expect(await upline(berta)).toEqual({ data: false })
})

test('a visitor is not told', async () => {
  expect((await people.newClient().get('/get-upline')).status).toBe(401)
})

const { ranks, levels } = policy.affiliates

const exactly = ({ direct, all }: Network) => ({ direct, all })
const oneLess = ({ direct, all }: Network) => [
  { direct: direct - 1, all },
  { direct, all: all - 1 },
]

test('a rank begins exactly where the policy says', () => {
  expect(rankOf(true, { direct: 0, all: 0 })).toBeNull()
  expect(rankOf(true, exactly(ranks.Affiliates))).toBe('Affiliates')
  expect(rankOf(true, exactly(ranks.Introducer))).toBe('Introducer')
  expect(rankOf(true, exactly(ranks.Consultant))).toBe('Consultant')
  for (const network of oneLess(ranks.Introducer)) expect(rankOf(true, network)).toBe('Affiliates')
  for (const network of oneLess(ranks.Consultant)) expect(rankOf(true, network)).toBe('Introducer')
})

test('without a verification of one’s own there is no rank', () => {
  expect(rankOf(false, exactly(ranks.Consultant))).toBeNull()
})

test('a referral who becomes verified lifts every introducer above, as far up as the policy counts', async () => {
  const top = await people.newCustomer('carla', { verified: true })
  const middle = await people.newCustomer('clara', { verified: true, introducer: await idOf(top) })
  await insertReferrals(await idOf(middle), ranks.Introducer.all - ranks.Introducer.direct - 1)
  await insertReferrals(await idOf(top), ranks.Introducer.direct - 1)
  const [last = ''] = await insertReferrals(await idOf(middle), 1, 'Pending')
  expect(await rankOfClient(top)).toBeNull()
  await setStatus(last, 'Verified')
  expect(await rankOfClient(middle)).toEqual({ role: 'Affiliates' })
  expect(await rankOfClient(top)).toEqual({ role: 'Introducer' })
  await setStatus(last, 'Rejected')
  expect(await rankOfClient(top)).toEqual({ role: 'Affiliates' })
})

test('the network counts only so many levels down', async () => {
  const top = await people.newCustomer('dora', { verified: true })
  let above = await idOf(top)
  const [direct = ''] = await insertReferrals(above, ranks.Introducer.direct)
  above = direct
  for (let level = 2; level <= levels; level++) [above = ''] = await insertReferrals(above, 1)
  const missing = ranks.Introducer.all - ranks.Introducer.direct - (levels - 1)
  const [tooDeep = ''] = await insertReferrals(above, missing)
  await setStatus(tooDeep, 'Verified')
  expect(await rankOfClient(top)).toBeNull()
  await setStatus(direct, 'Verified')
  expect(await rankOfClient(top)).toEqual({ role: 'Affiliates' })
  const [near = ''] = await insertReferrals(direct, missing)
  await setStatus(near, 'Verified')
  expect(await rankOfClient(top)).toEqual({ role: 'Introducer' })
})

test('a customer who is no longer verified has no rank, and gets it back', async () => {
  const emma = await people.newCustomer('emma', { verified: true })
  const id = await idOf(emma)
  const [referral = ''] = await insertReferrals(id, 1)
  await setStatus(referral, 'Verified')
  await setStatus(id, 'Pending')
  expect(await rankOfClient(emma)).toBeNull()
  await setStatus(id, 'Verified')
  expect(await rankOfClient(emma)).toEqual({ role: 'Affiliates' })
})

const someoneWaits = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(people.db)
  return rows.length > 0
}

test('two referrals who are verified at the same moment are both counted', async () => {
  const fria = await people.newCustomer('fria', { verified: true })
  const id = await idOf(fria)
  await insertReferrals(id, ranks.Introducer.all - 2)
  const [one = '', other = ''] = await insertReferrals(id, 2, 'Pending')
  let second: Promise<void> | undefined
  let secondIsDone = false
  await inTransaction(people.db, async (tx) => {
    await sql`update customers set kyc_status = 'Verified' where id = ${one}`.execute(tx)
    await recomputeRanks(tx, one)
    second = setStatus(other, 'Verified').finally(() => {
      secondIsDone = true
    })
    // The first commits only when the second has come as far as it can.
    while (!secondIsDone && !(await someoneWaits())) await new Promise(setImmediate)
  })
  await second
  expect(await rankOfClient(fria)).toEqual({ role: 'Introducer' })
})

test('the nightly job gives everybody the rank that the policy of the day says', async () => {
  const greta = await people.newCustomer('greta', { verified: true })
  await insertReferrals(await idOf(greta), ranks.Introducer.all)
  const hanna = await people.newCustomer('hanna', { verified: true })
  await sql`update customers set customer_rank = 'Consultant' where username = 'hanna'`.execute(people.db)
  const [job] = affiliatesJobs(people.db)
  await job?.handle({}, 'night')
  expect(await rankOfClient(greta)).toEqual({ role: 'Introducer' })
  expect(await rankOfClient(hanna)).toBeNull()
})
