import { type ApiDeps, once } from '../../feature.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import { type Wallet, walletOf } from '../wallet/wallet.ts'

/** What the services of nominees work with. */
export type Nominees = Pick<ApiDeps, 'config' | 'log' | 'db' | 'now' | 'outbox'> & { wallet: Wallet; kyc: Kyc }

export const nomineesOf = once((deps: ApiDeps): Nominees => {
  const { config, log, db, now, outbox } = deps
  return { config, log, db, now, outbox, wallet: walletOf(deps), kyc: kycOf(deps) }
})
