import { setTimeout as sleep } from 'node:timers/promises'
import { startTestReplica } from '@ingot/db/test-replica'
import { allEndpoints } from '@ingot/endpoints/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from './features/identity/identity.ts'
import { findByEmail } from './features/identity/store.ts'
import { type Client, createPeople, goodPassword, goodPin } from './features/identity/test-people.ts'

let server: Awaited<ReturnType<typeof startTestReplica>>
let people: Awaited<ReturnType<typeof createPeople>>
let ann: Client
beforeAll(async () => {
  server = await startTestReplica()
  people = await createPeople({ replicaOf: server.urlOf })
  ann = await people.newCustomer('ann')
})
afterAll(async () => {
  await people.close()
  await server.stop()
})

const state = () => {
  if (!people.replica) throw new Error('there is no replica')
  return people.replica.state()
}
const until = async (what: () => boolean | Promise<boolean>) => {
  for (let waited = 0; !(await what()); waited += 50) {
    if (waited > 25_000) throw new Error(`it did not happen: ${JSON.stringify(state())}`)
    await sleep(50)
  }
}
const kinds = async () => (await people.activityOf(ann)).slice(0, 2)
/** Who has answered, besides the answer. */
const asked = async <T>(ask: () => Promise<T>) => {
  const before = state().reads.replica
  return { answer: await ask(), byReplica: state().reads.replica > before }
}
const fromReplica = () => until(async () => (await asked(kinds)).byReplica)
/** As a worker would write it. */
const happens = async (kind: 'session-ended' | 'signed-out') => {
  const customer = await findByEmail(people.db, 'ann@example.com')
  const from = { address: '192.0.2.9', agent: '' }
  await record(people.db, people.identity, { customer: customer?.id ?? '', kind, from })
}

test('a history comes from the replica, late for what others write, never for what the reader wrote himself', async () => {
  await fromReplica()
  await server.pause()
  await happens('signed-out')
  expect(await asked(kinds)).toEqual({ answer: ['signed-in', expect.anything()], byReplica: true })
  expect((await ann.post('/set-pin', { password: goodPassword, pin: goodPin })).status).toBe(200)
  expect(await asked(kinds)).toEqual({ answer: ['pin-set', 'signed-out'], byReplica: false })
  await server.resume()
  await fromReplica()
  expect(await kinds()).toEqual(['pin-set', 'signed-out'])
})

test('a page that is some seconds old says of when it is, and the leader answers before it is older', async () => {
  await fromReplica()
  await server.pause()
  await happens('session-ended')
  const page = async () => (await ann.get('/activity')).body
  await until(async () => 'asOf' in (await page()).meta)
  const { data, meta } = await page()
  expect(data[0].kind).toBe('pin-set')
  expect(Date.now() - Date.parse(meta.asOf)).toBeGreaterThan(3_000)
  await until(async () => (await page()).data[0].kind === 'session-ended')
  expect((await page()).meta).toEqual({ cursor: null })
  // The leader answers as soon as one read was refused, and what is wrong is said with the next look.
  await until(() => /has not come as far/.test(state().problem ?? ''))
  const { parts, ready } = (await people.newClient().get('/health')).body.data
  expect([ready, parts.find(({ name }: { name: string }) => name === 'replica')]).toEqual([
    true,
    { name: 'replica', ok: false, problem: 'is not read from' },
  ])
  await server.resume()
  await fromReplica()
})

test('lists and files come from the leader at once when the replica dies', async () => {
  await fromReplica()
  const file = () => asked(async () => (await ann.get('/trades.csv')).status)
  expect(await file()).toEqual({ answer: 200, byReplica: true })
  await server.kill()
  expect((await asked(kinds)).answer).toEqual(['session-ended', 'pin-set'])
  expect(await file()).toEqual({ answer: 200, byReplica: false })
  await server.start()
  await fromReplica()
})

/** Those that name an object in their path are called in gates.test.ts. */
const declared = allEndpoints.filter(({ reads, params }) => reads && !params)

test('whatever is said to come from a replica can be answered by one', async () => {
  const customer = await people.newCustomer('cas', { verified: true })
  const operator = await people.newCustomer('olga', { operator: true })
  await people.enrol(operator)
  await until(async () => (await asked(() => customer.get('/activity'))).byReplica)
  await until(async () => (await asked(() => operator.get('/operator/audit'))).byReplica)
  const wrong = []
  for (const { name, path, gate } of declared) {
    const client = gate === 'operator' ? operator : customer
    const { answer, byReplica } = await asked(async () => (await client.get(path)).status)
    if (answer !== 200 || !byReplica) wrong.push({ name, answer, byReplica })
  }
  expect(wrong).toEqual([])
})

test('one that leads now is not read from', async () => {
  await fromReplica()
  await server.promote()
  await happens('signed-out')
  expect(await asked(kinds)).toEqual({ answer: ['signed-out', 'session-ended'], byReplica: false })
  expect(state().problem).toBe('this server is no replica')
})
