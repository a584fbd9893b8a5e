import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { auditHead } from './audit.ts'

/** How many entries one seal covers at most, and how many are read at a time. */
const entriesPerSeal = 10_000
const entriesPerPage = 1_000
/** How long it waits for transactions under way before it leaves the rest for the next time. */
const finalAttempts = 100
const finalRetryDelay = 50
/** Any fixed number: whoever holds this advisory lock is sealing. */
const sealLock = 1_866_303
/** What an Ed25519 private key looks like before its 32 bytes. */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export type SealKey = { private: KeyObject; public: KeyObject }

/** The key that signs seals, from a secret that never enters the database. */
export const sealKeyOf = (secret: string): SealKey => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'ingot', 'ledger seals', 32))
  const key = createPrivateKey({ key: Buffer.concat([keyPrefix, bytes]), format: 'der', type: 'pkcs8' })
  return { private: key, public: createPublicKey(key) }
}

export type Seal = {
  number: bigint
  first: bigint
  last: bigint
  entries: bigint
  hash: Buffer
  /** How far the audit log went, and the hash of that line. */
  audit: { line: bigint; hash: Buffer | null }
  signature: Buffer
}

/**
 * What is signed: the place in the chain, the range and the hash, which itself holds the hash of the seal before; and how far
 * the audit log went, if it had begun.
 */
const signedText = ({ number, first, last, entries, hash, audit }: Omit<Seal, 'signature'>) =>
  Buffer.from(
    `ingot-seal:${number}:${first}:${last}:${entries}:${hash.toString('hex')}${audit.hash ? `:${audit.line}:${audit.hash.toString('hex')}` : ''}`,
  )

export const isSignedBy = (key: KeyObject, seal: Seal): boolean => verify(null, signedText(seal), key, seal.signature)

type TextRow = { entry: string; sealed: string }

/** Hashes a range of entries on top of the seal before it, page by page. */
export const hashRange = async (
  db: Db | Tx,
  before: Buffer,
  first: bigint,
  last: bigint,
  onPage: (entry: bigint) => void = () => undefined,
) => {
  const hash = createHash('sha256').update(before)
  let entries = 0n
  for (let from = first; from <= last; ) {
    const { rows } = await sql<TextRow>`
      select entry, sealed from ledger_sealed_text(${String(from)}, ${String(last)}, ${entriesPerPage})`.execute(db)
    for (const { sealed } of rows) hash.update(`${Buffer.byteLength(sealed)}:`).update(sealed)
    entries += BigInt(rows.length)
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < entriesPerPage) break
    from = BigInt(lastRow.entry) + 1n
    onPage(from)
  }
  return { hash: hash.digest(), entries }
}

type SealRow = {
  number: string
  first_entry: string
  last_entry: string
  entries: string
  hash: Buffer
  audit_line: string
  audit_hash: Buffer | null
  signature: Buffer
}

export const readSeals = async (db: Db | Tx, after: bigint, limit: number): Promise<Seal[]> => {
  const { rows } = await sql<SealRow>`
    select number, first_entry, last_entry, entries, hash, audit_line, audit_hash, signature from ledger_seals
    where number > ${String(after)} order by number limit ${limit}`.execute(db)
  return rows.map(({ number, first_entry, last_entry, entries, hash, audit_line, audit_hash, signature }) => ({
    number: BigInt(number),
    first: BigInt(first_entry),
    last: BigInt(last_entry),
    entries: BigInt(entries),
    hash,
    audit: { line: BigInt(audit_line), hash: audit_hash },
    signature,
  }))
}

/** The newest one that seals nothing after an entry. */
export const newestSealAt = async (
  db: Db | Tx,
  entry: bigint,
): Promise<{ number: bigint; hash: Buffer } | undefined> => {
  const { rows } = await sql<{ number: string; hash: Buffer }>`
    select number, hash from ledger_seals where last_entry <= ${String(entry)} order by number desc limit 1`.execute(db)
  return rows[0] && { number: BigInt(rows[0].number), hash: rows[0].hash }
}

export const findSealHash = async (db: Db | Tx, number: bigint): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ hash: Buffer }>`select hash from ledger_seals where number = ${String(number)}`.execute(
    db,
  )
  return rows[0]?.hash
}

/** What the first seal stands on. */
export const noHash = Buffer.alloc(32)

/**
 * The newest entry number that is final: every transaction that could still commit a smaller one has ended. Numbers are
 * given before commits are, so the newest committed entry alone would not tell. Undefined if they did not end in time: then
 * nothing is known of the books, not even that they are empty.
 */
export const findFinalEntry = async (db: Db, attempts = finalAttempts): Promise<bigint | undefined> => {
  // Whoever was given a smaller number was known by a smaller one of these before that.
  const newest = await sql<{ last: string; own: string }>`
    select coalesce(max(id), 0) as last, pg_current_xact_id() as own from ledger_entries`.execute(db)
  const own = newest.rows[0]?.own ?? '0'
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${own}::text::xid8 as ended`.execute(db)
    if (rows[0]?.ended) return BigInt(newest.rows[0]?.last ?? 0)
    await sleep(finalRetryDelay)
  }
  return undefined
}

/** The same for whoever goes on from an entry: 0 if it is not known, so that nothing is looked at this time. */
export const finalEntry = async (db: Db): Promise<bigint> => (await findFinalEntry(db)) ?? 0n

/**
 * Seals what has been posted, and what operators did, since the last seal. Posting does not wait for it: it reads what is final and writes rows
 * of its own. Answers how many seals it made; entries that are not final yet are left for the next time.
 */
export const sealEntries = async (db: Db, key: SealKey): Promise<number> => {
  const final = await finalEntry(db)
  let made = 0
  while (await sealNext(db, key, final)) made++
  return made
}

/** One more than the newest, unless others were known by that number before the books were set back. */
const nextNumber = async (tx: Tx, newest: SealRow | undefined): Promise<bigint> => {
  const { rows } = await sql<{ next: string }>`
    select greatest(${newest?.number ?? '0'}::bigint + 1, first_after_restores('seal')) as next`.execute(tx)
  return BigInt(rows[0]?.next ?? 1)
}

const sealNext = (db: Db, key: SealKey, final: bigint) =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${sealLock})`.execute(tx)
    const { rows } = await sql<SealRow>`select * from ledger_seals order by number desc limit 1`.execute(tx)
    const [newest] = rows
    const first = BigInt(newest?.last_entry ?? 0) + 1n
    const range = await sql<{ last: string | null }>`
      select max(id) as last from (
        select id from ledger_entries where id between ${String(first)} and ${String(final)} order by id limit ${entriesPerSeal}) chosen`.execute(
      tx,
    )
    const audit = await auditHead(tx)
    if (!range.rows[0]?.last && audit.line === BigInt(newest?.audit_line ?? 0)) return false
    const last = BigInt(range.rows[0]?.last ?? first - 1n)
    const { hash, entries } = await hashRange(tx, newest?.hash ?? noHash, first, last)
    const seal = { number: await nextNumber(tx, newest), first, last, entries, hash, audit }
    const signature = sign(null, signedText(seal), key.private)
    await sql`insert into ledger_seals (number, first_entry, last_entry, entries, hash, audit_line, audit_hash, signature)
      values (${String(seal.number)}, ${String(first)}, ${String(last)}, ${String(entries)}, ${hash}, ${String(audit.line)},
        ${audit.hash}, ${signature})`.execute(tx)
    return true
  })
