import type { Db, Tx } from '@ingot/db/connect'
import type { SavedAnswer } from '@ingot/endpoints/ticket-fields'
import { sql } from 'kysely'

type By = { operator: string; at: Date }

export const listAnswers = async (db: Db): Promise<SavedAnswer[]> => {
  const { rows } = await sql<SavedAnswer>`select id, title, text from ticket_answers order by lower(title)`.execute(db)
  return rows
}

/** False where the title is taken, or there are as many as there may be. */
export const insertAnswer = async (
  tx: Tx,
  { id, title, text }: SavedAnswer,
  { operator, at }: By,
  most: number,
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('ticket_answers'))`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into ticket_answers (id, title, text, changed_by, changed_at)
    select ${id}, ${title}, ${text}, ${operator}, ${at} where (select count(*) from ticket_answers) < ${most}
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether the title is that of another one. */
export const isTitleTaken = async (tx: Tx, { id, title }: Pick<SavedAnswer, 'id' | 'title'>): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ticket_answers where lower(title) = lower(${title}) and id <> ${id}`.execute(tx)
  return rows.length > 0
}

export const saveAnswer = async (tx: Tx, { id, title, text }: SavedAnswer, { operator, at }: By): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('ticket_answers'))`.execute(tx)
  const { numAffectedRows } = await sql`
    update ticket_answers set title = ${title}, text = ${text}, changed_by = ${operator}, changed_at = ${at}
    where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export const deleteAnswer = async (tx: Tx, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from ticket_answers where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}
