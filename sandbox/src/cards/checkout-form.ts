import { foldNumber, isCardNumber } from './cards.ts'

/** What a customer typed, and what is wrong with it, field by field. */
export type Typed = { number: string; expiry: string; code: string; name: string }
export type Problems = Partial<Record<keyof Typed, string>>

const LONGEST = 100

const textOf = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value.trim().slice(0, LONGEST) : ''
}

export const typedOf = (body: unknown): Typed => ({
  number: textOf(body, 'number'),
  expiry: textOf(body, 'expiry'),
  code: textOf(body, 'code'),
  name: textOf(body, 'name'),
})

const expiryProblem = (text: string, nowMs: number): string | undefined => {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(text) ?? []
  if (!month || !year) return 'Enter month and year, such as 09/31'
  // Good until the month is over.
  const ends = Date.UTC(2000 + Number(year), Number(month), 1)
  return ends <= nowMs ? 'Your card has expired' : undefined
}

export const problemsOf = ({ number, expiry, code, name }: Typed, nowMs: number): Problems => {
  const late = expiryProblem(expiry, nowMs)
  return {
    ...(!isCardNumber(foldNumber(number)) && { number: 'Your card number is not complete or not right' }),
    ...(late && { expiry: late }),
    ...(!/^\d{3,4}$/.test(code) && { code: 'Enter the 3 or 4 digits' }),
    ...(name === '' && { name: 'Enter the name on the card' }),
  }
}
