import type { Db } from '@ingot/db/connect'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { isZero } from '@ingot/money/amount'
import { Failure } from '../failure.ts'

/** What the ledger refused, in words for the customer. By then nothing was moved. */
export const namingShortage = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LedgerError) || error.refusal !== 'BalanceTooLow') throw error
    if (error.account?.startsWith('customer:')) throw new Failure('BalanceTooLow')
    // What the treasury lacks could still be issued as long as there is gold that nobody was promised.
    const isGold = error.account !== 'house/USDT/treasury'
    const vaultIsEmpty = isGold && isZero(await balanceOf(db, houseAccount('XAU', 'unallocated')))
    throw new Failure(vaultIsEmpty ? 'VaultExhausted' : 'TreasuryShort')
  }
}
