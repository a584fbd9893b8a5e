import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type AddressRow = {
  id: string
  customer: string
  sealed: Buffer
  added_at: Date
  usable_from: Date
  removed_at: Date | null
}

const columns = sql`id, customer, sealed, added_at, usable_from, removed_at`

/** Those that were not removed, newest first. */
export const listAddresses = async (db: Db | Tx, customer: string): Promise<AddressRow[]> => {
  const { rows } = await sql<AddressRow>`
    select ${columns} from delivery_addresses where customer = ${customer} and removed_at is null
    order by number desc`.execute(db)
  return rows
}

/** All that there ever were, as they were added. */
export const listEveryAddress = async (db: Db | Tx, customer: string): Promise<AddressRow[]> => {
  const { rows } = await sql<AddressRow>`
    select ${columns} from delivery_addresses where customer = ${customer} order by number`.execute(db)
  return rows
}

/** A customer's own, unless it was removed. */
export const findAddress = async (db: Db | Tx, customer: string, id: string): Promise<AddressRow | undefined> => {
  const { rows } = await sql<AddressRow>`
    select ${columns} from delivery_addresses where id = ${id} and customer = ${customer} and removed_at is null`.execute(
    db,
  )
  return rows[0]
}

type NewAddress = { id: string; customer: string; sealed: Buffer; digest: Buffer; addedAt: Date; usableFrom: Date }

export const insertAddress = async (tx: Tx, made: NewAddress): Promise<void> => {
  const { id, customer, sealed, digest, addedAt, usableFrom } = made
  await sql`
    insert into delivery_addresses (id, customer, sealed, digest, added_at, usable_from)
    values (${id}, ${customer}, ${sealed}, ${digest}, ${addedAt}, ${usableFrom})`.execute(tx)
}

/** Says whether there was one. */
export const removeAddress = async (tx: Tx, customer: string, id: string, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update delivery_addresses set removed_at = ${at}
    where id = ${id} and customer = ${customer} and removed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Those that cannot be used yet. */
export const removeWaiting = async (tx: Tx, customer: string, at: Date): Promise<void> => {
  await sql`
    update delivery_addresses set removed_at = ${at}
    where customer = ${customer} and removed_at is null and usable_from > ${at}`.execute(tx)
}
