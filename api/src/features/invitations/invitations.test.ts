import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { riskLine } from '@ingot/endpoints/materials'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople, day, formOf } from '../identity/test-people.ts'
import { savePersonal } from '../kyc/store.ts'
import { invitationJobs } from './jobs.ts'
import { yearDays } from './rules.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
beforeAll(async () => {
  people = await createPeople({ env: { PUBLIC_ORIGIN: 'https://portal.example' } })
  worker = await openTestWorker(people.databaseUrl, invitationJobs(people))
})
afterAll(async () => {
  await worker.close()
  await people.close()
})
beforeEach(() => {
  people.inbox.length = 0
})

const nameOf = async (client: Client, firstName: string, lastName: string) => {
  const { id } = (await client.get('/getInfo')).body.data
  const { personalData } = people.kyc
  const told = {
    firstName,
    lastName,
    middleName: '',
    country: 'GB',
    address: '1 Street',
    postalCode: '1',
    city: 'Bath',
  }
  const sealed = personalData.seal(id, 'personal', told)
  await inTransaction(people.db, (tx) => savePersonal(tx, id, { sealed, at: people.now() }))
}

let count = 0
const newHost = async () => {
  const client = await people.newCustomer(`host${++count}`, { verified: true })
  await nameOf(client, 'Anna', 'Berg')
  return client
}
const guest = () => `guest${++count}@friends.example`
const invite = (client: Client, email: string, more: object = {}) => client.post('/invitations', { email, ...more })
const mailsTo = async (email: string) => {
  await worker.run()
  return people.inbox.filter(({ to }) => to === email)
}
const stopIn = (text = '') => text.match(/https:\/\/portal\.example\/no-more-mail\/([\w-]+)/)?.[1] ?? ''
const stop = (token: string) =>
  people.newClient().post(`/no-more-mail/${token}`, formOf({ 'List-Unsubscribe': 'One-Click' }))

test('somebody is invited once, by first name and initial, with the own link, the risks and a way to stop it', async () => {
  const [ann, email] = [await newHost(), guest()]
  const { refCode } = (await ann.get('/getInfo')).body.data
  const answer = await invite(ann, email.toUpperCase(), { name: 'Bea' })
  expect(answer.body.data).toEqual({
    id: expect.any(String),
    address: 'g••••@friends.example',
    at: people.now().toISOString(),
  })
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('You are invited to save in gold')
  expect(mail?.text).toContain('Bea, Anna B. invites you')
  expect(mail?.text).toContain(`https://portal.example/register?ref=${refCode}`)
  expect(mail?.text.replaceAll('\n', ' ')).toContain(riskLine)
  expect(mail?.text).not.toContain('Berg')
  expect(mail?.stop).toBe(`https://portal.example/no-more-mail/${stopIn(mail?.text)}`)
  expect((await ann.get('/invitations')).body.data).toEqual([answer.body.data])
})

test('the same person invited again is the same invitation, and gets no other mail; nor from anybody else for a year', async () => {
  const [ann, ben, email] = [await newHost(), await newHost(), guest()]
  const [first, again] = [await invite(ann, email), await invite(ann, email)]
  expect(again.body).toEqual(first.body)
  expect(await mailsTo(email)).toHaveLength(1)
  expect((await invite(ben, email)).status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(1)
  people.passTime((yearDays - 1) * day)
  await invite(await newHost(), email)
  expect(await mailsTo(email)).toHaveLength(1)
  people.passTime(2 * day)
  await invite(await newHost(), email)
  expect(await mailsTo(email)).toHaveLength(2)
})

test('of many who invite the same person at once, one does', async () => {
  const [email, hosts] = [guest(), await Promise.all(Array.from({ length: 5 }, newHost))]
  const answers = await Promise.all(hosts.flatMap((host) => [invite(host, email), invite(host, email)]))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  for (const host of hosts) expect((await host.get('/invitations')).body.data).toHaveLength(1)
  // As several workers would have it, at the same moment.
  const others = await Promise.all([1, 2].map(() => openTestWorker(people.databaseUrl, invitationJobs(people))))
  await Promise.all([worker, ...others].map((each) => each.run()))
  for (const other of others) await other.close()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('the caller is told the same of a customer, of who was invited before and of who wants no mail', async () => {
  const [ann, ben, stopped, known] = [await newHost(), await newHost(), guest(), guest()]
  await people.newCustomer('member')
  await invite(ben, stopped)
  await invite(ben, known)
  await stop(stopIn((await mailsTo(stopped))[0]?.text))
  people.inbox.length = 0
  const emails = ['member@example.com', stopped, known, guest()]
  const answers = []
  for (const email of emails) answers.push(await invite(ann, email))
  expect(answers.map(({ status, body }) => [status, Object.keys(body.data)])).toEqual(
    Array(4).fill([200, ['id', 'address', 'at']]),
  )
  expect((await ann.get('/invitations')).body.data.map(({ id }: { id: string }) => id)).toEqual(
    answers.map(({ body }) => body.data.id).reverse(),
  )
  await worker.run()
  expect(people.inbox.map(({ to }) => to)).toEqual([emails[3]])
})

test('whoever stops it between the asking and the sending gets nothing', async () => {
  const [ann, email] = [await newHost(), guest()]
  await invite(ann, email)
  const token = stopIn((await mailsTo(email))[0]?.text)
  people.passTime((yearDays + 1) * day)
  const again = await newHost()
  await invite(again, email)
  expect((await stop(token)).body).toEqual({ data: { done: true } })
  expect((await stop(token)).status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a mail that was not taken is tried again, and looks at the list again', async () => {
  const [ann, email] = [await newHost(), guest()]
  await invite(ann, email)
  const jobs = invitationJobs(people)
  const [mailing] = jobs
  const { rows } = await sql<{ id: string }>`select id from invitations order by number desc limit 1`.execute(people.db)
  const given = { invitation: rows[0]?.id ?? '' }
  people.failMails(1)
  await expect(mailing?.handle(given, 'one')).rejects.toThrow('the mail server is down')
  await mailing?.handle(given, 'one')
  expect(people.inbox.filter(({ to }) => to === email)).toHaveLength(1)
  await stop(stopIn(people.inbox.at(-1)?.text))
  await mailing?.handle(given, 'one')
  expect(people.inbox.filter(({ to }) => to === email)).toHaveLength(1)
})

test('who is no longer verified, or was erased, invites nobody; nor does one without a name', async () => {
  const [ann, ben, nobody] = [
    await newHost(),
    await newHost(),
    await people.newCustomer('nameless', { verified: true }),
  ]
  const emails = [guest(), guest(), guest()]
  for (const [place, host] of [ann, ben, nobody].entries()) await invite(host, emails[place] ?? '')
  const idOf = async (client: Client) => (await client.get('/getInfo')).body.data.id
  await sql`update customers set kyc_status = 'Rejected' where id = ${await idOf(ann)}`.execute(people.db)
  await sql`delete from invitations where customer = ${await idOf(ben)}`.execute(people.db)
  await worker.run()
  expect(people.inbox).toEqual([])
})

test('a link that is not ours stops nobody', async () => {
  const [ann, email] = [await newHost(), guest()]
  await invite(ann, email)
  const token = stopIn((await mailsTo(email))[0]?.text)
  const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  for (const wrong of [forged, '0'.repeat(64)]) expect((await stop(wrong)).body.error.name).toBe('LinkInvalid')
  expect((await stop('short')).status).toBe(400)
  const { rows } = await sql<{ stops: number }>`
    select count(*)::int as stops from mail_stops where digest = ${Buffer.from(token, 'base64url').subarray(0, 32)}`.execute(
    people.db,
  )
  expect(rows).toEqual([{ stops: 0 }])
})

test('so many a day and so many in thirty', async () => {
  const username = `host${count + 1}`
  let ann = await newHost()
  const [daily, monthly] = [policy.tries.invitation.perSubject, policy.tries['invitation-month'].perSubject]
  for (let sent = 0; sent < monthly; sent++) {
    if (sent > 0 && sent % daily === 0) {
      expect((await invite(ann, guest())).body.error.name).toBe('TooManyTries')
      people.passTime(day + 1)
      ann = await people.signInAgain(username)
    }
    expect((await invite(ann, guest())).status).toBe(200)
  }
  people.passTime(day + 1)
  ann = await people.signInAgain(username)
  expect((await invite(ann, guest())).body.error.name).toBe('TooManyTries')
  people.passTime(26 * day)
  ann = await people.signInAgain(username)
  expect((await invite(ann, guest())).status).toBe(200)
})

test('so many a day from one place, whoever asks', async () => {
  const { perSubject, perAddress } = policy.tries.invitation
  const address = '198.51.100.7'
  const statuses: number[] = []
  let one: Client | undefined
  for (let sent = 0; sent <= perAddress; sent++) {
    if (sent % perSubject === 0) one = await people.newCustomer(`crowd${sent}`, { verified: true, address })
    if (one) statuses.push((await invite(one, guest())).status)
  }
  expect(statuses).toEqual([...Array(perAddress).fill(200), 429])
})

test('what is no address, or a name that is none, is refused; others see nothing of it', async () => {
  const ann = await newHost()
  for (const body of [
    { email: 'nobody' },
    { email: 'a@b.example', name: 'see gold.example' },
    { email: 'a@b.example', name: 'x'.repeat(41) },
    { email: 'a@b.example', more: 1 },
    {},
  ])
    expect((await ann.post('/invitations', body)).status).toBe(400)
  const [outsider, stranger] = [await people.newCustomer('outside'), people.newClient()]
  for (const [who, status] of [
    [outsider, 403],
    [stranger, 401],
  ] as const) {
    expect((await invite(who, guest())).status).toBe(status)
    expect((await who.get('/invitations')).status).toBe(status)
  }
  expect((await (await newHost()).get('/invitations')).body.data).toEqual([])
})

test('after a year nothing is left of who was invited, but that nobody should be again', async () => {
  const [ann, email] = [await newHost(), guest()]
  await invite(ann, email)
  await stop(stopIn((await mailsTo(email))[0]?.text))
  const left = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from invitations) as invitations,
        (select count(*)::int from invited_addresses) as addresses,
        (select count(*)::int from mail_stops) as stops`.execute(people.db)
    return rows[0]
  }
  const before = await left()
  await worker.strikeClock()
  expect(await left()).toMatchObject({ stops: before?.stops })
  people.passTime((yearDays + 1) * day)
  await worker.strikeClock()
  expect(await left()).toEqual({ invitations: 0, addresses: 0, stops: before?.stops })
})

test('no address stands in the database as it was written', async () => {
  const [ann, email] = [await newHost(), 'very-secret-person@friends.example']
  await invite(ann, email)
  const { rows } = await sql<{ row: string }>`select i::text as row from invitations i`.execute(people.db)
  expect(JSON.stringify(rows)).not.toContain('very-secret')
  await worker.run()
  const { rows: jobs } = await sql<{ data: string }>`
    select data::text from pgboss.job where name = 'invitation-mail'`.execute(people.db)
  expect(jobs.length).toBeGreaterThan(0)
  expect(JSON.stringify(jobs)).not.toContain('friends.example')
})
