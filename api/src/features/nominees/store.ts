import type { Db, Tx } from '@ingot/db/connect'
import type { NomineeSetState } from '@ingot/endpoints/nominee-fields'
import { sql } from 'kysely'

/** A set as it is kept; who is in it is sealed for its id, as `nominees`. */
export type NomineeSetRow = {
  id: string
  customer: string
  version: number | null
  sealed: Buffer
  nominees: number
  names_nobody: boolean
  state: NomineeSetState
  changed_at: Date
  confirmed_at: Date | null
  in_force_from: Date | null
  ended_at: Date | null
  document: string | null
}

const columns = sql`id, customer, version, sealed, nominees, names_nobody, state, changed_at, confirmed_at, in_force_from, ended_at,
  document`

/** The one that held at a moment. */
export const setInForce = async (db: Db | Tx, customer: string, at: Date): Promise<NomineeSetRow | undefined> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets
    where customer = ${customer} and state = 'Confirmed' and in_force_from <= ${at}
    order by version desc limit 1`.execute(db)
  return rows[0]
}

/** Confirmed, and not in force at that moment. There is one at most: whoever confirms another one takes it back. */
export const setWaiting = async (db: Db | Tx, customer: string, at: Date): Promise<NomineeSetRow | undefined> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets
    where customer = ${customer} and state = 'Confirmed' and in_force_from > ${at}
    order by version desc limit 1`.execute(db)
  return rows[0]
}

export const findDraft = async (db: Db | Tx, customer: string): Promise<NomineeSetRow | undefined> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets where customer = ${customer} and state = 'Draft'`.execute(db)
  return rows[0]
}

/** One of a customer's own. */
export const findSet = async (db: Db | Tx, customer: string, id: string): Promise<NomineeSetRow | undefined> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets where id = ${id} and customer = ${customer}`.execute(db)
  return rows[0]
}

/** All that were ever confirmed, newest first. */
export const listConfirmed = async (db: Db | Tx, customer: string): Promise<NomineeSetRow[]> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets where customer = ${customer} and version is not null
    order by version desc`.execute(db)
  return rows
}

/** All there are, as they were begun. */
export const listEverySet = async (db: Db | Tx, customer: string): Promise<NomineeSetRow[]> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets where customer = ${customer} order by number`.execute(db)
  return rows
}

type NewDraft = Pick<NomineeSetRow, 'id' | 'customer' | 'sealed' | 'nominees' | 'names_nobody' | 'changed_at'>

/** Begins a draft, or changes the one there is. */
export const saveDraft = async (tx: Tx, draft: NewDraft): Promise<NomineeSetRow> => {
  const { id, customer, sealed, nominees, names_nobody, changed_at } = draft
  const { rows } = await sql<NomineeSetRow>`
    insert into nominee_sets (id, customer, sealed, nominees, names_nobody, changed_at)
    values (${id}, ${customer}, ${sealed}, ${nominees}, ${names_nobody}, ${changed_at})
    on conflict (id) do update set sealed = excluded.sealed, nominees = excluded.nominees,
      names_nobody = excluded.names_nobody, changed_at = excluded.changed_at
    returning ${columns}`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error(`draft ${id} was not saved`)
  return saved
}

export const saveDocument = async (tx: Tx, id: string, document: string): Promise<void> => {
  await sql`update nominee_sets set document = ${document} where id = ${id}`.execute(tx)
}

/** Which of these e-mails are operators'. */
export const operatorsAmong = async (db: Db | Tx, emails: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from customers where email = any(${emails}) and role = 'operator'`.execute(db)
  return rows.map(({ email }) => email)
}

/** Confirmed before an account was frozen, and not in force then. */
export const waitingWhenFrozen = async (tx: Tx, customer: string, frozenAt: Date): Promise<NomineeSetRow[]> => {
  const { rows } = await sql<NomineeSetRow>`
    select ${columns} from nominee_sets
    where customer = ${customer} and state = 'Confirmed' and confirmed_at <= ${frozenAt} and in_force_from > ${frozenAt}
    order by version`.execute(tx)
  return rows
}

/**
 * The ones in force of which their customers are to be told: that they hold now, or a year later whether they still should. Whoever
 * has closed the account is not asked.
 */
export const dueToTell = async (
  db: Db,
  { now, askedBefore }: { now: Date; askedBefore: Date },
  after: string | null,
  most: number,
): Promise<{ id: string; customer: string }[]> => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select n.id, n.customer from nominee_sets n join customers c on c.id = n.customer
    where n.state = 'Confirmed' and n.in_force_from <= ${now} and (n.reminded_at is null or n.reminded_at <= ${askedBefore})
      and c.closed_at is null
      and not exists (
        select from nominee_sets later where later.customer = n.customer and later.state = 'Confirmed'
          and later.in_force_from <= ${now} and later.version > n.version)
    order by n.id <= ${after}, n.id limit ${most}`.execute(db)
  return rows
}

/** Says whether it had been told of before; undefined where somebody else has told just now. */
export const noteTold = async (
  tx: Tx,
  id: string,
  { now, askedBefore }: { now: Date; askedBefore: Date },
): Promise<{ wasTold: boolean } | undefined> => {
  const { rows } = await sql<{ was_told: boolean }>`
    with before as (
      select id, reminded_at from nominee_sets
      where id = ${id} and state = 'Confirmed' and (reminded_at is null or reminded_at <= ${askedBefore}) for update
    )
    update nominee_sets n set reminded_at = ${now} from before where n.id = before.id
    returning before.reminded_at is not null as was_told`.execute(tx)
  return rows[0] && { wasTold: rows[0].was_told }
}
