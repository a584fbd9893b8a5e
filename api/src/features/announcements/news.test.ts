import { openTestWorker } from '@ingot/db/test-jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, createPeople, day, minute } from '../identity/test-people.ts'
import { provingOperators } from '../identity/test-two-factor.ts'
import { announcementJobs } from './jobs.ts'

const site = 'https://portal.example'

let people: Awaited<ReturnType<typeof createPeople>>
let workers: Awaited<ReturnType<typeof openTestWorker>>[]
let support: Client
beforeAll(async () => {
  people = await createPeople({ env: { PUBLIC_ORIGIN: site } })
  workers = await Promise.all([1, 2].map(() => openTestWorker(people.databaseUrl, announcementJobs(people))))
  support = await newSupport('sue')
})
afterAll(async () => {
  for (const worker of workers) await worker.close()
  await people.close()
})
beforeEach(async () => {
  people.inbox.length = 0
})

const { newOperator, proofOf } = provingOperators(() => people)
const newSupport = (username: string) => newOperator(username, 'Support')

let written = 0
const announce = async (title: string, at: string | null = null) => {
  written += 1
  const { data } = (
    await support.post('/operator/announcements', {
      ...{ title, category: 'news', source: `Text ${written}.`, isPinned: false },
    })
  ).body
  const body = { version: data.version, at, ...(await proofOf(support)) }
  return (await support.post(`/operator/announcements/${data.id}/publish`, body)).body.data
}
const wants = (client: Client, mails: string[]) => client.send('PUT', '/preferences', { mails })
const newReader = async (username: string) => {
  const client = await people.newCustomer(username)
  await wants(client, ['news', 'alerts'])
  people.inbox.length = 0
  return client
}

/** The minute comes for two workers at once, and what was left in the outbox is sent. */
const strike = async () => {
  for (const worker of workers) await worker.strikeClock()
  await Promise.all(workers.map((worker) => worker.run()))
}
const told = () => people.inbox.map(({ to, subject }) => `${to}: ${subject}`).sort()
const linkIn = (text = '') => text.match(/https:\/\/portal\.example(\/no-more-mail\/\S+)/)?.[1] ?? ''

/** As a program does it that knows nothing but the address: nobody is signed in, and the form says what it is (RFC 8058). */
const click = (url: string, payload = 'List-Unsubscribe=One-Click') =>
  people.app.inject({
    ...{ method: 'POST', url, payload, remoteAddress: '198.51.100.9' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  })

test('is mailed once to those who want it, when its time has come, with a link to it and one to turn it off', async () => {
  const [ann] = [await newReader('ann'), await people.newCustomer('ben')]
  people.inbox.length = 0
  const made = await announce('A new vault', new Date(people.now().getTime() + minute).toISOString())
  await strike()
  expect(told()).toEqual([])
  people.passTime(minute)
  await strike()
  await strike()
  expect(told()).toEqual(['ann@example.com: A new vault'])
  const [mail] = people.inbox
  expect(mail?.text).toContain(`${site}/Announcements/${made.slug}`)
  expect(mail?.text).toContain('turned on in your preferences')
  expect(mail?.stop).toBe(`${site}${linkIn(mail?.text)}`)

  const answer = await click(linkIn(mail?.text))
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { done: true } }])
  expect((await ann.get('/getInfo')).body.data.preferences.mails).toEqual(['alerts'])
  expect((await click(linkIn(mail?.text))).statusCode).toBe(200)
  await announce('Another one')
  await strike()
  expect(told()).toEqual(['ann@example.com: A new vault'])
})

test('what tells of safety reaches who turned everything off, and has nothing to turn it off by', async () => {
  const fay = await newReader('fay')
  await wants(fay, [])
  people.inbox.length = 0
  await people.enrol(fay)
  expect((await people.mailTo('fay@example.com')).subject).toBe('Two-factor authentication is on')
  const [safety] = people.inbox.filter(({ to }) => to === 'fay@example.com')
  expect(safety?.stop).toBe(undefined)
  expect(`${safety?.text}${safety?.html}`).not.toContain('no-more-mail')
  await announce('Not for Fay')
  await strike()
  expect(told().filter((each) => each.startsWith('fay'))).toEqual(['fay@example.com: Two-factor authentication is on'])
})

test('a link that was changed turns nothing off, of nobody', async () => {
  const [carl, dora] = [await newReader('carl'), await newReader('dora')]
  await announce('For both')
  await strike()
  const link = linkIn(people.inbox.find(({ to }) => to === 'carl@example.com')?.text)
  const idOf = async (client: Client) => (await client.get('/getInfo')).body.data.id
  const [, , own = ''] = link.split(/[/.]/)
  const { rows } = await sql<{ id: string; username: string }>`select id, username from customers`.execute(people.db)
  const other = rows.find(({ username }) => username === 'dora')?.id ?? ''
  expect(await idOf(dora)).toBe(other)
  for (const wrong of [
    link.replace('news.', 'alerts.'),
    link.replace('news.', 'security.'),
    link.replace(/[0-9a-f-]{36}/, other),
    `${link.slice(0, -4)}AAAA`,
  ]) {
    const answer = await click(wrong)
    expect(answer.json().error.name, `${wrong} ${own}`).toBe('LinkInvalid')
  }
  for (const wrong of [`${link}x`, link.slice(0, -1), '/no-more-mail/news..', '/no-more-mail/'])
    expect([400, 404]).toContain((await click(wrong)).statusCode)
  for (const client of [carl, dora])
    expect((await client.get('/getInfo')).body.data.preferences.mails).toEqual(['news', 'alerts'])
})

test('what was withdrawn before it was sent is not; nor what comes days late; nor to whoever has left', async () => {
  const eve = await newReader('eve')
  const made = await announce('A mistake')
  const withdrawn = { version: made.version, reason: 'Wrong', ...(await proofOf(support)) }
  expect((await support.post(`/operator/announcements/${made.id}/withdraw`, withdrawn)).status).toBe(200)
  await strike()
  await announce('Long ago')
  people.passTime(4 * day)
  support = await newSupport('sam')
  people.inbox.length = 0
  await strike()
  await sql`update customers set closed_at = now(), closed_why = 'left' where username = 'eve'`.execute(people.db)
  await announce('To the others')
  await strike()
  expect(told().filter((each) => each.startsWith('eve'))).toEqual([])
  expect(eve.state.jwt).not.toBe('')
})

test('many who want it are told in steps, each once, whoever sends', async () => {
  await sql`
    insert into customers (email, username, password_hash, ref_code, user_hash, email_verified_at, created_at, mails_wanted)
    select 'many' || n || '@example.com', 'many' || n, '', 'MANY' || lpad(n::text, 4, '0'), encode(sha256(n::text::bytea), 'hex'), now(), now(), '{news}'
    from generate_series(1, 230) n`.execute(people.db)
  await announce('For many')
  await strike()
  const sent = told().filter((each) => each.startsWith('many'))
  expect(sent).toHaveLength(230)
  expect(new Set(sent).size).toBe(230)
}, 60_000)
