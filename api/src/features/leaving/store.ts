import type { Db, Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { exitPackStates } from '@ingot/endpoints/leaving'
import { sql } from 'kysely'
import { exitPackMoves } from './rules.ts'

export type PackRow = {
  id: string
  customer: string
  state: (typeof exitPackStates)[number]
  asked_at: Date
  ready_at: Date | null
  kept_until: Date | null
  bytes: string | null
  hash: Buffer | null
  sealed_key: Buffer | null
  place: string | null
  tries: number
}

const columns = sql`id, customer, state, asked_at, ready_at, kept_until, bytes, hash, sealed_key, place, tries`

/** Undefined while another one of the customer is being made. */
export const insertPack = async (tx: Tx, id: string, customer: string, at: Date): Promise<PackRow | undefined> => {
  const { rows } = await sql<PackRow>`
    insert into exit_packs (id, customer, asked_at) values (${id}, ${customer}, ${at})
    on conflict (customer) where state = 'Asked' do nothing returning ${columns}`.execute(tx)
  return rows[0]
}

export const findPack = async (db: Db, id: string): Promise<PackRow | undefined> => {
  const { rows } = await sql<PackRow>`select ${columns} from exit_packs where id = ${id}`.execute(db)
  return rows[0]
}

/** Newest first. */
export const readPacks = async (db: Db | Tx, customer: string, most: number): Promise<PackRow[]> => {
  const { rows } = await sql<PackRow>`
    select ${columns} from exit_packs where customer = ${customer} order by number desc limit ${most}`.execute(db)
  return rows
}

export const countSince = async (tx: Tx, customer: string, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exit_packs where customer = ${customer} and asked_at > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Those to be made, and those whose time is over; those behind the named one first. */
export const duePacks = async (db: Db, now: Date, after: string | null, most: number): Promise<PackRow[]> => {
  const { rows } = await sql<PackRow>`
    select ${columns} from exit_packs
    where state = 'Asked' or (state = 'Ready' and kept_until <= ${now})
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** As it stands, for the one who makes it from now on. Nothing while another try goes on, or when it is not to be made any more. */
export const claimTry = async (db: Db, id: string, { at, silentSince }: { at: Date; silentSince: Date }) => {
  const { rows } = await sql<PackRow>`
    update exit_packs set tried_at = ${at}
    where id = ${id} and state = 'Asked' and (tried_at is null or tried_at <= ${silentSince})
    returning ${columns}`.execute(db)
  return rows[0]
}

/** From now on its pieces lie there. False when it is not to be made any more. */
export const beginTry = async (db: Db, id: string, place: string, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update exit_packs set place = ${place}, tries = tries + 1, tried_at = ${at}
    where id = ${id} and state = 'Asked'`.execute(db)
  return numAffectedRows === 1n
}

/** The try whose pieces lie there goes on. */
export const renewTry = async (db: Db, id: string, place: string, at: Date): Promise<void> => {
  await sql`update exit_packs set tried_at = ${at}
    where id = ${id} and state = 'Asked' and place = ${place}`.execute(db)
}

/** Whoever changes one waits for the one before. */
export const lockPack = async (tx: Tx, id: string): Promise<PackRow | undefined> => {
  const { rows } = await sql<PackRow>`select ${columns} from exit_packs where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** As the database writes bytes. */
const asText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

type Made = { bytes: number; hash: Buffer; sealedKey: Buffer; at: Date; keptUntil: Date }

export const savePack = (tx: Tx, id: string, { bytes, hash, sealedKey, at, keptUntil }: Made): Promise<void> =>
  advance(tx, exitPackMoves, id, {
    ...{ to: 'Ready', by: 'clock', at },
    set: {
      bytes: String(bytes),
      hash: asText(hash),
      sealed_key: asText(sealedKey),
      ready_at: at,
      kept_until: keptUntil,
    },
  })

export const failPack = (tx: Tx, id: string, at: Date): Promise<void> =>
  advance(tx, exitPackMoves, id, { to: 'Failed', by: 'clock', why: 'it could not be made', at, set: { place: null } })

/** Without its key nobody reads it, wherever a copy of it lies. */
const gone = { sealed_key: null, hash: null }

export const erasePack = (tx: Tx, id: string, at: Date): Promise<void> =>
  advance(tx, exitPackMoves, id, { to: 'Erased', by: 'clock', why: 'its time was over', at, set: gone })

/** All of a customer, with what was said of each; answers with those whose pieces may still lie in the store. */
export const deletePacks = async (tx: Tx, customer: string): Promise<PackRow[]> => {
  const { rows } = await sql<PackRow>`
    delete from exit_packs where customer = ${customer} returning ${columns}`.execute(tx)
  return rows.filter(({ place, state }) => place !== null && state !== 'Erased')
}
