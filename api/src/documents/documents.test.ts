import { createHash } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { checkDocument } from '@ingot/paper/check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer, exportCustomer } from '../customer-data.ts'
import { formOf, hour, minute } from '../features/identity/test-people.ts'
import { goodInfo } from '../features/kyc/test-kyc.ts'
import { someAddress } from '../features/wallet/test-wallet.ts'
import { policy } from '../policy.ts'
import { issueDocument } from './engine.ts'
import { documentHealth } from './health.ts'
import { fileOfDocument } from './making.ts'
import { tableOfOwn } from './service.ts'
import { createPapers } from './test-documents.ts'
import { noteKind, wish } from './test-kinds.ts'

let papers: Awaited<ReturnType<typeof createPapers>>
beforeAll(async () => {
  papers = await createPapers()
})
afterAll(() => papers.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const health = () => documentHealth({ db: papers.db, now: papers.now })

/** The row of a document, for what nobody is shown. */
const rowOf = async (id: string) => {
  const { rows } = await sql<{ hash: Buffer | null; missing: number; data_sealed: Buffer | null }>`
    select hash, missing, data_sealed from documents where id = ${id}`.execute(papers.db)
  return rows[0]
}

const fileOf = async (id: string) => `documents/${id}/${(await rowOf(id))?.hash?.toString('hex')}`

describe('a receipt', () => {
  test('is one document with one number, however many ask for it at once', async () => {
    const ann = await papers.newHolder('ann', { USDT: '1234.5' })
    const movement = await papers.newestMovement(ann)
    const answers = await Promise.all(Array.from({ length: 10 }, () => papers.askReceipt(ann, movement)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [first] = answers.map(({ body }) => body.data)
    for (const { body } of answers) expect(body.data).toEqual(first)
    expect(first).toEqual({
      id: expect.any(String),
      number: 'RC-2026-000001',
      kind: 'receipt',
      title: 'Receipt',
      subtitle: expect.stringMatching(/^Deposited USDT, \d+ \w+ 2026$/),
      state: 'valid',
      issuedAt: papers.now().toISOString(),
      supersededBy: null,
      hasTable: false,
    })
    expect((await ann.client.get('/documents')).body).toEqual({ data: [first], meta: { cursor: null } })
    expect((await ann.client.get('/documents?kind=receipt&state=valid')).body.data).toEqual([first])
    for (const none of ['kind=statement', 'state=reversed', 'until=2026-01-01T00:00:00Z', 'from=2027-01-01T00:00:00Z'])
      expect((await ann.client.get(`/documents?${none}`)).body.data).toEqual([])
  })

  test('tells exact figures, in the customer’s zone, made out to the verified name', async () => {
    const { client, id } = await papers.newHolder('ada')
    await sql`update customers set kyc_status = 'Not Verified' where id = ${id}`.execute(papers.db)
    await client.post('/verification/personal-info', formOf(goodInfo))
    await sql`update customers set kyc_status = 'Verified' where id = ${id}`.execute(papers.db)
    await papers.fund(id, 'USDT', '1234567.000000000000000001')
    const [movement] = (await client.get('/movements')).body.data
    const asked = await client.post('/documents/receipt', {
      movement: movement.id,
      zone: 'Asia/Tokyo',
      paper: 'Letter',
    })
    const { document, content } = (await client.get(`/documents/${asked.body.data.id}`)).body.data
    expect(document).toEqual(asked.body.data)
    expect(content.holder).toEqual([
      'Augusta Ada King-Noel',
      '12 St James’s Square',
      'SW1Y 4JH London',
      'United Kingdom',
    ])
    const facts = Object.fromEntries(
      content.parts.flatMap((part: { facts: { label: string; value: string }[] }) =>
        part.facts.map(({ label, value }) => [label, value]),
      ),
    )
    expect(facts).toMatchObject({
      Received: '1,234,567.000000000000000001 USDT',
      'From address': someAddress('a friend'),
      Time: expect.stringMatching(/^\d+ \w+ 2026 at \d\d:\d\d:\d\d GMT\+09:00$/),
      State: 'Final',
      'Transaction number': movement.number,
      'Entry in the books': expect.stringMatching(/^\d+$/),
      'Blockchain transaction': `0x${'ab'.repeat(32)}`,
    })
  })

  test('is replaced once the movement is final, and the first one says so', async () => {
    const ben = await papers.newHolder('ben', { USDT: '100' })
    await papers.addUsable(ben, someAddress('exchange'))
    await papers.send(ben, 'USDT', { receiver: someAddress('exchange'), amount: '10' })
    const movement = await papers.newestMovement(ben)
    const first = (await papers.askReceipt(ben, movement)).body.data
    const entry = (await papers.settlements()).at(-1)?.entry ?? 0n
    await papers.chainSends(entry)
    expect((await papers.askReceipt(ben, movement)).body.data).toEqual(first)
    await papers.chainConfirms(entry)
    await papers.strike()
    expect((await ben.client.get(`/documents/${first.id}`)).body.data.document.state).toBe('valid')
    const second = (await papers.askReceipt(ben, movement)).body.data
    expect(second).toMatchObject({ state: 'valid' })
    expect(second.number > first.number).toBe(true)
    const { document, content } = (await ben.client.get(`/documents/${first.id}`)).body.data
    expect(document).toEqual({ ...first, state: 'superseded', supersededBy: second.number })
    expect(JSON.stringify(content)).toContain('on its way')
    expect(JSON.stringify(content)).not.toContain(papers.hash)
    expect(JSON.stringify((await ben.client.get(`/documents/${second.id}`)).body.data.content)).toContain(papers.hash)
    for (const { id } of [first, second]) expect((await ben.client.get(`/documents/${id}/file`)).status).toBe(200)
    const visitor = papers.newClient()
    const stateOf = async (number: string) => (await visitor.get(`/documents/check?number=${number}`)).body.data
    expect(await stateOf(first.number)).toEqual({ state: 'superseded', isThisFile: null })
    expect(await stateOf(second.number)).toEqual({ state: 'valid', isThisFile: null })
  })

  test('is reversed by itself when what was sent came back, and asked for again it tells that', async () => {
    const cleo = await papers.newHolder('cleo', { USDT: '100' })
    await papers.addUsable(cleo, someAddress('exchange'))
    await papers.send(cleo, 'USDT', { receiver: someAddress('exchange'), amount: '10' })
    const movement = await papers.newestMovement(cleo)
    const first = (await papers.askReceipt(cleo, movement)).body.data
    await papers.strike()
    const stateOf = async (number: string) =>
      (await papers.newClient().get(`/documents/check?number=${number}`)).body.data.state
    expect(await stateOf(first.number)).toBe('valid')
    await papers.chainRefuses((await papers.settlements()).at(-1)?.entry ?? 0n)
    await papers.strike()
    expect(await stateOf(first.number)).toBe('reversed')
    const again = (await papers.askReceipt(cleo, movement)).body.data
    expect(again.id).not.toBe(first.id)
    expect(JSON.stringify((await cleo.client.get(`/documents/${again.id}`)).body)).toContain('Came back')
    await papers.strike()
    expect((await papers.askReceipt(cleo, movement)).body.data).toEqual(again)
  })

  test('is not made for a zone that nobody knows, nor for ever', async () => {
    const { holder, movement } = await papers.newReceipt('dora')
    expect(await papers.askReceipt(holder, movement, { zone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { error: { name: 'InvalidInput', message: 'zone: There is no such time zone.' } },
    })
    const { perSubject } = policy.tries.document
    for (let n = 2; n < perSubject; n++) expect((await papers.askReceipt(holder, movement)).status).toBe(200)
    expect((await papers.askReceipt(holder, movement)).body.error.name).toBe('TooManyTries')
  })
})

describe('the file of a document', () => {
  test('is the same bytes for ten who ask at once and ever after, signed, with its data in it', async () => {
    const { holder, document } = await papers.newReceipt('emma')
    const ask = () => holder.client.get(`/documents/${document.id}/file`)
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    const [first] = answers
    if (!first) throw new Error('nobody was answered')
    for (const { status, raw } of [...answers, await ask()]) {
      expect(status).toBe(200)
      expect(raw.equals(first.raw)).toBe(true)
    }
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${document.number}.pdf"`,
      etag: `"${sha256(first.raw)}"`,
      'cache-control': 'no-store',
    })
    const known = await holder.client.send('GET', `/documents/${document.id}/file`, undefined, {
      'if-none-match': first.headers.etag as string,
    })
    expect([known.status, known.raw.length]).toEqual([304, 0])
    const certificates = (await papers.newClient().get('/documents/certificates')).body.data
    expect(await checkDocument(first.raw, certificates)).toMatchObject({
      outcome: 'genuine',
      number: document.number,
      hash: sha256(first.raw),
      attached: { number: document.number, kind: 'receipt', data: { received: [{ asset: 'USDT', amount: '1234.5' }] } },
    })
  })

  test('is that of the first of two processes that make it at once, and the other one’s is not left behind', async () => {
    const { holder, document } = await papers.newReceipt('finn')
    const [one, other] = [papers.newProcess(), papers.newProcess()]
    const put: string[] = []
    const removed: string[] = []
    const seen = (documents: typeof one) => ({
      ...documents,
      files: {
        ...documents.files,
        put: async (...given: Parameters<typeof documents.files.put>) => {
          put.push(given[0])
          await documents.files.put(...given)
        },
        remove: async (name: string) => {
          removed.push(name)
          await documents.files.remove(name)
        },
      },
    })
    const made = await Promise.all([one, other].map((each) => fileOfDocument(seen(each), holder.id, document.id)))
    expect(made[0]?.bytes.equals(made[1]?.bytes ?? Buffer.of())).toBe(true)
    expect(put).toHaveLength(2)
    expect(removed).toEqual(put.filter((name) => !name.endsWith(made[0]?.hash ?? '')))
    expect(sha256((await holder.client.get(`/documents/${document.id}/file`)).raw)).toBe(made[0]?.hash)
  })

  test('is made by itself if nobody opens it', async () => {
    const { document } = await papers.newReceipt('gina')
    await papers.strike()
    expect((await rowOf(document.id))?.hash).toBeNull()
    papers.passTime(2 * minute)
    await papers.strike()
    expect((await rowOf(document.id))?.hash).toHaveLength(32)
  })

  test('is not served once it was changed or is gone, which operators are told, until it is right again', async () => {
    const { holder, document } = await papers.newReceipt('hugo')
    const ask = () => holder.client.get(`/documents/${document.id}/file`)
    const { raw } = await ask()
    const { files } = papers.identity
    const name = await fileOf(document.id)
    const kept = await files.get(name)
    if (!kept) throw new Error('there is no file')
    const changed = Buffer.from(kept.bytes)
    changed[100] = (changed[100] ?? 0) ^ 1
    const breaks = [
      () => files.put(name, changed, kept.type),
      () => files.put(name, Buffer.from('short'), kept.type),
      () => files.remove(name),
    ]
    for (const breakIt of breaks) {
      await breakIt()
      expect(await ask()).toMatchObject({ status: 503, body: { error: { name: 'Unavailable' } } })
      expect(papers.logged.at(-2)).toContain('the file of a document was changed or is gone')
      expect((await health())[0]).toMatchObject({ ok: false, advice: expect.stringContaining(document.number) })
      expect((await papers.newClient().get('/health')).body.data.parts).toContainEqual(
        expect.objectContaining({ name: 'documents', ok: false }),
      )
      await files.put(name, kept.bytes, kept.type)
      expect((await ask()).raw.equals(raw)).toBe(true)
      expect(await health()).toEqual([])
    }
  })

  test('is made also with letters that no font has, and operators are told', async () => {
    const { holder, document } = await papers.newReceipt('ines')
    const documents = papers.newProcess()
    const set: typeof documents.set = async (...given) => ({ ...(await documents.set(...given)), missing: ['𐒀', '🜚'] })
    await fileOfDocument({ ...documents, set }, holder.id, document.id)
    expect((await rowOf(document.id))?.missing).toBe(2)
    expect(papers.logged.at(-1)).toContain('"letters":["U+10480","U+1F71A"]')
    expect(await health()).toMatchObject([{ name: 'document letters', ok: false }])
    expect((await holder.client.get(`/documents/${document.id}/file`)).status).toBe(200)
    papers.passTime(8 * 24 * hour)
    expect(await health()).toEqual([])
  })

  test('is not there yet while it cannot be made, and is once it can', async () => {
    const { holder, document } = await papers.newReceipt('ivan')
    const documents = papers.newProcess()
    const fail = () => Promise.reject(new Error('no memory is left'))
    const put = { ...documents.files, put: fail }
    for (const broken of [
      { ...documents, set: fail },
      { ...documents, files: put },
    ]) {
      await expect(fileOfDocument(broken, holder.id, document.id)).rejects.toThrow('not available')
      expect(papers.logged.at(-1)).toContain('a document could not be made')
      expect((await rowOf(document.id))?.hash).toBeNull()
    }
    expect((await holder.client.get(`/documents/${document.id}/file`)).status).toBe(200)
  })

  test('is asked for again later when too many are being made', async () => {
    const { holder, document } = await papers.newReceipt('jack')
    const documents = papers.newProcess()
    let go = () => {}
    const waits = new Promise<void>((resolve) => {
      go = resolve
    })
    const waiting = Array.from({ length: 20 }, () => documents.oneByOne(() => waits))
    await expect(fileOfDocument(documents, holder.id, document.id)).rejects.toThrow('not available')
    go()
    await Promise.all(waiting)
    expect((await fileOfDocument(documents, holder.id, document.id)).code).toBe(document.number)
  })
})

test('somebody else’s document is as unknown as one that never was', async () => {
  const { holder, movement, document } = await papers.newReceipt('kate')
  const thief = await papers.newHolder('thief')
  for (const path of ['', '/file', '/table']) {
    const call = `/documents/${document.id}${path}`
    const nobodys = `/documents/${crypto.randomUUID()}${path}`
    expect((await thief.client.get(call)).status).toBe(404)
    expect((await thief.client.get(call)).body).toEqual((await thief.client.get(nobodys)).body)
    expect((await papers.newClient().get(call)).status).toBe(401)
  }
  expect((await papers.askReceipt(thief, movement)).status).toBe(404)
  expect((await thief.client.get('/documents')).body.data).toEqual([])
  expect((await holder.client.get(`/documents/${document.id}/table`)).status).toBe(404)
  expect((await rowOf(document.id))?.hash).toBeNull()
})

test('a table is streamed to its owner alone', async () => {
  const [owner, other] = [await papers.newHolder('oskar'), await papers.newHolder('paula')]
  const wanted = { customer: owner.id, subject: 'a note', data: { text: 'hello' }, ...wish }
  const { id, number, hasTable } = await inTransaction(papers.db, (tx) =>
    issueDocument(papers.kyc, tx, noteKind, wanted),
  )
  expect(hasTable).toBe(true)
  const { reply, headers } = await tableOfOwn(papers.newProcess(), owner.id, id)
  expect(headers).toEqual({ 'content-disposition': `attachment; filename="${number}.csv"` })
  expect((await Array.fromAsync(reply)).join('')).toBe('Text\r\nhello\r\n')
  await expect(tableOfOwn(papers.newProcess(), other.id, id)).rejects.toThrow('could not find')
  // A kind that this server does not know is listed, and cannot be opened.
  expect((await owner.client.get('/documents')).body.data).toMatchObject([{ title: 'test-note', hasTable: false }])
  expect((await owner.client.get(`/documents/${id}/file`)).status).toBe(404)
})

test('anyone learns by a number whether it is valid, and by a file whether it is that one, and nothing else', async () => {
  const { holder, document } = await papers.newReceipt('lena')
  const visitor = papers.newClient()
  const check = async (query: string) => (await visitor.get(`/documents/check?${query}`)).body
  const other = 'ab'.repeat(32)
  expect(await check(`number=${document.number}&hash=${other}`)).toEqual({
    data: { state: 'valid', isThisFile: false },
  })
  const hash = sha256((await holder.client.get(`/documents/${document.id}/file`)).raw)
  expect(await check(`number=${document.number}&hash=${hash}`)).toEqual({ data: { state: 'valid', isThisFile: true } })
  expect(await check(`number=${document.number}`)).toEqual({ data: { state: 'valid', isThisFile: null } })
  expect((await check('number=RC-2026-999999')).error.name).toBe('NotFound')
  expect((await check('number=RC-1')).error.name).toBe('InvalidInput')
  const { perAddress, seconds } = policy.tries['document-number']
  for (let n = 4; n < perAddress; n++) await check(`number=RC-2026-9${String(n).padStart(5, '0')}`)
  expect((await check(`number=${document.number}`)).error.name).toBe('TooManyTries')
  papers.passTime(seconds * 1000 + 1)
  expect((await check(`number=${document.number}`)).data.state).toBe('valid')
})

test('of an erased customer number, state and hash stay, and nothing that stood on the documents', async () => {
  const { holder, document } = await papers.newReceipt('mark')
  const { raw } = await holder.client.get(`/documents/${document.id}/file`)
  const name = await fileOf(document.id)
  const { db, now, kyc, identity } = papers
  const desk = { db, now, files: identity.files, personalData: kyc.personalData, reader: 'command:tester' }
  expect((await exportCustomer(desk, 'mark')).documents).toEqual([
    {
      number: document.number,
      kind: 'receipt',
      state: 'valid',
      issuedAt: expect.any(Date),
      data: expect.objectContaining({ holder: ['mark'], received: [{ asset: 'USDT', amount: '1234.5' }] }),
    },
  ])
  const nina = await papers.newHolder('nina')
  await papers.send(holder, 'USDT', { receiver: 'nina', amount: '1234.5' })
  const entry = (await papers.settlements()).at(-1)?.entry ?? 0n
  await papers.chainSends(entry)
  await papers.chainConfirms(entry)
  expect(await identity.files.get(name)).toBeDefined()
  await eraseCustomer(desk, 'mark')
  expect(await identity.files.get(name)).toBeUndefined()
  expect(await rowOf(document.id)).toMatchObject({ data_sealed: null, hash: expect.any(Buffer) })
  await papers.strike()
  const { body } = await nina.client.get(`/documents/check?number=${document.number}&hash=${sha256(raw)}`)
  expect(body.data).toEqual({ state: 'valid', isThisFile: true })
  await expect(fileOfDocument(papers.newProcess(), holder.id, document.id)).rejects.toThrow('could not find')
})
