/** A failed call. `name` is the server's name of the error, or else the HTTP client's code. */
export class CallError extends Error {
  /** Undefined when no answer came. */
  readonly status: number | undefined
  /** The HTTP client's code: network, timeout, cancel, bad request (4xx) or bad response (5xx). */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** What the server said, without a fallback. */
  readonly serverMessage: string | undefined

  constructor(failure: {
    name: string
    message: string
    code: string
    status?: number | undefined
    details?: Record<string, unknown>
    serverMessage?: string | undefined
    cause?: unknown
  }) {
    super(failure.message, { cause: failure.cause })
    this.name = failure.name
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details ?? {}
    this.serverMessage = failure.serverMessage
  }
}
