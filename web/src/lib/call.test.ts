import { logOut } from '@ingot/endpoints/account'
import { data, type Endpoint, endpoint } from '@ingot/endpoints/endpoint'
import { signIn, signInWithCode } from '@ingot/endpoints/identity'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, request } from './call.ts'
import { CallError } from './call-error.ts'
import { followReasonOfOtherTabs, leaveSession, useLogOutReason } from './log-out-reason.ts'
import { useSession } from './session.ts'
import { cutLine, failure, fakeServer, success } from './test-server.ts'
import * as toast from './toast.ts'

const sample = {
  name: 'sample',
  method: 'POST',
  path: '/things/:id/parts/:part',
  summary: 'For tests.',
  gate: 'public',
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ page: z.string() }),
  body: z.object({ amount: z.string() }),
  idempotent: true,
  reply: data(z.string()),
  errors: [],
  fallback: 'Failed',
} as const

const raising = endpoint({ ...sample, onFailure: 'raise' })
const toasting = endpoint({ ...sample, onFailure: 'toast' })
const transferring = endpoint({ ...sample, onFailure: 'toast', tellsCause: true })
const silent = endpoint({ ...sample, onFailure: 'null' })
const checking = endpoint({ ...sample, onFailure: 'false' })

const input = { params: { id: 'a/b', part: 'c' }, query: { page: '2' }, body: { amount: '1.5' }, operation: 'op-12345' }

const spyOnToast = () => vi.spyOn(toast, 'showErrorToast').mockImplementation(() => undefined)
let showErrorToast: ReturnType<typeof spyOnToast>

beforeEach(() => {
  showErrorToast = spyOnToast()
})
afterEach(() => {
  useSession.getState().logOut()
})

describe('the HTTP client', () => {
  it('goes to the base from the settings, without a timeout, with the XSRF cookie XSRF-TOKEN', async () => {
    const asked = vi.fn(async () => Response.json({ data: 'ok' }))
    vi.stubGlobal('fetch', asked)
    const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('theme=dark; XSRF-TOKEN=half%20of%20it')
    await call(raising, input)
    cookies.mockRestore()
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/things/a%2Fb/parts/c?page=2', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': 'half of it',
        'Idempotency-Key': 'op-12345',
      },
      body: '{"amount":"1.5"}',
    })
  })

  it('sends no XSRF token when there is no cookie', async () => {
    const requests = fakeServer(() => success({ data: 'ok' }))
    await call(raising, input)
    expect(requests[0]?.headers.has('X-XSRF-TOKEN')).toBe(false)
  })

  it('sends JSON by default and the access token as bearer', async () => {
    const requests = fakeServer(() => ({ status: 200, data: { data: 'ok' } }))
    localStorage.setItem('accessToken', 'the-jwt')
    await call(raising, input)
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer the-jwt')
  })

  it('sends no bearer when nobody is signed in', async () => {
    const requests = fakeServer(() => ({ status: 200, data: { data: 'ok' } }))
    await call(raising, input)
    expect(requests[0]?.headers.has('Authorization')).toBe(false)
  })
})

describe('the bearer', () => {
  it.each([
    [signIn, { identifier: 'ada', password: 'x' }],
    [signInWithCode, { mfaToken: 't', code: '123456' }],
  ] as const)('is not sent by signing in, even if one was left behind', async (endpoint, body) => {
    const requests = fakeServer(() => success({ jwt: 'j', user: {} }))
    localStorage.setItem('accessToken', 'left-behind')
    await call(endpoint as typeof signIn, { body } as never).catch(() => undefined)
    expect(requests[0]?.url).toBe(endpoint.path)
    expect(requests[0]?.headers.has('Authorization')).toBe(false)
  })
})

describe('a call to the verification provider', () => {
  const asking = endpoint({ ...sample, onFailure: 'raise', bearer: 'client' })

  it('carries the page’s public client token, also when somebody is signed in', async () => {
    const requests = fakeServer(() => success({ data: 'ok' }))
    localStorage.setItem('accessToken', 'the-jwt')
    await call(asking, input)
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer public-client-token')
  })

  it('ends the session when the server knows nobody by its cookie', async () => {
    localStorage.setItem('accessToken', 'the-jwt')
    fakeServer(() => failure(401, 'Unauthorized', 'Please log in to continue.', { reason: 'ended' }))
    await expect(call(asking, input)).rejects.toMatchObject({ status: 401 })
    expect(useLogOutReason.getState().reason).toBe('ended')
  })
})

describe('a form', () => {
  const form = endpoint({
    ...sample,
    path: '/picture',
    params: undefined,
    query: undefined,
    idempotent: undefined,
    onFailure: 'raise',
    bodyType: 'form',
    body: z.object({ pin: z.string(), operation: z.optional(z.string()), picture: z.instanceof(Blob) }),
  } as const as never) as Endpoint

  it('goes out as form data, with text and files, without what is not given', async () => {
    const requests = fakeServer(() => success({ data: 'ok' }))
    const picture = new File(['face'], 'face.png', { type: 'image/png' })
    await call(form, { body: { pin: '123456', operation: undefined, picture } } as never)
    const sent = requests[0]?.data as FormData
    expect(sent).toBeInstanceOf(FormData)
    expect([...sent.keys()]).toEqual(['pin', 'picture'])
    expect(sent.get('pin')).toBe('123456')
    expect((sent.get('picture') as File).name).toBe('face.png')
  })

  it('leaves its type to the browser, which alone knows the boundary', async () => {
    const requests = fakeServer(() => success({ data: 'ok' }))
    await call(form, { body: { pin: '123456' } } as never)
    expect(requests[0]?.headers.has('Content-Type')).toBe(false)
  })
})

describe('a call', () => {
  it('without a body sends none', async () => {
    const requests = fakeServer(() => success({ data: { done: true } }))
    await call(logOut)
    expect(requests[0]?.data).toBeUndefined()
  })

  it('builds path, query, body and Idempotency-Key from its input and answers the parsed reply', async () => {
    const requests = fakeServer(() => ({ status: 200, data: { data: 'ok' } }))
    expect(await call(raising, input)).toEqual({ data: 'ok' })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/things/a%2Fb/parts/c',
      params: { page: '2' },
      data: '{"amount":"1.5"}',
    })
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('op-12345')
  })

  it('raises the server’s message with name, status, details and code', async () => {
    fakeServer(() => failure(409, 'OperationKeyReused', 'Already used.', { key: 'op-12345' }))
    const raised = await call(raising, input).catch((error: unknown) => error)
    expect(raised).toBeInstanceOf(CallError)
    expect(raised).toMatchObject({
      name: 'OperationKeyReused',
      status: 409,
      message: 'Already used.',
      details: { key: 'op-12345' },
      code: 'ERR_BAD_REQUEST',
    })
  })

  it('raises the fallback when the server gave no message', async () => {
    fakeServer(() => ({ status: 502, data: '<html>Bad gateway</html>' }))
    await expect(call(raising, input)).rejects.toMatchObject({
      name: 'ERR_BAD_RESPONSE',
      status: 502,
      message: 'Failed',
    })
  })

  it('raises the fallback when the answer does not have the declared shape', async () => {
    fakeServer(() => ({ status: 200, data: { data: 7 } }))
    await expect(call(raising, input)).rejects.toMatchObject({ name: 'UnexpectedReply', message: 'Failed' })
  })

  it.each([
    ['ERR_NETWORK', new TypeError('Failed to fetch')],
    ['ECONNABORTED', new DOMException('The operation timed out.', 'TimeoutError')],
    ['ERR_CANCELED', new DOMException('The operation was aborted.', 'AbortError')],
  ])('that gets no answer is named %s', async (code, broken) => {
    fakeServer(() => {
      throw broken
    })
    await expect(call(raising, input)).rejects.toMatchObject({ name: code, code, status: undefined })
  })

  it('whose answer breaks off got none', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }))
    await expect(call(raising, input)).rejects.toMatchObject({ name: 'ERR_NETWORK', status: undefined })
  })

  it('can be called back', async () => {
    const caller = new AbortController()
    const requests = fakeServer(() => success({ data: 'ok' }))
    await request(raising, input, caller.signal)
    expect(requests[0]?.signal).toBe(caller.signal)
  })

  it('shows the server’s message as a toast and returns nothing', async () => {
    fakeServer(() => failure(400, 'InvalidInput', 'Please check the amount.'))
    expect(await call(toasting, input)).toBeUndefined()
    expect(showErrorToast).toHaveBeenCalledExactlyOnceWith('Please check the amount.')
  })

  it('shows the fallback as a toast when the server gave no message', async () => {
    fakeServer(cutLine)
    expect(await call(toasting, input)).toBeUndefined()
    expect(showErrorToast).toHaveBeenCalledExactlyOnceWith('Failed')
  })

  it('of a transfer shows the server’s message, else the error message, else the fallback', async () => {
    fakeServer(() => failure(400, 'InvalidInput', 'Please check the address.'))
    await call(transferring, input)
    fakeServer(cutLine)
    await call(transferring, input)
    fakeServer(() => ({ status: 502, data: '<html>Bad gateway</html>' }))
    await call(transferring, input)
    fakeServer(() => success({ data: 7 }))
    await call(transferring, input)
    expect(showErrorToast.mock.calls).toEqual([
      ['Please check the address.'],
      ['Network Error'],
      ['Request failed with status code 502'],
      ['Failed'],
    ])
  })

  it('that was cancelled shows no toast', async () => {
    fakeServer(() => {
      throw new DOMException('The operation was aborted.', 'AbortError')
    })
    expect(await call(toasting, input)).toBeUndefined()
    expect(showErrorToast).not.toHaveBeenCalled()
  })

  it('answers null silently where the endpoint says so', async () => {
    fakeServer(() => failure(500, 'Internal', 'Something went wrong.'))
    expect(await call(silent, input)).toBeNull()
    expect(showErrorToast).not.toHaveBeenCalled()
  })

  it('answers false silently where the endpoint says so', async () => {
    fakeServer(() => failure(500, 'Internal', 'Something went wrong.'))
    expect(await call(checking, input)).toBe(false)
    expect(showErrorToast).not.toHaveBeenCalled()
  })
})

describe('a request, as queries make it', () => {
  it.each([toasting, silent, checking])(
    'raises whatever the endpoint’s onFailure says ($onFailure)',
    async (endpoint) => {
      fakeServer(() => failure(503, 'Unavailable', 'Not available.'))
      await expect(request(endpoint, input)).rejects.toMatchObject({ name: 'Unavailable', message: 'Not available.' })
      expect(showErrorToast).not.toHaveBeenCalled()
    },
  )
})

describe('a call that the server refuses because nobody is signed in', () => {
  const user = {
    id: '17',
    username: 'ada',
    refCode: 'ADA17',
    userHash: 'f00d',
    kycVerified: 'Verified',
    customer_rank: null,
  } as const
  const refusal = (details = {}) => failure(401, 'Unauthorized', 'Please log in to continue.', details)
  const isSignedIn = () => useSession.getState().isAuthenticated

  it.each([
    ['idle', 'idle'],
    ['ended', 'ended'],
    ['expired', 'expired'],
    [undefined, 'required'],
    ['constructor', 'required'],
  ])('resets the client’s state and remembers why: %s → %s', async (reason, remembered) => {
    useSession.getState().signIn({ jwt: 'the-jwt', user })
    fakeServer(() => refusal({ reason }))
    await expect(call(raising, input)).rejects.toMatchObject({ status: 401 })
    expect(isSignedIn()).toBe(false)
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(useLogOutReason.getState().reason).toBe(remembered)
  })

  it('calls nothing else', async () => {
    useSession.getState().signIn({ jwt: 'the-jwt', user })
    const requests = fakeServer(() => refusal())
    await call(silent, input)
    expect(requests).toHaveLength(1)
  })

  it('leaves a session alone that began while the answer was on its way', async () => {
    useSession.getState().signIn({ jwt: 'the-jwt', user })
    fakeServer(() => {
      useSession.getState().signIn({ jwt: 'another-jwt', user })
      return refusal({ reason: 'ended' })
    })
    await call(silent, input)
    expect(isSignedIn()).toBe(true)
  })

  it('forgets the reason with the next sign-in', () => {
    leaveSession('idle')
    useSession.getState().signIn({ jwt: 'the-jwt', user })
    expect(useLogOutReason.getState().reason).toBeNull()
  })

  it('tells other tabs the reason', () => {
    const stop = followReasonOfOtherTabs()
    localStorage.setItem('ingot-log-out-reason', JSON.stringify({ version: 0, state: { reason: 'expired' } }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'ingot-log-out-reason' }))
    stop()
    expect(useLogOutReason.getState().reason).toBe('expired')
  })
})
