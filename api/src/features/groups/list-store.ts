import type { Db, Tx } from '@ingot/db/connect'
import type { GroupKind, GroupState } from '@ingot/endpoints/group-fields'
import { sql } from 'kysely'
import { type DocumentRow, findDocument } from '../../documents/store.ts'
import { largestNumber, type Stretch } from '../../lists.ts'
import { groupCertificate } from '../holdings/certificates.ts'
import { type Member, memberColumns } from './store.ts'

const open = sql`(h.available_units + h.clearing_units + h.withdrawing_units + h.estate_units)`

/** What somebody has bought in a group and still has. */
const gramsIn = (group: unknown, customer: unknown) => sql<string>`(
  select coalesce(sum(${open}), 0) from gds_bookings b join holdings h on h.id = b.holding
  where b.group_id = ${group} and b.customer = ${customer})`

export type GroupRow = Omit<Member, 'id' | 'state'> & {
  id: string
  name: string
  kind: GroupKind
  groupState: GroupState
  state: Member['state']
  members: number
  waiting: number
  grams: string
}

/** Those to which a customer stands in any way, newest first. */
export const readGroupsOf = async (db: Db, customer: string, most: number): Promise<GroupRow[]> => {
  const counted = (states: readonly string[]) => sql`(
    select count(*)::int from gds_members x where x.group_id = g.id and x.state = any(${states}))`
  const { rows } = await sql<GroupRow>`
    select ${memberColumns}, g.id, g.name, g.kind, g.state as "groupState",
      ${counted(['Member', 'Admin'])} as members, ${counted(['Requested'])} as waiting,
      ${gramsIn(sql`g.id`, customer)} as grams
    from gds_members m join gds_groups g on g.id = m.group_id
    where m.customer = ${customer} order by m.asked_at desc, g.number desc limit ${most}`.execute(db)
  return rows
}

/** What each of these has in a group, in base units. */
export const readGrams = async (
  db: Db | Tx,
  group: string,
  customers: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ customer: string; units: string }>`
    select b.customer, sum(${open}) as units from gds_bookings b join holdings h on h.id = b.holding
    where b.group_id = ${group} and b.customer = any(${customers}::uuid[]) group by b.customer`.execute(db)
  return new Map(rows.map(({ customer, units }) => [customer, BigInt(units)]))
}

/** What is known of each by name, sealed. */
export const readNames = async (db: Db | Tx, customers: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
  const { rows } = await sql<{ customer: string; sealed: Buffer }>`
    select customer, sealed from kyc_personal where customer = any(${customers}::uuid[])`.execute(db)
  return new Map(rows.map(({ customer, sealed }) => [customer, sealed]))
}

export type PurchaseRow = {
  holding: string
  number: string
  bookedAt: Date
  units: string
  open: string
  certificate: string
  code: string
}

export const readPurchases = async (
  db: Db,
  { group, customer }: { group: string; customer: string },
  { before, limit }: Stretch,
): Promise<PurchaseRow[]> => {
  const { rows } = await sql<PurchaseRow>`
    select h.id as holding, h.number, h.booked_at as "bookedAt", h.units, ${open} as open, d.id as certificate, d.code
    from gds_bookings b join holdings h on h.id = b.holding
      join documents d on d.customer = b.customer and d.kind = ${groupCertificate.name} and d.subject = b.holding::text
        and d.state = 'valid'
    where b.group_id = ${group} and b.customer = ${customer}
      and h.number < ${String(before ?? largestNumber)}::bigint
    order by h.number desc limit ${limit}`.execute(db)
  return rows
}

export type CertificateRow = DocumentRow & {
  group: string
  groupName: string
  holding: string
  holdingNumber: string
  bookedAt: Date
  newest: { id: string; number: string } | null
}

/** One of the customer's own, of a purchase in this group. */
export const findCertificateIn = async (
  db: Db,
  { group, customer, document }: { group: string; customer: string; document: string },
): Promise<CertificateRow | undefined> => {
  const found = await findDocument(db, customer, document)
  if (!found || found.kind !== groupCertificate.name) return
  const { rows } = await sql<Omit<CertificateRow, keyof DocumentRow>>`
    select g.id as "group", g.name as "groupName", h.id as holding, h.number as "holdingNumber", h.booked_at as "bookedAt",
      (select jsonb_build_object('id', d.id, 'number', d.code) from documents d
        where d.customer = b.customer and d.kind = ${found.kind} and d.subject = ${found.subject} and d.state = 'valid'
          and d.id <> ${document}) as newest
    from gds_bookings b join holdings h on h.id = b.holding join gds_groups g on g.id = b.group_id
    where b.holding = ${found.subject}::uuid and b.group_id = ${group} and b.customer = ${customer}`.execute(db)
  return rows[0] && { ...found, ...rows[0] }
}
