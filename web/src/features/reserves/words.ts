import type { OwedAsset, Reserves, StopCause } from '@ingot/endpoints/reserves'
import { formatDecimal } from '../../lib/local-format.ts'

/** Why nothing is sold, as a customer reads it. */
export const causeWords: Readonly<Record<StopCause, string>> = {
  coverage: 'There is less in the vault, or in our wallets, than we owe.',
  list: 'The list of bars has not been compared with the vault for more than 31 days.',
  header: 'No snapshot of what we owe has been published on the blockchain for 48 hours.',
  chain: 'The blockchain and the list of bars give different weights for the vault.',
}

export const salesWords: Readonly<Record<Reserves['sales'], string>> = {
  open: 'Buying is open',
  stopped: 'Buying is stopped',
  lifted: 'Buying is open for a while in spite of this',
  unknown: 'Nobody has looked at the reserves of late, so buying is stopped',
}

export const productNames: Readonly<Record<OwedAsset, string>> = {
  QMGT: 'QMGT',
  GAE: 'GAE and GAE Extra',
  GCA: 'Gold Convert (GCA)',
  GDS: 'Group savings (GDS)',
  USDAU: 'USDAU',
}

/** Beyond that it says no more: as long as little is owed, it is a number of many digits. */
const mostPercent = 1000

export const percentText = (percent: string): string => {
  if (Number(percent) > mostPercent) return 'More than 1,000 %'
  const { whole, decimals } = formatDecimal(percent)
  return `${whole}${decimals} %`
}
