import { badRequest } from '../frame/refusal.ts'
import { VERSIONS, type Version } from './camt.ts'
import { foldAccount, HOUSE_CURRENCY, OUTCOMES, type Outcome, readCents } from './movement.ts'

/** What somebody at another bank sends, and what goes wrong with it on the way. */
export type TransferOrder = {
  name: string
  ultimateName: string | null
  account: string
  bic: string | null
  reference: string | null
  text: string
  endToEndId: string | null
  cents: bigint
  currency: string
  /** It arrives in two parts. */
  split: boolean
  /** Reference and text are cut to so many characters. */
  cutTo: number | null
  dropReference: boolean
  /** How many statements show it only as pending. */
  pending: number
}

export type CloseOptions = {
  version: Version
  /** All plain credits become one entry. */
  batch: boolean
  /** The file says the number after the right one, or a closing balance that is a dollar off. The bank itself knows better. */
  skipNumber: boolean
  wrongSum: boolean
  /** It is made and not sent. */
  hold: boolean
}

/** The account is closed. */
export const DEFAULT_CODE = 'AC04'
const DEFAULT_VERSION: Version = '08'

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const ONE_LINE = /^[^\p{C}]*$/u
const LONGEST_CUT = 140
const MOST_PENDING = 10

type Given = Record<string, unknown>

/** The fields of a body; an unknown one is refused, so that typing errors show. Forms send text for everything. */
const fieldsOf = (body: unknown, known: string[]): Given => {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw badRequest(`The body must be a JSON object with: ${known.join(', ')}`)
  const given = (body ?? {}) as Given
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw badRequest(`There is no field "${unknown.slice(0, 50)}"; there are: ${known.join(', ')}`)
  return given
}

const readText = (given: Given, field: string, most: number): string | null => {
  const value = given[field]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > most || !ONE_LINE.test(value))
    throw badRequest(`${field} must be one line of at most ${most} characters`)
  return value.trim() || null
}

const readTick = (given: Given, field: string): boolean => {
  const value = given[field] ?? false
  if (value !== true && value !== false && value !== 'on' && value !== '')
    throw badRequest(`${field} must be true or false`)
  return value === true || value === 'on'
}

const readCount = (given: Given, field: string, most: number): number | null => {
  const value = given[field] === '' ? undefined : given[field]
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > most)
    throw badRequest(`${field} must be a whole number from 0 to ${most}`)
  return number
}

const needed = (text: string | null, field: string): string => {
  if (text === null) throw badRequest(`${field} must be given`)
  return text
}

const readAmount = (amount: unknown): bigint => {
  const cents = readCents(amount)
  if (cents === null) throw badRequest('amount must be a decimal number as text, above 0, with at most 2 decimals')
  return cents
}

const TRANSFER_FIELDS = [
  ...['name', 'ultimateName', 'account', 'bic', 'reference', 'text', 'endToEndId', 'amount', 'currency'],
  ...['split', 'cutTo', 'dropReference', 'pending'],
]

export const readTransfer = (body: unknown): TransferOrder => {
  const given = fieldsOf(body, TRANSFER_FIELDS)
  const account = foldAccount(needed(readText(given, 'account', 50), 'account'))
  if (account.length < 4 || account.length > 34) throw badRequest('account must have from 4 to 34 letters and digits')
  const bic = readText(given, 'bic', 11)?.toUpperCase() ?? null
  if (bic !== null && !BIC.test(bic)) throw badRequest('bic must have 8 or 11 letters and digits')
  const currency = readText(given, 'currency', 3)?.toUpperCase() ?? HOUSE_CURRENCY
  if (!/^[A-Z]{3}$/.test(currency)) throw badRequest('currency must be three letters')
  const cents = readAmount(given.amount)
  const split = readTick(given, 'split')
  if (split && cents < 2n) throw badRequest('One cent cannot be split')
  return {
    name: needed(readText(given, 'name', 140), 'name'),
    ultimateName: readText(given, 'ultimateName', 140),
    account,
    bic,
    reference: readText(given, 'reference', 35),
    text: readText(given, 'text', 500) ?? '',
    endToEndId: readText(given, 'endToEndId', 35),
    cents,
    currency,
    split,
    cutTo: readCount(given, 'cutTo', LONGEST_CUT),
    dropReference: readTick(given, 'dropReference'),
    pending: readCount(given, 'pending', MOST_PENDING) ?? 0,
  }
}

export const readClose = (body: unknown): CloseOptions => {
  const given = fieldsOf(body, ['version', 'batch', 'skipNumber', 'wrongSum', 'hold'])
  const asked = given.version === undefined || given.version === '' ? DEFAULT_VERSION : given.version
  const version = VERSIONS.find((each) => each === asked)
  if (version === undefined) throw badRequest(`version must be one of: ${VERSIONS.join(', ')}`)
  return {
    version,
    batch: readTick(given, 'batch'),
    skipNumber: readTick(given, 'skipNumber'),
    wrongSum: readTick(given, 'wrongSum'),
    hold: readTick(given, 'hold'),
  }
}

/** The code of ISO 20022 that says why, and how much comes back where it is not all. */
export const readUndoing = (body: unknown): { code: string; cents: bigint | null } => {
  const given = fieldsOf(body, ['code', 'amount'])
  const code = readText(given, 'code', 4)?.toUpperCase() ?? DEFAULT_CODE
  if (!/^[A-Z0-9]{4}$/.test(code)) throw badRequest('code must be four letters and digits, such as AC04')
  const isWhole = given.amount === undefined || given.amount === ''
  return { code, cents: isWhole ? null : readAmount(given.amount) }
}

export const readOutcome = (body: unknown): { outcome: Outcome; code: string } => {
  const given = fieldsOf(body, ['outcome', 'code'])
  const outcome = OUTCOMES.find((each) => each === given.outcome)
  if (outcome === undefined) throw badRequest(`outcome must be one of: ${OUTCOMES.join(', ')}`)
  return { outcome, code: readUndoing({ code: given.code }).code }
}

export const readClosed = (body: unknown): boolean => readTick(fieldsOf(body, ['closed']), 'closed')
