import { type Logger, pino } from 'pino'

/** Nothing that opens anything is ever written, wherever it stands in what is logged. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'pin',
  'token',
  'secret',
  'otp',
  'jwt',
  'x-xsrf-token',
]
const redact = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.headers["${field}"]`])

export const createLog = (part: string, level: string, destination?: { write: (line: string) => void }): Logger =>
  pino(
    {
      level,
      base: { part },
      redact: { paths: redact, censor: '[redacted]' },
    },
    // Written in blocks, each second and at the end: a line per request must not cost a system call.
    destination ?? pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 }),
  )
