import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { http } from './http.ts'

type Answer = { status: number; data: unknown }

/** For tests: stands at the other end of the HTTP client and keeps what it was sent. */
export const fakeServer = (answer: (request: InternalAxiosRequestConfig) => Answer) => {
  const requests: InternalAxiosRequestConfig[] = []
  http.defaults.adapter = async (config) => {
    requests.push(config)
    const response: AxiosResponse = { ...answer(config), statusText: '', headers: {}, config }
    if (response.status < 400) return response
    const code = response.status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE
    throw new AxiosError(`Request failed with status code ${response.status}`, code, config, null, response)
  }
  return requests
}

export const failure = (status: number, name: string, message: string, details = {}): Answer => ({
  status,
  data: { data: null, error: { status, name, message, details } },
})

type Replies = Record<string, Answer | ((body: unknown) => Answer)>

const bodyOf = ({ data }: InternalAxiosRequestConfig): unknown => (typeof data === 'string' ? JSON.parse(data) : data)

/** The same with one reply per call, such as `POST /auth/local`; whatever is not listed is not found. */
export const fakeCalls = (replies: Replies) => {
  const requests = fakeServer((request) => {
    const reply = replies[`${request.method?.toUpperCase()} ${request.url}`]
    if (!reply) return failure(404, 'NotFound', 'Not found.')
    return typeof reply === 'function' ? reply(bodyOf(request)) : reply
  })
  /** The bodies that were sent to one call. */
  const sentTo = (name: string) =>
    requests.filter(({ method, url }) => `${method?.toUpperCase()} ${url}` === name).map(bodyOf)
  return { requests, sentTo }
}

export const success = (data: unknown): Answer => ({ status: 200, data })
