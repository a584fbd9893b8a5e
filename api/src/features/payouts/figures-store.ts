import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

type Standing = { requested: string; oldest: Date | null; approved: string; oldestApproved: Date | null }

/** What nobody has put into a file: how many, and since when the oldest waits. */
export const readUnsent = async (db: Db): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select count(*) filter (where state = 'Requested') as requested,
      min(requested_at) filter (where state = 'Requested') as oldest,
      count(*) filter (where state = 'Approved') as approved,
      min(approved_at) filter (where state = 'Approved') as "oldestApproved"
    from payouts where state in ('Requested', 'Approved')`.execute(db)
  return rows[0] ?? { requested: '0', oldest: null, approved: '0', oldestApproved: null }
}

/** What came back and could not be credited. */
export const readUncredited = async (db: Db): Promise<{ count: string; oldest: Date | null }> => {
  const { rows } = await sql<{ count: string; oldest: Date | null }>`
    select count(*), min(at) as oldest from payout_returns where entry is null`.execute(db)
  return rows[0] ?? { count: '0', oldest: null }
}
