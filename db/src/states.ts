import { type RawBuilder, sql } from 'kysely'
import type { Part } from './batch.ts'
import type { Db, Tx } from './connect.ts'
import type { Job, Outbox } from './jobs.ts'

/** Something that has a state: where its rows are, and from each state those that may follow. The database has the same table. */
export type Thing<State extends string = string> = {
  readonly name: string
  readonly table: string
  readonly moves: { readonly [From in State]: readonly NoInfer<State>[] }
}

export const thing = <State extends string>(declared: Thing<State>): Thing<State> => declared

export type StateOf<T extends { moves: object }> = keyof T['moves']

/** A move that is not in the table, or of something that another one has moved meanwhile. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

type Move<State extends string> = {
  /** Only from this state; else from each that may become the new one. */
  from?: State
  to: State
  /** Who has caused it, such as `clock` or `customer:…`. */
  by: string
  why?: string | null
  /** By the database's clock unless given. */
  at?: Date
  /** What changes in the row with its state. */
  set?: Readonly<Record<string, string | Date | null>>
}

/** The states from which a move may begin. */
const startsOf = <State extends string>({ name, moves }: Thing<State>, { from, to }: Move<State>): State[] => {
  const starts = (Object.keys(moves) as State[]).filter((state) => moves[state].includes(to))
  const wanted = from === undefined ? starts : starts.filter((state) => state === from)
  if (wanted.length === 0) throw new MoveRefused(`a ${name} never goes from ${from ?? 'anything'} to ${to}`)
  return wanted
}

/**
 * Moves every row on that is chosen and may still be, and writes down each move, in one statement. Answers with their ids:
 * what another one has moved meanwhile is not among them.
 */
export const advanceAll = async <State extends string>(
  db: Db | Tx,
  what: Thing<State>,
  chosen: RawBuilder<unknown>,
  move: Move<NoInfer<State>>,
): Promise<string[]> => {
  const { to, by, why = null, at = null, set = {} } = move
  const table = sql.table(what.table)
  const changes = Object.entries({ state: to, ...set }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{ id: string }>`
    with before as (
      select id, state from ${table} where ${chosen} and state = any(${startsOf(what, move)}) order by id for update
    ), moved as (
      update ${table} x set ${sql.join(changes)} from before where x.id = before.id returning before.id, before.state
    )
    insert into state_history (thing, id, from_state, to_state, by, why, at)
    select ${what.name}::text, id::text, state, ${to}::text, ${by}::text, ${why}::text,
      coalesce(${at}::timestamptz, ingot_now())
    from moved returning id`.execute(db)
  return rows.map(({ id }) => id)
}

type Message<Data extends object> = { outbox: Outbox; job: Job<Data>; data: NoInfer<Data> }

/** Moves one on: its row, its history and the message about it, or nothing of them. */
export const advance = async <State extends string, Data extends object>(
  tx: Tx,
  what: Thing<State>,
  id: string,
  { message, ...move }: Move<NoInfer<State>> & { message?: Message<Data> | undefined },
): Promise<void> => {
  const [moved] = await advanceAll(tx, what, sql`id = ${id}`, move)
  if (moved === undefined) throw new MoveRefused(`${what.name} ${id} is no longer in a state that becomes ${move.to}`)
  if (message) await message.outbox.send(tx, message.job, message.data)
}

/**
 * Writes down moves that the statement makes of which this is a part: for what a booking moves on in the same breath as it
 * posts. The database refuses one that is not in the table.
 */
export const movesNoted = <State extends string>(
  { name }: Thing<State>,
  moved: readonly { id: string; from: State; to: State }[],
  { by, at }: { by: string; at: Date },
): Part => ({
  name: `moves-noted-${name}`,
  text: (first) => `moves_noted_${name.replaceAll('-', '_')} as (
    insert into state_history (thing, id, from_state, to_state, by, why, at)
    select $${first}::text, id, "from", "to", $${first + 1}::text, null, $${first + 2}::timestamptz
    from jsonb_to_recordset($${first + 3}::jsonb) as moved (id text, "from" text, "to" text)
    returning 1)`,
  values: [name, by, at, JSON.stringify(moved.filter(({ from, to }) => from !== to))],
  done: `moves_noted_${name.replaceAll('-', '_')}`,
})

/** A column with what became of each row of a query, oldest first. Who and why is not for everybody. */
export const historyOf = <State extends string>({ name }: Thing<State>, id: RawBuilder<unknown>) => sql<
  { state: State; at: string }[]
>`array(
    select jsonb_build_object('state', h.to_state, 'at', h.at) from state_history h
    where h.thing = ${name} and h.id = ${id}::text order by h.number)`
