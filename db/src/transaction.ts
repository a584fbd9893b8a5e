import type { Db, Tx } from './connect.ts'

const attempts = 3
/** Serialization failure and deadlock: nothing was written, the same work may simply run again. */
const tryAgainCodes = new Set(['40001', '40P01'])

/**
 * One transaction: all of it or nothing. Nothing may leave the process inside it, which is also why it may run
 * again by itself after a deadlock.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !tryAgainCodes.has(codeOf(error))) throw error
    }
  }
}

/** PostgreSQL's or Node's code of an error, or an empty text. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])
const overloadedCodes = new Set(['55P03', '57014'])
const unreachableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The database could not be asked, or was too busy to answer in time: the caller may try again, with the same key. */
export const isUnavailable = (error: unknown): boolean =>
  unreachableCodes.has(codeOf(error)) ||
  overloadedCodes.has(codeOf(error)) ||
  (error instanceof Error && unreachableMessages.test(error.message))
