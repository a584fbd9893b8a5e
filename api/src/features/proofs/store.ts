import type { Db, Tx } from '@ingot/db/connect'
import type { Anchored, Header, Signed } from '@ingot/proof/shapes'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

/** Any fixed number: choices wait while a snapshot begins, so that each knows from which one on it counts. */
const beginLock = 1_866_384

/** What a snapshot is made of. The same makes the same one again. */
export type Begun = {
  number: number
  takenAt: Date
  entry: bigint
  seal: bigint | null
  seed: Buffer
  places: number
}

type BegunRow = {
  number: string
  taken_at: Date
  entry: string
  seal: string | null
  seed: Buffer
  places: string
}

const begunOf = (row: BegunRow): Begun => ({
  ...{ number: Number(row.number), takenAt: row.taken_at, entry: BigInt(row.entry) },
  ...{ seal: row.seal === null ? null : BigInt(row.seal), seed: row.seed, places: Number(row.places) },
})

const begunColumns = sql`s.number, s.taken_at, s.entry, s.seal, s.seed, s.places`

export const findUnderWay = async (db: Db): Promise<Begun | undefined> => {
  const { rows } = await sql<BegunRow>`select ${begunColumns} from proof_snapshots s where header is null`.execute(db)
  return rows[0] && begunOf(rows[0])
}

/** The newest one, done or not. */
export const newestBegun = async (db: Db | Tx): Promise<Begun | undefined> => {
  const { rows } = await sql<BegunRow>`
    select ${begunColumns} from proof_snapshots s order by number desc limit 1`.execute(db)
  return rows[0] && begunOf(rows[0])
}

type Salted = { id: string; salt: Buffer }

/** Customers who have an account in the books and no place in the trees. */
export const listWithoutPlace = async (db: Db, limit: number): Promise<Salted[]> => {
  const { rows } = await sql<Salted>`
    select c.id, c.wallet_salt as salt from customers c
    where exists (select from ledger_accounts a where a.owner = 'customer:' || c.id)
      and not exists (select from proof_secrets s where s.customer = c.id)
    order by c.number limit ${limit}`.execute(db)
  return rows
}

/** One that has an account in the books and no place, if there is any. */
export const findWithoutPlace = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ owner: string }>`
    select a.owner from ledger_accounts a where a.owner like 'customer:%'
      and not exists (select from proof_secrets s where a.owner = 'customer:' || s.customer) limit 1`.execute(db)
  return rows[0]?.owner
}

type NewSecret = { customer: string; wallet: string; kept: string }

export const insertSecrets = async (db: Db, secrets: readonly NewSecret[]): Promise<void> => {
  await sql`
    insert into proof_secrets (customer, wallet, kept)
    select customer, wallet, decode(kept, 'hex')
    from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as x (customer uuid, wallet text, kept text)
    where not exists (select from proof_secrets s where s.customer = x.customer)
    on conflict (customer) do nothing`.execute(db)
}

/** Begins one, unless one is under way: then there is nothing to answer. */
export const insertSnapshot = async (
  tx: Tx,
  { takenAt, entry, seal, seed }: Omit<Begun, 'number' | 'places'>,
): Promise<Begun | undefined> => {
  await sql`select pg_advisory_xact_lock(${beginLock})`.execute(tx)
  const { rows } = await sql<BegunRow>`
    insert into proof_snapshots as s (number, taken_at, entry, seal, seed, places)
    select (select greatest(coalesce(max(number), 0) + 1, first_after_restores('snapshot')) from proof_snapshots), ${takenAt}, ${String(entry)},
      ${seal === null ? null : String(seal)}, ${seed}, (select coalesce(max(place) + 1, 0) from proof_secrets)
    where not exists (select from proof_snapshots where header is null)
    returning ${begunColumns}`.execute(tx)
  return rows[0] && begunOf(rows[0])
}

type Placed = { customer: string; place: number; wallet: string; secret: Buffer }

type PlacedRow = { customer: string; place: string; wallet: string; secret: Buffer }

const placedOf = ({ place, ...row }: PlacedRow): Placed => ({ ...row, place: Number(place) })

/** The secret as it counts in a snapshot: what is kept here, and what the customer’s own device had chosen by then. */
const placed = (snapshot: number) => sql`
  select s.customer, s.place, s.wallet, s.kept || coalesce((
    select chosen from proof_choices c where c.customer = s.customer and c.since <= ${snapshot}
    order by since desc limit 1), decode(repeat('00', 16), 'hex')) as secret
  from proof_secrets s`

export const listPlaced = async (
  db: Db,
  { number, places }: Pick<Begun, 'number' | 'places'>,
  from: number,
  limit: number,
): Promise<Placed[]> => {
  const { rows } = await sql<PlacedRow>`
    ${placed(number)} where s.place >= ${from} and s.place < ${places} order by s.place limit ${limit}`.execute(db)
  return rows.map(placedOf)
}

export const findPlaced = async (db: Db, customer: string, snapshot: number): Promise<Placed | undefined> => {
  const { rows } = await sql<PlacedRow>`${placed(snapshot)} where s.customer = ${customer}`.execute(db)
  return rows[0] && placedOf(rows[0])
}

type ChunkName = { snapshot: number; asset: string; level: number; number: number }

/** Whoever makes one again writes the same. */
export const saveChunk = async (db: Db, { snapshot, asset, level, number }: ChunkName, bytes: Uint8Array) => {
  await sql`
    insert into proof_chunks (snapshot, asset, level, number, bytes)
    values (${snapshot}, ${asset}, ${level}, ${number}, ${bytes})
    on conflict (snapshot, asset, level, number) do update set bytes = excluded.bytes`.execute(db)
}

export const readChunk = async (db: Db, { snapshot, asset, level, number }: ChunkName): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from proof_chunks
    where snapshot = ${snapshot} and asset = ${asset} and level = ${level} and number = ${number}`.execute(db)
  return rows[0]?.bytes
}

/** The hash of the snapshot before. After a restore numbers go on above the forgotten ones, so that need not be the number before. */
export const findHashBefore = async (db: Db, number: number): Promise<string | null> => {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from proof_snapshots
    where number < ${number} and hash is not null order by number desc limit 1`.execute(db)
  return rows[0]?.hash ?? null
}

/** Whoever comes later finds it done. */
export const finishSnapshot = async (db: Db, { header, hash, signature }: Signed, key: string): Promise<void> => {
  await sql`
    update proof_snapshots set header = ${JSON.stringify(header)}::jsonb, hash = decode(${hash}, 'hex'),
      signature = decode(${signature}, 'hex'), key = decode(${key}, 'hex')
    where number = ${header.number} and header is null`.execute(db)
}

export const findDone = async (db: Db, number: number): Promise<{ begun: Begun; header: Header } | undefined> => {
  const { rows } = await sql<BegunRow & { header: Header }>`
    select ${begunColumns}, s.header from proof_snapshots s where number = ${number} and header is not null`.execute(db)
  return rows[0] && { begun: begunOf(rows[0]), header: rows[0].header }
}

/** Trees of the newest ones stay, and from the newest that is served on. */
export const dropOldTrees = async (db: Db, kept: number): Promise<void> => {
  await sql`
    delete from proof_chunks where snapshot <= (
      select least(max(s.number) - ${kept}, max(a.number) - 1)
      from proof_snapshots s left join chain_anchors a on a.kind = 'snapshot' and a.number = s.number)`.execute(db)
}

type AnchoredRow = BegunRow & {
  header: Header
  hash: string
  signature: string
  key: string
  chain_id: string
  contract: string
  transaction: string
  block: string
}

type AnchoredSnapshot = { begun: Begun; anchored: Anchored; key: string }

const anchoredOf = (row: AnchoredRow): AnchoredSnapshot => ({
  begun: begunOf(row),
  key: row.key,
  anchored: {
    ...{ header: row.header, hash: row.hash, signature: row.signature },
    anchor: {
      ...{ chainId: Number(row.chain_id), contract: row.contract },
      ...{ transaction: row.transaction, block: Number(row.block) },
    },
  },
})

const anchoredColumns = sql`${begunColumns}, s.header, encode(s.hash, 'hex') as hash,
  encode(s.signature, 'hex') as signature, encode(s.key, 'hex') as key, a.chain_id, a.contract, a.transaction, a.block`

/** What the chain has another hash of is served by nobody. */
const anchored = sql`proof_snapshots s join chain_anchors a on a.kind = 'snapshot' and a.number = s.number and a.hash = s.hash`

export const findAnchored = async (db: Db, number: number): Promise<AnchoredSnapshot | undefined> => {
  const { rows } = await sql<AnchoredRow>`
    select ${anchoredColumns} from ${anchored} where s.number = ${number}`.execute(db)
  return rows[0] && anchoredOf(rows[0])
}

export const newestAnchored = async (db: Db): Promise<AnchoredSnapshot | undefined> => {
  const { rows } = await sql<AnchoredRow>`
    select ${anchoredColumns} from ${anchored} order by s.number desc limit 1`.execute(db)
  return rows[0] && anchoredOf(rows[0])
}

export type ListedRow = AnchoredSnapshot & { checks: number; problems: number }

export const listAnchored = async (db: Db, { before, limit }: Stretch): Promise<ListedRow[]> => {
  const { rows } = await sql<AnchoredRow & { checks: number; problems: number }>`
    select ${anchoredColumns}, r.checks, r.problems from ${anchored} cross join lateral (
      select count(*)::int as checks, count(*) filter (where state <> 'Fine')::int as problems
      from proof_reports where snapshot = s.number) r
    where s.number < ${String(before ?? largestNumber)}::bigint order by s.number desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...anchoredOf(row), checks: row.checks, problems: row.problems }))
}

/** The newest that is done, and since when there is a contract to anchor in. */
export const readStanding = async (db: Db | Tx) => {
  const { rows } = await sql<{
    number: string | null
    taken_at: Date | null
    is_anchored: boolean
    anchored_at: Date | null
    since: Date | null
  }>`
    select n.number, n.taken_at, coalesce(n.is_anchored, false) as is_anchored,
      (select s.taken_at from ${anchored} order by s.number desc limit 1) as anchored_at,
      (select since from chain_anchoring) as since
    from (values (1)) one (row) left join lateral (
      select s.number, s.taken_at, exists (
        select from chain_anchors a where a.kind = 'snapshot' and a.number = s.number) as is_anchored
      from proof_snapshots s where s.header is not null order by s.number desc limit 1) n on true`.execute(db)
  const [row] = rows
  return {
    newest:
      row?.number && row.taken_at
        ? { number: BigInt(row.number), takenAt: row.taken_at, isAnchored: row.is_anchored }
        : undefined,
    anchoredAt: row?.anchored_at ?? null,
    anchorsSince: row?.since ?? null,
  }
}

/** From the next snapshot on. Says from which; undefined when one has chosen before and may not again. */
export const insertChoice = async (
  tx: Tx,
  customer: string,
  { chosen, at, again }: { chosen: string; at: Date; again: boolean },
): Promise<number | undefined> => {
  await sql`select pg_advisory_xact_lock_shared(${beginLock})`.execute(tx)
  const { rows } = await sql<{ since: string }>`
    insert into proof_choices (customer, since, chosen, at)
    select ${customer}, (select greatest(coalesce(max(number), 0) + 1, first_after_restores('snapshot')) from proof_snapshots), decode(${chosen}, 'hex'), ${at}
    where ${again} or not exists (select from proof_choices where customer = ${customer})
    on conflict (customer, since) do update set chosen = excluded.chosen, at = excluded.at where ${again}
    returning since`.execute(tx)
  return rows[0] && Number(rows[0].since)
}
