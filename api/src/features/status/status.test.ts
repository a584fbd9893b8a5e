import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contactsHealth, notingContact } from '../../contacts/contacts.ts'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { createTestApi } from '../../test-api.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { provingOperators } from '../identity/test-two-factor.ts'
import { createBoard } from './board.ts'
import { look } from './looking.ts'
import type { StatusDesk } from './status.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let [olga, sam, aud, fin]: Client[] = []

const { newOperator: operator, proofOf } = provingOperators(() => people)
/** With what it takes to speak to everybody. */
const post = async (client: Client | undefined, path: string, body: object) =>
  client?.post(`/operator/incidents${path}`, { ...body, ...(await proofOf(client)) })
let desk: StatusDesk
/** The features' own words about themselves. */
let ill: HealthPart[] = []

beforeAll(async () => {
  people = await createPeople()
  const { db, log, now, identity } = people
  desk = { db, log, now, identity, board: createBoard({ db, log, now, hasCards: true }) }
})
afterAll(() => people.close())

const health = async () => ill
const second = 1000
const lookAfter = async (seconds: number) => {
  people.passTime(seconds * second)
  await look(desk, health)
}
const stopped = (name: string): HealthPart[] => [
  { name, ok: false, problem: 'secret-host:5432 refused', advice: 'restart it', stops: 'price' },
]
/** As a visitor is told after the process has forgotten what it knew. */
const told = async () => {
  people.passTime(policy.status.cacheSeconds * second)
  const { body } = await people.newClient().get('/status')
  return body.data
}
const part = async (name: string) => (await told()).parts.find((each: { name: string }) => each.name === name)
const line = async () => {
  people.passTime(policy.status.cacheSeconds * second)
  return (await people.newClient().get('/status/line')).body.data
}

test('before anybody has looked nothing is claimed, and after a look everything works', async () => {
  expect((await part('price')).works).toBe(null)
  await lookAfter(20)
  const at = people.now().toISOString()
  expect(await part('price')).toEqual({ name: 'price', works: true, since: at })
  expect(await line()).toEqual([])
  // Nobody takes cards here, so nothing is said of them.
  expect(await part('cards')).toBe(undefined)
})

test('a part that is ill for two minutes opens one incident, and closes it two minutes after it is well, telling no internals', async () => {
  ill = stopped('price')
  await lookAfter(20)
  const began = people.now().toISOString()
  await lookAfter(100)
  expect(await line()).toEqual([])
  await lookAfter(20)
  await lookAfter(20)
  expect((await line()).map(({ title }: { title: string }) => title)).toEqual(['There is no current gold price'])
  const { parts, open, past } = await told()
  expect(parts.find(({ name }: { name: string }) => name === 'price')).toEqual({
    name: 'price',
    works: false,
    since: began,
  })
  expect(open).toMatchObject([{ state: 'investigating', parts: ['price'], beganAt: began, endedAt: null }])
  expect(past).toEqual([])
  expect(JSON.stringify(await told())).not.toMatch(/secret-host|restart|operator/)

  // Well for a moment, and ill again: the same incident.
  ill = []
  await lookAfter(20)
  ill = stopped('price')
  await lookAfter(200)
  await lookAfter(200)
  expect((await told()).open).toHaveLength(1)

  ill = []
  await lookAfter(20)
  const ended = people.now().toISOString()
  await lookAfter(60)
  expect((await told()).open).toHaveLength(1)
  await lookAfter(60)
  const after = await told()
  expect(after.open).toEqual([])
  expect(after.past).toMatchObject([{ state: 'resolved', beganAt: began, endedAt: ended }])
  expect(after.past[0].updates.map(({ state }: { state: string }) => state)).toEqual(['resolved', 'investigating'])
  expect(await part('price')).toEqual({ name: 'price', works: true, since: ended })
  expect(await line()).toEqual([])
})

test('many processes look as often as one, and open one incident together', async () => {
  const asked = vi.fn(health)
  ill = stopped('price')
  await lookAfter(20)
  people.passTime(200 * second)
  const incidents = async () => (await sql`select from incidents where cause = 'price'`.execute(people.db)).rows.length
  const before = await incidents()
  await Promise.all(Array.from({ length: 10 }, () => look(desk, asked)))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await incidents()).toBe(before + 1)
})

test('what an operator has ended is not opened again while the part stays ill', async () => {
  const pat = await operator('pat', 'Support')
  const [incident] = (await told()).open
  const body = { from: 'investigating', to: 'resolved', words: 'A false alarm.' }
  expect((await post(pat, `/${incident.id}`, body))?.status).toBe(200)
  await lookAfter(200)
  await lookAfter(200)
  expect((await told()).open).toEqual([])
  ill = []
  await lookAfter(20)
  await lookAfter(200)
})

test('a look that was killed after it was claimed is made up for by the next one', async () => {
  ill = stopped('price')
  await lookAfter(20)
  people.passTime(200 * second)
  await expect(look(desk, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect((await told()).open).toEqual([])
  await lookAfter(20)
  expect((await told()).open).toHaveLength(1)
  ill = []
  await lookAfter(20)
  await lookAfter(200)
  expect((await told()).open).toEqual([])
})

test('a time in which nobody was there stands in the history, and not in the line', async () => {
  await sql`update status_looks set seen_at = seen_at - interval '10 minutes'`.execute(people.db)
  await lookAfter(20)
  const latest = (await told()).past.find(({ parts }: { parts: string[] }) => parts.includes('portal'))
  expect(latest).toMatchObject({ title: 'The portal could not be reached', state: 'resolved' })
  expect(new Date(latest.endedAt).getTime() - new Date(latest.beganAt).getTime()).toBeGreaterThanOrEqual(600_000)
  expect(await line()).toEqual([])
})

const written = { title: 'Some cards are refused', parts: ['cards', 'bank'], words: 'We are looking into it.' }

test('an operator tells everybody, says how it goes on, and ends it; each is in the audit log', async () => {
  sam = await operator('sam', 'Support')
  olga = await operator('olga', 'Owner')
  aud = await operator('aud', 'Auditor')
  fin = await operator('fin', 'Finance')
  const made = await post(sam, '', written)
  expect(made?.status).toBe(200)
  const { id } = made?.body.data ?? {}
  expect(await line()).toEqual([{ id, title: written.title }])
  expect((await part('bank')).works).toBe(false)
  const update = (from: string, to: string, words = `Now ${to}.`) => post(olga, `/${id}`, { from, to, words })
  expect((await update('investigating', 'identified'))?.body.data.state).toBe('identified')
  // The same state once more: there is something new to say.
  expect((await update('identified', 'identified', 'It takes an hour more.'))?.status).toBe(200)
  // Somebody who has not seen it.
  expect((await update('investigating', 'watching'))?.body.error.name).toBe('StateChanged')
  expect((await update('identified', 'watching'))?.status).toBe(200)
  expect((await line()).length).toBe(1)
  expect((await update('watching', 'resolved'))?.status).toBe(200)
  expect((await update('resolved', 'investigating'))?.body.error.name).toBe('StateChanged')
  expect(await line()).toEqual([])
  const [past] = (await told()).past
  expect(past.updates.map(({ words }: { words: string }) => words)).toEqual([
    'Now resolved.',
    'Now watching.',
    'It takes an hour more.',
    'Now identified.',
    'We are looking into it.',
  ])
  // Who wrote it, operators see and nobody else.
  expect(JSON.stringify(past)).not.toMatch(/olga|sam/)
  const [listed] = (await aud?.get('/operator/incidents'))?.body.data ?? []
  expect(listed.updates.map(({ by }: { by: string }) => by)).toEqual(['olga', 'olga', 'olga', 'olga', 'sam'])
  const { rows } = await sql<{ action: string }>`
    select action from audit_lines where thing = ${id} order by 1`.execute(people.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'open-incident',
    ...Array.from({ length: 4 }, () => 'update-incident'),
  ])
})

test('only Owner and Support write, and only what can be read', async () => {
  const visitor = people.newClient()
  const customer = await people.newCustomer('carla')
  for (const [client, status] of [
    [visitor, 401],
    [customer, 403],
    [fin, 403],
    [aud, 403],
  ] as const)
    expect((await post(client, '', written))?.status).toBe(status)
  expect((await aud?.get('/operator/incidents'))?.status).toBe(200)
  expect((await fin?.get('/operator/incidents'))?.status).toBe(403)
  for (const wrong of [
    { title: '' },
    { title: 'two\nlines' },
    { title: 'x'.repeat(101) },
    { parts: [] },
    { parts: ['database'] },
    { words: ' ' },
    { words: 'bell\u0007' },
    { words: 'turned \u202e round' },
    { more: 1 },
  ])
    expect((await post(sam, '', { ...written, ...wrong }))?.status).toBe(400)
  const nobodys = '/00000000-0000-4000-8000-000000000000'
  const body = { from: 'watching', to: 'resolved', words: 'Over.' }
  expect((await post(sam, nobodys, body))?.status).toBe(404)
  expect((await post(sam, '/1', body))?.status).toBe(400)
})

test('two who end it at once are told apart', async () => {
  const { id } = (await post(sam, '', written))?.body.data ?? {}
  const body = { from: 'investigating', to: 'resolved', words: 'Over.' }
  const answers = await Promise.all([sam, olga].map((each) => post(each, `/${id}`, body)))
  expect(answers.map((each) => each?.status).sort()).toEqual([200, 409])
})

test('nobody speaks to everybody without the password and a fresh code', async () => {
  const { id } = (await post(sam, '', written))?.body.data ?? {}
  const update = { from: 'investigating', to: 'resolved', words: 'Over.' }
  const proof = await proofOf(sam)
  const before = await told()
  for (const [path, body] of [
    ['', written],
    [`/${id}`, update],
  ] as const)
    for (const [proven, name] of [
      [{}, 'InvalidInput'],
      [{ ...proof, password: 'another one' }, 'PasswordIncorrect'],
      [{ ...proof, inputCode: '000000' }, 'TwoFactorCodeIncorrect'],
    ] as const)
      expect((await sam?.post(`/operator/incidents${path}`, { ...body, ...proven }))?.body.error.name).toBe(name)
  expect((await told()).open).toEqual(before.open)
  expect((await post(sam, `/${id}`, update))?.status).toBe(200)
})

test('a thousand visitors cost one reading, and what they get may be kept', async () => {
  people.passTime(60 * second)
  const { app } = people
  const ask = () => app.inject('/api/status/line')
  const counted = async () => {
    const { rows } = await sql<{ calls: string }>`
      select coalesce(sum(xact_commit), 0)::text as calls from pg_stat_database where datname = current_database()`.execute(
      people.db,
    )
    return Number(rows[0]?.calls)
  }
  await ask()
  await sql`select pg_stat_force_next_flush()`.execute(people.db).catch(() => undefined)
  const before = await counted()
  const answers = await Promise.all(Array.from({ length: 1000 }, ask))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(answers[0]?.headers['cache-control']).toBe('public, max-age=20')
  expect((await counted()) - before).toBeLessThan(20)
})

test('a database that is away is told of without a database', async () => {
  const lonely = await createTestApi({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' })
  const { data } = (await lonely.app.inject('/api/status')).json()
  const standing = (name: string) => data.parts.find((each: { name: string }) => each.name === name).works
  expect([standing('portal'), standing('price')]).toEqual([false, null])
  expect((await lonely.app.inject('/api/status/line')).json().data).toEqual([
    { id: 'portal', title: 'The portal could not be reached' },
  ])
  await lonely.close()
})

test('somebody outside who does not answer twice in a row is ill until he answers, or nobody asks for long', async () => {
  class Silent extends Error {}
  let works = false
  const { db, log, now } = people
  const port = notingContact(
    { db, log, now },
    { party: 'verification', isSilence: (error) => error instanceof Silent },
    {
      ask: async () => {
        if (!works) throw new Silent('no')
        return 'yes'
      },
      refuse: async () => Promise.reject(new Error('a refusal is an answer')),
    },
  )
  const healthy = async () => (await contactsHealth({ db, now })).map(({ name }) => name)
  /** It is written down beside the work. */
  const noted = (failures: number) =>
    expect
      .poll(async () => (await sql<{ failures: number }>`select failures from outside_contacts`.execute(db)).rows)
      .toEqual([{ failures }])
  const ask = async (what: 'ask' | 'refuse' = 'ask') => {
    people.passTime(61 * second)
    await port[what]().catch(() => undefined)
  }
  await ask()
  await noted(1)
  expect(await healthy()).toEqual([])
  await ask()
  await expect.poll(healthy).toEqual(['verification'])
  works = true
  await ask()
  await expect.poll(healthy).toEqual([])
  works = false
  await ask()
  await noted(1)
  await ask('refuse')
  await noted(0)
  await ask()
  await noted(1)
  expect(await healthy()).toEqual([])
  await ask()
  await expect.poll(healthy).toEqual(['verification'])
  people.passTime(16 * 60 * second)
  expect(await healthy()).toEqual([])
})
