import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll, thing } from '@ingot/db/states'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'

export const batchStates = thing({
  name: 'batch',
  table: 'chain_batches',
  moves: { open: ['final', 'lost'], final: [], lost: [] },
})

/** Signed bytes that carry a batch. */
type Attempt = { hash: Hex; raw: Hex; gasPrice: bigint; ageSeconds: number }

/** A number in the order of the settler's transactions, and the entries that go with it. */
export type Batch = {
  id: bigint
  nonce: number
  entries: bigint[]
  /** For how long its number has been used up without a receipt of ours. */
  missingSeconds: number | null
  /** Newest first. */
  attempts: [Attempt, ...Attempt[]]
}

/** Keeps another worker from giving out the same number until the transaction ends. */
export async function lockSigner(tx: Tx, signer: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settler ${signer}`}, 0))`.execute(tx)
}

/** How many batches are under way, and the number that comes after all that were given out. */
export async function placeOf(tx: Tx, signer: Address): Promise<{ open: number; next: number }> {
  const { rows } = await sql<{ open: string; next: string }>`
    select (select count(*) from chain_batches where signer = ${signer} and state = 'open') as open,
      (select coalesce(max(nonce) + 1, 0) from chain_batches where signer = ${signer}) as next`.execute(tx)
  return { open: Number(rows[0]?.open), next: Number(rows[0]?.next) }
}

type NewAttempt = { hash: Hex; raw: Hex; gasPrice: bigint }

export async function insertBatch(
  tx: Tx,
  { signer, nonce, entries, attempt }: { signer: Address; nonce: number; entries: bigint[]; attempt: NewAttempt },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into chain_batches (signer, nonce) values (${signer}, ${nonce}) returning id`.execute(tx)
  const batch = rows[0]?.id ?? ''
  await sql`insert into chain_batch_entries (batch, entry)
    select ${batch}, unnest(${entries.map(String)}::bigint[])`.execute(tx)
  await insertAttempt(tx, BigInt(batch), attempt)
}

export async function insertAttempt(tx: Tx, batch: bigint, { hash, raw, gasPrice }: NewAttempt): Promise<void> {
  await sql`insert into chain_attempts (hash, batch, raw, gas_price)
    values (${hash}, ${String(batch)}, ${raw}, ${String(gasPrice)})`.execute(tx)
}

type BatchRow = { id: string; nonce: string; missing: string | null; entries: string[]; attempts: AttemptRow[] }
type AttemptRow = { hash: Hex; raw: Hex; price: string; age: number }

/** Batches that are not final, in the order of their numbers. */
export async function openBatches(db: Db, signer: Address): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.nonce, extract(epoch from clock_timestamp() - b.missing_since) as missing,
      (select array_agg(e.entry::text order by e.entry) from chain_batch_entries e where e.batch = b.id) as entries,
      (select jsonb_agg(jsonb_build_object('hash', a.hash, 'raw', a.raw, 'price', a.gas_price::text,
          'age', extract(epoch from clock_timestamp() - a.made_at)) order by a.made_at desc, a.gas_price desc)
        from chain_attempts a where a.batch = b.id) as attempts
    from chain_batches b where b.signer = ${signer} and b.state = 'open' order by b.nonce`.execute(db)
  return rows.map(({ id, nonce, missing, entries, attempts }) => ({
    id: BigInt(id),
    nonce: Number(nonce),
    entries: entries.map(BigInt),
    missingSeconds: missing === null ? null : Number(missing),
    attempts: attempts.map(({ hash, raw, price, age }) => ({
      hash,
      raw,
      gasPrice: BigInt(price),
      ageSeconds: age,
    })) as Batch['attempts'],
  }))
}

/** Locks a batch. False when it is over, or has a newer attempt than the one the caller knows: another one was faster. */
export async function lockBatch(tx: Tx, { id, attempts }: Batch): Promise<boolean> {
  const { rows } = await sql<{ newest: string }>`
    select (select a.hash from chain_attempts a where a.batch = b.id order by a.made_at desc, a.gas_price desc limit 1) as newest
    from chain_batches b where b.id = ${String(id)} and b.state = 'open' for update`.execute(tx)
  return rows[0]?.newest === attempts[0].hash
}

/** Ends a batch. False when it was over already. */
export async function endBatch(tx: Tx, id: bigint, block: bigint | null): Promise<boolean> {
  const end = block === null ? ({ to: 'lost' } as const) : ({ to: 'final', set: { block: String(block) } } as const)
  const ended = await advanceAll(tx, batchStates, sql`id = ${String(id)}`, { ...end, by: 'settler' })
  return ended.length > 0
}

export async function markMissing(db: Db, id: bigint): Promise<void> {
  await sql`update chain_batches set missing_since = clock_timestamp()
    where id = ${String(id)} and missing_since is null`.execute(db)
}
