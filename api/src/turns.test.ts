import { data, endpoint } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from './bind.ts'
import { type Client, createPeople } from './features/identity/test-people.ts'
import { policy } from './policy.ts'
import { allFeatures, type Features, type ServerDeps } from './server.ts'
import { createTurns } from './turns.ts'

const { callsAtOnce, callsWaiting } = policy.session

const slow = endpoint({
  name: 'slow',
  method: 'POST',
  path: '/test/slow',
  summary: 'Keeps a connection to the database busy, then answers or fails.',
  gate: 'session',
  body: z.strictObject({ fails: z.optional(z.boolean()) }),
  reply: data(z.null()),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

let underWay = 0
let mostUnderWay = 0
const withSlow = (deps: ServerDeps): Features => {
  const { endpoints, bindings } = allFeatures(deps)
  const binding = bind(slow, async ({ body }) => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    try {
      await sql`select pg_sleep(0.03)`.execute(deps.db)
      if (body.fails) throw new Error('it was asked to fail')
      return { data: null }
    } finally {
      underWay--
    }
  })
  return { endpoints: [...endpoints, slow], bindings: [...bindings, binding] }
}

const turns = createTurns()
let people: Awaited<ReturnType<typeof createPeople>>
let greedy: Client
let other: Client
beforeAll(async () => {
  people = await createPeople({ features: withSlow, turns })
  greedy = await people.newCustomer('greedy')
  other = await people.newCustomer('modest')
})
afterAll(() => people.close())

type Answer = Awaited<ReturnType<Client['post']>>
const statusesOf = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('a session that asks for a thousand things at once', () => {
  test('gets some, is told to come back for the rest, and leaves the others their turn', async () => {
    const burst = Promise.all(Array.from({ length: 1000 }, () => greedy.post('/test/slow', {})))
    let isOver = false
    void burst.then(() => (isOver = true))
    let answered = 0
    while (!isOver) {
      expect((await other.post('/test/slow', {})).status).toBe(200)
      answered++
    }
    const answers = await burst
    const { 200: done = 0, 429: refused = 0 } = statusesOf(answers)
    expect(done + refused).toBe(1000)
    expect(done).toBeGreaterThanOrEqual(callsAtOnce + callsWaiting)
    expect(refused).toBeGreaterThan(500)
    // Each of the other's calls waits for no more than its own work, so it gets in several while the burst is worked off.
    expect(answered).toBeGreaterThan(3)
    expect(mostUnderWay).toBeLessThanOrEqual(callsAtOnce + 1)
    const refusal = answers.find(({ status }) => status === 429)
    expect(refusal?.body.error.name).toBe('RateLimited')
    expect(refusal?.headers['retry-after']).toBe(String(policy.session.longestWaitSeconds))
    expect(turns.sessions()).toBe(0)
  })

  test('gets all of them one after the other, whatever becomes of each', async () => {
    for (let n = 0; n < 3 * callsAtOnce; n++) await greedy.post('/test/slow', { fails: n % 2 === 0 })
    await greedy.post('/test/slow', { unknown: true })
    const answers = await Promise.all(Array.from({ length: 2 * callsAtOnce }, () => greedy.post('/test/slow', {})))
    expect(statusesOf(answers)).toEqual({ 200: 2 * callsAtOnce })
    expect(turns.sessions()).toBe(0)
  })

  test('leaves nothing behind when it hangs up', async () => {
    const address = await people.app.listen({ port: 0, host: '127.0.0.1' })
    const { jwt, cookie } = greedy.state
    const gone = new AbortController()
    const calls = Array.from({ length: 2 * callsAtOnce }, () =>
      fetch(`${address}/api/test/slow`, {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${jwt}`, cookie, 'content-type': 'application/json' },
        signal: gone.signal,
      }).catch(() => 'gone'),
    )
    await expect.poll(() => underWay).toBeGreaterThan(0)
    gone.abort()
    await Promise.all(calls)
    await expect.poll(turns.sessions).toBe(0)
  })
})

test('whoever waits too long for a turn is told to come back, and the others go on', async () => {
  const short = createTurns({ callsAtOnce: 1, callsWaiting: 2, longestWaitSeconds: 0.05 })
  const held = Promise.withResolvers<string>()
  const first = short.take('one', () => held.promise)
  await expect(short.take('one', () => 'never')).rejects.toMatchObject({ error: 'RateLimited' })
  expect(await short.take('two', () => 'at once')).toBe('at once')
  const next = short.take('one', () => 'in turn')
  held.resolve('done')
  expect([await first, await next, short.sessions()]).toEqual(['done', 'in turn', 0])
})
