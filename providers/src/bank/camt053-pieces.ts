/** A file that cannot be read as a statement. The message is for people. */
export class StatementUnreadable extends Error {
  override name = 'StatementUnreadable'
}

export const refuse = (words: string): never => {
  throw new StatementUnreadable(words)
}

const wholeDigits = 16

/** Cents of a decimal text, by digits: an amount is never anything but text or an integer. */
export const centsOf = (text: string): bigint => {
  const [, whole, part = ''] = /^([0-9]+)(?:\.([0-9]*))?$/.exec(text) ?? []
  if (whole === undefined || whole.length > wholeDigits || !/^[0-9]{0,2}0*$/.test(part))
    return refuse(`“${text.slice(0, 40)}” is no amount in dollars and cents.`)
  return BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'))
}

/** Null for what is no day, such as a mistyped one. */
export const dayOf = (text: string): string | null => {
  const day = text.slice(0, 10)
  const isDay = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
  return isDay ? day : null
}

export type CamtParty = {
  name: string | null
  ultimateName: string | null
  /** As it was written. */
  account: string | null
  bic: string | null
}

/** Amounts are in cents. */
export type CamtLine = {
  direction: 'in' | 'out'
  cents: bigint
  bookedOn: string
  isReversal: boolean
  returnCode: string | null
  debtor: CamtParty
  creditor: CamtParty
  reference: string | null
  text: string
  endToEndId: string | null
  transactionId: string | null
  bankReference: string | null
  undoes: string | null
}

export type CamtBegin = { account: string; sequence: bigint }

export type CamtEnd = CamtBegin & {
  currency: string
  from: string | null
  until: string | null
  opening: bigint
  closing: bigint
  lines: number
  credits: bigint
  debits: bigint
}

export type CamtPiece = ({ is: 'begin' } & CamtBegin) | { is: 'line'; line: CamtLine } | ({ is: 'end' } & CamtEnd)
