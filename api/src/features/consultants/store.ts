import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { advance, advanceAll } from '@ingot/db/states'
import type { Consultant, ProfileState, ProfileVersion, VersionState } from '@ingot/endpoints/consultant-fields'
import { sql } from 'kysely'
import { type Grounds, profileMoves, standingOf, versionMoves } from './rules.ts'

export type Profile = {
  id: string
  customer: string
  state: ProfileState
  hiddenUntil: Date | null
  suspendedAt: Date | null
}

const profileColumns = sql`
  p.id, p.customer, p.state, p.hidden_until as "hiddenUntil", p.suspended_at as "suspendedAt"`

export const findOwn = async (db: Db | Tx, customer: string): Promise<Profile | undefined> => {
  const { rows } = await sql<Profile>`
    select ${profileColumns} from consultant_profiles p where p.customer = ${customer}`.execute(db)
  return rows[0]
}

/** Whoever changes anything of a profile waits for the one before. */
export const lockProfile = async (tx: Tx, id: string): Promise<Profile> => {
  const { rows } = await sql<Profile>`
    select ${profileColumns} from consultant_profiles p where p.id = ${id} for update`.execute(tx)
  const [profile] = rows
  if (!profile) throw new Error(`there is no profile ${id}`)
  return profile
}

export const lockOwn = async (tx: Tx, customer: string): Promise<Profile | undefined> => {
  const { rows } = await sql<Profile>`
    select ${profileColumns} from consultant_profiles p where p.customer = ${customer} for update`.execute(tx)
  return rows[0]
}

export const insertProfile = async (tx: Tx, customer: string, at: Date): Promise<void> => {
  await sql`
    insert into consultant_profiles (id, customer, created_at) values (${randomUUID()}, ${customer}, ${at})
    on conflict (customer) do nothing`.execute(tx)
}

/** What reports led to, and whether there are words to show. */
const readGrounds = async (tx: Tx, profile: string): Promise<Grounds> => {
  const { rows } = await sql<Grounds>`
    select exists (select from consultant_versions v where v.profile = ${profile} and v.state = 'Approved') as "isApproved",
      (select max(r.hidden_until) from consultant_reports r where r.profile = ${profile} and r.state = 'Hidden') as "hiddenUntil",
      (select min(r.decided_at) from consultant_reports r
        where r.profile = ${profile} and r.state = 'Suspended') as "suspendedAt"`.execute(tx)
  return rows[0] ?? { isApproved: false, hiddenUntil: null, suspendedAt: null }
}

/** Gives a profile that is locked the state that follows from everything around it. Says which that is. */
export const settleProfile = async (
  tx: Tx,
  profile: Profile,
  { by, at, why }: { by: string; at: Date; why?: string },
): Promise<ProfileState> => {
  const grounds = await readGrounds(tx, profile.id)
  const to = standingOf(grounds, at)
  const set = { hidden_until: grounds.hiddenUntil, suspended_at: grounds.suspendedAt }
  if (to !== profile.state) await advance(tx, profileMoves, profile.id, { to, by, at, why: why ?? null, set })
  else
    await sql`
      update consultant_profiles set hidden_until = ${set.hidden_until}, suspended_at = ${set.suspended_at}
      where id = ${profile.id}`.execute(tx)
  return to
}

export type Version = {
  id: string
  profile: string
  customer: string
  state: VersionState
  showsWholeName: boolean
  picture: string | null
  languages: ProfileVersion['languages']
  text: string
  sentBackFor: string | null
  changedAt: Date
}

const versionColumns = sql`
  v.id, v.profile, v.customer, v.state, v.shows_whole_name as "showsWholeName", v.picture, v.languages, v.text,
  v.sent_back_for as "sentBackFor", v.changed_at as "changedAt"`

/** What was approved last, and what comes after it. */
export const readVersions = async (
  db: Db | Tx,
  profile: string,
): Promise<{ approved: Version | undefined; next: Version | undefined }> => {
  const { rows } = await sql<Version>`
    select ${versionColumns} from consultant_versions v
    where v.profile = ${profile} and v.state in ('Draft', 'In review', 'Approved')`.execute(db)
  return {
    approved: rows.find(({ state }) => state === 'Approved'),
    next: rows.find(({ state }) => state !== 'Approved'),
  }
}

export const findVersion = async (db: Db | Tx, id: string): Promise<Version | undefined> => {
  const { rows } = await sql<Version>`
    select ${versionColumns} from consultant_versions v where v.id = ${id}`.execute(db)
  return rows[0]
}

export type Words = Pick<Version, 'showsWholeName' | 'picture' | 'text'> & { languages: readonly string[] }

export const insertDraft = async (tx: Tx, { id, customer }: Profile, words: Words, at: Date): Promise<void> => {
  await sql`
    insert into consultant_versions (id, profile, customer, shows_whole_name, picture, languages, text, changed_at)
    values (${randomUUID()}, ${id}, ${customer}, ${words.showsWholeName}, ${words.picture}, ${words.languages}, ${words.text},
      ${at})`.execute(tx)
}

export const changeDraft = async (tx: Tx, id: string, words: Words, at: Date): Promise<void> => {
  await sql`
    update consultant_versions set shows_whole_name = ${words.showsWholeName}, picture = ${words.picture},
      languages = ${words.languages}, text = ${words.text}, changed_at = ${at}
    where id = ${id} and state = 'Draft'`.execute(tx)
}

/** Takes what was approved before out of the way: of one profile one is. */
export const endApproved = async (
  tx: Tx,
  profile: string,
  move: { to: 'Replaced' | 'Withdrawn'; by: string; at: Date },
): Promise<boolean> =>
  (await advanceAll(tx, versionMoves, sql`profile = ${profile} and state = 'Approved'`, move)).length > 0

export type Found = {
  id: string
  customer: string
  rank: Consultant['rank']
  since: string
  refCode: string
  showsWholeName: boolean
  picture: string | null
  languages: Consultant['languages']
  text: string
  sealed: Buffer | null
}

/** Shown is whoever has a rank and an account, with a profile that is public. A picture that nobody has looked at is left out. */
export const findPublic = async (db: Db | Tx, id: string): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select p.id, p.customer, c.customer_rank as rank, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as since,
      c.ref_code as "refCode", v.shows_whole_name as "showsWholeName",
      case when v.picture = c.picture then v.picture end as picture, v.languages, v.text, k.sealed
    from consultant_profiles p join customers c on c.id = p.customer
      join consultant_versions v on v.profile = p.id and v.state = 'Approved'
      left join kyc_personal k on k.customer = p.customer
    where p.id = ${id} and p.state = 'Public' and c.customer_rank is not null and c.kyc_status = 'Verified'
      and c.role = 'customer' and c.closed_at is null`.execute(db)
  return rows[0]
}

/** What is known of each by name, sealed. */
export const readNames = async (db: Db | Tx, customers: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
  const { rows } = await sql<{ customer: string; sealed: Buffer }>`
    select customer, sealed from kyc_personal where customer = any(${customers}::uuid[])`.execute(db)
  return new Map(rows.map(({ customer, sealed }) => [customer, sealed]))
}

/** Hidden ones whose days are over. */
export const listComingBack = async (
  db: Db,
  at: Date,
  after: string | null,
  most: number,
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from consultant_profiles where state = 'Hidden' and hidden_until <= ${at}
    order by id <= coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000'), id limit ${most}`.execute(db)
  return rows
}

/** What others wrote to somebody who is erased goes with him. */
export const forgetThreads = async (tx: Tx, customer: string): Promise<void> => {
  await sql`
    delete from consultant_threads t using consultant_profiles p
    where p.id = t.profile and p.customer = ${customer}`.execute(tx)
}
