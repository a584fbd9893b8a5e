import { X509Certificate } from 'node:crypto'
import { databaseProblem, isThisMachine, listenersProblem, readDatabaseUrl } from '@ingot/db/outside'
import { isTestKey } from '@ingot/providers/carrier/easypost'
import { isLiveKey } from '@ingot/providers/payments/stripe'
import { openSigner } from './documents/open-signer.ts'
import { secretsOf } from './secrets.ts'

/** Secrets that `npm start` makes up for a first look carry this mark, and production refuses them. */
export const generatedMark = 'generated-'

type Given = Record<string, string | undefined>

/** How long a secret is at least, and how many guesses it takes at least, as a power of two. */
type Strength = { characters: number; bits: number }

/** Opens everything at once, and whoever has a copy of the database can guess as long as it takes. */
const ofKeys: Strength = { characters: 32, bits: 100 }
/** Is checked by somebody else, who notices guesses. */
const ofPasswords: Strength = { characters: 16, bits: 48 }

const keys = ['LEDGER_SEAL_SECRET', 'IDENTITY_SECRET', 'PERSONAL_DATA_SECRET']
const secretsWithProvider = ['SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET']
/** Needed only where cards are taken. */
const secretsWithProcessor = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
/** Needed only where parcels are followed. */
const secretsWithCarrier = ['CARRIER_KEY', 'CARRIER_WEBHOOK_SECRET']
const databases = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL']
const otherParties = [
  'CHAIN_RPC_URL',
  'SUMSUB_URL',
  'SUMSUB_SDK_URL',
  'STRIPE_URL',
  'CARRIER_URL',
  'GOLDAPI_URL',
  'IMAGE_HOST',
]
/** The domain that stands in our own examples and belongs to nobody. */
const sampleDomain = 'ingot.example'
const wellKnown = ['ingot', 'postgres', 'password', 'secret', 'changeme', 'change-me', 'admin', 'example', 'default']

const isSample = (address = '') => new RegExp(`@${sampleDomain}\\W*$`, 'i').test(address)

/** What production refuses of these settings, all of it. Those that are not used may be missing. */
export const productionProblems = (given: Given, unused: readonly string[] = []): string[] => {
  const problems = []
  if (!given.PUBLIC_ORIGIN?.startsWith('https://'))
    problems.push('PUBLIC_ORIGIN must be set to an https:// origin in production')
  problems.push(...secretProblems(given, unused), ...listeners(given), ...signerProblems(given))
  if (given.SUMSUB_APP_TOKEN?.startsWith('sbx:'))
    problems.push('SUMSUB_APP_TOKEN is one for the provider’s own sandbox and cannot be used in production')
  if (given.STRIPE_SECRET_KEY && !isLiveKey(given.STRIPE_SECRET_KEY))
    problems.push('STRIPE_SECRET_KEY is one for test money, which must not buy gold in production')
  if (given.CARRIER_KEY && isTestKey(given.CARRIER_KEY))
    problems.push('CARRIER_KEY is one for test parcels, which must not count as delivered in production')
  if (!given.GOLDAPI_TOKEN && !unused.includes('GOLDAPI_TOKEN'))
    problems.push('GOLDAPI_TOKEN must be set in production: nobody else vouches for the price')
  for (const name of ['BRAND_SUPPORT_EMAIL', 'MAIL_FROM'])
    if (!given[name]) problems.push(`${name} must be set in production`)
    else if (isSample(given[name])) problems.push(`${name} is at ${sampleDomain}, which only stands in examples`)
  if (isSample(given.SUPPORT_ADDRESS))
    problems.push(`SUPPORT_ADDRESS is at ${sampleDomain}, which only stands in examples`)
  return problems
}

const secretProblems = (given: Given, unused: readonly string[]): string[] => {
  const problems = []
  const secrets = new Map<string, string>()
  const check = (name: string, secret: string, strength: Strength) => {
    const problem = secretProblem(secret, strength)
    if (problem) problems.push(`${name} ${problem}`)
    const twin = [...secrets].find(([, other]) => other === secret)?.[0]
    if (twin && secret) problems.push(`${name} must not be the same as ${twin}`)
    secrets.set(name, secret)
  }
  for (const name of databases) {
    const password = passwordOf(given[name])
    // A replica has the leader's roles.
    const isLeaders = name === 'DATABASE_READ_URL' && password === passwordOf(given.DATABASE_URL)
    if (password !== undefined && !isLeaders) check(`the password in ${name}`, password, ofPasswords)
  }
  if (given.METRICS_TOKEN) check('METRICS_TOKEN', given.METRICS_TOKEN, ofPasswords)
  const isUnused = (name: string) => !given[name] && unused.includes(name)
  for (const name of secretsWithProvider.filter((name) => !isUnused(name)))
    if (!given[name]) problems.push(`${name} must be set in production`)
    else check(name, given[name], ofPasswords)
  for (const name of [...secretsWithProcessor, ...secretsWithCarrier])
    if (given[name]) check(name, given[name], ofPasswords)
  for (const name of keys.filter((name) => !isUnused(name))) {
    if (!given[name]) {
      problems.push(`${name} must be set in production`)
      continue
    }
    const [newest, ...older] = secretsOf(given[name], given[`${name}_BEFORE`])
    check(name, newest, ofKeys)
    if (/\s/.test(newest)) problems.push(`${name} must not have spaces: they set apart what stands in ${name}_BEFORE`)
    if (older.includes(newest)) problems.push(`${name}_BEFORE must not hold what ${name} does`)
  }
  return problems
}

/** That they are set is asked everywhere. */
const signerProblems = ({ DOCUMENT_KEY, DOCUMENT_CERTIFICATE }: Given): string[] => {
  if (!DOCUMENT_KEY || !DOCUMENT_CERTIFICATE) return []
  try {
    const { subject } = new X509Certificate(openSigner({ DOCUMENT_KEY, DOCUMENT_CERTIFICATE }).pem)
    if (!subject.includes(generatedMark)) return []
    return ['DOCUMENT_CERTIFICATE was generated for a first look and cannot be used in production']
  } catch (error) {
    return [(error as Error).message]
  }
}

const passwordOf = (url = ''): string | undefined => {
  try {
    return url ? readDatabaseUrl(url).password : undefined
  } catch {
    // What is wrong with the address is told where the way to it is looked at.
    return
  }
}

const secretProblem = (secret: string, { characters, bits }: Strength) => {
  if (secret.includes(generatedMark)) return 'was generated for a first look and cannot be used in production'
  if (wellKnown.includes(secret.toLowerCase())) return 'is a well-known default'
  if (secret.length < characters) return `must have at least ${characters} characters in production`
  if (guessBits(secret) < bits) return 'is too easy to guess: make one with openssl rand -base64 32'
}

/** In words of a language one letter nearly tells the next. */
const bitsOfLetterInWords = 2

/**
 * About how many bits it takes to guess a text. Meant to notice what was typed, not to measure what was drawn: well-known
 * words, what comes twice, and characters in a row count for nothing, and letters alone are taken for words.
 */
const guessBits = (text: string): number => {
  const known = new RegExp(wellKnown.join('|'), 'gi')
  const words = new Set(text.replace(known, '').split(/[\s,._-]+/))
  const once = [...words].join(' ').replace(/(.+?)\1+/g, '$1')
  const surprising = [...once].filter((character, at) => {
    const step = character.charCodeAt(0) - once.charCodeAt(at - 1)
    return at === 0 || Math.abs(step) > 1
  })
  const isWords = /^[\p{L}\s]*$/u.test(once) && (once === once.toLowerCase() || once === once.toUpperCase())
  const bitsOfOne = Math.log2(new Set(surprising).size || 1)
  return surprising.length * (isWords ? Math.min(bitsOfLetterInWords, bitsOfOne) : bitsOfOne)
}

/** Beyond this machine nothing is said that others could hear. SMTP asks for TLS there by itself. */
const listeners = (given: Given): string[] => {
  const problems = []
  for (const name of databases) {
    const problem = given[name] && databaseProblem(given[name])
    if (problem) problems.push(`${name} ${problem}`)
  }
  for (const name of otherParties) {
    const problem = listenersProblem(given[name] ?? '')
    if (problem) problems.push(`${name} ${problem}`)
  }
  if (given.METRICS_PORT && !given.METRICS_TOKEN && !isThisMachine(given.METRICS_HOST ?? 'localhost'))
    problems.push('METRICS_TOKEN must be set in production, unless METRICS_HOST is on this machine')
  const scanner = URL.canParse(given.SCANNER_URL ?? '') ? new URL(given.SCANNER_URL ?? '') : undefined
  if (scanner?.protocol === 'tcp:' && !isThisMachine(scanner.hostname))
    problems.push('SCANNER_URL must be on this machine in production: what customers send would be read on the way')
  const files = URL.canParse(given.FILES_URL ?? '') ? new URL(given.FILES_URL ?? '') : undefined
  if (files?.protocol === 's3:' && files.searchParams.get('tls') === 'off' && !isThisMachine(files.hostname))
    problems.push('FILES_URL must not have tls=off in production, unless the store is on this machine')
  return problems
}
