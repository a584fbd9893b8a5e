import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Person } from '../../bind.ts'
import { largestNumber, type Stretch } from '../../lists.ts'
import { beginningWith } from './rules.ts'

export type CustomerRow = {
  id: string
  number: string
  username: string
  email: string
  kyc_status: Person['kycStatus']
  frozen: boolean
  created_at: Date
}

const shown = sql`
  select c.id, c.number, c.username, c.email, c.kyc_status, c.created_at, s.frozen_at is not null as frozen
  from customers c left join wallet_senders s on s.customer = c.id`

/** Everybody, newest first. */
export const listNewest = async (db: Db, { before, limit }: Stretch): Promise<CustomerRow[]> => {
  const { rows } = await sql<CustomerRow>`
    ${shown} where c.role = 'customer' and c.number < ${String(before ?? largestNumber)}::bigint
    order by c.number desc limit ${limit}`.execute(db)
  return rows
}

const keys = { username: sql`lower(c.username)`, email: sql`c.email` }

/**
 * Whose username begins so, in the order of the index, which is that of the signs: a page is a walk through it and costs the
 * same however many customers there are. Then, if that is wanted, those whose e-mail does and whose username does not.
 */
export const searchCustomers = async (
  db: Db,
  { search, byEmail }: { search: string; byEmail: boolean },
  { before, limit }: Stretch,
): Promise<CustomerRow[]> => {
  const like = beginningWith(search)
  const { rows: found } = await sql<{ username: string; email: string; by_name: boolean }>`
    select lower(username) as username, email, lower(username) like ${like} as by_name from customers c
    where number = ${before === undefined ? null : String(before)}::bigint`.execute(db)
  const [last] = found
  const walk = async (key: keyof typeof keys, after: string, most: number) => {
    const others = key === 'email' ? sql`and ${keys.username} not like ${like}` : sql``
    const { rows } = await sql<CustomerRow>`
      ${shown} where c.role = 'customer' and ${keys[key]} like ${like} and ${keys[key]} ~>~ ${after} ${others}
      order by ${keys[key]} using ~<~ limit ${most}`.execute(db)
    return rows
  }
  const isPastNames = last !== undefined && !last.by_name
  const byName = isPastNames ? [] : await walk('username', last?.username ?? '', limit)
  if (!byEmail || byName.length === limit) return byName
  return [...byName, ...(await walk('email', isPastNames ? last.email : '', limit - byName.length))]
}

type Taken = { id: string; username: string; at: Date }

/** Who is on which of these, if that was said since then. */
export const readTaken = async (
  db: Db,
  queue: string,
  items: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Taken>> => {
  const { rows } = await sql<Taken & { item: string }>`
    select t.item, t.at, c.id, c.username from queue_taken t join customers c on c.id = t.operator
    where t.queue = ${queue} and t.item = any(${items}) and t.at > ${since}`.execute(db)
  return new Map(rows.map(({ item, ...taken }) => [item, taken]))
}

type Item = { queue: string; item: string; operator: string }

/** False while somebody else is on it. What is over goes at the same time. */
export const takeIn = async (
  db: Db,
  { queue, item, operator }: Item,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> => {
  await sql`delete from queue_taken where at <= ${since}`.execute(db)
  const { rows } = await sql`
    insert into queue_taken (queue, item, operator, at) values (${queue}, ${item}, ${operator}, ${at})
    on conflict (queue, item) do update set at = excluded.at where queue_taken.operator = excluded.operator
    returning true`.execute(db)
  return rows.length > 0
}

export const giveBack = async (db: Db, { queue, item, operator }: Item): Promise<void> => {
  await sql`
    delete from queue_taken where queue = ${queue} and item = ${item} and operator = ${operator}`.execute(db)
}
