import type { Db, Tx } from '@ingot/db/connect'
import type { Text } from '@ingot/endpoints/content'
import { sql } from 'kysely'

export type ConsentRow = {
  name: Text['name']
  version: string
  acceptedAt: Date
  /** The service's name as it stood in the text; null for what was accepted before it was kept. */
  brand: string | null
  hash: string | null
}

/** Newest first. */
export const readConsents = async (db: Db | Tx, customer: string): Promise<ConsentRow[]> => {
  const { rows } = await sql<ConsentRow>`
    select text_name as name, text_version as version, accepted_at as "acceptedAt", brand, text_hash as hash
    from customer_consents where customer = ${customer} order by accepted_at desc, text_name desc`.execute(db)
  return rows
}

export const hasConsent = async (
  db: Db,
  customer: string,
  { name, version }: Pick<Text, 'name' | 'version'>,
): Promise<boolean> => {
  const { rows } = await sql`
    select from customer_consents
    where customer = ${customer} and text_name = ${name} and text_version = ${version}`.execute(db)
  return rows.length > 0
}

/** Says whether it was not accepted before. */
export const insertConsent = async (
  tx: Tx,
  customer: string,
  { name, version, brand, hash, acceptedAt }: ConsentRow,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into customer_consents (customer, text_name, text_version, accepted_at, brand, text_hash)
    values (${customer}, ${name}, ${version}, ${acceptedAt}, ${brand}, ${hash})
    on conflict do nothing returning customer`.execute(tx)
  return rows.length > 0
}
