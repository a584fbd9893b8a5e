import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChildSandbox, makeDataFolder, removeDataFolder, startChildSandbox } from '../test-sandbox.ts'
import { openSender, type Sender } from './test-send.ts'

// Starting real processes takes its time on a busy machine; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let sandbox: ChildSandbox
let sender: Sender

beforeAll(async () => {
  folder = await makeDataFolder()
  sandbox = await startChildSandbox(folder)
})

afterAll(async () => {
  await sandbox?.stop()
  await removeDataFolder(folder)
})

beforeEach(() => {
  sender = openSender(sandbox.smtpPort)
})

afterEach(async () => {
  sender.close()
  await sandbox.client.control.clear('mail')
  await sandbox.client.mail.clear()
})

const get = (path: string): Promise<Response> => fetch(sandbox.baseUrl + path)

const getText = async (path: string): Promise<string> => (await get(path)).text()

const welcome = {
  to: 'ada@example.test',
  subject: 'Confirm your “e-mail” <now>',
  text: 'Open https://portal.test/verify?code=1&for=ada. Thank you',
  html: '<html><body><p>Open <a href="https://portal.test/verify?code=1&amp;for=ada">this</a></p></body></html>',
  attachments: [{ filename: 'état <1>.txt', content: 'one bar' }],
}

describe('what is sent can be read', () => {
  test('a message is listed and read with its text, HTML, links and attachment', async () => {
    await sender.send(welcome)
    const { data, meta } = await sandbox.client.mail.list()
    expect(meta).toEqual({ cursor: null })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      to: ['ada@example.test'],
      subject: welcome.subject,
      envelopeFrom: 'no-reply@ingot.test',
    })
    expect(data[0]?.from).toContain('no-reply@ingot.test')

    const id = data[0]?.id ?? ''
    const message = await sandbox.client.mail.get(id)
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
    await sender.send(welcome)
    const { id } = await sandbox.client.mail.next({ to: 'ada@example.test' })
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
    await sender.send({ from: '', envelope: { from: '', to: 'ada@example.test' }, raw: 'X-Nothing: yes\r\n\r\n' })
    const message = await sandbox.client.mail.next({ to: 'ada@example.test' })
    expect(message).toMatchObject({ from: '', subject: '', html: null, attachments: [] })
    expect((await get(`/mail/${message.id}`)).status).toBe(200)
    expect((await get(`/mail/${message.id}/html`)).status).toBe(404)
    expect(await getText('/mail')).toContain('(no subject)')
  })

  test('any name and password are accepted', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      ignoreTLS: true,
      auth: { user: 'anyone', pass: 'anything' },
    })
    await transport.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'hello' })
    transport.close()
    expect((await sandbox.client.mail.list()).data).toHaveLength(1)
  })

  test('hidden recipients count, letters’ case does not', async () => {
    await sender.send({ to: 'Ada@Example.test', bcc: 'hidden@example.test', text: 'hello' })
    expect((await sandbox.client.mail.list({ to: 'ada@example.TEST' })).data).toHaveLength(1)
    expect((await sandbox.client.mail.list({ to: 'hidden@example.test' })).data).toHaveLength(1)
    expect((await sandbox.client.mail.list({ to: 'den@example.test' })).data).toHaveLength(0)
    expect(await getText('/mail?to=DEN@exam')).toContain('1 message')
  })

  test('a message over the size limit is refused and not kept', async () => {
    const large = sender.send({ to: 'ada@example.test', text: 'x'.repeat(11 * 1024 * 1024) })
    await expect(large).rejects.toMatchObject({ responseCode: 552 })
    expect((await sandbox.client.mail.list()).data).toHaveLength(0)
  })

  test('a message of which the client announced no size is refused over the limit as well', async () => {
    const socket = connect(sandbox.smtpPort, '127.0.0.1')
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
    expect((await sandbox.client.mail.list()).data).toHaveLength(0)
  })
})

describe('lists and waits', () => {
  const sendNumbered = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number++)
      await sender.send({ to: `p${number % 2}@example.test`, subject: `No ${number}`, text: 'hello' })
  }
  const subjects = (messages: { subject: string }[]): string[] => messages.map((message) => message.subject)

  test('newest first, a page at a time, each message once', async () => {
    await sendNumbered(5)
    const first = await sandbox.client.mail.list({ limit: 2 })
    const second = await sandbox.client.mail.list({ limit: 2, before: first.meta.cursor ?? '' })
    const third = await sandbox.client.mail.list({ limit: 2, before: second.meta.cursor ?? '' })
    expect(subjects(first.data)).toEqual(['No 5', 'No 4'])
    expect(subjects(second.data)).toEqual(['No 3', 'No 2'])
    expect(subjects(third.data)).toEqual(['No 1'])
    expect(third.meta.cursor).toBeNull()
    const newer = await sandbox.client.mail.list({ after: second.data[0]?.id ?? '', to: 'p1@example.test' })
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
    const first = await sandbox.client.mail.next({ to: 'p0@example.test' })
    const second = await sandbox.client.mail.next({ to: 'p0@example.test', after: first.id })
    expect(subjects([first, second])).toEqual(['No 2', 'No 4'])
    const third = sandbox.client.mail.next({ to: 'p0@example.test', after: second.id, waitSeconds: 0 })
    await expect(third).rejects.toThrow('No such message came in time')
  })

  test('next waits for the right recipient', async () => {
    const waiting = sandbox.client.mail.next({ to: 'p0@example.test', waitSeconds: 30 })
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
    fetch(sandbox.baseUrl + path, { method: 'POST', headers, redirect: 'manual' })

  test('the page deletes one message, then all', async () => {
    for (const subject of ['one', 'two', 'three']) await sender.send({ to: 'ada@example.test', subject, text: 'hello' })
    const { id } = await sandbox.client.mail.next({})
    const here = { origin: sandbox.baseUrl }
    expect((await post(`/mail/${id}/delete`, here)).status).toBe(303)
    expect((await sandbox.client.mail.list()).data.map((message) => message.subject)).toEqual(['three', 'two'])
    expect((await get(`/mail/${id}`)).status).toBe(404)
    expect((await post('/mail/delete-all', here)).status).toBe(303)
    expect((await sandbox.client.mail.list()).data).toEqual([])
  })

  test.each([
    ['says nothing of where it comes from', {}],
    ['comes from another site', { origin: 'https://elsewhere.test' }],
    ['comes from a mail’s own frame', { origin: 'null' }],
    ['is said by the browser to be of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('a form that %s deletes nothing', async (_case, headers: Record<string, string>) => {
    await sender.send({ to: 'ada@example.test', text: 'hello' })
    expect((await post('/mail/delete-all', headers)).status).toBe(403)
    expect((await post('/control/mail/clear', headers)).status).toBe(403)
    expect((await sandbox.client.mail.list()).data).toHaveLength(1)
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
    await sender.send(hostile)
    const { id, attachments } = await sandbox.client.mail.next({ to: 'ada@example.test' })
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
    await sender.send(hostile)
    const { id } = await sandbox.client.mail.next({ to: 'ada@example.test' })
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

describe('faults', () => {
  const send = (): Promise<{ response: string }> => sender.send({ to: 'ada@example.test', text: 'hello' })
  const count = async (): Promise<number> => (await sandbox.client.mail.list()).data.length
  const standing = async () => (await sandbox.client.control.list())[0]?.fault

  test.each([
    ['temporary', 451],
    ['permanent', 550],
  ] as const)('refuse, %s, answers %i and keeps nothing', async (answer, responseCode) => {
    await sandbox.client.control.set('mail', { fault: 'refuse', answer, times: 1 })
    await expect(send()).rejects.toMatchObject({ responseCode })
    expect(await count()).toBe(0)
    await send()
    expect(await count()).toBe(1)
  })

  test('twice stores two copies with ids of their own', async () => {
    await sandbox.client.control.set('mail', { fault: 'twice', times: 1 })
    await send()
    await send()
    const { data } = await sandbox.client.mail.list()
    expect(new Set(data.map((message) => message.id)).size).toBe(3)
    expect(data[1]?.messageId).toBe(data[2]?.messageId)
    expect(data[0]?.messageId).not.toBe(data[1]?.messageId)
  })

  test('lose stores the message and breaks the connection before the answer', async () => {
    await sandbox.client.control.set('mail', { fault: 'lose', times: 1 })
    const lost = send()
    await expect(lost).rejects.toThrow()
    await expect(lost).rejects.not.toHaveProperty('responseCode')
    expect(await count()).toBe(1)
    await send()
    expect(await count()).toBe(2)
  })

  test('slow answers after the delay, when the message is already stored', async () => {
    await sandbox.client.control.set('mail', { fault: 'slow', delayMs: 300, times: 1 })
    const started = performance.now()
    let answered = false
    const slow = send().then(() => {
      answered = true
    })
    await sandbox.client.mail.next({ to: 'ada@example.test' })
    expect(answered).toBe(false)
    await slow
    expect(performance.now() - started).toBeGreaterThanOrEqual(300)
  })

  test('a fault lasts as often as it was ordered, or until it is cleared', async () => {
    await sandbox.client.control.set('mail', { fault: 'twice', times: 2 })
    await send()
    expect(await standing()).toEqual({ fault: 'twice', remaining: 1 })
    await send()
    expect(await standing()).toBeNull()
    await sandbox.client.control.set('mail', { fault: 'twice' })
    await send()
    await send()
    expect(await standing()).toEqual({ fault: 'twice', remaining: null })
    await sandbox.client.control.clear('mail')
    await send()
    expect(await count()).toBe(9)
  })

  test('the control page sets and clears, and home tells', async () => {
    const post = (path: string, body: string): Promise<Response> =>
      fetch(sandbox.baseUrl + path, {
        method: 'POST',
        headers: { origin: sandbox.baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
        body,
        redirect: 'manual',
      })
    expect((await post('/control/mail', 'fault=slow&delayMs=1500&times=')).status).toBe(303)
    expect(await standing()).toEqual({ fault: 'slow', delayMs: 1500, remaining: null })
    expect(await getText('/')).toContain('Misbehaves: Slow by 1500 ms, until cleared')
    expect(await getText('/control')).toContain('Misbehaves: Slow by 1500 ms, until cleared')
    const wrong = await post('/control/mail', 'fault=slow&delayMs=soon')
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('delayMs must be a whole number')
    expect((await post('/control/mail/clear', '')).status).toBe(303)
    expect(await getText('/')).toContain('Behaves')
  })
})

describe('wrong input is refused with words, never an error of ours', () => {
  const put = (path: string, body: string, type = 'application/json'): Promise<Response> =>
    fetch(sandbox.baseUrl + path, { method: 'PUT', headers: { 'content-type': type }, body })

  test.each([
    ['no JSON', '{', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a text', '"slow"', 400],
    ['no fault', '{}', 400],
    ['an unknown fault', '{"fault":"explode"}', 400],
    ['a name every object has', '{"fault":"constructor"}', 400],
    ['slow without delay', '{"fault":"slow"}', 400],
    ['a delay in words', '{"fault":"slow","delayMs":"100"}', 400],
    ['no delay at all', '{"fault":"slow","delayMs":0}', 400],
    ['part of a millisecond', '{"fault":"slow","delayMs":1.5}', 400],
    ['a delay too long', '{"fault":"slow","delayMs":60001}', 400],
    ['an unknown answer', '{"fault":"refuse","answer":"maybe"}', 400],
    ['no times', '{"fault":"twice","times":0}', 400],
    ['too many times', '{"fault":"twice","times":1001}', 400],
    ['endless times', '{"fault":"twice","times":null}', 400],
    ['an unknown field', '{"fault":"twice","delayMs":5}', 400],
    ['form fields', 'fault=twice', 400],
    ['a huge body', JSON.stringify({ fault: 'x'.repeat(70_000) }), 413],
  ])('a fault order with %s', async (_case, body, status) => {
    const response = await put('/api/control/mail', body)
    expect(response.status).toBe(status)
    const { error } = (await response.json()) as { error: { status: number; message: string } }
    expect(error.status).toBe(status)
    expect(error.message.length).toBeGreaterThan(10)
    expect((await sandbox.client.control.list())[0]?.fault).toBeNull()
  })

  test('a fault order that is not JSON, or for nobody', async () => {
    expect((await put('/api/control/mail', 'fault=slow', 'text/html')).status).toBe(415)
    expect((await put('/api/control/nobody', '{"fault":"twice"}')).status).toBe(404)
  })

  test.each([
    ['/api/mail?limit=0', 400],
    ['/api/mail?limit=201', 400],
    ['/api/mail?limit=ten', 400],
    ['/api/mail?limit=-1', 400],
    ['/api/mail?after=newest', 400],
    ['/api/mail?before=../../etc', 400],
    ['/api/mail?to=a&to=b', 400],
    ['/api/mail?recipient=a', 400],
    [`/api/mail?to=${'a'.repeat(321)}`, 400],
    ['/api/mail/next?waitSeconds=31', 400],
    ['/api/mail/next?waitSeconds=1e1', 400],
    ['/api/mail/next?after=x', 400],
    ['/api/mail/0000000000000000', 404],
    ['/api/mail/..%2f..%2fetc%2fpasswd', 404],
    ['/api/nothing', 404],
    ['/mail?before=x', 400],
    ['/mail?to=a&to=b', 400],
    ['/mail/0000000000000000', 404],
    ['/mail/0000000000000000/html', 404],
    ['/mail/0000000000000000/raw', 404],
    ['/mail/0000000000000000/attachments/1', 404],
    ['/mail/%zz', 400],
    ['/nothing', 404],
  ])('GET %s gives %i', async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  test('an attachment that is not there', async () => {
    await sender.send({ to: 'ada@example.test', text: 'hello' })
    const { id } = await sandbox.client.mail.next({})
    for (const number of ['0', '1', '-1', '1.5', 'length', 'constructor'])
      expect((await get(`/mail/${id}/attachments/${number}`)).status).toBe(404)
  })
})

test('the style sheet is the one in the sources', async () => {
  const response = await get('/style.css')
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await response.text()).toBe(await readFile(new URL('../frame/style.css', import.meta.url), 'utf8'))
})
