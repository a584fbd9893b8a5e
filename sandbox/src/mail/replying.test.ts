import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailMessage } from './mail-folder.ts'
import { parseMessage } from './message.ts'
import { openReplying, textIn } from './replying.ts'

const taken: { to: string[]; raw: Buffer }[] = []
let isRefusing = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, callback) =>
    callback(isRefusing ? Object.assign(new Error('nobody here'), { responseCode: 550 }) : null),
  onData: async (stream, { envelope }, callback) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    taken.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
    callback(null)
  },
})
let port = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const message: MailMessage = {
  ...{
    id: '1',
    envelopeFrom: 'no-reply@ingot.example',
    to: ['mia@example.com'],
    from: 'Ingot <no-reply@ingot.example>',
  },
  ...{ subject: 'We have your message', messageId: '<1@ingot.example>', receivedAt: '2026-11-02T09:00:00.000Z' },
  ...{
    text: 'Thank you',
    html: null,
    replyTo: 'support+t@ingot.example',
    links: [],
    headers: [],
    attachments: [],
    size: 1,
  },
}

it('an answer goes where the message wants it, from whom it was for, with the message quoted', async () => {
  await openReplying(port)(message, 'You are welcome')
  const [mail] = taken
  expect(mail?.to).toEqual(['support+t@ingot.example'])
  const parsed = await parseMessage(mail?.raw ?? Buffer.alloc(0))
  expect(parsed).toMatchObject({ from: 'mia@example.com', subject: 'Re: We have your message' })
  expect(parsed.text).toMatch(/^You are welcome\n\nOn .* wrote:\n> Thank you/)
})

it('says so where nobody takes it', async () => {
  await expect(openReplying(0)(message, 'x')).rejects.toThrow('Nobody takes answers')
  await expect(openReplying(port)({ ...message, replyTo: null }, 'x')).rejects.toThrow('Nobody takes answers')
  isRefusing = true
  await expect(openReplying(port)(message, 'x')).rejects.toThrow('did not take the answer')
})

it('is a text', () => {
  expect(textIn({ text: 'Hello' })).toBe('Hello')
  for (const body of [undefined, null, {}, { text: 1 }, { text: ' ' }, { text: 'x'.repeat(20_001) }])
    expect(() => textIn(body)).toThrow('A reply is a text')
})
