import { RequestRefused } from '../frame/refusal.ts'

/** A refusal with the word of the protocol for it. */
export class CardRefused extends RequestRefused {
  readonly code: string

  constructor(code: string, message: string, status = 400) {
    super(status, 'Refused', message)
    this.code = code
  }
}
