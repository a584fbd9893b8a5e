import type { Db } from '@ingot/db/connect'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Deps, once } from '../feature.ts'
import { kycOf } from '../features/kyc/kyc.ts'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import { secretsOf } from '../secrets.ts'
import { createFileReading, type WithFile } from './file-reading.ts'

/** The house's own account, as it stands in instructions to customers. */
export type HouseAccount = {
  holder: string
  bank: string
  /** One of the two. */
  iban: string | null
  number: string | null
  bic: string
  address: string
}

/** Undefined where no bank is set: then nothing comes or goes by bank, and features say so. */
const houseAccountOf = (config: Config): HouseAccount | undefined => {
  const { BANK_HOLDER, BANK_NAME, BANK_BIC, BANK_ADDRESS, BANK_IBAN = null, BANK_NUMBER = null } = config
  if (!BANK_HOLDER || !BANK_NAME || !BANK_BIC || !BANK_ADDRESS) return
  const said = { holder: BANK_HOLDER, bank: BANK_NAME, bic: BANK_BIC, address: BANK_ADDRESS }
  return { ...said, iban: BANK_IBAN, number: BANK_NUMBER }
}

/** What the engine works with. */
export type Bank = {
  db: Db
  log: Logger
  now: () => Date
  personalData: PersonalData
  house: HouseAccount | undefined
  withFile: WithFile
  /** The folder that the bank's own channel fills. */
  inbox: string | undefined
}

export const bankOf = once((deps: Deps): Bank => {
  const { db, log, now, config } = deps
  const { personalData } = kycOf(deps)
  const withFile = createFileReading(secretsOf(config.PERSONAL_DATA_SECRET, config.PERSONAL_DATA_SECRET_BEFORE))
  return { db, log, now, personalData, house: houseAccountOf(config), withFile, inbox: config.BANK_INBOX }
})
