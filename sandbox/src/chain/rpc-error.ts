import type { Hex } from 'viem'

export const PARSE_ERROR = -32_700
export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const LIMIT_EXCEEDED = -32_005
const REFUSED = -32_000
export const REVERTED = 3

/** An answer that says no, in the words and numbers of the nodes that people run. */
export class RpcError extends Error {
  readonly code: number
  readonly data: Hex | undefined

  constructor(code: number, message: string, data?: Hex) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string): RpcError => new RpcError(INVALID_PARAMS, message)

export const refused = (message: string): RpcError => new RpcError(REFUSED, message)
