import { vi } from 'vitest'
import type { Answer } from './test-server.ts'

/** One request that a test answers when it likes. */
export type Asked = {
  method: string
  address: string
  headers: Record<string, string>
  body: FormData
  isAborted: boolean
  progress: (loaded: number, total: number) => void
  answer: (answer: Answer) => void
  cut: () => void
}

/** For tests: the other end of requests that say how far they are. */
export const slowServer = () => {
  const asked: Asked[] = []
  class SlowRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #made: Pick<Asked, 'method' | 'address' | 'headers'> = { method: '', address: '', headers: {} }
    #sent: Asked | undefined
    open(method: string, address: string) {
      this.#made = { ...this.#made, method, address }
    }
    setRequestHeader(name: string, value: string) {
      this.#made.headers[name] = value
    }
    send(body: FormData) {
      this.#sent = {
        ...this.#made,
        body,
        isAborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: ({ status, data }) => {
          Object.assign(this, { status, responseText: JSON.stringify(data) })
          this.onload?.()
        },
        cut: () => this.onerror?.(),
      }
      asked.push(this.#sent)
    }
    abort() {
      if (this.#sent) this.#sent.isAborted = true
      this.onabort?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', SlowRequest)
  return asked
}
