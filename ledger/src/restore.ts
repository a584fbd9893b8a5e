import type { Db, Tx } from '@ingot/db/connect'
import type { Amount } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type Account, customerAccount, houseAccount } from './account.ts'
import { recordMovements } from './movement.ts'
import { move, post } from './post.ts'

/** What is numbered here and known outside by its number. */
export type Series = 'entry' | 'seal' | 'snapshot'

/** A stretch of numbers that were given out and are forgotten: those between the two. */
export type Gap = { known: bigint; next: bigint }

export const readGaps = async (db: Db | Tx, series: Series): Promise<Gap[]> => {
  const { rows } = await sql<{ known: string; next: string }>`
    select known, next from ledger_restores where series = ${series} order by known`.execute(db)
  return rows.map(({ known, next }) => ({ known: BigInt(known), next: BigInt(next) }))
}

/** Nothing of this series is numbered below `next` from now on. Nothing to do where that is so anyway. */
export const passNumbers = async (db: Db | Tx, series: Series, { known, next }: Gap): Promise<void> => {
  if (next <= known + 1n) return
  await sql`insert into ledger_restores (series, known, next) values (${series}, ${String(known)}, ${String(next)})
    on conflict do nothing`.execute(db)
}

/** The newest entry and the newest seal that are known. */
export const readNewest = async (db: Db | Tx): Promise<{ entry: bigint; seal: bigint }> => {
  const { rows } = await sql<{ entry: string; seal: string }>`
    select (select coalesce(max(id), 0) from ledger_entries) as entry,
      (select coalesce(max(number), 0) from ledger_seals) as seal`.execute(db)
  return { entry: BigInt(rows[0]?.entry ?? 0), seal: BigInt(rows[0]?.seal ?? 0) }
}

/** Entries are numbered from here on, or from further on where they are already. Only the owner of the database may do it. */
export const passEntryNumbers = async (owner: Db, next: bigint): Promise<void> => {
  await sql`
    select setval(name, greatest(${String(next)}::bigint, nextval(name)), false)
    from pg_get_serial_sequence('ledger_entries', 'id') as name`.execute(owner)
}

export type WalletOwner = 'house' | `customer:${string}`

/** From one wallet to another, or outside. */
export type WalletMove = { amount: Amount<OnChainAsset>; from: WalletOwner; to: WalletOwner | 'outside' }

const accountOf = (owner: WalletOwner | 'outside', asset: OnChainAsset): Account<OnChainAsset> => {
  if (owner === 'outside') return houseAccount(asset, 'outside')
  return owner === 'house'
    ? houseAccount(asset, 'treasury')
    : customerAccount(owner.slice('customer:'.length), asset, 'available')
}

/** Books what the chain has done under a number that the ledger has forgotten. Once, however often it is asked. */
export const bookForgotten = async (
  tx: Tx,
  { entry, hash, moves }: { entry: bigint; hash: string; moves: readonly WalletMove[] },
  causedBy: string,
): Promise<{ replayed: boolean }> => {
  const posted = await post(tx, {
    reference: `restored:${entry}`,
    kind: 'restored',
    causedBy,
    moves: moves.map(({ amount, from, to }) =>
      move<OnChainAsset>(amount, { from: accountOf(from, amount.asset), to: accountOf(to, amount.asset) }),
    ),
    details: { forgotten: String(entry), hash },
  })
  const owners = new Set(moves.flatMap(({ from, to }) => [from, to]))
  const customers = [...owners].filter((owner) => owner !== 'house' && owner !== 'outside')
  await recordMovements(
    tx,
    customers.map((owner) => ({ owner, type: 'restored', entry: posted.entry })),
  )
  return posted
}
