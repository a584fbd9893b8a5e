import { type Logger, pino } from 'pino'
import { traceIdNow } from './trace.ts'

/** Nothing that opens anything is ever written, however deep it stands in what is logged. */
const secretFields = /^(authorization|cookie|set-cookie|x-xsrf-token|jwt|otp|pin|.*(password|secret|token).*)$/i
const deepest = 6

const hideSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  // An error may carry the request it came from: only what says what happened is kept.
  if (value instanceof Error)
    return { type: value.name, message: value.message, stack: value.stack, code: codeOf(value) }
  if (depth === deepest) return '[deep]'
  if (Array.isArray(value)) return value.map((each) => hideSecrets(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secretFields.test(name) ? '[redacted]' : hideSecrets(each, depth + 1),
    ]),
  )
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : undefined)

export const createLog = (part: string, level: string, destination?: { write: (line: string) => void }): Logger =>
  pino(
    {
      level,
      base: { part },
      formatters: { log: (line) => hideSecrets(line) as Record<string, unknown> },
      mixin: () => {
        const trace = traceIdNow()
        return trace ? { trace_id: trace } : {}
      },
    },
    // Written in blocks, each second and at the end: a line per request must not cost a system call.
    destination ?? pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 }),
  )
