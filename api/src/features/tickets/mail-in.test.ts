import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eicar, pdf, picture } from '../../uploads/test-uploads.ts'
import { day } from '../identity/test-people.ts'
import { followMail } from './mail-in.ts'
import { createTicketHouse, type TicketHouse } from './test-tickets.ts'

let house: TicketHouse
let count = 0
let ann: Awaited<ReturnType<TicketHouse['newCustomer']>>
let ticket: string
/** Where the customer's replies go. */
let to: string
let from: string
beforeAll(async () => {
  house = await createTicketHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  const name = `ann${++count}`
  ann = await house.newCustomer(name)
  from = `${name}@example.com`
  ticket = (await house.ask(ann.client)).body.data.id
  to = (await house.mailOf(from)).replyTo ?? ''
})

const messages = async (): Promise<{ text: string; byMail: boolean; lostFiles: number; files: { name: string }[] }[]> =>
  (await ann.client.get(`/tickets/${ticket}`)).body.data.messages.slice(1)
const texts = async () => (await messages()).map(({ text }) => text)

test('a reply by mail lands in the ticket, without what it answers, and masked', async () => {
  const text = 'The code 482913 is refused.\n\nOn Mon, 2 Nov 2026, Ingot wrote:\n> We have your message'
  expect(await house.sendMail({ from: `Ann <${from.toUpperCase()}>`, to, subject: 'Re: hello', text })).toBe(250)
  expect(await messages()).toMatchObject([{ text: 'The code •••• is refused.', byMail: true, lostFiles: 0 }])
})

test('HTML alone becomes text, and nothing of it runs', async () => {
  const html = '<p>Hello <b>there</b></p><script>alert(1)</script><blockquote>quoted</blockquote>'
  expect(await house.sendMail({ from, to, html })).toBe(250)
  const [text = ''] = await texts()
  expect(text).toMatch(/^Hello there/)
  expect(text).not.toMatch(/[<>]|alert|quoted/)
})

test('the same mail twice counts once, at once or later', async () => {
  const mail = { from, to, text: 'once', messageId: '<one@example.com>' }
  expect(await Promise.all([1, 2, 3, 4].map(() => house.sendMail(mail)))).toEqual([250, 250, 250, 250])
  expect(await house.sendMail(mail)).toBe(250)
  expect(await texts()).toEqual(['once'])
})

const zipped = (content: Buffer) =>
  Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), deflateRawSync(content), Buffer.alloc(2000)])

test('files go through the sieve: what does no harm is kept, and the rest is told of', async () => {
  const attachments = [
    { filename: '../../sl\u202eip.pdf', content: pdf() },
    { filename: 'photo.png', content: await picture('png') },
    { filename: 'virus.pdf', content: pdf(eicar) },
    { filename: 'all.zip', content: Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1') },
    { filename: 'nested.pdf', content: Buffer.concat([pdf(), zipped(zipped(Buffer.from('inside')))]) },
    { filename: 'page.html', content: '<script>alert(1)</script>' },
  ]
  expect(await house.sendMail({ from, to, text: 'my slips', attachments })).toBe(250)
  const [message] = await messages()
  expect(message).toMatchObject({ text: 'my slips', lostFiles: 4 })
  expect(message?.files.map(({ name }) => name)).toEqual(['slip.pdf', 'photo.webp'])
})

test('while the scanner is silent a mail with files is to be handed over again, and nothing is kept', async () => {
  const mail = {
    from,
    to,
    text: 'slip',
    messageId: '<later@example.com>',
    attachments: [{ filename: 'a.pdf', content: pdf() }],
  }
  house.scanner.isSilent = true
  expect(await house.sendMail(mail)).toBe(451)
  expect(await texts()).toEqual([])
  house.scanner.isSilent = false
  expect(await house.sendMail(mail)).toBe(250)
  expect(await messages()).toMatchObject([{ text: 'slip', files: [{ name: 'a.pdf' }] }])
})

/** As if so many mails had come in today. */
const useUp = async (tries: number) => {
  for (let taken = 0; taken < tries; taken++) await house.tickets.limits.take('ticket-mail', ticket, null)
}

test('a mail that has to be handed over again has used up no try', async () => {
  await useUp(29)
  const attachments = [{ filename: 'a.pdf', content: pdf() }]
  const mail = { from, to, text: 'slip', messageId: '<once@example.com>', attachments }
  house.scanner.isSilent = true
  expect([await house.sendMail(mail), await house.sendMail(mail)]).toEqual([451, 451])
  house.scanner.isSilent = false
  expect([await house.sendMail(mail), await house.sendMail({ from, to, text: 'more' })]).toEqual([250, 451])
})

test('without any scanner the words of a mail are kept, and its files are told of as lost', async () => {
  const without = await createTicketHouse({ isScanned: false })
  try {
    const { client } = await without.newCustomer('bea')
    const { id } = (await without.ask(client)).body.data
    const address = (await without.mailOf('bea@example.com')).replyTo ?? ''
    const attachments = [{ filename: 'a.pdf', content: pdf() }]
    expect(await without.sendMail({ from: 'bea@example.com', to: address, text: 'my slip', attachments })).toBe(250)
    const { messages: kept } = (await client.get(`/tickets/${id}`)).body.data
    expect(kept[1]).toMatchObject({ text: 'my slip', lostFiles: 1, files: [] })
  } finally {
    await without.close()
  }
})

describe('what is refused or goes nowhere', () => {
  const changed = (address: string) => address.replace(/.(?=@)/, (sign) => (sign === '0' ? '1' : '0'))

  test('a wrong secret, and that of another ticket', async () => {
    const ben = await house.newCustomer(`ben${count}`)
    await house.ask(ben.client)
    const his = (await house.mailOf(`ben${count}@example.com`)).replyTo ?? ''
    const [reference] = /t-\d{4}-\d+/.exec(to) ?? ['']
    const [hisSecret] = /[0-9a-f]{32}(?=@)/.exec(his) ?? ['']
    const wrong = [changed(to), `support+${reference}-${hisSecret}@gold.example`, 'support@gold.example']
    for (const address of [...wrong, `support+${reference}@gold.example`, 'root@localhost', to.replace('gold', 'lead')])
      expect([address, await house.sendMail({ from, to: address, text: 'in' })]).toEqual([address, 550])
    expect(await texts()).toEqual([])
  })

  test('the right address in the hands of somebody else', async () => {
    expect(await house.sendMail({ from: 'thief@example.com', to, text: 'in' })).toBe(550)
    expect(await house.sendMail({ from: `${from}, thief@example.com`, to, text: 'in' })).toBe(550)
    expect(await texts()).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['somebody who is away', { 'Auto-Submitted': 'auto-replied' }],
    ['one of our own that came back', { 'Auto-Submitted': 'auto-generated' }],
    ['mail in bulk', { Precedence: 'bulk' }],
    ['a list', { 'List-Id': '<list.example.com>' }],
    ['an old answering machine', { 'X-Autoreply': 'yes' }],
  ])('%s', async (_who, headers) => {
    expect(await house.sendMail({ from, to, text: 'I am away', headers })).toBe(250)
    expect(await texts()).toEqual([])
  })

  test('a report of a mail server, which comes from nobody, and what goes round in circles', async () => {
    expect(await house.sendMail({ envelope: { from: '', to }, from, to, text: 'not delivered' })).toBe(250)
    const headers = Array.from({ length: 31 }, (_, hop) => ({ key: 'Received', value: `from hop${hop}` }))
    expect(await house.sendMail({ from, to, text: 'round', headers })).toBe(250)
    expect(await texts()).toEqual([])
  })

  test('one that is too large', async () => {
    expect(await house.sendMail({ from, to, text: 'x'.repeat(2_100_000) })).toBe(552)
    expect(await texts()).toEqual([])
  })

  test('one whose HTML is too long is told so, and not that its sender were wrong', async () => {
    const html = `<p>${'x'.repeat(1024 * 1024)}</p>`
    expect(await house.sendMail({ from, to, html })).toBe(552)
    expect(await texts()).toEqual([])
  })

  test('one with nothing in it counts, since it is read only then', async () => {
    await useUp(30)
    expect(await house.sendMail({ from, to, text: '> only quoted' })).toBe(451)
  })

  test('one with nothing in it, and one that is no mail at all', async () => {
    expect(await house.sendMail({ from, to, text: '> only quoted' })).toBe(250)
    expect(await house.sendMail({ envelope: { from, to }, raw: Buffer.from([0, 255, 254, 13, 10, 13, 10, 0]) })).toBe(
      550,
    )
    expect(
      await house.sendMail({
        envelope: { from, to },
        raw: `From: ${from}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x`,
      }),
    ).toBe(250)
    expect(await texts()).toEqual([])
    expect(house.errors).toEqual([])
  })

  test('more in a day than anybody writes, however many come at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 38 }, (_each, each) => house.sendMail({ from, to, text: `mail ${each}` })),
    )
    // The others are to come again when there is room.
    expect(codes.filter((code) => code === 250)).toHaveLength(30)
    expect(await texts()).toHaveLength(30)
  })
})

test('a reply opens a closed ticket again for thirty days, and later begins another one that goes on with it', async () => {
  await ann.client.post(`/tickets/${ticket}/close`)
  house.passTime(29 * day)
  await house.sendMail({ from, to, text: 'again' })
  await ann.client.signIn(`ann${count}`)
  expect((await ann.client.get(`/tickets/${ticket}`)).body.data.state).toBe('Open')
  await ann.client.post(`/tickets/${ticket}/close`)
  house.passTime(31 * day)
  await house.sendMail({ from, to, text: 'much later' })
  await house.sendMail({ from, to, text: 'and one more' })
  await ann.client.signIn(`ann${count}`)
  const list = (await ann.client.get('/tickets')).body.data
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({ state: 'New', topic: 'other' })
  const { messages: begun } = (await ann.client.get(`/tickets/${list[0].id}`)).body.data
  expect(begun.map(({ text }: { text: string }) => text)).toEqual(['much later', 'and one more'])
})

test('a visitor’s reply confirms the address', async () => {
  await house
    .newClient()
    .post('/visitor-tickets', { name: 'Vera', email: 'vera@example.org', topic: 'other', text: 'Hi' })
  const address = (await house.mailOf('vera@example.org')).replyTo ?? ''
  await house.sendMail({ from: 'vera@example.org', to: address, text: 'it is me' })
  const { rows } = await sql<{ confirmed: boolean }>`
    select confirmed_at is not null as confirmed from tickets where customer is null`.execute(house.db)
  expect(rows).toEqual([{ confirmed: true }])
})

test('few are let in at a time, since their mails are in memory', async () => {
  const greeted = async () => {
    const socket = connect(house.box.port, '127.0.0.1')
    const [greeting] = await once(socket, 'data')
    return { socket, code: String(greeting).slice(0, 3) }
  }
  await vi.waitFor(async () => {
    const all = await Promise.all(Array.from({ length: 6 }, greeted))
    for (const { socket } of all) socket.destroy()
    expect(all.map(({ code }) => code).toSorted()).toEqual([...Array(5).fill('220'), '421'])
  }, 5000)
})

test('a port that somebody else has is tried again until it is free, and the log says so once', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const waits: number[] = []
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds)
    if (waits.length === 2) await new Promise((resolve) => other.close(resolve))
  }
  const config = { ...house.tickets.config, INBOUND_MAIL_PORT: port }
  const followed = followMail({ ...house.tickets, config }, { sleep })
  const logged = (words: string) => house.logged.filter((line) => line.includes(words))
  await vi.waitFor(() => expect(logged('mail comes in now')).toHaveLength(1), 5000)
  expect(waits).toEqual([30_000, 30_000])
  expect(logged('the port cannot be used')).toHaveLength(1)
  const socket = connect(port, '127.0.0.1')
  expect(String(await once(socket, 'data'))).toMatch(/^220 /)
  socket.destroy()
  await followed?.stop()
})

test('only who may hand mails over is let in', async () => {
  const other = await createTicketHouse({ mayConnect: () => false })
  try {
    const socket = connect(other.box.port, '127.0.0.1')
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toMatch(/^554 /)
    socket.destroy()
  } finally {
    await other.close()
  }
})
