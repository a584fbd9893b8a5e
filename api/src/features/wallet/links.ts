import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { Failure } from '../../failure.ts'
import { newToken, tokenHash } from '../identity/keys.ts'

type Purpose = 'freeze' | 'cancel-transfer' | 'cancel-address'

/** Makes a secret for a mail. It stands in the mail and nowhere else. */
export const newLink = async (
  db: Db,
  { customer, purpose, subject, expiresAt }: { customer: string; purpose: Purpose; subject?: string; expiresAt: Date },
): Promise<string> => {
  const token = newToken()
  await sql`
    insert into wallet_links (token_hash, customer, purpose, subject, expires_at)
    values (${tokenHash(token)}, ${customer}, ${purpose}, ${subject ?? null}, ${expiresAt})`.execute(db)
  return token
}

/** Uses a link up, and says whose it is and what it is about. */
export const takeLink = async (
  tx: Tx,
  { now }: { now: () => Date },
  purpose: Purpose,
  token: string,
): Promise<{ customer: string; subject: string }> => {
  const { rows } = await sql<{ customer: string; subject: string | null }>`
    delete from wallet_links
    where token_hash = ${tokenHash(token)} and purpose = ${purpose} and expires_at > ${now()}
    returning customer, subject`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('LinkInvalid')
  return { customer: row.customer, subject: row.subject ?? '' }
}
