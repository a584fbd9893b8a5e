import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { Approval } from '@ingot/endpoints/approvals'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Role } from '@ingot/endpoints/roles'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import type { Looked } from './decision.ts'
import { approvalStates } from './states.ts'

export type ApprovalRow = {
  id: string
  number: string
  action: string
  thing: string
  customer: string | null
  customer_name: string | null
  given: Record<string, string>
  version: string
  before: Fact[]
  after: Fact[]
  told: string | null
  reason: string
  asker: string
  asker_name: string
  asked_at: Date
  expires_at: Date
  state: Approval['state']
  decider_name: string | null
  decided_at: Date | null
  note: string | null
}

const rows = sql`
  select a.id, a.number, a.action, a.thing, a.customer, c.username as customer_name, a.given, a.version, a.before, a.after,
    a.told, a.reason, a.asker, k.username as asker_name, a.asked_at, a.expires_at, a.state, d.username as decider_name,
    a.decided_at, a.note
  from approvals a join customers k on k.id = a.asker
    left join customers c on c.id = a.customer left join customers d on d.id = a.decider`

export const findApproval = async (db: Db | Tx, id: string): Promise<ApprovalRow | undefined> => {
  const { rows: found } = await sql<ApprovalRow>`${rows} where a.id = ${id}`.execute(db)
  return found[0]
}

/** Whoever decides waits for the one before, and finds it decided. */
export const lockApproval = async (tx: Tx, id: string): Promise<ApprovalRow | undefined> => {
  const { rows: found } = await sql<ApprovalRow>`${rows} where a.id = ${id} for update of a`.execute(tx)
  return found[0]
}

/** Which are wanted; those that wait are named with the moment, since what is over by the clock waits no more. */
export type Wanted = {
  thing?: string | undefined
  asker?: string | undefined
  open?: { at: Date } | undefined
  /** What somebody may decide: these actions, asked for by others. */
  decidable?: { actions: readonly string[]; by: string } | undefined
}

const conditionsOf = ({ thing, asker, open, decidable }: Wanted): RawBuilder<unknown>[] => [
  ...(thing === undefined ? [] : [sql`a.thing = ${thing}`]),
  ...(asker === undefined ? [] : [sql`a.asker = ${asker}`]),
  ...(open ? [sql`a.state = 'requested' and a.expires_at > ${open.at}`] : []),
  ...(decidable ? [sql`a.action = any(${decidable.actions}) and a.asker <> ${decidable.by}`] : []),
]

export const listApprovals = async (db: Db, wanted: Wanted, { before, limit }: Stretch): Promise<ApprovalRow[]> => {
  const conditions = [sql`a.number < ${String(before ?? largestNumber)}`, ...conditionsOf(wanted)]
  const { rows: found } = await sql<ApprovalRow>`
    ${rows} where ${sql.join(conditions, sql` and `)} order by a.number desc limit ${limit}`.execute(db)
  return found
}

type Asked = Looked & {
  action: string
  thing: string
  given: Record<string, string>
  reason: string
  asker: string
  at: Date
  expires: Date
}

/** Undefined while the same is open: whoever comes second waits until it is known whether the first one is. */
export const insertApproval = async (tx: Tx, asked: Asked): Promise<string | undefined> => {
  const { action, thing, customer, given, version, before, after, told, reason, asker, at, expires } = asked
  const { rows: inserted } = await sql<{ id: string }>`
    insert into approvals (action, thing, customer, given, version, before, after, told, reason, asker, asked_at, expires_at)
    values (${action}, ${thing}, ${customer}, ${JSON.stringify(given)}::jsonb, ${version}, ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(after)}::jsonb, ${told}, ${reason}, ${asker}, ${at}, ${expires})
    on conflict (action, thing) where state in ('requested', 'approved') do nothing
    returning id`.execute(tx)
  return inserted[0]?.id
}

export const isOpen = async (db: Db, { action, thing }: { action: string; thing: string }, at: Date) => {
  const { rows: open } = await sql`
    select from approvals where action = ${action} and thing = ${thing} and state in ('requested', 'approved')
      and expires_at > ${at}`.execute(db)
  return open.length > 0
}

/** What nobody has decided in time is over: all of it, or what is named. */
export const expireDue = (db: Db | Tx, at: Date, named?: { action: string; thing: string }) => {
  const chosen = named ? sql`action = ${named.action} and thing = ${named.thing}` : sql`true`
  const move = { to: 'expired', by: 'clock', at, set: { decided_at: at } } as const
  return advanceAll(db, approvalStates, sql`expires_at <= ${at} and ${chosen}`, move)
}

/** What an operator is trusted with at this moment, and until the transaction ends. None for whoever is no operator. */
export const lockRoles = async (tx: Tx, operator: string): Promise<readonly Role[]> => {
  const { rows: found } = await sql<{ roles: Role[] }>`
    select roles from customers where id = ${operator} and role = 'operator' for share`.execute(tx)
  return found[0]?.roles ?? []
}

/** Operators who have one of these roles, but for one of them. */
export const listOthersWith = async (tx: Tx, roles: readonly Role[], but: string): Promise<string[]> => {
  const { rows: found } = await sql<{ id: string }>`
    select id from customers where role = 'operator' and roles && ${roles}::text[] and id <> ${but} order by id`.execute(
    tx,
  )
  return found.map(({ id }) => id)
}
