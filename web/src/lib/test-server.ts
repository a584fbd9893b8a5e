import { vi } from 'vitest'

export type Answer = { status: number; data: unknown }

/** What the server was sent. */
export type Sent = {
  method: string
  /** The path below the base of the calls. */
  url: string
  params: Record<string, string>
  data: string | FormData | undefined
  headers: Headers
  signal: AbortSignal | null
}

const sentOf = (address: string, init: RequestInit): Sent => {
  const { pathname, searchParams } = new URL(address, 'http://portal.example')
  return {
    method: init.method ?? 'GET',
    url: pathname.replace(/^\/api/, ''),
    params: Object.fromEntries(searchParams),
    data: init.body as string | FormData | undefined,
    headers: new Headers(init.headers),
    signal: init.signal ?? null,
  }
}

const responseOf = ({ status, data }: Answer) => {
  if (data instanceof Uint8Array)
    return new Response(data.slice().buffer, { status, headers: { 'Content-Type': 'application/pdf' } })
  const isText = typeof data === 'string'
  const headers = { 'Content-Type': isText ? 'text/plain' : 'application/json' }
  return new Response(isText ? data : JSON.stringify(data), { status, headers })
}

/** For tests: stands at the other end of the line and keeps what it was sent. An answer that throws is a line that broke. */
export const fakeServer = (answer: (request: Sent) => Answer) => {
  const requests: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const sent = sentOf(address, init)
    requests.push(sent)
    return responseOf(answer(sent))
  })
  return requests
}

/** As the browser says that no answer came. */
export const cutLine = (): never => {
  throw new TypeError('Failed to fetch')
}

export const failure = (status: number, name: string, message: string, details = {}): Answer => ({
  status,
  data: { data: null, error: { status, name, message, details } },
})

export const success = (data: unknown): Answer => ({ status: 200, data })

/** What most calls answer: their data in an envelope. */
export const ok = (data: unknown): Answer => success({ data })

/** One page of a list. */
export const page = (data: unknown[], cursor: string | null = null): Answer => success({ data, meta: { cursor } })

/** The fields of a body, however it travels. */
export const bodyOf = (request: Sent | undefined): unknown => {
  const body = request?.data
  if (body instanceof FormData) return Object.fromEntries(body)
  return body === undefined ? undefined : JSON.parse(body)
}

const nameOf = ({ method, url }: Sent) => `${method} ${url}`

const serve = (find: (name: string, request: Sent) => Answer | undefined) => {
  const requests = fakeServer((request) => find(nameOf(request), request) ?? failure(404, 'NotFound', 'Not found.'))
  return { requests, sentTo: (name: string) => requests.filter((request) => nameOf(request) === name) }
}

export type Answers = Record<string, Answer | ((request: Sent) => Answer)>

/** The same with one answer per call, such as `POST /auth/local`; whatever is not listed is not found. */
export const answeringServer = (answers: Answers) => {
  const { requests, sentTo } = serve((name, request) => {
    const answer = answers[name]
    return typeof answer === 'function' ? answer(request) : answer
  })
  return { answers, requests, sentTo, asked: () => requests.map(nameOf) }
}

type Replies = Record<string, Answer | ((body: unknown) => Answer)>

/** The same for calls of which only the bodies matter. */
export const fakeCalls = (replies: Replies) => {
  const { requests, sentTo } = serve((name, request) => {
    const reply = replies[name]
    return typeof reply === 'function' ? reply(bodyOf(request)) : reply
  })
  return { requests, sentTo: (name: string) => sentTo(name).map(bodyOf) }
}
