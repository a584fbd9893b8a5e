import type { Db } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { type KycProvider, KycUnavailable } from '@ingot/providers/kyc/port'
import { createSumsub } from '@ingot/providers/kyc/sumsub'
import type { Logger } from 'pino'
import { notingContact } from '../../contacts/contacts.ts'
import { type Deps, once } from '../../feature.ts'
import { secretsOf } from '../../secrets.ts'
import { createPersonalData, type PersonalData } from './personal-data.ts'
import type { WalletFactory } from './wallet-address.ts'

/** What the services of KYC work with, in the api as in the worker. */
export type Kyc = {
  db: Db
  now: () => Date
  outbox: Outbox
  log: Logger
  provider: KycProvider
  personalData: PersonalData
  /** How often a page that polls has the provider asked. */
  askAgainSeconds: number
  /** Unset while there is no chain: then nobody gets a wallet. */
  wallets: WalletFactory | undefined
}

export const kycOf = once(({ config, db, outbox, log, now }: Deps): Kyc => {
  const { CHAIN_SETTLEMENT: settlement, CHAIN_WALLET_IMPLEMENTATION: implementation } = config
  return {
    db,
    now,
    outbox,
    log,
    provider: notingContact(
      { db, log, now },
      { party: 'verification', isSilence: (error) => error instanceof KycUnavailable },
      createSumsub({
        url: config.SUMSUB_URL,
        appToken: config.SUMSUB_APP_TOKEN,
        secretKey: config.SUMSUB_SECRET_KEY,
        webhookSecret: config.SUMSUB_WEBHOOK_SECRET,
        level: config.SUMSUB_LEVEL,
      }),
    ),
    personalData: createPersonalData(secretsOf(config.PERSONAL_DATA_SECRET, config.PERSONAL_DATA_SECRET_BEFORE)),
    askAgainSeconds: config.VERIFICATION_ASK_SECONDS,
    wallets: settlement && implementation ? { settlement, implementation } : undefined,
  }
})
