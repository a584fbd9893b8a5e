import type { Db, Tx } from '@ingot/db/connect'
import { advance, advanceAll } from '@ingot/db/states'
import { runStatement } from '@ingot/db/transaction'
import type { GroupKind, GroupState, MemberState } from '@ingot/endpoints/group-fields'
import { sql } from 'kysely'
import { groupMoves, memberMoves } from './rules.ts'

type Group = {
  id: string
  number: string
  name: string
  kind: GroupKind
  state: GroupState
  isNameFixed: boolean
  code: string | null
  codeUntil: Date | null
  createdAt: Date
}

export type Member = {
  id: string
  customer: string
  state: MemberState
  isCreator: boolean
  showsGrams: boolean
  askedAt: Date
  joinedAt: Date | null
  adminSince: Date | null
}

const groupColumns = sql`
  g.id, g.number, g.name, g.kind, g.state, g.is_name_fixed as "isNameFixed", g.code, g.code_until as "codeUntil",
  g.created_at as "createdAt"`

export const memberColumns = sql`
  m.id, m.customer, m.state, m.is_creator as "isCreator", m.shows_grams as "showsGrams", m.asked_at as "askedAt",
  m.joined_at as "joinedAt", m.admin_since as "adminSince"`

/** A group with everybody who is in it or waits to be, and the caller however he stands to it. */
export type Whole = { group: Group; members: Member[]; me: Member | undefined }

const isThere = sql`m.state in ('Requested', 'Member', 'Admin')`

const readWhole = async (db: Db | Tx, group: Group, customer: string | null): Promise<Whole> => {
  const { rows } = await sql<Member>`
    select ${memberColumns} from gds_members m
    where m.group_id = ${group.id} and (${isThere} or m.customer = ${customer}::uuid)
    order by coalesce(m.joined_at, m.asked_at), m.id`.execute(db)
  return {
    group,
    members: rows.filter(({ state }) => state === 'Requested' || state === 'Member' || state === 'Admin'),
    me: rows.find((each) => each.customer === customer),
  }
}

export const findGroup = async (db: Db | Tx, id: string, customer: string): Promise<Whole | undefined> => {
  const { rows } = await sql<Group>`select ${groupColumns} from gds_groups g where g.id = ${id}`.execute(db)
  return rows[0] && readWhole(db, rows[0], customer)
}

/** Nobody comes, goes or buys in it until the transaction ends. */
export const lockGroup = async (tx: Tx, id: string, customer: string | null): Promise<Whole | undefined> => {
  const { rows } = await sql<Group>`
    select ${groupColumns} from gds_groups g where g.id = ${id} for no key update`.execute(tx)
  return rows[0] && readWhole(tx, rows[0], customer)
}

/** The same by a code that still works: one that is wrong, old or of a group that was closed finds nothing. */
export const lockGroupOfCode = async (
  tx: Tx,
  code: string,
  customer: string,
  now: Date,
): Promise<Whole | undefined> => {
  const { rows } = await sql<Group>`
    select ${groupColumns} from gds_groups g
    where g.code = ${code} and g.code_until > ${now} and g.state = 'Open' for no key update`.execute(tx)
  return rows[0] && readWhole(tx, rows[0], customer)
}

/** In how many groups a customer is or asked to be. Until the transaction ends he enters no other. */
export const countGroupsOf = async (tx: Tx, customer: string): Promise<number> => {
  await sql`select from customers where id = ${customer} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gds_members m where m.customer = ${customer} and ${isThere}`.execute(tx)
  return rows[0]?.count ?? 0
}

type NewGroup = { id: string; name: string; kind: GroupKind; code: string; codeUntil: Date; at: Date }

export const insertGroup = async (tx: Tx, { id, name, kind, code, codeUntil, at }: NewGroup): Promise<void> => {
  await sql`
    insert into gds_groups (id, name, kind, code, code_until, created_at)
    values (${id}, ${name}, ${kind}, ${code}, ${codeUntil}, ${at})`.execute(tx)
}

export const insertCreator = async (tx: Tx, group: string, customer: string, at: Date): Promise<void> => {
  await sql`
    insert into gds_members (id, group_id, customer, state, is_creator, asked_at, joined_at, admin_since)
    values (gen_random_uuid(), ${group}, ${customer}, 'Admin', true, ${at}, ${at}, ${at})`.execute(tx)
}

export const insertRequest = async (tx: Tx, group: string, customer: string, at: Date): Promise<void> => {
  await sql`
    insert into gds_members (id, group_id, customer, state, asked_at)
    values (gen_random_uuid(), ${group}, ${customer}, 'Requested', ${at})`.execute(tx)
}

type By = { by: string; at: Date }

/** What changes in a membership with its state. */
const changesOf = (to: MemberState, at: Date): Record<string, string | Date | null> => {
  if (to === 'Requested') return { asked_at: at, ended_at: null }
  if (to === 'Admin') return { admin_since: at }
  // Whoever comes back is asked again whether the others may see what he has.
  return { is_creator: 'false', shows_grams: 'false', admin_since: null, ended_at: at }
}

const joined = (at: Date) => ({ joined_at: at, admin_since: null, ended_at: null })

/** Moves a membership on. A creator's role goes with it; it is passed on by whoever calls. */
export const moveMember = (
  tx: Tx,
  { id, state: from }: Pick<Member, 'id' | 'state'>,
  to: MemberState,
  { by, at }: By,
): Promise<void> => {
  const set = to === 'Member' ? (from === 'Requested' ? joined(at) : { admin_since: null }) : changesOf(to, at)
  return advance(tx, memberMoves, id, { from, to, by, at, set })
}

export const makeCreator = async (tx: Tx, id: string): Promise<void> => {
  await sql`update gds_members set is_creator = true where id = ${id}`.execute(tx)
}

/** Whoever waits to be let in waits no longer. */
const refuseWaiting = async (tx: Tx, group: string, { by, at }: By): Promise<void> => {
  const set = changesOf('Refused', at)
  await advanceAll(tx, memberMoves, sql`group_id = ${group}`, { from: 'Requested', to: 'Refused', by, at, set })
}

/** Closes or archives a group: its code no longer works, and nobody waits for it. */
export const endGroup = async (tx: Tx, id: string, to: 'Closed' | 'Archived', by: By): Promise<void> => {
  await refuseWaiting(tx, id, by)
  await advance(tx, groupMoves, id, { to, ...by, set: { code: null, code_until: null } })
}

export const saveCode = async (tx: Tx, id: string, code: string, until: Date): Promise<void> => {
  await sql`update gds_groups set code = ${code}, code_until = ${until} where id = ${id}`.execute(tx)
}

export const saveName = async (tx: Tx, id: string, name: string, isFixed: boolean): Promise<void> => {
  await sql`update gds_groups set name = ${name}, is_name_fixed = ${isFixed} where id = ${id}`.execute(tx)
}

export const saveShown = async (tx: Tx, member: string, showsGrams: boolean): Promise<void> => {
  await sql`update gds_members set shows_grams = ${showsGrams} where id = ${member}`.execute(tx)
}

/** In which groups a customer is or waits to be, for one who is erased. In the order in which everybody locks them. */
export const groupsToLeave = async (tx: Tx, customer: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select m.group_id as id from gds_members m where m.customer = ${customer} and ${isThere} order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

export type Standing = Pick<Group, 'name' | 'kind' | 'state'> & { member: MemberState; wasIn: boolean }

const standingText = `
  select g.name, g.kind, g.state, m.state as member, m.joined_at is not null as "wasIn" from gds_groups g
    join gds_members m on m.group_id = g.id and m.customer = $2
  where g.id = $1`

/** How a customer stands to a group. */
export const readStanding = async (db: Db, group: string, customer: string): Promise<Standing | undefined> => {
  const values = [group, customer]
  const [row] = await runStatement<Standing>(db, { name: 'standing-in-group', text: standingText, values })
  return row
}

/** The same until a purchase is done: nobody closes the group meanwhile, and he does not leave it. */
export const holdStanding = async (tx: Tx, group: string, customer: string): Promise<Standing | undefined> => {
  const [row] = await runStatement<Standing>(tx, {
    name: 'hold-standing-in-group',
    text: `${standingText} for share`,
    values: [group, customer],
  })
  return row
}
