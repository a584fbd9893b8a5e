import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eicar, pdf, picture } from '../../uploads/test-uploads.ts'
import { type Client, formOf, hour } from '../identity/test-people.ts'
import { createEstateDesk, type Owner } from './test-estate-desk.ts'

let desk: Awaited<ReturnType<typeof createEstateDesk>>
let owner: Owner
let statements: string[] = []
beforeAll(async () => {
  desk = await createEstateDesk()
  owner = await desk.newOwner('known')
  await desk.db.getExecutor().provideConnection(async (connection) => {
    const way = Object.getPrototypeOf(connection) as typeof connection
    const send = way.executeQuery
    vi.spyOn(way, 'executeQuery').mockImplementation(function (this: typeof connection, query) {
      statements.push(query.sql.replaceAll(/\s+/g, ' ').trim())
      return send.call(this, query)
    } as typeof send)
  })
}, 60_000)
afterAll(() => desk.close())
beforeEach(async () => {
  await sql`delete from tries`.execute(desk.db)
})

const unknown = { username: 'unknown', email: 'unknown@example.com' }
const report = (about: { username: string; email: string }, more: object = {}, client = desk.newClient()) =>
  client.post('/estates/report', { ...desk.toldOf(about), ...more })
const reporter = (email: string) => ({
  reporter: { name: 'Rita Reporter', email, phone: '', relation: 'Child' },
})
/** The link that who reports was mailed. */
const linkTo = async (email: string) => {
  await desk.runEstates()
  return (await desk.mailTo(email)).tokenOf('/report-a-death')
}
const rowsOf = async () => {
  const { rows } = await sql<{ id: string; state: string; customer: string | null; source: string }>`
    select id, state, customer, source from estates where source = 'public' order by number desc`.execute(desk.db)
  return rows
}
const sendFile = (
  client: Client,
  token: string,
  bytes: Uint8Array,
  name = 'certificate.pdf',
  kind = 'death-certificate',
) => client.post('/estates/report/files', formOf({ token, kind, file: new File([new Uint8Array(bytes)], name) }))

test('who reports learns nothing: answers and work are the same for a customer and for nobody', async () => {
  const workOf = async (about: { username: string; email: string }) => {
    statements = []
    const { status, headers, raw } = await report(about, {}, desk.newClient('192.0.2.250'))
    const { 'x-request-id': _id, date: _date, ...told } = headers
    return { status, told, said: raw.toString(), statements }
  }
  const known = await workOf(owner)
  expect(known).toMatchObject({ status: 200, said: JSON.stringify({ data: { done: true } }) })
  expect(await workOf(unknown)).toEqual(known)
  expect(known.statements.filter((text) => /customers|kyc_personal/.test(text))).toEqual([])
})

test('a report stops nothing and tells its subject nothing', async () => {
  await report(owner, reporter('quiet@example.org'))
  await desk.runEstates()
  const [row] = await rowsOf()
  expect(row).toMatchObject({ state: 'Reported', customer: null })
  expect((await owner.client.get('/estates/own')).body.data).toEqual({ open: null, renewal: null })
  expect((await owner.client.get('/sending')).body.data.frozenSince).toBeNull()
  expect((await desk.subjectsTo(owner.email)).filter((subject) => subject?.includes('died'))).toEqual([])
})

test('the mail to who reports says nothing that he wrote, and is the same for anybody', async () => {
  const mailOf = async (about: { username: string; email: string }, email: string) => {
    await report(about, reporter(email))
    const token = await linkTo(email)
    expect(token).not.toBe('')
    return (await desk.mailTo(email)).text.replaceAll(token, '…').replaceAll(/\b[0-9A-F]{8}\b/g, '')
  }
  const text = await mailOf(owner, 'one@example.org')
  expect(await mailOf(unknown, 'two@example.org')).toBe(text)
  expect(text).not.toMatch(/Rita|Ada|King|asleep/)
})

test('nothing that who reports is told says how many reports there are', async () => {
  const running = 7_654_321
  await runAsOwner(asOwner(desk.databaseUrl), `alter table estates alter column number restart with ${running}`)
  await report(unknown, reporter('counting@example.org'))
  const token = await linkTo('counting@example.org')
  const [{ id, number }] = (
    await sql<{ id: string; number: string }>`
    select id, number from estates order by number desc limit 1`.execute(desk.db)
  ).rows as [{ id: string; number: string }]
  expect(Number(number)).toBe(running)
  const mail = await desk.mailTo('counting@example.org')
  const read = await desk.newClient().post('/estates/report/read', { token })
  const sent = await sendFile(desk.newClient(), token, pdf('counted'))
  expect(read.body.data.reference).toBe(id.slice(0, 8).toUpperCase())
  const whole = JSON.stringify(desk.inbox.filter(({ to }) => to === 'counting@example.org'))
  expect(whole).toContain(token)
  for (const told of [whole, read.raw.toString(), JSON.stringify(read.headers), sent.raw.toString()])
    expect(told).not.toContain(number)
  expect(mail.text).toContain(read.body.data.reference)
})

test.each([
  ['in the future', { dateOfDeath: '2199-01-01' }, 'Please enter a day that is not in the future.'],
  ['before the birth', { dateOfDeath: '1700-01-01' }, 'The day of death is before the day of birth.'],
])('a day of death %s is refused in words', async (_what, more, message) => {
  const { deceased, ...told } = desk.toldOf(owner)
  const { status, body } = await desk
    .newClient()
    .post('/estates/report', { ...told, deceased: { ...deceased, ...more } })
  expect({ status, message: body.error.message }).toEqual({ status: 400, message })
})

test('many at once from one address, or with one e-mail, are limited', async () => {
  const before = (await rowsOf()).length
  const one = await Promise.all(Array.from({ length: 30 }, () => report(unknown, reporter('flood@example.org'))))
  expect(one.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(one.filter(({ status }) => status === 429)).toHaveLength(25)
  const client = desk.newClient('198.51.100.7')
  const many = await Promise.all(
    Array.from({ length: 60 }, (_, index) => report(unknown, reporter(`flood${index}@example.org`), client)),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(20)
  expect((await rowsOf()).length - before).toBe(25)
})

test('papers are added by the link: checked, counted, and those of others are not there', async () => {
  await report(owner, reporter('papers@example.org'))
  const token = await linkTo('papers@example.org')
  const client = desk.newClient()
  const first = await sendFile(client, token, pdf())
  expect(first).toMatchObject({ status: 200, body: { data: { name: 'certificate.pdf' } } })
  expect((await sendFile(client, token, pdf())).body.data.id).toBe(first.body.data.id)
  const scan = await sendFile(client, token, await picture('png'), 'court.png', 'court-paper')
  expect(scan.body.data).toMatchObject({ name: 'court.webp' })
  expect((await sendFile(client, token, pdf(eicar))).body.error.name).toBe('UploadInfected')
  expect((await sendFile(client, token, Buffer.from('a text'))).body.error.name).toBe('UploadRefused')
  expect((await sendFile(client, token, pdf('/JavaScript'))).body.error.name).toBe('PdfRefused')
  expect((await sendFile(client, 'A'.repeat(43), pdf())).body.error.name).toBe('LinkInvalid')
  const { body } = await client.post('/estates/report/read', { token })
  expect(body.data).toEqual({
    ...{ reference: expect.stringMatching(/^[0-9A-F]{8}$/), reportedAt: expect.any(String), mostFiles: 20 },
    files: [first.body.data, scan.body.data],
  })
  await report(unknown, reporter('other@example.org'))
  const other = await linkTo('other@example.org')
  expect((await client.post('/estates/report/read', { token: other })).body.data.files).toEqual([])
})

test('who reports does not see that a paper was looked at, opened, found to be something else, or accepted', async () => {
  await report(owner, reporter('watching@example.org'))
  const token = await linkTo('watching@example.org')
  const id = (await rowsOf())[0]?.id ?? ''
  const { id: file } = (await sendFile(desk.newClient(), token, pdf('watched'), 'paper.pdf', 'other')).body.data
  const seen = async () => (await desk.newClient().post('/estates/report/read', { token })).raw.toString()
  const before = await seen()
  await desk.sure(desk.check(owner, id))
  expect((await desk.officer.client.get(`/operator/estates/${id}/files/${file}`)).status).toBe(200)
  await desk.sure(desk.accept(id, file, 'death-certificate'))
  expect(await seen()).toBe(before)
  const again = await sendFile(desk.newClient(), token, pdf('watched'), 'paper.pdf', 'other')
  expect(JSON.parse(before).data.files).toEqual([again.body.data])
  await desk.sure(desk.refuse(id))
  expect(await seen()).toBe(before)
})

test('twenty papers are enough, however many come at once', async () => {
  await report(owner, reporter('many@example.org'))
  const token = await linkTo('many@example.org')
  for (let index = 0; index < 18; index++)
    expect((await sendFile(desk.newClient(), token, pdf(`${index} 0 obj`))).status).toBe(200)
  const last = await Promise.all(
    Array.from({ length: 4 }, (_, index) => sendFile(desk.newClient(), token, pdf(`last ${index} obj`))),
  )
  expect(last.map(({ status, body }) => body.error?.name ?? status).toSorted()).toEqual([
    ...[200, 200],
    ...['UploadsFull', 'UploadsFull'],
  ])
})

test('a link works whatever became of the report, and not for ever', async () => {
  await report(unknown, reporter('refused@example.org'))
  const token = await linkTo('refused@example.org')
  const id = (await rowsOf())[0]?.id ?? ''
  const before = (await desk.newClient().post('/estates/report/read', { token })).raw.toString()
  await desk.sure(desk.refuse(id))
  expect((await desk.newClient().post('/estates/report/read', { token })).raw.toString()).toBe(before)
  expect((await sendFile(desk.newClient(), token, pdf())).status).toBe(200)
  await desk.pass(181 * 24 * hour)
  expect((await desk.newClient().post('/estates/report/read', { token })).body.error.name).toBe('LinkInvalid')
})

test('after three refused reports only operators report the same person, and nobody is told', async () => {
  const worn = { username: 'worn', email: '' }
  const answers: string[] = []
  for (let index = 0; index < 5; index++) {
    answers.push((await report(worn, reporter(`worn${index}@example.org`))).raw.toString())
    await desk.runEstates()
    const [row] = await rowsOf()
    expect(row?.state).toBe(index < 3 ? 'Reported' : 'Refused')
    if (row?.state === 'Reported') await desk.sure(desk.refuse(row.id))
    expect(await linkTo(`worn${index}@example.org`)).not.toBe('')
  }
  expect(new Set(answers).size).toBe(1)
  const id = await desk.report(worn)
  await desk.runEstates()
  expect((await desk.read(id)).state).toBe('Reported')
})
