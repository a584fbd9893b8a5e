import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'

export type Kind = 'snapshot' | 'seal'

/** Something with a number and the hash that it has to have on the chain. */
export type Mark = { kind: Kind; number: bigint; hash: Hex }

type Row = { number: string; hash: string }

const markOf = (kind: Kind, rows: readonly Row[]): Mark | undefined =>
  rows[0] && { kind, number: BigInt(rows[0].number), hash: rows[0].hash as Hex }

/** How often a seal is anchored. */
const sealHours = 24

const lastOf = (kind: Kind) => sql`(select coalesce(max(number), 0) from chain_anchors where kind = ${kind})`

/** The oldest snapshot that is not anchored yet. */
export async function nextSnapshot(db: Db): Promise<Mark | undefined> {
  const { rows } = await sql<Row>`
    select number, '0x' || encode(hash, 'hex') as hash from proof_snapshots
    where hash is not null and number > ${lastOf('snapshot')} order by number limit 1`.execute(db)
  return markOf('snapshot', rows)
}

/** The newest seal, if it is time to anchor one. */
export async function nextSeal(db: Db): Promise<Mark | undefined> {
  const { rows } = await sql<Row>`
    select number, '0x' || encode(hash, 'hex') as hash from ledger_seals
    where number > ${lastOf('seal')} and number >= first_after_restores('seal') and not exists (
      select from chain_anchors where kind = 'seal' and anchored_at > ingot_now() - make_interval(hours => ${sealHours}))
    order by number desc limit 1`.execute(db)
  return markOf('seal', rows)
}

export async function findSeal(db: Db, number: bigint): Promise<Mark | undefined> {
  const { rows } = await sql<Row>`
    select number, '0x' || encode(hash, 'hex') as hash from ledger_seals where number = ${String(number)}`.execute(db)
  return markOf('seal', rows)
}

export async function lastAnchored(db: Db, kind: Kind): Promise<bigint> {
  const { rows } = await sql<{ last: string }>`select ${lastOf(kind)} as last`.execute(db)
  return BigInt(rows[0]?.last ?? 0)
}

type Found = { chainId: number; contract: Address; transaction: Hex; block: bigint }

export async function saveAnchor(db: Db, { kind, number, hash }: Mark, found: Found): Promise<void> {
  await sql`
    insert into chain_anchors (kind, number, hash, chain_id, contract, transaction, block, anchored_at)
    values (${kind}, ${String(number)}, decode(${hash.slice(2)}, 'hex'), ${found.chainId}, ${found.contract.toLowerCase()},
      ${found.transaction}, ${String(found.block)}, ingot_now())
    on conflict (kind, number) do nothing`.execute(db)
}

/** From now on it is asked for that snapshots are anchored. */
export async function noteAnchoring(db: Db): Promise<void> {
  await sql`insert into chain_anchoring (since) values (ingot_now()) on conflict do nothing`.execute(db)
}

export async function listAnchors(db: Db, kind: Kind): Promise<Mark[]> {
  const { rows } = await sql<Row>`
    select number, '0x' || encode(hash, 'hex') as hash from chain_anchors where kind = ${kind} order by number`.execute(
    db,
  )
  return rows.map(({ number, hash }) => ({ kind, number: BigInt(number), hash: hash as Hex }))
}
