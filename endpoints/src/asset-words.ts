import type { walletAssets } from './wallet-fields.ts'

/** What each asset is, in a sentence. */
export const assetWords: Record<(typeof walletAssets)[number], string> = {
  USDT: 'A token worth one US dollar, issued by Tether.',
  QMGT: 'One gram of fine gold in the vault.',
  USDAU: 'One US dollar’s worth of gold in the vault.',
  GCA: 'One gram of gold held under Gold Convert.',
  GAE: 'One gram of gold held under a savings plan.',
}
