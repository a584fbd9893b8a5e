import { createHash } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'

const linesPerPage = 1_000

/** What an operator did: who, what, to whom or what, and why. */
export type AuditLine = {
  /** Null for a command at the machine. */
  operator: string | null
  /** As the manifest of its feature names it. */
  action: string
  customer?: string | undefined
  thing?: string | undefined
  reason?: string | undefined
  facts?: Record<string, string> | undefined
  /** Done by one person where it usually takes two. */
  alone?: true | undefined
  at: Date
}

/**
 * Nobody else writes a line until the transaction has ended, so this comes last in it. Answers the number of the line.
 */
export const writeAudit = async (tx: Tx, line: AuditLine): Promise<bigint> => {
  const { operator, action, customer, thing, reason, facts = {}, alone = false, at } = line
  const { rows } = await sql<{ number: string }>`
    select audit_write(${at}, ${operator}, ${action}, ${customer ?? null}, ${thing ?? null}, ${reason ?? null},
      ${JSON.stringify(facts)}::jsonb, ${alone}) as number`.execute(tx)
  return BigInt(rows[0]?.number ?? 0)
}

/** A command at the machine is written down before it does anything, so that it cannot be done unseen. */
export const auditCommand = (db: Db, line: Omit<AuditLine, 'operator' | 'at'>): Promise<bigint> =>
  inTransaction(db, (tx) => writeAudit(tx, { operator: null, at: new Date(), ...line }))

/** The newest line: what a seal holds of the audit log. */
export const auditHead = async (tx: Db | Tx): Promise<{ line: bigint; hash: Buffer | null }> => {
  const { rows } = await sql<{ number: string; hash: Buffer }>`
    select number, hash from audit_lines order by number desc limit 1`.execute(tx)
  return { line: BigInt(rows[0]?.number ?? 0), hash: rows[0]?.hash ?? null }
}

type HashedRow = { number: string; text: string; hash: Buffer }

/**
 * Hashes the audit log from its first line on, a page at a time, and answers with the first line that is missing or not what
 * was written. `sealed` says of a line which hash a seal holds of it.
 */
export const verifyAudit = async (
  db: Db,
  sealed: ReadonlyMap<bigint, Buffer>,
): Promise<{ lines: bigint } | { wrong: string }> => {
  let [number, before]: [bigint, Buffer] = [0n, Buffer.alloc(32)]
  for (;;) {
    const { rows } = await sql<HashedRow>`
      select number, audit_text(l) as text, hash from audit_lines l
      where number > ${String(number)} order by number limit ${linesPerPage}`.execute(db)
    for (const row of rows) {
      if (BigInt(row.number) !== number + 1n) return { wrong: `line ${number + 1n} of the audit log is missing` }
      number += 1n
      before = createHash('sha256').update(before).update(row.text).digest()
      if (!before.equals(row.hash) || !(sealed.get(number) ?? before).equals(before))
        return { wrong: `line ${number} of the audit log is not what was written` }
    }
    if (rows.length < linesPerPage) break
  }
  const gone = [...sealed.keys()].find((line) => line > number)
  return gone ? { wrong: `line ${number + 1n} of the audit log is missing` } : { lines: number }
}
