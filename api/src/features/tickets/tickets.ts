import { type ApiDeps, once } from '../../feature.ts'
import { type Uploads, uploadsOf } from '../../uploads/uploads.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import { type Wallet, walletOf } from '../wallet/wallet.ts'

/** What the services of tickets work with. */
export type Tickets = Pick<ApiDeps, 'config' | 'log' | 'db' | 'now' | 'outbox' | 'files'> &
  Pick<Identity, 'keys' | 'limits'> & {
    personalData: Kyc['personalData']
    wallet: Wallet
    /** How files are looked at that somebody sends. */
    uploads: Omit<Uploads, 'kinds'>
  }

export const ticketsOf = once((deps: ApiDeps): Tickets => {
  const { config, log, db, now, outbox, files } = deps
  const { keys, limits } = identityOf(deps)
  return {
    ...{ config, log, db, now, outbox, files, keys, limits },
    personalData: kycOf(deps).personalData,
    wallet: walletOf(deps),
    uploads: uploadsOf(deps),
  }
})
