import type { Db, Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { Failure } from '../../failure.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'
import { lockSender } from '../wallet/store.ts'
import { type Wallet, walletOf } from '../wallet/wallet.ts'
import * as store from './store.ts'

/** What the services of withdrawals work with. */
export type Withdrawals = Pick<ApiDeps, 'config' | 'files' | 'log'> & {
  db: Db
  now: () => Date
  outbox: Outbox
  wallet: Wallet
  kyc: Kyc
  board: Trading['board']
  numbers: Trading['numbers']
}

export const withdrawalsOf = once((deps: ApiDeps): Withdrawals => {
  const { config, files, log, db, now, outbox } = deps
  const { board, numbers } = tradingOf(deps)
  return { config, files, log, db, now, outbox, wallet: walletOf(deps), kyc: kycOf(deps), board, numbers }
})

/** Where bars are collected; null where there is no counter. */
export const counterOf = ({ config }: Pick<Withdrawals, 'config'>): string | null => config.COUNTER_ADDRESS ?? null

/** One withdrawal, and whatever else of its customer leaves, until the transaction ends: the sender comes first, as in transfers. */
export const lockWithSender = async (tx: Tx, id: string, customer?: string): Promise<store.StoredWithdrawal> => {
  const found = await store.findWithdrawal(tx, id)
  if (!found || (customer !== undefined && found.customer !== customer)) throw new Failure('NotFound')
  await lockSender(tx, found.customer)
  const locked = await store.lockWithdrawal(tx, id)
  if (!locked) throw new Failure('NotFound')
  return locked
}
