import type { Db, Tx } from '@ingot/db/connect'
import { allAssets, isOnChainAsset, type OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type OpenBalance, readOpenBalances, recountOpenBalances } from './open-balance.ts'

const onChain = allAssets.filter(isOnChainAsset)

/** What belongs in an owner's wallet when everything in flight is done. */
export type WalletSum = { owner: string; asset: OnChainAsset; units: bigint }

/** Where nothing lies in a wallet of ours: what is outside, not issued, or being sent and therefore somebody's no more. */
const nowhere = ['outside', 'issued', 'in-transit']

/** What there should be of tokens by the books: in wallets, and of each token at all. */
export type TokenBooks = { sums: WalletSum[]; issued: Map<OnChainAsset, bigint> }

/** Everyone's, with every move of the open accounts added up anew: it takes the longer, the more there is. */
export const readAllTokenBooks = async (db: Db | Tx): Promise<TokenBooks> =>
  booksOf(await readGuarded(db, sql`true`), await recountOpenBalances(db))

/** The house's and those of the named owners. What it takes depends on how many are named and on nothing else. */
export const readTokenBooks = async (db: Db | Tx, owners: readonly string[]): Promise<TokenBooks> =>
  booksOf(await readGuarded(db, sql`a.owner = any(${['house', ...owners]})`), await readOpenBalances(db))

/** How much of each token was issued and not taken back: what exists of it when everything in flight is done. */
export const readIssued = async (db: Db | Tx): Promise<Map<OnChainAsset, bigint>> =>
  issuedOf(await readOpenBalances(db))

/** What lies in guarded accounts, and what the house has earned and paid out. */
const booksOf = (guarded: WalletSum[], open: OpenBalance[]): TokenBooks => ({
  sums: [
    ...guarded,
    ...open.flatMap(({ asset, purpose, units }) =>
      isOnChainAsset(asset) && !nowhere.includes(purpose) ? [{ owner: 'house', asset, units }] : [],
    ),
  ],
  issued: issuedOf(open),
})

const issuedOf = (open: OpenBalance[]): Map<OnChainAsset, bigint> =>
  new Map(
    open.flatMap(({ asset, purpose, units }) =>
      purpose === 'issued' && isOnChainAsset(asset) ? [[asset, -units]] : [],
    ),
  )

const readGuarded = async (db: Db | Tx, whose: ReturnType<typeof sql>): Promise<WalletSum[]> => {
  const { rows } = await sql<{ owner: string; asset: OnChainAsset; units: string }>`
    select a.owner, a.asset, sum(b.units) as units from ledger_accounts a join ledger_balances b on b.account = a.id
    where ${whose} and a.asset = any(${onChain}) and a.purpose <> all(${nowhere}) and b.units > 0
    group by a.owner, a.asset`.execute(db)
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
}
