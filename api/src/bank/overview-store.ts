import type { Db, Tx } from '@ingot/db/connect'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { sql } from 'kysely'

export type CountAndSum = { count: number; cents: bigint }

const countAndSum = (row: { count: number; cents: string } | undefined): CountAndSum => ({
  count: row?.count ?? 0,
  cents: BigInt(row?.cents ?? 0),
})

/** What the house still pays, or has sent and not yet seen leave. */
export const sumPayments = async (db: Db | Tx, state: 'Ready' | 'Sent'): Promise<CountAndSum> => {
  const { rows } = await sql<{ count: number; cents: string }>`
    select count(*)::int as count, coalesce(sum(cents), 0) as cents from bank_payments where state = ${state}`.execute(
    db,
  )
  return countAndSum(rows[0])
}

/** What lies at the bank by the books: all that came in from outside, less what left. */
const readBooks = async (tx: Tx): Promise<bigint> => {
  const balances = await readOpenBalances(tx)
  return -(balances.find(({ asset, purpose }) => asset === 'USD' && purpose === 'outside')?.units ?? 0n)
}

/** What lines that nobody has worked would change. */
const sumNew = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(case direction when 'in' then cents else -cents end), 0) as cents from bank_lines
    where state = 'New' and statement in (
      select id from bank_statements where state = 'Accepted' and worked_at is null)`.execute(tx)
  return BigInt(rows[0]?.cents ?? 0)
}

export type LastStatement = { last_sequence: string; closing: string; until_on: string | null; accepted_at: Date }

const readLast = async (tx: Tx, account: string): Promise<LastStatement | undefined> => {
  const { rows } = await sql<LastStatement>`
    select last_sequence, closing, until_on::text, accepted_at from bank_statements s
    where account = ${account} and state = 'Accepted'
      and not exists (select from bank_statements n where n.account = s.account and n.follows = s.id and n.state = 'Accepted')
    `.execute(tx)
  return rows[0]
}

/** Books and statement at one moment: what they differ by, as far as no line that waits explains it. */
export const compareBooks = (db: Db, account: string) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const [books, last, waiting] = [await readBooks(tx), await readLast(tx, account), await sumNew(tx)]
      return { books, last, difference: last ? books + waiting - BigInt(last.closing) : null }
    })

export const lastFromChannel = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(accepted_at) as at from bank_statements where brought_by is null and state = 'Accepted'`.execute(db)
  return rows[0]?.at ?? null
}

/** Of those that were sent before a moment and that no statement has shown. */
export const countLateSent = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_payments where state = 'Sent' and sent_at < ${before}`.execute(db)
  return rows[0]?.count ?? 0
}

export const countLines = async (db: Db, state: 'Suspense' | 'Unexplained'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_lines where state = ${state}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether lines of an accepted statement wait for longer than working them takes. */
export const countStuck = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_statements
    where state = 'Accepted' and worked_at is null and accepted_at < ${before}`.execute(db)
  return rows[0]?.count ?? 0
}
