import type { Db } from '@ingot/db/connect'
import type { Files } from '@ingot/providers/files/files'
import { createClamd } from '@ingot/providers/scan/clamd'
import type { Scanner } from '@ingot/providers/scan/scan'
import type { Logger } from 'pino'
import { openNamed } from '../config.ts'
import { type ApiDeps, type HealthPart, once } from '../feature.ts'
import { identityOf } from '../features/identity/identity.ts'
import type { Limits } from '../features/identity/limits.ts'
import { kycOf } from '../features/kyc/kyc.ts'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import type { UploadKind } from './kind.ts'

/** What the engine works with. */
export type Uploads = {
  db: Db
  files: Files
  log: Logger
  now: () => Date
  limits: Limits
  personalData: PersonalData
  /** Unset while there is none: then nothing is taken in. */
  scanner: Scanner | undefined
  /** Whether the scanner answered when it was last asked. */
  asked: { isSilent: boolean }
  kinds: readonly UploadKind[]
}

export const uploadsOf = once((deps: ApiDeps): Omit<Uploads, 'kinds'> => {
  const { db, files, log, now, config } = deps
  const url = config.SCANNER_URL
  return {
    ...{ db, files, log, now },
    limits: identityOf(deps).limits,
    personalData: kycOf(deps).personalData,
    scanner: url === undefined ? undefined : openNamed(() => createClamd({ url })),
    asked: { isSilent: false },
  }
})

/** Named only while something is wrong. The scanner is not asked: how it stands is known from the last file that came. */
export const uploadsHealth = ({ scanner, asked }: Pick<Uploads, 'scanner' | 'asked'>): HealthPart[] => {
  if (scanner && !asked.isSilent) return []
  const problem = scanner ? 'the scanner does not answer' : 'no scanner is set'
  const advice = scanner
    ? 'Look whether clamd runs and can be reached at SCANNER_URL. Until it does, customers cannot send files.'
    : 'Run clamd and set SCANNER_URL. Until then customers cannot send files.'
  return [{ name: 'uploads', ok: false, problem, advice }]
}
