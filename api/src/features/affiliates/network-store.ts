import type { Db } from '@ingot/db/connect'
import type { NetworkMember } from '@ingot/endpoints/affiliates'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { Rank } from './rules.ts'

export type LevelRow = { level: number; members: number; verified: number; recent: number }

export const readLevels = async (db: Db, customer: string, recentFrom: string): Promise<LevelRow[]> => {
  const { rows } = await sql<LevelRow>`
    select level, members, verified, (
      select coalesce(sum(days.members), 0)::int from network_days days
      where days.customer = counts.customer and days.level = counts.level and days.day > ${recentFrom}::date
    ) as recent
    from network_counts counts where customer = ${customer} order by level`.execute(db)
  return rows
}

export type MemberRow = {
  id: string
  customer: string
  number: string
  level: number
  name: string | null
  isVerified: boolean
  rank: Rank | null
  since: Date
  direct: number
}

/** A row of a member, from a link under the name of `link`; levels are counted from whoever asks. */
const columns = sql`members.id, link.customer, link.number, members.name, customers.kyc_status = 'Verified' as "isVerified",
  customers.customer_rank as rank, customers.created_at as since, coalesce(counts.members, 0) as direct`
const joins = sql`join network_members members on members.customer = link.customer
  join customers on customers.id = link.customer
  left join network_counts counts on counts.customer = link.customer and counts.level = 1`

/** Those of one level below somebody, newest first. `above` is how far that somebody is below whoever asks. */
export const readLevel = async (
  db: Db,
  { of, level, above }: { of: string; level: number; above: number },
  { before, limit }: Stretch,
): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select link.level + ${above}::int as level, ${columns}
    from (
      select customer, number, level from network_links
      where ancestor = ${of} and level = ${level} and number < ${String(before ?? largestNumber)}::bigint
      order by number desc limit ${limit}
    ) link ${joins} order by link.number desc`.execute(db)
  return rows
}

/** A member by the id that those above know, if he is below somebody. */
export const findMember = async (db: Db, ancestor: string, id: NetworkMember['id']): Promise<MemberRow | undefined> => {
  const { rows } = await sql<MemberRow>`
    select link.level, ${columns}
    from network_members member
    join network_links link on link.customer = member.customer and link.ancestor = ${ancestor} ${joins}
    where member.id = ${id}`.execute(db)
  return rows[0]
}

export type Step = { id: string | null; name: string | null; isVerified: boolean }

/** Those between somebody and a member that many levels below, from the top down. */
export const readPath = async (db: Db, customer: string, level: number): Promise<Step[]> => {
  const { rows } = await sql<Step>`
    with recursive line (id, above, level) as (
      select id, introducer, ${level}::int from customers where id = ${customer}
      union all
      select customers.id, customers.introducer, line.level - 1
      from line join customers on customers.id = line.above where line.level > 1
    )
    select members.id, members.name, members.id is not null and customers.kyc_status = 'Verified' as "isVerified"
    from line join customers using (id) left join network_members members on members.customer = line.id
    where line.id <> ${customer} order by line.level`.execute(db)
  return rows
}

type Search = { words: readonly string[]; level: number | undefined; limit: number }

const longest = (words: readonly string[]) =>
  words.reduce((one, other) => (other.length > one.length ? other : one), '')

/** What a word that begins so lies between. */
const beginning = (word: string) => sql`word >= ${word} and word < ${`${word}\u{10ffff}`}`

const hasAll = (words: readonly string[]) => sql`not exists (
  select from unnest(${words}::text[]) wanted where not exists (
    select from network_words known where known.customer = link.customer and starts_with(known.word, wanted)))`

/** Through those below one by one: quick while they are not many. */
export const searchFew = async (db: Db, ancestor: string, { words, level, limit }: Search): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select link.level, ${columns} from network_links link ${joins}
    where link.ancestor = ${ancestor} and (${level ?? null}::int is null or link.level = ${level ?? null}::int)
      and ${hasAll(words)}
    order by members.name, link.number desc limit ${limit}`.execute(db)
  return rows
}

/** Through the names that begin so, until enough are below: quick while many are. */
export const searchMany = async (db: Db, ancestor: string, { words, level, limit }: Search): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    with found as materialized (
      select link.customer, link.number, link.level
      from (select customer from network_words where ${beginning(longest(words))} order by word, customer) named
      cross join lateral (
        select * from network_links where network_links.customer = named.customer and ancestor = ${ancestor} offset 0
      ) link
      where (${level ?? null}::int is null or link.level = ${level ?? null}::int) and ${hasAll(words)}
      limit ${limit}
    )
    select link.level, ${columns} from (select distinct * from found) link ${joins}
    order by members.name, link.number desc`.execute(db)
  return rows
}
