import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import { recoveryStates } from './rules.ts'

/** Answers with the e-mail, unless 2FA is on. */
export const savePendingSecret = async (db: Db, customer: string, sealed: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ email: string }>`
    update customers set totp_pending_secret = ${sealed}, totp_pending_proven = false
    where id = ${customer} and totp_secret is null returning email`.execute(db)
  return rows[0]?.email
}

export const savePendingProof = async (tx: Tx, customer: string, step: number) => {
  await sql`
    update customers set totp_pending_proven = true, totp_last_step = ${step} where id = ${customer}`.execute(tx)
}

export const turnOnPending = async (tx: Tx, customer: string) => {
  await sql`
    update customers set totp_secret = totp_pending_secret, totp_pending_secret = null, totp_pending_proven = false,
      two_factor_was_on = true
    where id = ${customer}`.execute(tx)
}

export const saveLastStep = async (tx: Tx, customer: string, step: number) => {
  await sql`update customers set totp_last_step = ${step} where id = ${customer}`.execute(tx)
}

export const removeTwoFactor = async (tx: Tx, customer: string) => {
  await sql`
    with codes as (delete from backup_codes where customer = ${customer})
    update customers set totp_secret = null, totp_pending_secret = null, totp_pending_proven = false
    where id = ${customer}`.execute(tx)
}

export const replaceBackupCodes = async (tx: Tx, customer: string, hashes: readonly Buffer[], key: string) => {
  await sql`delete from backup_codes where customer = ${customer}`.execute(tx)
  await sql`
    insert into backup_codes (customer, code_hash, key)
    select ${customer}, unnest(${hashes}::bytea[]), ${key}`.execute(tx)
}

/** False when there is no such code. */
export const takeBackupCode = async (tx: Tx, customer: string, hashes: readonly Buffer[]): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from backup_codes where customer = ${customer} and code_hash = any(${hashes}::bytea[])`.execute(tx)
  return Boolean(numAffectedRows)
}

/** Until when the recovery of a customer waits, if one does. */
export const findRecoveryEnd = async (tx: Tx, customer: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ ends_at: Date }>`
    select ends_at from two_factor_recoveries where customer = ${customer} and state = 'waiting'`.execute(tx)
  return rows[0]?.ends_at
}

export const insertRecovery = async (tx: Tx, customer: string, { at, ends }: { at: Date; ends: Date }) => {
  await sql`
    insert into two_factor_recoveries (customer, requested_at, ends_at)
    values (${customer}, ${at}, ${ends})`.execute(tx)
}

/** False when none waited. */
export const vetoRecovery = async (tx: Tx, customer: string, at: Date): Promise<boolean> => {
  const vetoed = { to: 'vetoed', by: `customer:${customer}`, at } as const
  const stopped = await advanceAll(tx, recoveryStates, sql`customer = ${customer}`, vetoed)
  return stopped.length > 0
}

export const listDueRecoveries = async (db: Db, at: Date, { after, most }: { after: string | null; most: number }) => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer from two_factor_recoveries where state = 'waiting' and ends_at <= ${at}
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** False when it was vetoed meanwhile. */
export const finishRecovery = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const done = await advanceAll(tx, recoveryStates, sql`id = ${id}`, { to: 'done', by: 'clock', at })
  return done.length > 0
}
