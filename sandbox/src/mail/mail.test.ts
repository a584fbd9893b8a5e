import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { openMailSandbox } from './test-mail-sandbox.ts'

const { sandbox, send, get, getText } = openMailSandbox()

const welcome = {
  to: 'ada@example.test',
  subject: 'Confirm your “e-mail” <now>',
  text: 'Open https://portal.test/verify?code=1&for=ada. Thank you',
  html: '<html><body><p>Open <a href="https://portal.test/verify?code=1&amp;for=ada">this</a></p></body></html>',
  attachments: [{ filename: 'état <1>.txt', content: 'one bar' }],
}

describe('what is sent can be read', () => {
  test('a message is listed and read with its text, HTML, links and attachment', async () => {
    await send(welcome)
    const { data, meta } = await sandbox().client.mail.list()
    expect(meta).toEqual({ cursor: null })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      to: ['ada@example.test'],
      subject: welcome.subject,
      envelopeFrom: 'no-reply@ingot.test',
    })
    expect(data[0]?.from).toContain('no-reply@ingot.test')

    const id = data[0]?.id ?? ''
    const message = await sandbox().client.mail.get(id)
    expect(message.text?.trim()).toBe(welcome.text)
    expect(message.html?.trim()).toBe(welcome.html)
    expect(message.links).toEqual(['https://portal.test/verify?code=1&for=ada'])
    expect(message.headers.some((line) => line.startsWith('Message-ID:'))).toBe(true)
    expect(message.messageId).toMatch(/@ingot\.test>$/)
    expect(message.attachments).toMatchObject([{ name: 'état <1>.txt', contentType: 'text/plain', size: 7 }])

    const download = await get(message.attachments[0]?.path ?? '')
    expect(await download.text()).toBe('one bar')
    expect(download.headers.get('content-type')).toBe('application/octet-stream')
    expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A9tat%20%3C1%3E.txt")
  })

  test('the inbox shows it, its page holds text and frame, and its raw source is as it was sent', async () => {
    await send(welcome)
    const { id } = await sandbox().client.mail.next({ to: 'ada@example.test' })
    expect(await getText('/mail')).toContain('Confirm your “e-mail” &lt;now&gt;')
    const page = await getText(`/mail/${id}`)
    expect(page).toContain(`<iframe src="/mail/${id}/html"`)
    expect(page).toContain('Open https://portal.test/verify?code=1&amp;for=ada. Thank you')
    const raw = await get(`/mail/${id}/raw`)
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const source = await raw.text()
    expect(source).toContain('To: ada@example.test')
    expect(source).toContain('Content-Type: multipart/')
  })

  test('a message without text, subject or known sender is still shown', async () => {
    await send({ from: '', envelope: { from: '', to: 'ada@example.test' }, raw: 'X-Nothing: yes\r\n\r\n' })
    const message = await sandbox().client.mail.next({ to: 'ada@example.test' })
    expect(message).toMatchObject({ from: '', subject: '', html: null, attachments: [] })
    expect((await get(`/mail/${message.id}`)).status).toBe(200)
    expect((await get(`/mail/${message.id}/html`)).status).toBe(404)
    expect(await getText('/mail')).toContain('(no subject)')
  })

  test('any name and password are accepted', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox().smtpPort,
      ignoreTLS: true,
      auth: { user: 'anyone', pass: 'anything' },
    })
    await transport.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'hello' })
    transport.close()
    expect((await sandbox().client.mail.list()).data).toHaveLength(1)
  })

  test('hidden recipients count, letters’ case does not', async () => {
    await send({ to: 'Ada@Example.test', bcc: 'hidden@example.test', text: 'hello' })
    expect((await sandbox().client.mail.list({ to: 'ada@example.TEST' })).data).toHaveLength(1)
    expect((await sandbox().client.mail.list({ to: 'hidden@example.test' })).data).toHaveLength(1)
    expect((await sandbox().client.mail.list({ to: 'den@example.test' })).data).toHaveLength(0)
    expect(await getText('/mail?to=DEN@exam')).toContain('1 message')
  })

  test('a message over the size limit is refused and not kept', async () => {
    const large = send({ to: 'ada@example.test', text: 'x'.repeat(11 * 1024 * 1024) })
    await expect(large).rejects.toMatchObject({ responseCode: 552 })
    expect((await sandbox().client.mail.list()).data).toHaveLength(0)
  })

  test('a message of which the client announced no size is refused over the limit as well', async () => {
    const socket = connect(sandbox().smtpPort, '127.0.0.1')
    const lines = createInterface(socket)[Symbol.asyncIterator]()
    const expectAnswer = async (code: string): Promise<void> => {
      const { value } = await lines.next()
      expect(value).toMatch(new RegExp(`^${code}`))
    }
    await expectAnswer('220')
    for (const [command, code] of [
      ['HELO test', '250'],
      ['MAIL FROM:<a@b.test>', '250'],
      ['RCPT TO:<c@d.test>', '250'],
      ['DATA', '354'],
    ] as const) {
      socket.write(`${command}\r\n`)
      await expectAnswer(code)
    }
    socket.write(`${`${'x'.repeat(998)}\r\n`.repeat(11 * 1024)}.\r\n`)
    await expectAnswer('552')
    socket.destroy()
    expect((await sandbox().client.mail.list()).data).toHaveLength(0)
  })
})

describe('lists and waits', () => {
  const sendNumbered = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number++)
      await send({ to: `p${number % 2}@example.test`, subject: `No ${number}`, text: 'hello' })
  }
  const subjects = (messages: { subject: string }[]): string[] => messages.map((message) => message.subject)

  test('newest first, a page at a time, each message once', async () => {
    await sendNumbered(5)
    const first = await sandbox().client.mail.list({ limit: 2 })
    const second = await sandbox().client.mail.list({ limit: 2, before: first.meta.cursor ?? '' })
    const third = await sandbox().client.mail.list({ limit: 2, before: second.meta.cursor ?? '' })
    expect(subjects(first.data)).toEqual(['No 5', 'No 4'])
    expect(subjects(second.data)).toEqual(['No 3', 'No 2'])
    expect(subjects(third.data)).toEqual(['No 1'])
    expect(third.meta.cursor).toBeNull()
    const newer = await sandbox().client.mail.list({ after: second.data[0]?.id ?? '', to: 'p1@example.test' })
    expect(subjects(newer.data)).toEqual(['No 5'])
  })

  test('the inbox page leads on to older mail', async () => {
    await sendNumbered(51)
    const page = await getText('/mail')
    expect(page).toContain('51 messages')
    expect(page.match(/class="row"/g)).toHaveLength(50)
    const older = /href="(\/mail\?before=[0-9a-f]+)"/.exec(page)?.[1] ?? ''
    const rest = await getText(older)
    expect(rest.match(/class="row"/g)).toHaveLength(1)
    expect(rest).toContain('No 1<')
  })

  test('next gives what is there, one after the other, oldest first', async () => {
    await sendNumbered(4)
    const first = await sandbox().client.mail.next({ to: 'p0@example.test' })
    const second = await sandbox().client.mail.next({ to: 'p0@example.test', after: first.id })
    expect(subjects([first, second])).toEqual(['No 2', 'No 4'])
    const third = sandbox().client.mail.next({ to: 'p0@example.test', after: second.id, waitSeconds: 0 })
    await expect(third).rejects.toThrow('No such message came in time')
  })

  test('next waits for the right recipient', async () => {
    const waiting = sandbox().client.mail.next({ to: 'p0@example.test', waitSeconds: 30 })
    await sendNumbered(2)
    expect((await waiting).subject).toBe('No 2')
  })

  test('next says in time that nothing came', async () => {
    const response = await get('/api/mail/next?to=nobody@example.test&waitSeconds=1')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ data: null, error: { status: 404, name: 'NoMessage' } })
  })

  test('an empty inbox says so', async () => {
    expect(await getText('/mail')).toContain('No mail yet')
    expect(await getText('/mail?to=%3Cb%3E')).toContain('No mail for “&lt;b&gt;”')
  })
})

describe('deleting', () => {
  const post = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(sandbox().baseUrl + path, { method: 'POST', headers, redirect: 'manual' })

  test('the page deletes one message, then all', async () => {
    for (const subject of ['one', 'two', 'three']) await send({ to: 'ada@example.test', subject, text: 'hello' })
    const { id } = await sandbox().client.mail.next({})
    const here = { origin: sandbox().baseUrl }
    expect((await post(`/mail/${id}/delete`, here)).status).toBe(303)
    expect((await sandbox().client.mail.list()).data.map((message) => message.subject)).toEqual(['three', 'two'])
    expect((await get(`/mail/${id}`)).status).toBe(404)
    expect((await post('/mail/delete-all', here)).status).toBe(303)
    expect((await sandbox().client.mail.list()).data).toEqual([])
  })

  test.each([
    ['says nothing of where it comes from', {}],
    ['comes from another site', { origin: 'https://elsewhere.test' }],
    ['comes from a mail’s own frame', { origin: 'null' }],
    ['is said by the browser to be of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('a form that %s deletes nothing', async (_case, headers: Record<string, string>) => {
    await send({ to: 'ada@example.test', text: 'hello' })
    expect((await post('/mail/delete-all', headers)).status).toBe(403)
    expect((await post('/control/mail/clear', headers)).status).toBe(403)
    expect((await sandbox().client.mail.list()).data).toHaveLength(1)
  })
})

describe('hostile mail', () => {
  const hostile = {
    to: 'ada@example.test',
    from: '"<script>alert(1)</script>" <x@example.test>',
    subject: '<img src=x onerror=alert(1)>',
    text: '</pre><script>alert(1)</script>',
    html: '<base href="https://evil.test/"><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">x</a>',
    attachments: [
      { filename: 'a"\r\nset-cookie: b=c; .html', content: '<script>alert(1)</script>', contentType: 'text/html' },
    ],
  }

  test('its HTML is shown only where nothing can run, and fetches nothing', async () => {
    await send(hostile)
    const { id, attachments } = await sandbox().client.mail.next({ to: 'ada@example.test' })
    const frame = await get(`/mail/${id}/html`)
    const policy = frame.headers.get('content-security-policy') ?? ''
    const directives = policy.split('; ')
    expect(directives).toContain("default-src 'none'")
    expect(directives).toContain("base-uri 'none'")
    expect(directives).toContain("form-action 'none'")
    expect(policy).not.toContain('script-src')
    expect(directives.find((directive) => directive.startsWith('sandbox'))).toBe(
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    )
    expect(await frame.text()).toMatch(/^<!doctype html><base target="_blank">/)
    const download = await get(attachments[0]?.path ?? '')
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"; /)
    expect(download.headers.get('set-cookie')).toBeNull()
    expect(download.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('its words are text on our pages', async () => {
    await send(hostile)
    const { id } = await sandbox().client.mail.next({ to: 'ada@example.test' })
    for (const path of ['/mail', `/mail/${id}`]) {
      const response = await get(path)
      const page = await response.text()
      expect(page).not.toContain('<script')
      expect(page).not.toContain('<img')
      expect(page).not.toContain('href="javascript:')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    }
  })
})

test('the style sheet is the one in the sources', async () => {
  const response = await get('/style.css')
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await response.text()).toBe(await readFile(new URL('../frame/style.css', import.meta.url), 'utf8'))
})
