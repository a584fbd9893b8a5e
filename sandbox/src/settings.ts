import { type BankSettings, readBankSettings } from './bank/settings.ts'
import { type CardSettings, readCardSettings } from './cards/settings.ts'
import { type CourierSettings, readCourierSettings } from './courier/settings.ts'
import { type KycSettings, readKycSettings } from './kyc/settings.ts'

export type Settings = {
  host: string
  port: number
  smtpPort: number
  scanPort: number
  /** Where answers to mails go; 0 for nowhere. */
  replyPort: number
  data: string
  /** How long a transaction waits for its block, and how often the gold price moves. */
  blockSeconds: number
  priceSeconds: number
  /** How far its time is behind at first. */
  behindSeconds: number
  /** What those who ask for the gold price have to carry. */
  goldToken: string
  kyc: KycSettings
  bank: BankSettings
  cards: CardSettings
  courier: CourierSettings
}

const LOOPBACK = '127.0.0.1'
const HIGHEST_PORT = 65_535
/** As on BNB Smart Chain. */
export const BLOCK_SECONDS = 0.45
export const PRICE_SECONDS = 300
const GOLD_TOKEN = 'goldapi-sandbox'
const SHORTEST_SECONDS = 0.01
const LONGEST_SECONDS = 86_400
const FURTHEST_BEHIND_SECONDS = 366 * 86_400

/** What keeps the sandbox from starting, said to the person who set it up. */
export class StartProblem extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The sandbox cannot start: ${problems.join('; ')}.`)
    this.problems = problems
  }
}

export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const problems: string[] = []
  const given = (name: string): string => environment[name]?.trim() ?? ''

  const readPort = (name: string, otherwise = ''): number => {
    const text = given(name) || otherwise
    const port = Number(text)
    if (text === '') problems.push(`${name} is not set`)
    else if (!/^\d+$/.test(text) || port > HIGHEST_PORT)
      problems.push(`${name} must be a port from 0 (any free one) to ${HIGHEST_PORT}, not "${text}"`)
    return port
  }

  const readSeconds = (name: string, otherwise: number): number => {
    const text = given(name)
    if (text === '') return otherwise
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
    if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS)
      problems.push(`${name} must be a number of seconds from ${SHORTEST_SECONDS} to ${LONGEST_SECONDS}, not "${text}"`)
    return seconds
  }

  const readBehind = (name: string): number => {
    const text = given(name) || '0'
    const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(seconds <= FURTHEST_BEHIND_SECONDS))
      problems.push(`${name} must be a whole number of seconds, at most ${FURTHEST_BEHIND_SECONDS}, not "${text}"`)
    return seconds
  }

  const port = readPort('SANDBOX_PORT')
  const smtpPort = readPort('SANDBOX_SMTP_PORT')
  const scanPort = readPort('SANDBOX_SCAN_PORT', '0')
  const replyPort = readPort('SANDBOX_REPLY_PORT', '0')
  const data = given('SANDBOX_DATA')
  if (data === '') problems.push('SANDBOX_DATA, the folder for its data, is not set')
  const blockSeconds = readSeconds('SANDBOX_BLOCK_SECONDS', BLOCK_SECONDS)
  const priceSeconds = readSeconds('SANDBOX_PRICE_SECONDS', PRICE_SECONDS)
  const behindSeconds = readBehind('SANDBOX_BEHIND_SECONDS')
  const kyc = readKycSettings(given, problems)
  const bank = readBankSettings(given, problems)
  const cards = readCardSettings(given, problems)
  const courier = readCourierSettings(given, problems)
  if (problems.length > 0) throw new StartProblem(problems)
  const goldToken = given('SANDBOX_GOLDAPI_TOKEN') || GOLD_TOKEN
  const host = given('SANDBOX_HOST') || LOOPBACK
  const parties = { goldToken, kyc, bank, cards, courier }
  return { host, port, smtpPort, scanPort, replyPort, data, blockSeconds, priceSeconds, behindSeconds, ...parties }
}

const describeFailure = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'EADDRINUSE') return 'the port is already taken'
  if (error.code === 'EACCES') return 'the system does not allow it'
  return error.message
}

/** Does what a setting asks for; when the system refuses, the problem names the setting. */
export const usingSetting = async <T>(setting: string, work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error
    throw new StartProblem([`${setting} cannot be used: ${describeFailure(error)}`])
  })
