import { parseAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'

/** What a customer gets credited at least and at most by one transfer. */
export type DepositLimits = { readonly least: bigint; readonly most: bigint }

const limits = (asset: OnChainAsset, least: string, most: string): DepositLimits => ({
  least: parseAmount(asset, least).units,
  most: parseAmount(asset, most).units,
})

/** Belongs to a holding, which nothing from outside has. Should some come all the same, it goes to suspense as dust does. */
const toNobody = (asset: OnChainAsset, text: string): DepositLimits => {
  const most = parseAmount(asset, text).units
  return { least: most + 1n, most }
}

/**
 * Less than the least is dust and goes to suspense: a stranger could otherwise fill a customer's statement for next to
 * nothing. More than the most does not exist in earnest; it is written down for a person and not booked.
 */
export const depositPolicy: Readonly<Record<OnChainAsset, DepositLimits>> = {
  USDT: limits('USDT', '0.01', '1000000000000'),
  USDAU: limits('USDAU', '0.01', '1000000000000'),
  QMGT: limits('QMGT', '0.0001', '1000000000'),
  GCA: toNobody('GCA', '1000000000'),
  GAE: toNobody('GAE', '1000000000'),
}
