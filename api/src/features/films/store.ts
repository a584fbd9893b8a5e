import type { Db, Tx } from '@ingot/db/connect'
import type { FilmState, ManagedFilm } from '@ingot/endpoints/films'
import { sql } from 'kysely'

export type FilmRow = Omit<ManagedFilm, 'addedAt'> & { file: string; at: Date }

const columns = sql`f.id, f.state, f.title, f.about, f.type, f.bytes, f.file, f.poster, f.captions, f.chapters, f.at,
  coalesce(o.username, '') as "addedBy"`
const from = sql`films f left join customers o on o.id = f.operator`

/** In the order in which they were added. */
export const readFilms = async (db: Db, state: FilmState | null): Promise<FilmRow[]> => {
  const { rows } = await sql<FilmRow>`
    select ${columns} from ${from} where ${state}::text is null or f.state = ${state} order by f.number`.execute(db)
  return rows
}

export const findFilm = async (db: Db | Tx, id: string): Promise<FilmRow | undefined> => {
  const { rows } = await sql<FilmRow>`select ${columns} from ${from} where f.id = ${id}`.execute(db)
  return rows[0]
}

export const isShownPoster = async (db: Db, name: string): Promise<boolean> => {
  const { rows } = await sql`select from films where poster = ${name} and state = 'shown'`.execute(db)
  return rows.length > 0
}

/** Whoever adds one waits for the one before, so that there are never more than there may be. */
export const lockFilms = async (tx: Tx): Promise<void> => {
  await sql`lock table films in share row exclusive mode`.execute(tx)
}

export const countShown = async (db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from films where state = 'shown'`.execute(db)
  return rows[0]?.count ?? 0
}

type NewFilm = Pick<FilmRow, 'title' | 'about' | 'type' | 'file' | 'bytes' | 'poster' | 'captions' | 'chapters'>

export const insertFilm = async (tx: Tx, film: NewFilm, by: { operator: string; at: Date }): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into films (title, about, type, file, bytes, poster, captions, chapters, at, operator)
    values (${film.title}, ${film.about}, ${film.type}, ${film.file}, ${film.bytes}, ${film.poster},
      ${JSON.stringify(film.captions)}::jsonb, ${JSON.stringify(film.chapters)}::jsonb, ${by.at}, ${by.operator})
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('a film was not inserted')
  return rows[0].id
}
