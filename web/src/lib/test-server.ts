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
