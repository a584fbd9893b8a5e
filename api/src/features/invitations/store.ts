import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type InvitationRow = { number: string; id: string; customer: string; sealed: Buffer; shown: string; at: Date }

const columns = sql`number, id, customer, sealed, shown, at`

type Made = Omit<InvitationRow, 'number'> & { digest: Buffer; key: string }

/** Whoever invites somebody again has invited him once. Undefined when that is so. */
export const insertInvitation = async (tx: Tx, made: Made): Promise<InvitationRow | undefined> => {
  const { id, customer, digest, key, sealed, shown, at } = made
  const { rows } = await sql<InvitationRow>`
    insert into invitations (id, customer, address_digest, address_key, sealed, shown, at)
    values (${id}, ${customer}, ${digest}, ${key}, ${sealed}, ${shown}, ${at})
    on conflict (customer, address_digest) do nothing returning ${columns}`.execute(tx)
  return rows[0]
}

export const findEarlier = async (
  tx: Tx,
  customer: string,
  digests: readonly Buffer[],
): Promise<InvitationRow | undefined> => {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations where customer = ${customer} and address_digest = any(${digests}::bytea[])
    order by number desc limit 1`.execute(tx)
  return rows[0]
}

export const findInvitation = async (db: Db, id: string): Promise<InvitationRow | undefined> => {
  const { rows } = await sql<InvitationRow>`select ${columns} from invitations where id = ${id}`.execute(db)
  return rows[0]
}

export const readInvitations = async (
  db: Db,
  { customer, since }: { customer: string; since: Date },
  { before, limit }: Stretch,
): Promise<InvitationRow[]> => {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations
    where customer = ${customer} and at >= ${since} and number < ${String(before ?? largestNumber)}::bigint
    order by number desc limit ${limit}`.execute(db)
  return rows
}

type Claim = { invitation: string; digests: readonly Buffer[]; key: string; at: Date; since: Date }

/**
 * Whether this invitation may be sent now: its address has not been stopped, and got none of another since then. It is written
 * down with the same statement, so that of several only one goes out. The same one may ask again, should its mail not be taken.
 */
export const claimAddress = async (db: Db, { invitation, digests, key, at, since }: Claim): Promise<boolean> => {
  const { rows } = await sql`
    insert into invited_addresses (digest, digest_key, invitation, sent_at)
    select ${digests[0]}::bytea, ${key}, ${invitation}::uuid, ${at}::timestamptz
    where not exists (select from mail_stops where digest = any(${digests}::bytea[]))
      and not exists (
        select from invited_addresses
        where digest = any(${digests}::bytea[]) and sent_at >= ${since} and invitation <> ${invitation})
    on conflict (digest) do update set invitation = excluded.invitation, sent_at = excluded.sent_at
      where invited_addresses.sent_at < ${since} or invited_addresses.invitation = excluded.invitation
    returning digest`.execute(db)
  return rows.length > 0
}

export const insertStop = async (db: Db, { digest, key, at }: { digest: Buffer; key: string; at: Date }) => {
  await sql`
    insert into mail_stops (digest, digest_key, at) values (${digest}, ${key}, ${at})
    on conflict (digest) do nothing`.execute(db)
}

/** What has grown too old, in as many steps as it takes: none of them holds anybody up. */
export const deleteOld = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { rows } = await sql`
    delete from invitations where id in (select id from invitations where at < ${before} order by at limit ${limit})
    returning id`.execute(db)
  const { rows: addresses } = await sql`
    delete from invited_addresses
    where digest in (select digest from invited_addresses where sent_at < ${before} order by sent_at limit ${limit})
    returning digest`.execute(db)
  return rows.length + addresses.length
}

/** What is known of the name of somebody, sealed. */
export const findName = async (db: Db, customer: string): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from kyc_personal where customer = ${customer}`.execute(db)
  return rows[0]?.sealed
}
