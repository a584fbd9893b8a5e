import { settings } from './settings.ts'

const xsrfCookie = 'XSRF-TOKEN'
const xsrfHeader = 'X-XSRF-TOKEN'

export type HttpRequest = {
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: object | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export type HttpAnswer = { status: number; data: unknown }

/** A call without an answer, or with one that says no. */
export class HttpError extends Error {
  readonly code: 'ERR_NETWORK' | 'ECONNABORTED' | 'ERR_CANCELED' | 'ERR_BAD_REQUEST' | 'ERR_BAD_RESPONSE'
  readonly answer: HttpAnswer | undefined

  constructor(code: HttpError['code'], message: string, more: { answer?: HttpAnswer; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.code = code
    this.answer = more.answer
  }
}

export const addressOf = (path: string, query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `${settings.apiBase}${path}${given.length ? `?${new URLSearchParams(given)}` : ''}`
}

/** The half of a session that a foreign page cannot read; only for our own server. */
export const xsrfOf = (address: string): Record<string, string> => {
  const isOwn = new URL(address, window.location.href).origin === window.location.origin
  const value = isOwn && new RegExp(`(?:^|; )${xsrfCookie}=([^;]*)`).exec(document.cookie)?.[1]
  return value ? { [xsrfHeader]: decodeURIComponent(value) } : {}
}

/** The browser names the type of a form itself, with the boundary that only it knows. */
const contentOf = (body: object | undefined): { body?: string | FormData; headers: Record<string, string> } => {
  if (body instanceof FormData) return { body, headers: {} }
  return body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : { headers: {} }
}

export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const dataOf = async (response: Response): Promise<unknown> => {
  const type = response.headers.get('Content-Type') ?? ''
  // A file is taken as the bytes that came.
  if (/pdf|octet-stream|zip|image/.test(type)) return new Uint8Array(await response.arrayBuffer())
  const text = await response.text()
  return type.includes('json') ? readJson(text) : text
}

const withoutAnswer = (cause: unknown): HttpError => {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return new HttpError('ERR_CANCELED', 'canceled', { cause })
  if (name === 'TimeoutError') return new HttpError('ECONNABORTED', 'timeout exceeded', { cause })
  return new HttpError('ERR_NETWORK', 'Network Error', { cause })
}

/** The one way to the server. It has no timeout: moving money may take long, and giving up would only hide the answer. */
export const send = async ({ method, path, query, body, headers, signal }: HttpRequest): Promise<HttpAnswer> => {
  const address = addressOf(path, query)
  const content = contentOf(body)
  const asked = async (): Promise<HttpAnswer> => {
    const response = await fetch(address, {
      method,
      headers: { ...content.headers, ...xsrfOf(address), ...headers },
      ...(content.body === undefined ? {} : { body: content.body }),
      ...(signal ? { signal } : {}),
    })
    return { status: response.status, data: await dataOf(response) }
  }
  const answer = await asked().catch((cause: unknown) => {
    throw withoutAnswer(cause)
  })
  return acceptedOf(answer)
}

/** Raises an answer that says no. */
export const acceptedOf = (answer: HttpAnswer): HttpAnswer => {
  if (answer.status < 400) return answer
  const code = answer.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE'
  throw new HttpError(code, `Request failed with status code ${answer.status}`, { answer })
}
