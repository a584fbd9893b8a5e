import type { Arrival, SendableAsset, WalletBalance } from '@ingot/endpoints/wallet-fields'
import { walletAssets } from '@ingot/endpoints/wallet-fields'
import { boundPurposes, type CustomerPurpose, customerAccount } from '@ingot/ledger/account'
import { balanceOf, balancesOf } from '@ingot/ledger/balance'
import { type Amount, add, amountOf, zero } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import type { Person } from '../../bind.ts'
import { arrivalsOf, readLastLook } from './chain-store.ts'
import { ownerOf, type Wallet } from './wallet.ts'

export const readBalance = async ({ identity: { db } }: Wallet, { id }: Person, asset: SendableAsset) => ({
  balance: formatAmount(await balanceOf(db, customerAccount(id, asset, 'available'))),
})

/** Every asset of the wallet. The figures are the ledger's, so they are there whatever the chain does. */
export const readBalances = async (
  { identity: { db }, valueInUsd }: Wallet,
  { id }: Person,
): Promise<WalletBalance[]> => {
  const balances = await balancesOf(db, ownerOf(id))
  const lying = (asset: Asset, purposes: readonly CustomerPurpose[]): Amount<Asset> =>
    balances
      .filter(({ amount, purpose }) => amount.asset === asset && purposes.some((each) => each === purpose))
      .reduce((sum, { amount }) => add(sum, amount), zero<Asset>(asset))
  return Promise.all(
    walletAssets.map(async (asset) => {
      const total = lying(asset, ['available', 'held', ...boundPurposes])
      return {
        asset,
        available: formatAmount(lying(asset, ['available'])),
        held: formatAmount(lying(asset, ['held'])),
        bound: formatAmount(lying(asset, boundPurposes)),
        staked: formatAmount(lying(asset, ['staked'])),
        total: formatAmount(total),
        valueInUsd: await valueInUsd(total),
      }
    }),
  )
}

/** More than this is nobody's own doing. */
const mostArrivals = 100

/** What is on its way to the customer, and when the chain was looked at for it. */
export const listArrivals = async ({ identity: { db } }: Wallet, { id }: Person) => {
  const lookedAt = await readLastLook(db)
  const rows = await arrivalsOf(db, ownerOf(id), mostArrivals)
  const data: Arrival[] = rows.map(({ asset, units, ...row }) => ({
    ...row,
    asset,
    amount: formatAmount(amountOf(asset, BigInt(units))),
  }))
  return { data, meta: { lookedAt: lookedAt?.toISOString() ?? null } }
}
