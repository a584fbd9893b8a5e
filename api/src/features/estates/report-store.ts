import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type NewReport = {
  id: string
  source: 'public' | 'operator'
  reportedBy: string | null
  sealed: Buffer
  digest: Buffer
  at: Date
}

/** Nothing is read for it, so that it takes as long whoever it is about. */
export const insertReport = async (tx: Tx, { id, source, reportedBy, sealed, digest, at }: NewReport) => {
  await sql`
    insert into estates (id, source, reported_at, reported_by, sealed, digest)
    values (${id}, ${source}, ${at}, ${reportedBy}, ${sealed}, ${digest})`.execute(tx)
}

/** How many reports about a person were refused: under that name and birthday, and any other about the customer who was meant. */
export const countRefused = async (db: Db | Tx, digests: readonly Buffer[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from estates e
    where e.state = 'Refused' and (e.digest = any(${digests}::bytea[]) or e.customer in (
      select m.customer from estates m
      where m.digest = any(${digests}::bytea[]) and m.state = 'Refused' and m.customer is not null))`.execute(db)
  return rows[0]?.count ?? 0
}

export const saveReportLink = async (db: Db, id: string, { hash, until }: { hash: Buffer; until: Date }) => {
  await sql`update estates set link = ${hash}, link_until = ${until} where id = ${id}`.execute(db)
}

/** Whose link it is, whatever became of the report. */
export const findByReportLink = async (
  db: Db,
  hash: Buffer,
  at: Date,
): Promise<{ id: string; reported_at: Date } | undefined> => {
  const { rows } = await sql<{ id: string; reported_at: Date }>`
    select id, reported_at from estates where link = ${hash} and link_until > ${at}`.execute(db)
  return rows[0]
}
