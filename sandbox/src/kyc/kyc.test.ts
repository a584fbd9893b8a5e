import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDataFolder, removeDataFolder } from '../test-sandbox.ts'
import { openReceiver, startSandbox } from './test-provider.ts'

// Starting real processes takes its time on a busy machine; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let receiver: Awaited<ReturnType<typeof openReceiver>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeAll(async () => {
  folder = await makeDataFolder()
  receiver = await openReceiver()
  sandbox = await startSandbox(folder, receiver.url)
})
afterAll(async () => {
  sandbox?.child.kill('SIGTERM')
  await sandbox?.ended
  receiver?.close()
  await removeDataFolder(folder)
})
beforeEach(async () => {
  await sandbox.client.kyc.setDesk({ mode: 'manual' })
})
afterEach(async () => {
  receiver.answer(200)
  await sandbox.client.control.clear('kyc')
  await sandbox.client.kyc.settled()
  receiver.messages.length = 0
})

type Signing = { ts?: number; key?: string; token?: string; signedPath?: string; signedBody?: string }

const request = async (method: string, path: string, body?: object | FormData, signing: Signing = {}) => {
  const { ts = Math.floor(Date.now() / 1000), key = 'request-key', token = 'sbx:test' } = signing
  const sent = new Request(sandbox.url + path, {
    method,
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await sent.arrayBuffer())
  const signature = createHmac('sha256', key)
    .update(`${ts}${method}${signing.signedPath ?? path}`)
    .update(signing.signedBody ?? bytes)
    .digest('hex')
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: {
      'x-app-token': token,
      'x-app-access-ts': String(ts),
      'x-app-access-sig': signature,
      'content-type': sent.headers.get('content-type') ?? 'application/json',
    },
    ...(body && { body: bytes }),
  })
  const reply = (await answer.json()) as Reply
  return { status: answer.status, headers: answer.headers, body: reply }
}

/** What the tests take out of an answer; what is in it is what they are about. */
type Reply = { id: string; token: string; description: string; fixedInfo: object; reviewResult: object }

let made = 0
const createApplicant = async (): Promise<{ id: string; externalUserId: string }> => {
  const externalUserId = `person-${++made}-${process.pid}`
  const fixedInfo = { firstName: 'Ada', lastName: 'King', dob: '1985-12-10', country: 'GBR' }
  const { body } = await request('POST', '/resources/applicants?levelName=basic', { externalUserId, fixedInfo })
  return { id: body.id, externalUserId }
}

const addDocument = (id: string, metadata: object) => {
  const form = new FormData()
  form.set('metadata', JSON.stringify(metadata))
  form.set('content', new File([new Uint8Array([1, 2, 3])], 'id.jpg', { type: 'image/jpeg' }))
  return request('POST', `/resources/applicants/${id}/info/idDoc`, form)
}

const statusOf = async (id: string) => (await request('GET', `/resources/applicants/${id}/status`)).body

describe('a request is answered only if it is signed right', () => {
  const path = '/resources/applicants/-/byExternalUserId/nobody'

  test('with its key, token, path and body', async () => {
    expect(await request('GET', path)).toMatchObject({ status: 200, body: { exists: false } })
    for (const signing of [
      { key: 'another-key' },
      { token: 'sbx:other' },
      { signedPath: '/resources/applicants' },
      { signedBody: 'something else' },
    ])
      expect(await request('GET', path, undefined, signing)).toMatchObject({
        status: 401,
        body: { code: 401, description: expect.any(String), correlationId: expect.any(String) },
      })
  })

  test('within a minute of now', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const ts of [now - 50, now + 50]) expect((await request('GET', path, undefined, { ts })).status).toBe(200)
    for (const ts of [now - 70, now + 70, 0])
      expect((await request('GET', path, undefined, { ts })).body.description).toBe(
        'The request is too old or from the future',
      )
  })

  test('over the body as it is sent', async () => {
    const body = { externalUserId: 'x', fixedInfo: {} }
    const answer = await request('POST', '/resources/applicants?levelName=basic', body, { signedBody: '{}' })
    expect(answer.status).toBe(401)
  })
})

describe('an applicant', () => {
  test('is made once, and found by either id', async () => {
    const { id, externalUserId } = await createApplicant()
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const again = await request('POST', '/resources/applicants?levelName=basic', { externalUserId })
    expect(again).toMatchObject({ status: 409, body: { code: 409 } })
    for (const name of [id, `-;externalUserId=${externalUserId}`])
      expect((await request('GET', `/resources/applicants/${name}/one`)).body).toMatchObject({
        id,
        externalUserId,
        info: {},
        fixedInfo: { firstName: 'Ada' },
        review: { reviewStatus: 'init' },
      })
    expect((await request('GET', '/resources/applicants/nobody/status')).status).toBe(404)
    await request('PATCH', `/resources/applicants/${id}/fixedInfo`, { lastName: 'Byron' })
    expect((await request('GET', `/resources/applicants/${id}/one`)).body.fixedInfo).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
    })
  })

  test('is reviewed only when documents and selfie are there', async () => {
    const { id } = await createApplicant()
    const pending = () => request('POST', `/resources/applicants/${id}/status/pending?reason=test`)
    expect(await pending()).toMatchObject({ status: 409, body: { description: 'Steps are missing: IDENTITY, SELFIE' } })
    await addDocument(id, { idDocType: 'ID_CARD', country: 'GBR', idDocSubType: 'FRONT_SIDE' })
    await addDocument(id, { idDocType: 'SELFIE', country: 'GBR' })
    expect((await pending()).body.description).toBe('Steps are missing: IDENTITY')
    const added = await addDocument(id, { idDocType: 'ID_CARD', country: 'GBR', idDocSubType: 'BACK_SIDE' })
    expect(added.headers.get('x-image-id')).toMatch(/^[0-9a-f]{24}$/)
    expect(await pending()).toMatchObject({ status: 200, body: { ok: 1 } })
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'pending', attemptCnt: 1 })
    expect((await pending()).status).toBe(409)
    expect((await addDocument(id, { idDocType: 'SELFIE', country: 'GBR' })).status).toBe(409)
    const steps = await request('GET', `/resources/applicants/${id}/requiredIdDocsStatus`)
    expect(steps.body).toMatchObject({ IDENTITY: { idDocType: 'ID_CARD' }, SELFIE: { idDocType: 'SELFIE' } })
  })

  test('is reset by the provider’s own call, but not while it is being reviewed', async () => {
    const { id } = await createApplicant()
    const reset = () => request('POST', `/resources/applicants/${id}/reset`)
    await addDocument(id, { idDocType: 'PASSPORT', country: 'GBR' })
    await addDocument(id, { idDocType: 'SELFIE', country: 'GBR' })
    await request('POST', `/resources/applicants/${id}/status/pending`)
    expect((await reset()).status).toBe(409)
    await request('POST', `/resources/applicants/${id}/status/testCompleted`, { reviewAnswer: 'GREEN' })
    expect(await reset()).toMatchObject({ status: 200, body: { ok: 1 } })
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'init' })
  })

  test('gets its verdict by the provider’s own test call, and the messages say so', async () => {
    const { id } = await createApplicant()
    const verdict = { reviewAnswer: 'RED', rejectLabels: ['FORGERY'], reviewRejectType: 'FINAL', clientComment: 'no' }
    await request('POST', `/resources/applicants/${id}/status/testCompleted`, verdict)
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'completed', reviewResult: verdict })
    await sandbox.client.kyc.settled()
    expect(receiver.messages.filter(({ applicantId }) => applicantId === id).map(({ type }) => type)).toEqual([
      'applicantCreated',
      'applicantReviewed',
    ])
    expect((await addDocument(id, { idDocType: 'SELFIE', country: 'GBR' })).status).toBe(409)
    expect((await request('POST', `/resources/applicants/${id}/status/testCompleted`, {})).status).toBe(400)
  })
})

/** In the page of the frame, by the token that the portal got. */
const openPage = async (userId: string, ttlInSecs = 600) => {
  const { body } = await request('POST', '/resources/accessTokens/sdk', { userId, levelName: 'basic', ttlInSecs })
  return (method: string, path: string, type?: string) =>
    fetch(`${sandbox.url}/api/websdk${path}`, {
      method,
      headers: { authorization: `Bearer ${body.token}`, ...(type && { 'content-type': type }) },
      ...(type && { body: new Uint8Array([0xff, 0xd8, 0xff]) }),
    })
}

const handIn = async (externalUserId: string) => {
  const page = await openPage(externalUserId)
  await page('POST', '/documents?type=PASSPORT&side=FRONT_SIDE&country=GBR', 'image/jpeg')
  await page('POST', '/documents?type=SELFIE', 'image/jpeg')
  return page('POST', '/submit')
}

describe('the page in the frame', () => {
  test('is one that may be framed and use a camera, and runs its own script only', async () => {
    const answer = await fetch(`${sandbox.url}/websdk/websdk.html?_=id_abc`)
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors http: https:')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(answer.headers.has('x-frame-options')).toBe(false)
    expect(await answer.text()).toContain('/websdk/websdk.js')
    expect((await fetch(`${sandbox.url}/websdk/websdk.js`)).headers.get('content-type')).toContain('javascript')
  })

  test('takes the documents of the one applicant whose token it has', async () => {
    const { id, externalUserId } = await createApplicant()
    expect(await (await handIn(externalUserId)).json()).toMatchObject({
      data: { applicantId: id, reviewStatus: 'pending', isClosed: true, missing: [] },
    })
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'pending' })
  })

  test('is refused without a token, with a forged one, and after its time', async () => {
    const { externalUserId } = await createApplicant()
    const refused = async (token: string) => {
      const answer = await fetch(`${sandbox.url}/api/websdk/applicant`, { headers: { authorization: token } })
      return { status: answer.status, name: ((await answer.json()) as { error: { name: string } }).error.name }
    }
    const claims = Buffer.from(JSON.stringify({ externalUserId, levelName: 'x', until: 9e15 })).toString('base64url')
    for (const token of ['', 'Bearer x', `Bearer _act-sbx-${claims}.${'A'.repeat(43)}`])
      expect(await refused(token)).toEqual({ status: 401, name: 'InvalidToken' })
    const page = await openPage(externalUserId, 0.001)
    await vi.waitUntil(async () => (await page('GET', '/applicant')).status === 401)
    expect((await page('POST', '/documents?type=SELFIE', 'image/jpeg')).status).toBe(401)
  })

  test('takes pictures only', async () => {
    const { externalUserId } = await createApplicant()
    const page = await openPage(externalUserId)
    expect((await page('POST', '/documents?type=SELFIE', 'text/html')).status).toBe(400)
    expect((await page('POST', '/documents?type=LIBRARY_CARD', 'image/jpeg')).status).toBe(400)
  })
})

describe('the review desk', () => {
  const decideOnPage = (id: string, form: Record<string, string>, origin = sandbox.url) =>
    fetch(`${sandbox.url}/kyc/${id}/decide`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams(form),
    })

  test('shows who waits and lets a person decide, and nobody from another site', async () => {
    const { id, externalUserId } = await createApplicant()
    await handIn(externalUserId)
    expect(await (await fetch(`${sandbox.url}/kyc`)).text()).toContain(`/kyc/${id}`)
    const page = await (await fetch(`${sandbox.url}/kyc/${id}`)).text()
    expect(page).toContain('Ada King')
    const link = /\/kyc\/\w+\/documents\/\w+/.exec(page)?.[0] ?? ''
    expect((await fetch(sandbox.url + link)).headers.get('content-type')).toBe('image/jpeg')
    const form = {
      verdict: 'RED RETRY',
      rejectLabels: 'LOW_QUALITY, BAD_SELFIE',
      moderationComment: 'Blurred',
      clientComment: 'hm',
    }
    expect((await decideOnPage(id, form, 'https://evil.test')).status).toBe(403)
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'pending' })
    expect((await decideOnPage(id, form)).status).toBe(303)
    expect((await statusOf(id)).reviewResult).toEqual({
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['LOW_QUALITY', 'BAD_SELFIE'],
      moderationComment: 'Blurred',
      clientComment: 'hm',
    })
    // What was rejected is handed in again.
    expect((await handIn(externalUserId)).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'pending', attemptCnt: 2 })
    expect((await decideOnPage(id, { verdict: 'GREEN', rejectLabels: '' })).status).toBe(303)
    expect((await statusOf(id)).reviewResult).toEqual({ reviewAnswer: 'GREEN', rejectLabels: [] })
  })

  test('decides GREEN by itself when it is told to, and says so', async () => {
    await sandbox.client.kyc.setDesk({ mode: 'automatic' })
    const { id, externalUserId } = await createApplicant()
    await handIn(externalUserId)
    await receiver.arrived(3)
    expect(receiver.messages.map(({ type, applicantId }) => [type, applicantId])).toEqual([
      ['applicantCreated', id],
      ['applicantPending', id],
      ['applicantReviewed', id],
    ])
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } })
  })
})

describe('a message', () => {
  const decide = async () => {
    const { id } = await createApplicant()
    await sandbox.client.kyc.settled()
    receiver.messages.length = 0
    return { id, send: () => sandbox.client.kyc.decide(id, { reviewAnswer: 'GREEN' }) }
  }

  test('that is not taken is sent again, four times at most', async () => {
    const { send } = await decide()
    receiver.answer(500)
    await send()
    await receiver.arrived(5)
    await vi.waitUntil(async () => (await sandbox.client.kyc.settled()) === 0)
    expect(receiver.messages).toHaveLength(5)
    expect(new Set(receiver.messages.map(({ createdAtMs }) => createdAtMs)).size).toBe(1)
  })

  test('is lost, comes twice, or comes out of order when the desk is told so', async () => {
    const { id, send } = await decide()
    await sandbox.client.control.set('kyc', { fault: 'lose', on: 'webhook', times: 1 })
    await send()
    await sandbox.client.kyc.settled()
    expect(receiver.messages).toEqual([])
    await sandbox.client.control.set('kyc', { fault: 'twice', on: 'webhook', times: 1 })
    await send()
    await sandbox.client.kyc.settled()
    expect(receiver.messages).toHaveLength(2)
    expect(receiver.messages[0]).toEqual(receiver.messages[1])
    receiver.messages.length = 0
    await sandbox.client.control.set('kyc', { fault: 'disorder', on: 'webhook', times: 1 })
    await send()
    await sandbox.client.kyc.settled()
    expect(receiver.messages).toEqual([])
    await sandbox.client.kyc.reset(id)
    await receiver.arrived(2)
    expect(receiver.messages.map(({ type }) => type)).toEqual(['applicantReset', 'applicantReviewed'])
  })

  test('comes late when the desk is told so, and requests are slow, refused or cut off', async () => {
    const { id, send } = await decide()
    await sandbox.client.control.set('kyc', { fault: 'slow', delayMs: 1, on: 'webhook', times: 1 })
    await send()
    await receiver.arrived(1)
    await sandbox.client.control.set('kyc', { fault: 'slow', delayMs: 60_000, on: 'webhook', times: 1 })
    await send()
    expect(await sandbox.client.kyc.settled()).toBe(1)
    expect(receiver.messages).toHaveLength(1)
    await sandbox.client.control.set('kyc', { fault: 'refuse', answer: 'temporary', on: 'request', times: 1 })
    expect((await request('GET', `/resources/applicants/${id}/status`)).status).toBe(503)
    await sandbox.client.control.set('kyc', { fault: 'refuse', answer: 'permanent', on: 'request', times: 1 })
    expect((await request('GET', `/resources/applicants/${id}/status`)).status).toBe(403)
    await sandbox.client.control.set('kyc', { fault: 'lose', on: 'request', times: 1 })
    await expect(request('GET', `/resources/applicants/${id}/status`)).rejects.toThrow('fetch failed')
    expect((await request('GET', `/resources/applicants/${id}/status`)).status).toBe(200)
  })
})

test('kill -9 loses nothing: applicants, pictures, the desk, and messages that were on their way', async () => {
  const data = await makeDataFolder()
  const before = sandbox
  const first = await startSandbox(data, receiver.url)
  sandbox = first
  try {
    await first.client.kyc.setDesk({ mode: 'manual' })
    const { id, externalUserId } = await createApplicant()
    // The message that all was handed in waits to be overtaken.
    await first.client.control.set('kyc', { fault: 'disorder', on: 'webhook' })
    await handIn(externalUserId)
    await first.client.kyc.settled()
    first.child.kill('SIGKILL')
    await first.ended
    const again = await startSandbox(data, receiver.url)
    sandbox = again
    expect(await statusOf(id)).toMatchObject({ reviewStatus: 'pending', attemptCnt: 1 })
    expect(await (await fetch(`${again.url}/kyc/${id}`)).text()).toContain('SELFIE')
    expect(await (await fetch(`${again.url}/kyc`)).text()).toContain('Waits for a person')
    await again.client.kyc.decide(id, { reviewAnswer: 'GREEN' })
    const own = () => receiver.messages.filter(({ applicantId }) => applicantId === id)
    await vi.waitUntil(() => own().length === 3)
    expect(own().map(({ type }) => type)).toEqual(['applicantCreated', 'applicantReviewed', 'applicantPending'])
    again.child.kill('SIGTERM')
    expect(await again.ended).toEqual({ code: 0, stderr: '' })
  } finally {
    first.child.kill('SIGKILL')
    sandbox.child.kill('SIGKILL')
    sandbox = before
    await removeDataFolder(data)
  }
})
