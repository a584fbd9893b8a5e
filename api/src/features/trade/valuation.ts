import { type Amount, amountOf, decimalOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { type Asset, assetTable, isGramAsset } from '@ingot/money/assets'
import { quotientOf } from '@ingot/money/decimal'
import { usdValueOfGrams } from '@ingot/money/gold'
import type { PriceBoard } from './price-board.ts'

/** What an amount is worth in US dollars and cents by today's price of gold; null while none may be relied on. */
export const createValuation =
  (board: PriceBoard) =>
  async (amount: Amount<Asset>): Promise<string | null> => {
    const { asset } = amount
    if (!isGramAsset(asset))
      return formatAmount(amountOf('USD', quotientOf([decimalOf(amount)], [], assetTable.USD.decimals, 'down')))
    const latest = await board.latest()
    if (!latest || latest.market === 'stale') return null
    return formatAmount(usdValueOfGrams(amountOf(asset, amount.units), latest.reading, 'USD', 'down'))
  }
