import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { MailRefused } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Züri Gold <no-reply@gold.example>'
const mail = {
  to: 'mia@example.com',
  subject: 'Bestätigen Sie Ihre Adresse – 金 🪙',
  html: '<p>Grüezi <a href="https://gold.example/verify?a=1&amp;b=2">Link</a></p>',
  text: `Grüezi\n\nhttps://gold.example/verify?token=${'x'.repeat(120)}\n.\nEnd`,
  id: 'verify-email-42',
}

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

type Received = { to: string[]; parsed: ParsedMail; raw: string }

const startServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData: async (stream, session, callback) => {
      const chunks = await Array.fromAsync(stream)
      const raw = Buffer.concat(chunks)
      const to = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ to, parsed: await simpleParser(raw), raw: raw.toString() })
      callback(null)
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '0.0.0.0')
  await once(server.server, 'listening')
  endings.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, received }
}

const startPlain = async (talk: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    endings.push(() => socket.destroy())
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const relay = (client: Socket, port: number) => {
  const upstream = connect(port, '127.0.0.1')
  upstream.on('error', () => undefined)
  endings.push(() => upstream.destroy())
  client.pipe(upstream).pipe(client)
}

const openMailer = (url: string, waits = {}) => {
  const mailer = createSmtpMailer({ url, from, waits })
  endings.push(mailer.close)
  return mailer
}

const refusal = async (sending: Promise<void>): Promise<MailRefused> => {
  const error = await sending.then(
    () => new Error('the mail was taken'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(MailRefused)
  return error
}

const answer = (responseCode: number) => Object.assign(new Error('Told to refuse'), { responseCode })

it('a mail arrives as it was written', async () => {
  const { port, received } = await startServer()
  await openMailer(`smtp://127.0.0.1:${port}`).send(mail)
  const [{ to, parsed }] = received as [Received]
  expect(to).toEqual([mail.to])
  expect(parsed.subject).toBe(mail.subject)
  expect(parsed.text?.trimEnd()).toBe(mail.text)
  expect(String(parsed.html).trimEnd()).toBe(mail.html)
  expect(parsed.from?.value).toEqual([{ name: 'Züri Gold', address: 'no-reply@gold.example' }])
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
  expect(parsed.headers.has('list')).toBe(false)
})

it('a mail that can be stopped says where, as mail programs look for it; an address that is none is not sent', async () => {
  const { port, received } = await startServer()
  const mailer = openMailer(`smtp://127.0.0.1:${port}`)
  await mailer.send({ ...mail, stop: 'https://gold.example/no-more-mail/abc_-123' })
  expect(received[0]?.raw).toMatch(/^List-Unsubscribe: <https:\/\/gold\.example\/no-more-mail\/abc_-123>\r$/m)
  expect(received[0]?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const wrong = 'https://gold.example/>\r\nBcc: eve@example.com'
  await expect(mailer.send({ ...mail, stop: wrong })).rejects.toThrow('an address of ours')
})

it('a retry can be recognised by its Message-ID', async () => {
  const { port, received } = await startServer()
  const mailer = openMailer(`smtp://localhost:${port}`)
  await mailer.send(mail)
  await mailer.send(mail)
  expect(received.map(({ parsed }) => parsed.messageId)).toEqual(Array(2).fill('<verify-email-42@gold.example>'))
})

it('many mails at once all arrive, over few connections', async () => {
  let connections = 0
  const { port, received } = await startServer({
    onConnect: (_session, callback) => {
      connections += 1
      callback()
    },
  })
  const mailer = openMailer(`smtp://127.0.0.1:${port}`)
  await Promise.all(Array.from({ length: 20 }, (_, index) => mailer.send({ ...mail, id: `mail-${index}` })))
  expect(new Set(received.map(({ parsed }) => parsed.messageId)).size).toBe(20)
  expect(connections).toBeLessThanOrEqual(3)
})

it.each([
  ['at the recipient', 550, true, 'onRcptTo'],
  ['at the recipient', 451, false, 'onRcptTo'],
  ['at the message', 554, true, 'onData'],
  ['at the message', 451, false, 'onData'],
  ['at our sender, which the operator can mend', 550, false, 'onMailFrom'],
  ['at the door', 554, false, 'onConnect'],
] as const)('a refusal %s with %i is permanent: %s', async (_where, code, permanent, step) => {
  const refuse = (first: unknown, second: unknown, third?: unknown) => {
    if (step === 'onData') (first as NodeJS.ReadableStream).resume()
    ;(typeof third === 'function' ? third : (second as (error: Error) => void))(answer(code))
  }
  const { port } = await startServer({ [step]: refuse })
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
  expect(error.permanent).toBe(permanent)
  expect(error.message).toContain(`127.0.0.1:${port}`)
  expect(error.message).toContain(String(code))
})

it('a refusal does not repeat whom the mail was for', async () => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('<Mia@Example.com>: no such user'), { responseCode: 550 })),
  })
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
  expect(error.message).toContain('<(address)>: no such user')
  expect(inspect(error, { depth: 5, showHidden: true })).not.toMatch(/mia@example/i)
})

it('a wrong password is not the mail’s fault, and is not told', async () => {
  const { port } = await startServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(answer(535)),
  })
  const error = await refusal(openMailer(`smtp://portal:pass%2Fword-1234@127.0.0.1:${port}`).send(mail))
  expect(error.permanent).toBe(false)
  expect(error.message).toContain('535')
  expect(`${error.message} ${error.stack}`).not.toMatch(/pass(%2F|\/)word-1234/)
})

it('user and password are read from the address', async () => {
  const seen: unknown[] = []
  const { port } = await startServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      seen.push([username, password])
      callback(null, { user: 'portal' })
    },
  })
  await openMailer(`smtp://portal%40gold.example:pass%2Fword@127.0.0.1:${port}`).send(mail)
  expect(seen).toEqual([['portal@gold.example', 'pass/word']])
})

it('a server that cannot be reached may be tried again', async () => {
  const port = await startPlain(() => undefined)
  for (const end of endings.splice(0)) await end()
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
  expect(error.permanent).toBe(false)
  expect(error.message).toContain('ECONNREFUSED')
})

it('a connection that breaks in the middle may be tried again, and is not retried behind the worker’s back', async () => {
  let connections = 0
  const { port } = await startServer({
    onConnect: (_session, callback) => {
      connections += 1
      callback()
    },
    onData: (stream) => {
      stream.resume()
      for (const client of clients) client.destroy()
    },
  })
  const clients: Socket[] = []
  const way = await startPlain((client) => {
    clients.push(client)
    relay(client, port)
  })
  const error = await refusal(openMailer(`smtp://127.0.0.1:${way}`).send(mail))
  expect(error.permanent).toBe(false)
  expect(connections).toBe(1)
})

it('a server that says nothing is given up', async () => {
  const port = await startPlain(() => undefined)
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`, { greetMs: 200, sendMs: 9000 }).send(mail))
  expect(error.permanent).toBe(false)
  expect(error.message).toContain('Greeting never received')
})

it('a server that hangs up at once is asked once', async () => {
  let calls = 0
  const port = await startPlain((socket) => {
    calls += 1
    socket.end()
  })
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
  expect(error.permanent).toBe(false)
  expect(calls).toBe(1)
})

it('a server that falls silent after its greeting is given up', async () => {
  const port = await startPlain((socket) => socket.write('220 here\r\n'))
  const error = await refusal(openMailer(`smtp://127.0.0.1:${port}`, { silentMs: 200 }).send(mail))
  expect(error.permanent).toBe(false)
})

it('a server that talks on without coming to an end is given up, and the next mail gets a fresh connection', async () => {
  let calls = 0
  const good = await startServer()
  const port = await startPlain((client) => {
    calls += 1
    if (calls <= 3) {
      client.write('220 here\r\n')
      const timer = setInterval(() => client.write('250-more\r\n'), 20)
      client.on('close', () => clearInterval(timer))
      return
    }
    relay(client, good.port)
  })
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, { sendMs: 2000 })
  // As many as there are connections, so that a connection that stayed stuck would be missed.
  const errors = await Promise.all([1, 2, 3].map(() => refusal(mailer.send(mail))))
  expect(errors.map(({ permanent }) => permanent)).toEqual([false, false, false])
  expect(errors[0]?.message).toContain('did not finish')
  await mailer.send(mail)
  expect(good.received).toHaveLength(1)
})

it('beyond this machine nothing is said without TLS', async () => {
  const heard: string[] = []
  const { port, received } = await startServer({
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => {
      heard.push(auth.username ?? '')
      callback(null, { user: 'portal' })
    },
  })
  // 0.0.0.0 reaches this machine, but is not one of its own names.
  const error = await refusal(openMailer(`smtp://portal:secret@0.0.0.0:${port}`).send(mail))
  expect(error.permanent).toBe(false)
  expect([heard, received]).toEqual([[], []])
})

it.each([
  ['smtps', { secure: true }],
  ['smtp', { disabledCommands: [] }],
])('a certificate that nobody vouches for is refused over %s', async (scheme, options) => {
  const { port, received } = await startServer(options)
  const error = await refusal(openMailer(`${scheme}://0.0.0.0:${port}`).send(mail))
  expect(error.permanent).toBe(false)
  expect(error.message).toMatch(/certificate/i)
  expect(received).toEqual([])
})

it.each([
  'mia@example.com, eve@example.com',
  'mia@example.com\r\nBcc: eve@example.com',
  'Mia <mia@example.com>',
  'mia@example.com>\r\nRCPT TO:<eve@example.com',
  '"mia\r\n"@example.com',
  'group:mia@example.com;',
  'mia',
  '',
])('%j is not mailed', async (to) => {
  const { port, received } = await startServer()
  expect((await refusal(openMailer(`smtp://127.0.0.1:${port}`).send({ ...mail, to }))).permanent).toBe(true)
  expect(received).toEqual([])
})

it.each(['Hello\r\nBcc: eve@example.com', 'Hello\nX', 'Hello\rX', 'Hello\u0000', 'x'.repeat(300)])(
  'the subject %j is not mailed',
  async (subject) => {
    const { port, received } = await startServer()
    expect((await refusal(openMailer(`smtp://127.0.0.1:${port}`).send({ ...mail, subject }))).permanent).toBe(true)
    expect(received).toEqual([])
  },
)

it('an id that could not be a Message-ID is a bug', async () => {
  const mailer = openMailer('smtp://127.0.0.1:1')
  await expect(mailer.send({ ...mail, id: 'x>\r\nBcc: eve@example.com' })).rejects.toThrow('Message-ID')
})

it('a closed mailer takes nothing more', async () => {
  const { port } = await startServer()
  const mailer = openMailer(`smtp://127.0.0.1:${port}`)
  await mailer.send(mail)
  mailer.close()
  expect((await refusal(mailer.send(mail))).permanent).toBe(false)
})

it.each([
  'http://mail.example',
  'mail.example:587',
  'smtp://mail.example?tls.rejectUnauthorized=false',
  'smtp://mail.example/path',
  'smtp://',
  '',
])('%j is not the address of a mail server', (url) => {
  expect(() => createSmtpMailer({ url, from })).toThrow('The mail server must be an address')
})

it.each(['', 'Gold', 'Gold <no-reply>', 'a@b, c@d', 'no-reply@gold.example>', 'X\r\nBcc: a@b <a@b>'])(
  '%j is not a sender',
  (sender) => {
    expect(() => createSmtpMailer({ url: 'smtp://127.0.0.1', from: sender })).toThrow('The sender of mails')
  },
)

it('a sender may be a bare address', async () => {
  const { port, received } = await startServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@gold.example' })
  endings.push(mailer.close)
  await mailer.send(mail)
  expect(received[0]?.parsed.from?.value).toEqual([{ name: '', address: 'no-reply@gold.example' }])
})
