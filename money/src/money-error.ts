/** Why text is no amount. A form turns the name into a sentence. */
export type TextReason = 'Empty' | 'TooLong' | 'NotANumber' | 'TooManyDecimals' | 'TooLarge'

export type MoneyErrorReason =
  | TextReason
  | 'AssetsDiffer'
  | 'Negative'
  | 'NotPositive'
  | 'NotBaseUnits'
  | 'OutOfRange'
  | 'UnknownAsset'

export class MoneyError extends Error {
  override readonly name = 'MoneyError'
  readonly reason: MoneyErrorReason

  /** The detail is for the log and carries the numbers; a customer is told by the reason. */
  constructor(reason: MoneyErrorReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
  }
}
