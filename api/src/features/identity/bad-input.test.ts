import * as account from '@ingot/endpoints/account'
import * as credentials from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { errorReply } from '@ingot/endpoints/error-reply'
import * as identities from '@ingot/endpoints/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Client, createPeople, goodPassword, goodPin } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let client: Client
beforeAll(async () => {
  people = await createPeople()
  client = await people.newCustomer('tester', { pin: true, address: '192.0.2.250' })
})
afterAll(() => people.close())

/** So that what is sent is looked at, and not refused because so much was sent before it. */
const forgetTries = async () => {
  await sql`delete from tries`.execute(people.db)
  await sql`update customers set pin_failures = 0, pin_locked_until = null`.execute(people.db)
}
beforeEach(forgetTries)

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'gate' in value
const endpoints = [account, credentials, identities].flatMap((file) => Object.values(file).filter(isEndpoint))
const withBody = endpoints.filter(({ body }) => body)
const fieldsOf = (each: Endpoint) => Object.keys(each.body?.shape ?? {})

/** What fits each field, so that only one thing at a time is wrong. */
const fitting: Record<string, unknown> = {
  email: 'somebody@example.com',
  username: 'somebody',
  password: goodPassword,
  passwordConfirmation: goodPassword,
  currentPassword: 'the current password 1',
  referralCode: '22222222',
  termsVersion: 'some version',
  verifyCode: 'x'.repeat(43),
  code: '123456',
  token: '123456',
  otp: '123456',
  identifier: 'somebody',
  mfaToken: 'x.y.z',
  pin: '830461',
  changePin: '830461',
  operation: 'transfer:some-key-1',
  bodyHash: 'ab'.repeat(32),
  secret: 'ABCDEFGH',
  mfaSecret: 'ABCDEFGH',
  inputCode: '123456',
  mails: ['plans'],
  showsName: false,
}
const bodyOf = (each: Endpoint) => Object.fromEntries(fieldsOf(each).map((field) => [field, fitting[field]]))

const urlEncoded = 'application/x-www-form-urlencoded'
const json = 'application/json'

const sendRaw = (each: Endpoint, payload: string | Buffer, type: string) =>
  client.send(each.method as 'POST', each.path, Buffer.from(payload), { 'content-type': type })

/** As the endpoint takes it: a form's fields are texts, or files, and nothing else. */
const sendBody = (each: Endpoint, body: Record<string, unknown>) => {
  if (each.bodyType !== 'form') return sendRaw(each, JSON.stringify(body), json)
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  return client.send(each.method as 'POST', each.path, form)
}

/** An answer of ours to something that is not right: in the one shape, and nobody's fault but the sender's. */
const expectRefusal = (answer: { status: number; body: unknown }, statuses: number[] = [400]) => {
  expect(statuses).toContain(answer.status)
  expect(z.parse(errorReply, answer.body).error.status).toBe(answer.status)
}

const wrongTypes: unknown[] = [null, 7, -1.5, true, [], ['a'], {}, { $gt: '' }, { toString: 'x' }]
const wrongTexts = [
  '',
  'a\u0000b',
  '\ud800',
  '‮evil',
  '😀'.repeat(300),
  'x'.repeat(20_000),
  "' or 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '１２３４５６',
  '\r\nset-cookie: a=b',
]

describe.each(withBody.map((each) => [each.name, each] as const))('%s', (_name, each) => {
  const fields = fieldsOf(each)

  test('refuses fields of another type', async () => {
    if (each.bodyType === 'form') return expectRefusal(await sendBody(each, { ...bodyOf(each), [fields[0] ?? '']: {} }))
    for (const field of fields)
      for (const value of wrongTypes) {
        if (typeof fitting[field] === typeof value) continue
        expectRefusal(await sendBody(each, { ...bodyOf(each), [field]: value }))
      }
  })

  test('survives any text in any field', async () => {
    for (const field of fields)
      for (const value of wrongTexts) {
        await forgetTries()
        const answer = await sendBody(each, { ...bodyOf(each), [field]: value })
        if (answer.status !== 200) expectRefusal(answer, [400, 403, 409])
      }
  })

  test('refuses a field that it does not name, and one that is missing', async () => {
    for (const name of ['sudo', 'role', 'id', 'constructor', 'toString'])
      expectRefusal(await sendBody(each, { ...bodyOf(each), [name]: 'x' }))
    expectRefusal(await sendRaw(each, '{"__proto__":{"role":"operator"}}', json), [400, 415])
    // Where every field may be left out, nothing is missing.
    if (!each.body?.safeParse({}).success) expectRefusal(await sendBody(each, {}))
  })

  test('refuses a body that is broken, of another kind, or too large', async () => {
    const isForm = each.bodyType === 'form'
    for (const broken of ['', '{', '[]', '"text"', '7', 'true', '{"a":1}}', '['.repeat(10_000)])
      expectRefusal(await sendRaw(each, broken, json), [400, 415])
    const elsewhere = isForm ? [json, JSON.stringify(bodyOf(each))] : [urlEncoded, 'email=a%40example.com']
    expectRefusal(await sendRaw(each, elsewhere[1] ?? '', elsewhere[0] ?? ''), [415])
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream'])
      expectRefusal(await sendRaw(each, 'x', type), [415])
    const size = (each.bodyLimit ?? 64 * 1024) + 1
    expectRefusal(await sendRaw(each, Buffer.alloc(size, 'x'), isForm ? urlEncoded : json), [413])
  })
})

describe.each(withBody.filter(({ bodyType }) => bodyType === 'form').map((each) => [each.name, each] as const))(
  'the form of %s',
  (_name, each) => {
    const fields = fieldsOf(each)
    const part = (name: string, value: string, more = '') =>
      `--cut\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    const multipart = 'multipart/form-data; boundary=cut'

    test('takes no field twice', async () => {
      const twice = [...fields, fields[0] ?? ''].map((field) => part(field, String(fitting[field]))).join('')
      expectRefusal(await sendRaw(each, `${twice}--cut--\r\n`, multipart))
      const encoded = [...fields, fields[0]].map((field) => `${field}=x`).join('&')
      expectRefusal(await sendRaw(each, encoded, urlEncoded))
    })

    test('is refused if it is broken', async () => {
      const whole = `${fields.map((field) => part(field, String(fitting[field]))).join('')}--cut--\r\n`
      const bodies = [
        '',
        'x',
        whole.slice(0, -10),
        whole.slice(0, 40),
        whole.replaceAll('name=', 'nam='),
        '\r\n'.repeat(99),
      ]
      for (const broken of bodies) expectRefusal(await sendRaw(each, broken, multipart))
      expectRefusal(await sendRaw(each, whole, 'multipart/form-data'))
      expectRefusal(await sendRaw(each, whole, 'multipart/form-data; boundary=other'))
      expectRefusal(await sendRaw(each, whole, 'multipart/form-data; boundary='), [400, 415])
      expectRefusal(await sendRaw(each, '%', urlEncoded))
      expectRefusal(await sendRaw(each, '__proto__=x&constructor=y', urlEncoded))
      expectRefusal(await sendRaw(each, Buffer.from([0xff, 0xfe, 0x00, 0x80]), urlEncoded))
    })

    test('takes no file for a text, and no text for a file', async () => {
      for (const field of fields) {
        const isFile = fitting[field] === undefined
        const wrong = isFile ? 'text' : new File([String(fitting[field])], 'a.txt', { type: 'text/plain' })
        expectRefusal(await sendBody(each, { ...bodyOf(each), [field]: wrong }))
      }
    })
  },
)

test('a call without a body takes none, and one without a query takes none', async () => {
  for (const each of endpoints.filter(({ body, method }) => !body && method === 'POST'))
    expectRefusal(await sendRaw(each, '{"sudo":true}', json))
  expectRefusal(await client.get('/getInfo?as=operator'))
  expectRefusal(await client.get('/activity?customer=someone'))
})

test('headers of any kind are survived', async () => {
  const tokens = ['', ' ', 'x', 'a.b', 'a.b.c', `${'A'.repeat(4000)}.B.C`, '🔑', 'null', 'Bearer']
  for (const token of tokens) {
    const answer = await client.send('GET', '/getInfo', undefined, { authorization: `Bearer ${token}` })
    expectRefusal(answer, [401])
  }
  for (const cookie of ['', '=', ';;;', 'ingot-session', 'ingot-session=%', `ingot-session=${'x'.repeat(4000)}`])
    expectRefusal(await client.send('GET', '/getInfo', undefined, { cookie }), [401])
  const agent = { 'user-agent': `${'é'.repeat(3000)}` }
  expect((await client.send('POST', '/auth/local', { identifier: 'tester', password: 'wrong' }, agent)).status).toBe(
    400,
  )
})

test('nothing secret is in the log or in the answer of a refusal', async () => {
  const secrets = ['hunter2-of-the-customer', '830462', '739164', 'secret-token-of-a-link', 'secret.mfa.token']
  const [password = '', pin = '', code = '', link = '', mfaToken = ''] = secrets
  const form = new FormData()
  form.set('pin', pin)
  const { jwt, cookie } = client.state
  const answers = [
    await people.newClient().signIn('tester', password),
    await people.newClient().post('/auth/local', { identifier: 'tester', password: [password] }),
    await people.newClient().post('/auth/local/register', { email: password, username: code, password, otp: pin }),
    await people.newClient().post('/auth/local/2fa', { mfaToken, code }),
    await people.newClient().post('/link-verification/code-register', { verifyCode: link }),
    await people.newClient().post('/reset-verification/reset-password', {
      code: link,
      password,
      passwordConfirmation: 'another',
    }),
    await client.post('/verify-pin', form),
    await client.post('/set-pin', { password, pin }),
    await client.post('/set-pin', { password, pin: Number(pin) }),
    await client.post('/mfa/verify', { token: code, operation: password }),
    await client.post('/mfa/check-pin-6-enabled', { secret: link, token: code }),
    await people.newClient().get(`/introducers/${password}`),
  ]
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
  }
  const log = people.logged.join('')
  expect(log).toContain('PinIncorrect')
  const all = [...secrets, goodPassword, goodPin, jwt, cookie.split('=')[1] ?? '', 'tester@example.com']
  for (const secret of all) expect(log).not.toContain(secret)
})

test('and none of it was a fault of ours', () => {
  expect(people.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
