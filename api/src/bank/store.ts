import type { Db, Tx } from '@ingot/db/connect'
import { advance, advanceAll } from '@ingot/db/states'
import type { StatementState } from '@ingot/endpoints/bank'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import { type Before, statementMoves } from './rules.ts'

export type StatementRow = {
  id: string
  number: string
  state: StatementState
  brought_by: string | null
  brought_by_name: string | null
  file: string
  sha256: Buffer
  account: string
  currency: string
  first_sequence: string
  last_sequence: string
  from_on: string | null
  until_on: string | null
  opening: string
  closing: string
  credits: string
  debits: string
  lines: number
  at: Date
  accepted_at: Date | null
  problem: string | null
}

/** One statement is taken at a time, whoever brings it: what it goes on from does not change meanwhile. */
export const lockStatements = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('bank_statements'))`.execute(tx)

/** The same for whoever need not wait; false while one is being taken. */
export const tryLockStatements = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('bank_statements')) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

const columns = sql`
  s.id, s.number, s.state, s.brought_by, o.username as brought_by_name, s.file, s.sha256, s.account, s.currency,
  s.first_sequence, s.last_sequence, s.from_on::text, s.until_on::text, s.opening, s.closing, s.credits, s.debits, s.lines,
  s.at, s.accepted_at, s.problem`

const from = sql`bank_statements s left join customers o on o.id = s.brought_by`

export const findFile = async (tx: Tx, sha256: string): Promise<StatementState | undefined> => {
  const { rows } = await sql<{ state: StatementState }>`
    select state from bank_statements where sha256 = decode(${sha256}, 'hex') and state <> 'Refused'`.execute(tx)
  return rows[0]?.state
}

export const lockStatement = async (tx: Tx, id: string): Promise<StatementRow | undefined> => {
  const { rows } = await sql<StatementRow>`select ${columns} from ${from} where s.id = ${id} for update of s`.execute(
    tx,
  )
  return rows[0]
}

type Tip = Before & { id: string }

const tipOf = (
  rows: { id: string; last_sequence: string; closing: string; until_on: string | null }[],
): Tip | undefined =>
  rows[0] && {
    id: rows[0].id,
    sequence: BigInt(rows[0].last_sequence),
    closing: BigInt(rows[0].closing),
    until: rows[0].until_on,
  }

/** The last accepted one: the one that no other follows. */
export const findLast = async (tx: Db | Tx, account: string): Promise<Tip | undefined> => {
  const { rows } = await sql<{ id: string; last_sequence: string; closing: string; until_on: string | null }>`
    select id, last_sequence, closing, until_on::text from bank_statements s
    where account = ${account} and state = 'Accepted'
      and not exists (select from bank_statements n where n.account = s.account and n.follows = s.id and n.state = 'Accepted')
    `.execute(tx)
  return tipOf(rows)
}

/** The last of those that wait for a confirmation. */
export const findLastWaiting = async (tx: Db | Tx, account: string): Promise<Tip | undefined> => {
  const { rows } = await sql<{ id: string; last_sequence: string; closing: string; until_on: string | null }>`
    select id, last_sequence, closing, until_on::text from bank_statements
    where account = ${account} and state = 'Waiting' order by number desc limit 1`.execute(tx)
  return tipOf(rows)
}

type NewStatement = Omit<
  StatementRow,
  'number' | 'state' | 'brought_by_name' | 'accepted_at' | 'problem' | 'currency'
> & { reason: string | null }

export const insertStatement = async (tx: Tx, made: NewStatement): Promise<void> => {
  await sql`
    insert into bank_statements (id, brought_by, reason, file, sha256, account, currency, first_sequence, last_sequence, from_on,
      until_on, opening, closing, credits, debits, lines, at)
    values (${made.id}, ${made.brought_by}, ${made.reason}, ${made.file}, ${made.sha256}, ${made.account}, 'USD',
      ${made.first_sequence}, ${made.last_sequence}, ${made.from_on}, ${made.until_on}, ${made.opening}, ${made.closing},
      ${made.credits}, ${made.debits}, ${made.lines}, ${made.at})`.execute(tx)
}

/** As its columns are called; bytes as PostgreSQL reads them. */
export type NewLine = {
  id: string
  place: number
  sequence: string
  direction: 'in' | 'out'
  cents: string
  booked_on: string
  is_reversal: boolean
  return_code: string | null
  sealed: string
  last_four: string | null
  reference: string | null
  end_to_end_id: string | null
  bank_reference: string | null
  undoes: string | null
  fingerprint: string
}

/** Writes many, given as JSON in bytes, which go to the database as they are. Answers the place of the first that is already there in another statement; none of those is written. */
export const insertLines = async (tx: Tx, statement: string, lines: Uint8Array): Promise<number | null> => {
  const { rows } = await sql<{ known: number | null }>`
    with given as (
      select * from json_to_recordset(${Buffer.from(lines.buffer, lines.byteOffset, lines.length)}::json) as g (id uuid, place int, sequence bigint, direction text, cents numeric,
        booked_on date, is_reversal boolean, return_code text, sealed bytea, last_four text, reference text, end_to_end_id text,
        bank_reference text, undoes text, fingerprint bytea)
    ), written as (
      insert into bank_lines (statement, id, place, sequence, direction, cents, currency, booked_on, is_reversal, return_code,
        sealed, last_four, reference, end_to_end_id, bank_reference, undoes, fingerprint)
      select ${statement}::uuid, id, place, sequence, direction, cents, 'USD', booked_on, is_reversal, return_code,
        sealed, last_four, reference, end_to_end_id, bank_reference, undoes, fingerprint
      from given order by place
      on conflict (fingerprint) do nothing returning place
    )
    select min(place) as known from (select place from given except select place from written) others`.execute(tx)
  return rows[0]?.known ?? null
}

export const acceptStatement = (
  tx: Tx,
  id: string,
  to: { follows: string | null; by: string; at: Date },
): Promise<void> =>
  advance(tx, statementMoves, id, {
    to: 'Accepted',
    by: to.by,
    at: to.at,
    set: { follows: to.follows, accepted_at: to.at },
  })

/** Those that wait and that nobody is asked about any more, or that are named. Their lines go: they never counted. */
export const refuseWaiting = async (
  tx: Tx,
  chosen: { unasked: Date } | { account: string; sequence: bigint },
  problem: string,
  at: Date,
): Promise<number> => {
  const which: RawBuilder<unknown> =
    'unasked' in chosen
      ? sql`brought_by is not null and not exists (select from approvals a
          where a.action = 'confirm-statement' and a.thing = 'statement:' || bank_statements.id
            and a.state in ('requested', 'approved') and a.expires_at > ${chosen.unasked})`
      : sql`account = ${chosen.account} and ${String(chosen.sequence)}::bigint between first_sequence and last_sequence`
  const ids = await advanceAll(tx, statementMoves, which, {
    to: 'Refused',
    by: 'clock',
    why: problem,
    at,
    set: { problem },
  })
  if (ids.length > 0) await sql`delete from bank_lines where statement = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}

export type StatementFilter = { state?: StatementState | undefined }
export type ListedStatement = StatementRow & { open: number; approval: string | null }

const listed = sql`${columns},
  (select count(*)::int from bank_lines l where l.statement = s.id and l.state in ('New', 'Suspense')) as open,
  (select a.id from approvals a where a.action = 'confirm-statement' and a.thing = 'statement:' || s.id
    and a.state = 'requested' limit 1) as approval`

export const readStatements = async (
  db: Db,
  { state }: StatementFilter,
  { before, limit }: Stretch,
): Promise<ListedStatement[]> => {
  const chosen = state === undefined ? sql`true` : sql`s.state = ${state}`
  const { rows } = await sql<ListedStatement>`
    select ${listed} from ${from}
    where s.number < ${String(before ?? largestNumber)}::bigint and ${chosen} order by s.number desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export const findListed = async (tx: Db | Tx, id: string): Promise<ListedStatement | undefined> => {
  const { rows } = await sql<ListedStatement>`select ${listed} from ${from} where s.id = ${id}`.execute(tx)
  return rows[0]
}
