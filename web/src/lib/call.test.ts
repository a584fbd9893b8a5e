import { data, endpoint } from '@ingot/endpoints/endpoint'
import { AxiosError } from 'axios'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, request } from './call.ts'
import { CallError } from './call-error.ts'
import { http } from './http.ts'
import { failure, fakeServer } from './test-server.ts'
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

const showErrorToast = vi.spyOn(toast, 'showErrorToast').mockImplementation(() => undefined)

const cutTheLine = (code: string, message: string) => {
  http.defaults.adapter = async (config) => {
    throw new AxiosError(message, code, config)
  }
}

afterEach(() => showErrorToast.mockClear())

describe('the HTTP client', () => {
  it('goes to the base from the settings, without a timeout, with the XSRF cookie XSRF-TOKEN', () => {
    expect(http.defaults).toMatchObject({
      baseURL: '/api',
      timeout: 0,
      xsrfCookieName: 'XSRF-TOKEN',
      xsrfHeaderName: 'X-XSRF-TOKEN',
    })
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

describe('a call', () => {
  it('builds path, query, body and Idempotency-Key from its input and answers the parsed reply', async () => {
    const requests = fakeServer(() => ({ status: 200, data: { data: 'ok' } }))
    expect(await call(raising, input)).toEqual({ data: 'ok' })
    expect(requests[0]).toMatchObject({
      method: 'post',
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
    ['ERR_NETWORK', 'Network Error'],
    ['ECONNABORTED', 'timeout of 1ms exceeded'],
    ['ERR_CANCELED', 'canceled'],
  ])('keeps the HTTP client’s code %s', async (code, message) => {
    cutTheLine(code, message)
    await expect(call(raising, input)).rejects.toMatchObject({ name: code, code, status: undefined })
  })

  it('shows the server’s message as a toast and returns nothing', async () => {
    fakeServer(() => failure(400, 'InvalidInput', 'Please check the amount.'))
    expect(await call(toasting, input)).toBeUndefined()
    expect(showErrorToast).toHaveBeenCalledExactlyOnceWith('Please check the amount.')
  })

  it('shows the fallback as a toast when the server gave no message', async () => {
    cutTheLine('ERR_NETWORK', 'Network Error')
    expect(await call(toasting, input)).toBeUndefined()
    expect(showErrorToast).toHaveBeenCalledExactlyOnceWith('Failed')
  })

  it('of a transfer shows the server’s message, else the error message, else the fallback', async () => {
    fakeServer(() => failure(400, 'InvalidInput', 'Please check the address.'))
    await call(transferring, input)
    cutTheLine('ERR_NETWORK', 'Network Error')
    await call(transferring, input)
    cutTheLine('ERR_NETWORK', '')
    await call(transferring, input)
    expect(showErrorToast.mock.calls).toEqual([['Please check the address.'], ['Network Error'], ['Failed']])
  })

  it('that was cancelled shows no toast', async () => {
    cutTheLine('ERR_CANCELED', 'canceled')
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
