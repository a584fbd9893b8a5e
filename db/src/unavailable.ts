/** PostgreSQL's or Node's code of an error, or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It answers, but takes nothing new any more: another server leads now.
  '25006',
])
/** PostgreSQL's own codes for what is wrong with a connection. */
const connectionCode = /^08...$/
const overloadedCodes = new Set(['55P03', '57014'])
const lostMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** The connection is of no use any more: whoever goes on needs another one. */
export const isLost = (error: unknown): boolean =>
  lostCodes.has(codeOf(error)) ||
  connectionCode.test(codeOf(error)) ||
  (error instanceof Error && lostMessages.test(error.message))

/** The database could not be asked, or was too busy to answer in time: the caller may try again, with the same key. */
export const isUnavailable = (error: unknown): boolean => isLost(error) || overloadedCodes.has(codeOf(error))
