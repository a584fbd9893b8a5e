import { randomBytes } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { uploadTypes } from '@ingot/endpoints/uploads'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseCustomer, exportCustomer } from '../customer-data.ts'
import { type Client, createPeople, day } from '../features/identity/test-people.ts'
import { countKeyUse, resealAll } from '../key-use.ts'
import { takeUpload, uploadsFor } from './engine.ts'
import { uploadJobs } from './jobs.ts'
import { uploadKind } from './kind.ts'
import { createSenders, formOf, listOf, pdf, picture, send } from './test-uploads.ts'

let people: Awaited<ReturnType<typeof createSenders>>
let mia: Client
let names = 0
beforeAll(async () => {
  people = await createSenders()
})
afterAll(() => people.close())
beforeEach(async () => {
  mia = await people.newCustomer(`mia${++names}`)
})

const idOf = async (client: Client) => (await client.get('/getInfo')).body.data.id as string

const operator = async (username: string, roles: Parameters<typeof people.newCustomer>[1]) => {
  const { code } = await people.enrol(await people.newCustomer(username, roles))
  people.nextCode()
  return people.signInAgain(username, code)
}

describe('what is sent', () => {
  test('a PDF is kept byte for byte, listed, saved as a file and never shown', async () => {
    const sent = pdf()
    const { status, body } = await send(mia, sent, 'Überweisung März.pdf')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{ kind: 'proof', title: 'Document for us', name: 'Überweisung März.pdf', bytes: sent.length, state: 'sent' },
      ...{ uploadedAt: people.now().toISOString() },
    })
    expect(await listOf(mia)).toEqual([body.data])
    const file = await mia.get(`/uploads/${body.data.id}/file`)
    expect(file.raw.equals(sent)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''%C3%9Cberweisung%20M%C3%A4rz.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
  })

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s is written anew, whole, and without what came along',
    async (type) => {
      const telling = await sharp(await picture(type, 5000, 1000))
        .withExif({ IFD0: { Copyright: 'Mia was here' } })
        .toFormat(type)
        .toBuffer()
      const sent = Buffer.concat([telling, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
      const { body } = await send(mia, sent, 'photo.jpg')
      expect(body.data.name).toBe('photo.webp')
      const file = (await mia.get(`/uploads/${body.data.id}/file`)).raw
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 4000, height: 800 })
      for (const trace of ['script', 'Mia was here', 'PK\x03\x04']) expect(file.includes(trace)).toBe(false)
      expect(body.data.bytes).toBe(file.length)
    },
  )

  test('the same file sent again is the same one, also many times at once', async () => {
    const sent = await picture()
    const first = (await send(mia, sent)).body.data.id
    const again = await Promise.all([1, 2, 3, 4, 5].map(() => send(mia, sent, 'another name.png')))
    expect(new Set(again.map(({ body }) => body.data.id))).toEqual(new Set([first]))
    const other = await people.newCustomer('other-mia')
    expect((await send(other, sent)).body.data.id).not.toBe(first)
  })

  test('the store holds nothing that could be read', async () => {
    const secret = randomBytes(12).toString('hex')
    const { id } = (await send(mia, pdf(secret), `${secret}.pdf`)).body.data
    const kept = await people.files.get(`uploads/${id}`)
    expect(kept?.type).toBe('application/octet-stream')
    expect(Buffer.from(kept?.bytes ?? []).toString('latin1')).not.toMatch(new RegExp(`^$|${secret}|%PDF`))
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\mia\\proof.PDF', 'proof.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.pdf'],
    ['<script>alert(1)<\u2215script>.pdf', '_script_alert(1)_∕script_.pdf'],
    ['"; filename="evil.exe', '_; filename=_evil.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['.htaccess', 'htaccess.pdf'],
    ['\u200b\ufeff', 'document.pdf'],
    ['收据 №5.jpeg', '收据 №5.pdf'],
  ])('a name such as %j becomes %j', async (given, shown) => {
    const { body } = await send(mia, pdf(), given)
    expect(body.data.name).toBe(shown)
    const { headers } = await mia.get(`/uploads/${body.data.id}/file`)
    expect(String(headers['content-disposition'])).toMatch(
      /^attachment; filename="document.pdf"; filename\*=UTF-8''[\w.%~!-]+$/,
    )
  })

  test('a name with a line break or a zero ends neither the form nor the header', async () => {
    const boundary = 'x1234567890'
    const payload = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="kind"\r\n\r\nproof\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a\0%0d%0ax-evil: 1.pdf"\r\n` +
        `content-type: text/html\r\n\r\n${pdf()}\r\n--${boundary}--\r\n`,
    )
    const answer = await people.app.inject({
      ...{ method: 'POST', url: '/api/uploads', payload },
      headers: {
        ...{ cookie: mia.state.cookie, authorization: `Bearer ${mia.state.jwt}` },
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    expect([200, 400]).toContain(answer.statusCode)
    const [kept] = await listOf(mia)
    expect(kept?.name ?? '').not.toMatch(/\p{Cc}/u)
  })
})

describe('who may open it', () => {
  test('nobody else’s is there: not to be read, saved or erased', async () => {
    const { id } = (await send(mia, pdf())).body.data
    const ben = await people.newCustomer(`ben${names}`)
    expect((await ben.get(`/uploads/${id}/file`)).status).toBe(404)
    expect((await ben.send('DELETE', `/uploads/${id}`)).status).toBe(404)
    expect(await listOf(ben)).toEqual([])
    expect((await mia.get(`/uploads/${id}/file`)).status).toBe(200)
    expect((await mia.get(`/operator/uploads/${id}/file`)).status).toBe(403)
  })

  test('an operator with the role does, which is written down and seen by the customer', async () => {
    const { id } = (await send(mia, pdf(), 'salary.pdf')).body.data
    const customer = await idOf(mia)
    const desk = await operator(`compliance${names}`, { operator: ['Compliance'] })
    const { body } = await desk.get(`/operator/customers/${customer}/uploads`)
    expect(body.data).toMatchObject([{ id, name: 'salary.pdf', state: 'sent' }])
    expect(await people.activityOf(mia)).not.toContain('upload-opened')
    const file = await desk.get(`/operator/uploads/${id}/file`)
    expect(file.raw.equals(pdf())).toBe(true)
    expect(file.headers['content-disposition']).toMatch(/^attachment; /)
    expect((await people.activityOf(mia))[0]).toBe('upload-opened')
    const { rows } = await sql`
      select c.username, r.at from upload_reads r join customers c on c.id = r.reader where upload = ${id}`.execute(
      people.db,
    )
    expect(rows).toEqual([{ username: `compliance${names}`, at: people.now() }])
    const { body: log } = await desk.get(`/operator/audit?customer=${customer}`)
    expect(log.data).toMatchObject([
      {
        ...{ operator: `compliance${names}`, action: 'open-upload', title: 'Opened a document that a customer sent' },
        ...{ thing: id, customer: { id: customer }, facts: [{ name: 'Kind', value: 'Document for us' }] },
      },
    ])
    // What the file is called may tell something, and nobody can take it out of this log.
    expect(JSON.stringify(log)).not.toContain('salary')
    await expect(sql`delete from upload_reads`.execute(people.db)).rejects.toThrow()
  })

  test('an operator without the role neither opens nor sees it, and leaves no line', async () => {
    const { id } = (await send(mia, pdf())).body.data
    const desk = await operator(`support${names}`, { operator: ['Owner', 'Support'] })
    expect((await desk.get(`/operator/uploads/${id}/file`)).status).toBe(403)
    expect((await desk.get(`/operator/customers/${await idOf(mia)}/uploads`)).body.data).toEqual([])
    expect((await desk.get(`/operator/customers/${id}/uploads`)).status).toBe(404)
    expect(await people.activityOf(mia)).not.toContain('upload-opened')
    const { rows } = await sql`select from upload_reads where upload = ${id}`.execute(people.db)
    expect(rows).toEqual([])
  })

  test('a file that was changed in the store is not handed out', async () => {
    const { id } = (await send(mia, pdf())).body.data
    const kept = await people.files.get(`uploads/${id}`)
    const changed = Buffer.from(kept?.bytes ?? [])
    changed[20] = (changed[20] ?? 0) ^ 1
    await people.files.put(`uploads/${id}`, changed, 'application/octet-stream')
    const answer = await mia.get(`/uploads/${id}/file`)
    expect({ status: answer.status, name: answer.body.error.name }).toEqual({ status: 500, name: 'Internal' })
    expect(answer.raw.includes('%PDF')).toBe(false)
  })
})

describe('what becomes of it', () => {
  const keptNow = async (id: string) => (await people.files.get(`uploads/${id}`)) !== undefined
  const rowOf = async (id: string) => {
    const { rows } = await sql`
      select state, name, sealed_key, hash from uploads where id = ${id}`.execute(people.db)
    return rows[0]
  }

  test('who sent it takes it back, once', async () => {
    const { id } = (await send(mia, pdf())).body.data
    expect(await keptNow(id)).toBe(true)
    expect((await mia.send('DELETE', `/uploads/${id}`)).status).toBe(200)
    expect(await keptNow(id)).toBe(false)
    expect(await listOf(mia)).toMatchObject([{ id, state: 'erased' }])
    expect((await mia.get(`/uploads/${id}/file`)).status).toBe(404)
    expect((await mia.send('DELETE', `/uploads/${id}`)).body.error.name).toBe('StateChanged')
    // It may be sent anew.
    expect((await send(mia, pdf())).body.data.id).not.toBe(id)
  })

  test('a feature takes it for something, once, and then it stays', async () => {
    const kind = uploadKind({
      ...{ name: 'proof', title: 'Document for us', types: uploadTypes, mostBytes: 1, mostOpen: 1, keptDays: 1 },
      openedBy: [],
    })
    const { id } = (await send(mia, pdf())).body.data
    const customer = await idOf(mia)
    const take = (subject: string, of = customer, as = kind) =>
      inTransaction(people.db, (tx) => takeUpload(tx, as, { customer: of, id, subject }))
    await expect(take('slip:1', await idOf(await people.newCustomer(`thief${names}`)))).rejects.toThrow()
    await expect(take('slip:1', customer, { ...kind, name: 'slip' })).rejects.toThrow()
    const both = await Promise.allSettled([take('slip:1'), take('slip:2')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const found = await Promise.all(
      ['slip:1', 'slip:2'].map((subject) => inTransaction(people.db, (tx) => uploadsFor(tx, kind, subject))),
    )
    expect(found.flat()).toEqual([{ id, name: 'proof.pdf', state: 'stored' }])
    expect(await listOf(mia)).toMatchObject([{ id, state: 'taken' }])
    expect((await mia.send('DELETE', `/uploads/${id}`)).body.error.name).toBe('StateChanged')
    expect(await keptNow(id)).toBe(true)
  })

  test('its age erases it, file and key, however often it is tried', async () => {
    const { id, keptUntil } = (await send(mia, pdf())).body.data
    const [job] = uploadJobs(people)
    await job?.handle({}, '')
    expect(await rowOf(id)).toMatchObject({ state: 'stored' })
    people.passTime(new Date(keptUntil).getTime() - people.now().getTime() - 1)
    await job?.handle({}, '')
    expect(await keptNow(id)).toBe(true)
    people.passTime(1)
    await job?.handle({}, '')
    await job?.handle({}, '')
    expect(await keptNow(id)).toBe(false)
    expect(await rowOf(id)).toEqual({ state: 'erased', name: 'proof.pdf', sealed_key: null, hash: null })
    people.passTime(-5 * 365 * day)
  })

  test('a new secret seals the keys anew, and the file is still read', async () => {
    const { id } = (await send(mia, pdf())).body.data
    const using = { keys: people.identity.keys, personalData: people.kyc.personalData }
    const { sealed_key: before } = (await rowOf(id)) as { sealed_key: Buffer }
    const use = (await countKeyUse(people.db, using)).find(({ what }) => what === 'keys of uploads')
    expect(use?.newest).toBeGreaterThan(0)
    // As if another key had sealed it: its mark is another one.
    const { mark } = people.kyc.personalData
    await sql`update uploads set sealed_key = ${before.subarray(mark.length)} where id = ${id}`.execute(people.db)
    expect(await resealAll(people.db, using)).toBeGreaterThan(0)
    expect((await mia.get(`/uploads/${id}/file`)).raw.equals(pdf())).toBe(true)
  })

  test('it is in what a customer is given, and gone with him', async () => {
    const { id } = (await send(mia, pdf(), 'mine.pdf')).body.data
    await mia.get(`/uploads/${id}/file`)
    const { db, files, now } = people
    const desk = { db, files, now, personalData: people.kyc.personalData, reader: 'command:tester' }
    const exported = await exportCustomer(desk, `mia${names}`)
    expect(exported).toMatchObject({
      documentsSent: [{ kind: 'proof', name: 'mine.pdf', type: 'pdf', state: 'stored' }],
      readsOfDocumentsSent: [{ upload: id }],
    })
    expect(JSON.stringify(exported)).not.toContain('sealed')
    await eraseCustomer(desk, `mia${names}`)
    expect(await keptNow(id)).toBe(false)
    expect(await rowOf(id)).toEqual({ state: 'erased', name: '', sealed_key: null, hash: null })
  })
})

test('without a scanner nothing is taken, and health says what to do', async () => {
  const without = await createPeople({ env: { SCANNER_URL: '' } })
  const client = await without.newCustomer('mia')
  expect((await client.post('/uploads', formOf(pdf()))).body.error.name).toBe('UploadsUnavailable')
  const { parts } = (await client.get('/health')).body.data
  expect(parts).toContainEqual(expect.objectContaining({ name: 'uploads', ok: false, problem: 'no scanner is set' }))
  await without.close()
})
