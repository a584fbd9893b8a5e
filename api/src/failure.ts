import { OperationKeyReused } from '@ingot/db/operations'
import { MoveRefused } from '@ingot/db/states'
import { isUnavailable } from '@ingot/db/unavailable'
import type { ErrorReply } from '@ingot/endpoints/error-reply'
import { type ErrorName, errorTable } from '@ingot/endpoints/errors'

/** An answer that is an error, by its name in the table. Thrown anywhere between the gate and the reply. */
export class Failure extends Error {
  override name = 'Failure'
  readonly error: ErrorName
  readonly details: Record<string, unknown>

  constructor(error: ErrorName, details: Record<string, unknown> = {}, message: string = errorTable[error].message) {
    super(message)
    this.error = error
    this.details = details
  }
}

/** What the HTTP layer itself refuses, in our own words. */
const frameworkErrors: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidInput',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_MAX_PARAM_LENGTH: 'AddressTooLong',
}

/** Names any error. What nobody foresaw is Internal, and says nothing about itself. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (error instanceof OperationKeyReused) return new Failure('OperationKeyReused')
  if (error instanceof MoveRefused) return new Failure('StateChanged')
  if (isUnavailable(error)) return new Failure('Unavailable')
  if (!(error instanceof Error)) return new Failure('Internal')
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code && Object.hasOwn(frameworkErrors, code)) return new Failure(frameworkErrors[code] ?? 'Internal')
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Failure(statusCode === 414 ? 'AddressTooLong' : 'InvalidInput')
  return new Failure('Internal')
}

export const replyOf = ({ error, message, details }: Failure): ErrorReply => ({
  data: null,
  error: { status: errorTable[error].status, name: error, message, details },
})
