import { type ApiDeps, once } from '../../feature.ts'
import { type Uploads, uploadsOf } from '../../uploads/uploads.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'
import { type Wallet, walletOf } from '../wallet/wallet.ts'

/** What the services of estates work with. */
export type Estates = Pick<ApiDeps, 'config' | 'log' | 'db' | 'now' | 'outbox' | 'files'> & {
  wallet: Wallet
  kyc: Kyc
  board: Trading['board']
  numbers: Trading['numbers']
  /** How files are looked at that somebody sends. */
  uploads: Omit<Uploads, 'kinds'>
}

export const estatesOf = once((deps: ApiDeps): Estates => {
  const { config, log, db, now, outbox, files } = deps
  const { board, numbers } = tradingOf(deps)
  return {
    ...{ config, log, db, now, outbox, files, board, numbers },
    wallet: walletOf(deps),
    kyc: kycOf(deps),
    uploads: uploadsOf(deps),
  }
})
