import { randomInt } from 'node:crypto'
import { thing } from '@ingot/db/states'
import { policy } from '../../policy.ts'

/** What becomes of a recovery of 2FA. */
export const recoveryStates = thing({
  name: 'recovery',
  table: 'two_factor_recoveries',
  moves: { waiting: ['vetoed', 'done'], vetoed: [], done: [] },
})

/** Without the letters and digits that are taken for one another. */
const clearAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const pick = (length: number) => Array.from({ length }, () => clearAlphabet[randomInt(clearAlphabet.length)]).join('')

export const newReferralCode = () => pick(8)

const backupCodeLength = 10

export const newBackupCodes = () => {
  const codes = new Set<string>()
  while (codes.size < policy.credentials.backupCodes) codes.add(pick(backupCodeLength))
  return [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** As it is compared: how it was typed does not matter. */
export const plainBackupCode = (code: string) => code.replaceAll(/[ -]/g, '').toUpperCase()

/** Six digits of random bytes: of so many that none is likelier than another. */
export const mailCodeOf = (random: Buffer) => String(random.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
/** In this order: each browser also names those before it in history. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** A device in a few words, as its owner would know it. */
export const deviceOf = (agent: string): string => {
  const nameIn = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
