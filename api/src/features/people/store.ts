import type { Db, Tx } from '@ingot/db/connect'
import type { Role } from '@ingot/endpoints/roles'
import { sql } from 'kysely'

/** Whoever changes roles waits for the one before: what has to stay is counted over everybody. */
export const lockAllRoles = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(1866305)`.execute(tx)
}

/** How many have a role. */
export const countWith = async (tx: Tx, role: Role): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator_roles where role = ${role} and taken_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Who changes a role; null is a command at the machine. */
type Change = { operator: string; role: Role; by: string | null; at: Date }

/** False when the operator has it already. */
export const giveRole = async (tx: Tx, { operator, role, by, at }: Change): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into operator_roles (operator, role, given_at, given_by) values (${operator}, ${role}, ${at}, ${by})
    on conflict (operator, role) where taken_at is null do nothing`.execute(tx)
  return Boolean(numAffectedRows)
}

/** False when the operator does not have it. */
export const takeRole = async (tx: Tx, { operator, role, by, at }: Change): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update operator_roles set taken_at = ${at}, taken_by = ${by}
    where operator = ${operator} and role = ${role} and taken_at is null`.execute(tx)
  return Boolean(numAffectedRows)
}

type PersonRow = {
  id: string
  username: string
  email: string
  roles: Role[]
  two_factor_on: boolean
  last_seen_at: Date | null
  created_at: Date
}

/** Those who have been there longest first. */
export const listOperators = async (db: Db): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select id, username, email, roles, totp_secret is not null as two_factor_on, created_at,
      (select max(s.last_active_at) from sessions s where s.customer = c.id) as last_seen_at
    from customers c where role = 'operator' order by created_at, id`.execute(db)
  return rows
}

export type Invitation = {
  id: string
  email: string
  roles: Role[]
  invited_by: string
  inviter: string
  invited_at: Date
  expires_at: Date
}

const openInvitations = (at: Date) => sql<Invitation>`
  select i.id, i.email, i.roles, i.invited_by, c.username as inviter, i.invited_at, i.expires_at
  from operator_invitations i join customers c on c.id = i.invited_by
  where i.accepted_at is null and i.expires_at > ${at}`

/** Those whose link still works, newest first. */
export const listInvitations = async (db: Db, at: Date): Promise<Invitation[]> => {
  const { rows } = await sql<Invitation>`${openInvitations(at)} order by i.invited_at desc`.execute(db)
  return rows
}

export const findInvitation = async (db: Db, id: string, at: Date): Promise<Invitation | undefined> => {
  const { rows } = await sql<Invitation>`${openInvitations(at)} and i.id = ${id}`.execute(db)
  return rows[0]
}

export const findInvitationByLink = async (db: Db, tokenHash: Buffer, at: Date): Promise<Invitation | undefined> => {
  const { rows } = await sql<Invitation>`${openInvitations(at)} and i.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** One that was sent before ends with it. */
export const insertInvitation = async (
  tx: Tx,
  given: { email: string; roles: readonly Role[]; by: string; approvedBy: string; at: Date; expires: Date },
): Promise<string> => {
  const { email, roles, by, approvedBy, at, expires } = given
  await sql`
    update operator_invitations set expires_at = ${at} where email = ${email} and expires_at > ${at}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into operator_invitations (email, roles, invited_by, approved_by, invited_at, expires_at)
    values (${email}, ${roles}, ${by}, ${approvedBy}, ${at}, ${expires}) returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

export const saveLink = async (db: Db, id: string, tokenHash: Buffer) => {
  await sql`update operator_invitations set token_hash = ${tokenHash} where id = ${id}`.execute(db)
}

/** False when somebody was first, or it is over. */
export const useInvitation = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update operator_invitations set accepted_at = ${at}
    where id = ${id} and accepted_at is null and expires_at > ${at}`.execute(tx)
  return Boolean(numAffectedRows)
}
