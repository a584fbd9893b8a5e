import type { Arrival, SendableAsset, WalletBalance } from '@ingot/endpoints/wallet-fields'
import { walletAssets } from '@ingot/endpoints/wallet-fields'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf, balancesOf } from '@ingot/ledger/balance'
import { type Amount, add, amountOf, zero } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Person } from '../../bind.ts'
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
  const lying = (asset: Asset, purpose: string): Amount<Asset> =>
    balances.find((each) => each.amount.asset === asset && each.purpose === purpose)?.amount ?? zero<Asset>(asset)
  return Promise.all(
    walletAssets.map(async (asset) => {
      const [available, held, locked] = [lying(asset, 'available'), lying(asset, 'held'), lying(asset, 'locked')]
      const total = add<Asset>(add<Asset>(available, held), locked)
      return {
        asset,
        available: formatAmount(available),
        held: formatAmount(held),
        locked: formatAmount(locked),
        total: formatAmount(total),
        valueInUsd: await valueInUsd(total),
      }
    }),
  )
}

/** More than this is nobody's own doing. */
const mostArrivals = 100

/** What the watcher of the chain has seen of transfers to the customer that are not final yet. */
export const listArrivals = async ({ identity: { db } }: Wallet, { id }: Person) => {
  const { rows: cursors } = await sql<{ looked_at: Date }>`select looked_at from chain_cursor`.execute(db)
  const { rows } = await sql<{ asset: Arrival['asset']; units: string; hash: string; confirmations: number }>`
    select a.asset, a.units, a.hash, greatest(0, c.head - a.block + 1)::int as confirmations
    from chain_arrivals a cross join chain_cursor c where a.owner = ${ownerOf(id)}
    order by a.block desc, a.log_index limit ${mostArrivals}`.execute(db)
  const data: Arrival[] = rows.map(({ asset, units, ...row }) => ({
    ...row,
    asset,
    amount: formatAmount(amountOf(asset, BigInt(units))),
  }))
  return { data, meta: { lookedAt: cursors[0]?.looked_at.toISOString() ?? null } }
}
