import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer, exportCustomer } from '../../customer-data.ts'
import { eicar, hugePicture, pdf, picture } from '../../uploads/test-uploads.ts'
import { type Client, day, minute } from '../identity/test-people.ts'
import { createTicketHouse, type TicketHouse } from './test-tickets.ts'

let house: TicketHouse
beforeAll(async () => {
  house = await createTicketHouse()
})
afterAll(() => house.close())

const fileForm = (bytes: Uint8Array, name = 'slip.pdf', more: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(more)) form.set(field, value)
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
  return form
}

const read = async (client: Client, id: string) => (await client.get(`/tickets/${id}`)).body.data

describe('a customer’s ticket', () => {
  test('is asked, listed, read and closed by its owner alone, and stays masked', async () => {
    const [ann, ben] = [await house.newCustomer('ann'), await house.newCustomer('ben')]
    const { body } = await house.ask(ann.client, { text: 'My PIN is 274915' })
    const { id, reference } = body.data
    expect(reference).toMatch(/^T-2026-\d{6}$/)
    expect(await read(ann.client, id)).toMatchObject({
      state: 'New',
      mayReply: true,
      messages: [{ text: 'My PIN is ••••', masked: 1, isMine: true, byMail: false }],
    })
    const { rows } = await sql<{ all: string }>`select string_agg(m::text, '') as all from ticket_messages m`.execute(
      house.db,
    )
    expect(rows[0]?.all).not.toContain('274915')
    expect((await ben.client.get(`/tickets/${id}`)).status).toBe(404)
    expect((await house.reply(ben.client, id, 'mine now')).status).toBe(404)
    expect((await ben.client.post(`/tickets/${id}/close`)).status).toBe(404)
    expect((await ben.client.post(`/tickets/${id}/files`, fileForm(pdf()))).status).toBe(404)
    expect((await ben.client.get('/tickets')).body.data).toEqual([])
    expect((await ann.client.post(`/tickets/${id}/close`)).body.data.state).toBe('Closed')
    expect((await ann.client.post(`/tickets/${id}/close`)).body.error.name).toBe('StateChanged')
    expect((await ann.client.get('/tickets')).body.data).toMatchObject([{ id, state: 'Closed' }])
  })

  test('asked again with the same key is the same one', async () => {
    const cleo = await house.newCustomer('cleo')
    const key = randomUUID()
    const [first, second] = await Promise.all([house.ask(cleo.client, {}, key), house.ask(cleo.client, {}, key)])
    expect(first.body.data.id).toBe(second.body.data.id)
    expect((await cleo.client.get('/tickets')).body.data).toHaveLength(1)
  })

  test('is reopened by a reply for thirty days, and no longer', async () => {
    const dan = await house.newCustomer('dan')
    const { id } = (await house.ask(dan.client)).body.data
    await dan.client.post(`/tickets/${id}/close`)
    house.passTime(29 * day)
    await dan.client.signIn('dan')
    expect((await house.reply(dan.client, id, 'One more thing')).body.data.state).toBe('Open')
    await dan.client.post(`/tickets/${id}/close`)
    house.passTime(31 * day)
    await dan.client.signIn('dan')
    expect((await house.reply(dan.client, id, 'And another')).body.error.name).toBe('StateChanged')
    expect(await read(dan.client, id)).toMatchObject({ mayReply: false, state: 'Closed' })
  })

  test('names a movement of the own only', async () => {
    const [eve, fay] = [await house.newHolder('eve', { USDT: '100' }), await house.newHolder('fay')]
    const [movement] = (await eve.client.get('/movements')).body.data
    const { body } = await house.ask(eve.client, { topic: 'movement', movement: movement.number })
    expect((await read(eve.client, body.data.id)).movement).toEqual({
      id: movement.id,
      number: movement.number,
      type: movement.type,
    })
    expect((await house.ask(fay.client, { topic: 'movement', movement: movement.number })).status).toBe(404)
    expect((await house.ask(fay.client, { topic: 'movement', movement: movement.id })).status).toBe(404)
    expect((await house.ask(eve.client, { movement: 'x' })).status).toBe(400)
  })

  test('of many at once as many are taken as may be in a day', async () => {
    const gus = await house.newCustomer('gus')
    const answers = await Promise.all(Array.from({ length: 60 }, () => house.ask(gus.client)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  test('does not open to visitors', async () => {
    expect((await house.ask(house.newClient())).status).toBe(401)
    expect((await house.newClient().get('/tickets')).status).toBe(401)
    const hal = await house.newCustomer('hal')
    expect((await hal.client.get('/operator/tickets')).status).toBe(403)
    expect((await house.ask(hal.client, { text: ' ' })).status).toBe(400)
    expect((await house.ask(hal.client, { text: 'x'.repeat(4001) })).status).toBe(400)
    expect((await house.ask(hal.client, { more: 1 })).status).toBe(400)
  })
})

describe('files', () => {
  test('go through the same sieve as every file, whatever they are called', async () => {
    const ida = await house.newCustomer('ida')
    const { id } = (await house.ask(ida.client)).body.data
    const send = (bytes: Uint8Array, name?: string) => ida.client.post(`/tickets/${id}/files`, fileForm(bytes, name))
    const hostile: [string, Uint8Array][] = [
      ['PdfRefused', Buffer.concat([pdf(), Buffer.from('PK\x03\x04'), Buffer.alloc(5000)])],
      ['UploadRefused', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')],
      ['UploadRefused', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['UploadInfected', pdf(eicar)],
      ['UploadRefused', hugePicture(10_000, 10_000)],
    ]
    for (const [name, bytes] of hostile) expect((await send(bytes)).body.error.name).toBe(name)
    expect((await read(ida.client, id)).messages[0].files).toEqual([])
    const sent = await send(await picture(), '../../etc/\u202Egpj.<script>.html')
    expect(sent.status).toBe(200)
    expect(sent.body.data.name).toMatch(/^[^/\\<>\u202e]+\.webp$/)
    const [file] = (await read(ida.client, id)).messages[0].files
    const got = await ida.client.get(`/tickets/${id}/files/${file.id}`)
    expect(got.headers['content-disposition']).toMatch(/^attachment;/)
    const jon = await house.newCustomer('jon')
    expect((await jon.client.get(`/tickets/${id}/files/${file.id}`)).status).toBe(404)
    const other = (await house.ask(jon.client)).body.data
    expect((await jon.client.get(`/tickets/${other.id}/files/${file.id}`)).status).toBe(404)
  })

  test('are ten at most, however many are sent at once, and the same one counts once', async () => {
    const kim = await house.newCustomer('kim')
    const { id } = (await house.ask(kim.client)).body.data
    const send = (number: number) => kim.client.post(`/tickets/${id}/files`, fileForm(pdf(`${number}`)))
    await send(0)
    await send(0)
    const answers = []
    // A session sends no more than six files at a time.
    for (const first of [1, 6, 11])
      answers.push(...(await Promise.all([0, 1, 2, 3, 4].map((each) => send(first + each)))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    expect((await read(kim.client, id)).messages[0].files).toHaveLength(10)
  })
})

describe('a visitor', () => {
  const form = (more: object = {}) => ({
    ...{ name: 'Vera Visitor', email: 'vera@example.org', topic: 'other', text: 'How does it work?' },
    ...more,
  })
  const linkIn = (text: string) => /\/contact-us\/ticket\/([\w-]{43})/.exec(text)?.[1] ?? ''

  test('asks, adds a file, and goes on by the link in the mail', async () => {
    const client = house.newClient()
    const { body } = await client.post('/visitor-tickets', form())
    const { reference, token } = body.data
    expect((await client.post('/visitor-tickets/files', fileForm(pdf(), 'a.pdf', { token }))).status).toBe(200)
    // What the browser got reads nothing: the address may be somebody else’s.
    expect((await client.post('/visitor-tickets/read', { token })).body.error.name).toBe('LinkInvalid')
    const mail = await house.mailOf('vera@example.org')
    expect(mail.subject).toContain(reference)
    expect(mail.text).not.toContain('How does it work?')
    expect(mail.replyTo).toMatch(/^support\+t-\d{4}-\d{6}-[0-9a-f]{32}@gold\.example$/)
    const link = linkIn(mail.text)
    const seen = await client.post('/visitor-tickets/read', { token: link })
    expect(seen.body.data).toMatchObject({
      reference,
      messages: [{ text: 'How does it work?', files: [{ name: 'a.pdf' }] }],
    })
    const replied = await client.post('/visitor-tickets/replies', { token: link, text: 'And how much?' })
    expect(replied.body.data.messages).toHaveLength(2)
    house.passTime(61 * minute)
    const late = await client.post('/visitor-tickets/files', fileForm(pdf('late'), 'b.pdf', { token }))
    expect(late.body.error.name).toBe('LinkInvalid')
  })

  test('finds nothing with a link that nobody was given', async () => {
    const client = house.newClient()
    for (const token of ['x', 'A'.repeat(43), 'A'.repeat(128)]) {
      expect((await client.post('/visitor-tickets/read', { token })).body.error.name).toBe('LinkInvalid')
      expect((await client.post('/visitor-tickets/replies', { token, text: 'x' })).body.error.name).toBe('LinkInvalid')
    }
  })

  test('is answered alike whoever has the address, and it stays no customer’s ticket', async () => {
    const lea = await house.newCustomer('lea')
    const known = await house.newClient().post('/visitor-tickets', form({ email: 'lea@example.com' }))
    const unknown = await house.newClient().post('/visitor-tickets', form({ email: 'nobody@example.org' }))
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body.data)).toEqual(Object.keys(unknown.body.data))
    expect((await lea.client.get('/tickets')).body.data).toEqual([])
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, '') as all from tickets t`.execute(house.db)
    expect(rows[0]?.all).not.toContain('nobody@example.org')
  })

  test('is held to a number by address, by e-mail and in all, however many ask at once', async () => {
    const one = house.newClient()
    const many = await Promise.all(
      Array.from({ length: 30 }, (_, each) => one.post('/visitor-tickets', form({ email: `v${each}@example.org` }))),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(10)
    const same = await Promise.all(
      Array.from({ length: 12 }, () => house.newClient().post('/visitor-tickets', form({ email: 'one@example.org' }))),
    )
    expect(same.filter(({ status }) => status === 200)).toHaveLength(5)
    await sql`update tries set count = 200 where scope = 'visitor-tickets'`.execute(house.db)
    const full = await house.newClient().post('/visitor-tickets', form({ email: 'last@example.org' }))
    expect(full.status).toBe(429)
  })
})

test('an export has what was asked and answered, no note of operators; erasing leaves nothing of it', async () => {
  const [support, mia] = [await house.newOperator('Support'), await house.newCustomer('mona')]
  const { id } = (await house.ask(mia.client, { text: 'a question of mine' })).body.data
  await mia.client.post(`/tickets/${id}/files`, fileForm(pdf()))
  await support.client.post(`/operator/tickets/${id}/notes`, { text: 'a note among us' })
  await house.answer(support.client, id, 'an answer of ours')
  const { db, files, now } = house
  const desk = { db, files, now, personalData: house.kyc.personalData, reader: 'command:tester' }
  const exported = await exportCustomer(desk, 'mona')
  expect(exported).toMatchObject({
    tickets: [{ id, state: 'Answered' }],
    messagesOfTickets: [
      { text: 'a question of mine', from_us: false },
      { text: 'an answer of ours', from_us: true },
    ],
    filesOfTickets: [{ name: 'slip.pdf' }],
  })
  expect(JSON.stringify(exported)).not.toContain('a note among us')
  const { rows: kept } = await sql<{ id: string }>`select id from ticket_files where customer = ${mia.id}`.execute(db)
  await eraseCustomer(desk, 'mona')
  const { rows } = await sql`
    select (select count(*)::int from tickets where id = ${id}) as tickets,
      (select count(*)::int from ticket_notes where text = 'a note among us') as notes,
      (select count(*)::int from ticket_messages where customer = ${mia.id}) as messages`.execute(db)
  expect(rows).toEqual([{ tickets: 0, notes: 0, messages: 0 }])
  expect(await files.get(`tickets/${kept[0]?.id}`)).toBeUndefined()
})
