import { parseAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'

/** What a customer gets credited at least and at most by one transfer. */
export type DepositLimits = { readonly least: bigint; readonly most: bigint }

const limits = (asset: OnChainAsset, least: string, most: string): DepositLimits => ({
  least: parseAmount(asset, least).units,
  most: parseAmount(asset, most).units,
})

/**
 * Less than the least is dust and goes to suspense: a stranger could otherwise fill a customer's statement for next to
 * nothing. More than the most does not exist in earnest; it is written down for a person and not booked.
 */
export const depositPolicy: Readonly<Record<OnChainAsset, DepositLimits>> = {
  USDT: limits('USDT', '0.01', '1000000000000'),
  USDAU: limits('USDAU', '0.01', '1000000000000'),
  QMGT: limits('QMGT', '0.0001', '1000000000'),
  GCA: limits('GCA', '0.0001', '1000000000'),
  GAE: limits('GAE', '0.0001', '1000000000'),
}
