import type { Db, Tx } from '@ingot/db/connect'
import { allAssets, isOnChainAsset, type OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'

const onChain = allAssets.filter(isOnChainAsset)

/** What belongs in an owner's wallet when everything in flight is done. */
export type WalletSum = { owner: string; asset: OnChainAsset; units: bigint }

/** Where nothing lies in a wallet of ours: what is outside, not issued, or being sent and therefore somebody's no more. */
const nowhere = ['outside', 'issued', 'in-transit']

/** What lies in wallets, by the books: every owner's guarded accounts, and what the house has earned and paid out. */
export const readWalletSums = async (db: Db | Tx): Promise<WalletSum[]> => {
  const { rows } = await sql<{ owner: string; asset: OnChainAsset; units: string }>`
    select a.owner, a.asset, sum(b.units) as units from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.asset = any(${onChain}) and a.purpose <> all(${nowhere}) and b.units > 0
    group by a.owner, a.asset`.execute(db)
  const guarded = rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
  const earned = (await readOpenTotals(db)).filter(({ purpose }) => !nowhere.includes(purpose))
  return [...guarded, ...earned.map(({ asset, units }) => ({ owner: 'house', asset, units }))]
}

type OpenTotal = { asset: OnChainAsset; purpose: string; units: bigint }

/** What came into the house's open accounts, less what left them. They keep no balance, so every move of theirs is read. */
const readOpenTotals = async (db: Db | Tx): Promise<OpenTotal[]> => {
  const { rows } = await sql<{ asset: OnChainAsset; purpose: string; units: string }>`
    with open as materialized (
      select id, asset, purpose from ledger_accounts where owner = 'house' and not guarded and asset = any(${onChain}))
    select open.asset, open.purpose, sum(sides.units) as units from open join (
      select target as account, units from ledger_moves where target in (select id from open)
      union all
      select source, -units from ledger_moves where source in (select id from open)) sides on sides.account = open.id
    group by open.asset, open.purpose`.execute(db)
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
}

/** How much of each token was issued and not taken back: what exists of it when everything in flight is done. */
export const readIssued = async (db: Db | Tx): Promise<Map<OnChainAsset, bigint>> => {
  const totals = await readOpenTotals(db)
  return new Map(totals.flatMap(({ asset, purpose, units }) => (purpose === 'issued' ? [[asset, -units]] : [])))
}
