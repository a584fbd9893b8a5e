import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** How far comparing has come: in the ledger's entries, in blocks, and in the round through all customers. */
export type Reach = { entry: bigint; block: bigint; number: bigint }

/** Wallets that each run looks at though nothing is known to have happened there. */
export const walletsPerRun = 100
/** Moves of the ledger that one run follows up at most; what is left is for the next one. */
const mostMoves = 50_000

export async function readReach(tx: Tx): Promise<Reach | undefined> {
  const { rows } = await sql<{ entry: string; block: string; number: string }>`
    select entry, block, number from chain_reach`.execute(tx)
  const [row] = rows
  return row && { entry: BigInt(row.entry), block: BigInt(row.block), number: BigInt(row.number) }
}

/** Two runs at once have looked at the same from the same start, so the further one counts. */
export async function storeReach(tx: Tx, { entry, block, number }: Reach): Promise<void> {
  await sql`insert into chain_reach (entry, block, number) values (${String(entry)}, ${String(block)}, ${String(number)})
    on conflict (single) do update set entry = greatest(chain_reach.entry, excluded.entry),
      block = greatest(chain_reach.block, excluded.block), number = excluded.number`.execute(tx)
}

/** The customers of all entries after one. `through` is up to where no entry can have been missed, `final` at most. */
export async function readTouched(
  tx: Tx,
  after: bigint,
  final: bigint,
): Promise<{ owners: string[]; through: bigint }> {
  const { rows } = await sql<{ owner: string; last: string }>`
    with moves as materialized (
      select entry, source, target from ledger_moves where entry > ${String(after)} order by entry limit ${mostMoves}),
    whole as (
      select entry, source, target from moves
      where (select count(*) from moves) < ${mostMoves} or entry < (select max(entry) from moves))
    select distinct a.owner, (select max(entry) from whole) as last
    from whole join ledger_accounts a on a.id in (whole.source, whole.target)`.execute(tx)
  const last = BigInt(rows[0]?.last ?? after)
  const owners = rows.map(({ owner }) => owner).filter((owner) => owner !== 'house')
  const through = last < final ? last : final
  return { owners, through: through > after ? through : after }
}

/** Who is next in the round, and the number with which it goes on; after the last customer comes the first again. */
export async function readTurn(tx: Tx, after: bigint): Promise<{ owners: string[]; last: bigint }> {
  const { rows } = await sql<{ id: string; number: string }>`
    (select id, number from customers where number > ${String(after)} order by number limit ${walletsPerRun})
    union all
    (select id, number from customers where number <= ${String(after)} order by number limit ${walletsPerRun})
    limit ${walletsPerRun}`.execute(tx)
  return { owners: rows.map(({ id }) => `customer:${id}`), last: BigInt(rows.at(-1)?.number ?? 0) }
}
