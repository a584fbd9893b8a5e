import { type PayoutAsset, payoutAssets } from '@ingot/endpoints/holding-fields'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { amountOf } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { parseRate } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { Failure } from '../../failure.ts'
import { type Holdings, unitsOf } from './holdings.ts'

/** The grams that should end, at which price, and in what they should be paid. */
export type Tried = { units: string; price: string; currency: PayoutAsset }

/** Says in which currencies the house could pay, where it could not pay in the one that was chosen. By then nothing was moved. */
export const namingPayable = async <T>(
  { db }: Pick<Holdings, 'db'>,
  work: (tell: (tried: Tried) => void) => Promise<T>,
): Promise<T> => {
  let tried: Tried | undefined
  try {
    return await work((what) => {
      tried = what
    })
  } catch (error) {
    const isShort = error instanceof Failure && (error.error === 'TreasuryShort' || error.error === 'VaultExhausted')
    if (!isShort || !tried) throw error
    const payable = await findPayable(db, tried)
    throw new Failure('TreasuryShort', { payable }, wordsFor(tried.currency, payable))
  }
}

const findPayable = async (db: Holdings['db'], { units, price }: Tried): Promise<PayoutAsset[]> => {
  const grams = unitsOf('QMGT', units)
  const dollars = convert(amountOf('QMGT', grams), parseRate(price), 'USDT', customerGets).units
  const needed = { USDT: dollars, USDAU: dollars, QMGT: grams }
  const found = await Promise.all(
    payoutAssets.map(async (asset) => (await balanceOf(db, houseAccount(asset, 'treasury'))).units >= needed[asset]),
  )
  return payoutAssets.filter((_, index) => found[index])
}

const wordsFor = (currency: PayoutAsset, payable: readonly PayoutAsset[]): string =>
  payable.length === 0
    ? `We cannot pay this in ${currency} at the moment, nor in anything else. Please try a smaller amount, or try again later.`
    : `We cannot pay this in ${currency} at the moment. It can be paid in ${payable.join(' or ')} now.`
