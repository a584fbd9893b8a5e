import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** A customer whose wallet has to be looked at again, and the block up to which something happened there. */
export type Doubt = { owner: string; block: bigint }

/** Has the next comparison look there. Written with the cursor, so that nothing of a range is forgotten. */
export async function noteDoubts(tx: Tx, doubts: readonly Doubt[], { differs = false } = {}): Promise<void> {
  if (doubts.length === 0) return
  const newest = new Map<string, bigint>()
  for (const { owner, block } of doubts) if (block > (newest.get(owner) ?? -1n)) newest.set(owner, block)
  await sql`
    insert into chain_doubts (owner, block, differs)
    select owner, block, ${differs} from unnest(${[...newest.keys()]}::text[], ${[...newest.values()].map(String)}::bigint[])
      as given (owner, block) order by owner
    on conflict (owner) do update set block = greatest(chain_doubts.block, excluded.block),
      differs = chain_doubts.differs or excluded.differs`.execute(tx)
}

export async function readDoubts(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`select owner from chain_doubts order by owner limit ${most}`.execute(tx)
  return rows.map(({ owner }) => owner)
}

/**
 * Forgets doubts about owners who were found in order at a block; what happened in a later one stays to be looked at.
 * Without owners, it was everyone.
 */
export async function settleDoubts(tx: Tx, block: bigint, owners: readonly string[] | undefined): Promise<void> {
  const whose = owners ? sql`owner = any(${[...owners]})` : sql`true`
  await sql`delete from chain_doubts where ${whose} and block <= ${String(block)}`.execute(tx)
  await sql`update chain_doubts set differs = false where ${whose} and differs`.execute(tx)
}

/** How many customers have a known difference, besides these. */
export async function countDifferences(tx: Tx, besides: readonly Doubt[] = []): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from chain_doubts where differs and owner <> all(${besides.map(({ owner }) => owner)})`.execute(tx)
  return Number(rows[0]?.count)
}
