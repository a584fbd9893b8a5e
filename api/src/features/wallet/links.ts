import type { Db, Tx } from '@ingot/db/connect'
import { Failure } from '../../failure.ts'
import { newToken, tokenHash } from '../identity/keys.ts'
import { deleteLink, insertLink, type Link, type Purpose } from './link-store.ts'

/** Makes a secret for a mail. It stands in the mail and nowhere else. */
export const newLink = async (db: Db, link: Link): Promise<string> => {
  const token = newToken()
  await insertLink(db, tokenHash(token), link)
  return token
}

/** Uses a link up, and says whose it is and what it is about. */
export const takeLink = async (
  tx: Tx,
  { now }: { now: () => Date },
  purpose: Purpose,
  token: string,
): Promise<{ customer: string; subject: string }> => {
  const row = await deleteLink(tx, tokenHash(token), purpose, now())
  if (!row) throw new Failure('LinkInvalid')
  return { customer: row.customer, subject: row.subject ?? '' }
}
