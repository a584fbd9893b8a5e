import type { Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { advance, movesNoted } from '@ingot/db/states'
import type { RemittanceReason, RemittanceState } from '@ingot/endpoints/bank-fields'
import { type RawBuilder, sql } from 'kysely'
import { remittanceMoves } from './rules.ts'

/** Where money lies that is neither booked nor returned: with the customer, or with the house while nobody knows whose it is. */
export type Place = 'held' | 'suspense'

/** A remittance as far as deciding about it needs it. Amounts are cents. */
export type Remittance = {
  id: string
  number: string
  customer: string
  reference: string | null
  account: string | null
  announced: bigint | null
  state: RemittanceState
  reason: RemittanceReason | null
  arrived: bigint
  receivedAt: Date | null
  payerSealed: Buffer | null
  liesIn: Place
  left: bigint
  settled: bigint
  booked: bigint
  taken: bigint
  holding: string | null
  tryAt: Date | null
  approvedBy: string[]
  payment: string | null
}

type Row = {
  id: string
  number: string
  customer: string
  reference: string | null
  account: string | null
  announced_cents: string | null
  state: RemittanceState
  reason: RemittanceReason | null
  arrived_cents: string | null
  received_at: Date | null
  payer_sealed: Buffer | null
  lies_in: Place | null
  left_cents: string
  settled_cents: string
  booked_cents: string
  taken_cents: string
  holding: string | null
  try_at: Date | null
  approved_by: string[]
  payment: string | null
}

const columns = sql`id, number, customer, reference, account, announced_cents, state, reason, arrived_cents, received_at, payer_sealed,
  lies_in, left_cents, settled_cents, booked_cents, taken_cents, holding, try_at, approved_by::text[] as approved_by, payment`

const remittanceOf = (row: Row): Remittance => ({
  id: row.id,
  number: row.number,
  customer: row.customer,
  reference: row.reference,
  account: row.account,
  announced: row.announced_cents === null ? null : BigInt(row.announced_cents),
  state: row.state,
  reason: row.reason,
  arrived: BigInt(row.arrived_cents ?? 0),
  receivedAt: row.received_at,
  payerSealed: row.payer_sealed,
  liesIn: row.lies_in ?? 'suspense',
  left: BigInt(row.left_cents),
  settled: BigInt(row.settled_cents),
  booked: BigInt(row.booked_cents),
  taken: BigInt(row.taken_cents),
  holding: row.holding,
  tryAt: row.try_at,
  approvedBy: row.approved_by,
  payment: row.payment,
})

const findOne = async (tx: Tx, chosen: RawBuilder<unknown>): Promise<Remittance | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from remittances where ${chosen} for update`.execute(tx)
  return rows[0] && remittanceOf(rows[0])
}

/** Whoever changes one locks it first, so that no two do so at once. */
export const lockRemittance = (tx: Tx, id: string) => findOne(tx, sql`id = ${id}`)

export const lockOwn = (tx: Tx, customer: string, id: string) => findOne(tx, sql`id = ${id} and customer = ${customer}`)

export const lockByPayment = (tx: Tx, payment: string) => findOne(tx, sql`payment = ${payment}`)

/** The one that a line has brought before. */
export const findByLine = (tx: Tx, line: string) => findOne(tx, sql`line = ${line}`)

export const lockNamed = async (tx: Tx, references: readonly string[]): Promise<Remittance[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from remittances where reference = any(${references}::text[]) order by number for update`.execute(
    tx,
  )
  return rows.map(remittanceOf)
}

/** Nobody else announces anything for this customer until the transaction ends. */
export const countAnnounced = async (tx: Tx, customer: string): Promise<number> => {
  await sql`select from customers where id = ${customer} for no key update`.execute(tx)
  return readAnnounced(tx, customer)
}

export const readAnnounced = async (db: Db | Tx, customer: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from remittances where customer = ${customer} and state = 'Announced'`.execute(db)
  return rows[0]?.count ?? 0
}

type Announced = {
  id: string
  customer: string
  reference: string
  account: string
  cents: bigint
  at: Date
  expiresAt: Date
}

/** Says whether it is there now: a reference that somebody else has is not taken twice. */
export const insertAnnounced = async (tx: Tx, given: Announced): Promise<boolean> => {
  const { rows } = await sql`
    insert into remittances (id, customer, reference, account, announced_cents, announced_at, expires_at, state)
    values (${given.id}, ${given.customer}, ${given.reference}, ${given.account}, ${String(given.cents)}, ${given.at},
      ${given.expiresAt}, 'Announced')
    on conflict (reference) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** What came, as it is written down. */
export type Arrived = {
  line: string
  cents: bigint
  liesIn: Place
  reason: RemittanceReason | null
  tryAt: Date | null
  sealed: Buffer
  approvedBy: readonly string[]
  at: Date
}

/** Money that came by a reference that was used before. */
export const insertFollowing = async (
  tx: Tx,
  { id, customer, follows }: { id: string; customer: string; follows: string },
  arrived: Arrived,
): Promise<void> => {
  await sql`
    insert into remittances (id, customer, follows, state, reason, line, arrived_cents, left_cents, lies_in, try_at, received_at,
      payer_sealed, approved_by)
    values (${id}, ${customer}, ${follows}, 'Received', ${arrived.reason}, ${arrived.line}, ${String(arrived.cents)},
      ${String(arrived.cents)}, ${arrived.liesIn}, ${arrived.tryAt}, ${arrived.at}, ${arrived.sealed},
      ${arrived.approvedBy}::uuid[])`.execute(tx)
}

export type By = { by: string; at: Date }

export const saveArrived = async (tx: Tx, id: string, arrived: Arrived, by: string): Promise<void> => {
  await sql`update remittances set payer_sealed = ${arrived.sealed} where id = ${id}`.execute(tx)
  const { at, reason, line } = arrived
  await advance(tx, remittanceMoves, id, {
    ...{ to: 'Received', by, at },
    set: {
      ...{ reason, line, received_at: at, try_at: arrived.tryAt, lies_in: arrived.liesIn, ended_at: null },
      ...{ arrived_cents: String(arrived.cents), left_cents: String(arrived.cents) },
      approved_by: `{${arrived.approvedBy}}`,
    },
  })
}

type Change = {
  to: RemittanceState
  reason: RemittanceReason | null
  set?: Readonly<Record<string, string | Date | null>>
}

/** Moves one on. What it waits for is over unless it is told anew. */
export const moveTo = (tx: Tx, id: string, { to, reason, set }: Change, { by, at }: By): Promise<void> => {
  const isOver = to === 'Cancelled' || to === 'Expired' || to === 'Returned' || to === 'Booked' || to === 'Reversed'
  const over = { reason, try_at: null, documents_until: null, ...(isOver && { ended_at: at }) }
  return advance(tx, remittanceMoves, id, { to, by, at, why: reason, set: { ...over, ...set } })
}

export const save = async (tx: Tx, id: string, set: Readonly<Record<string, string | Date | null>>): Promise<void> => {
  const changes = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update remittances set ${sql.join(changes)} where id = ${id}`.execute(tx)
}

/** What came of a customer since a moment and was not found to be somebody else's. */
export const arrivedSince = async (tx: Tx, customer: string, since: Date): Promise<bigint> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(arrived_cents), 0) as cents from remittances
    where customer = ${customer} and received_at > ${since} and state in ('Received', 'Held', 'Booked')
      and reason is distinct from 'third-party'`.execute(tx)
  return BigInt(rows[0]?.cents ?? 0)
}

/** What one operator let be booked alone since a moment. */
export const acceptedAlone = async (tx: Tx, operator: string, since: Date): Promise<bigint> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(arrived_cents), 0) as cents from remittances
    where approved_at > ${since} and approved_by = array[${operator}::uuid]`.execute(tx)
  return BigInt(rows[0]?.cents ?? 0)
}

type Payer = { isVerified: boolean; residence: string | null }

export const readPayer = async (tx: Db | Tx, customer: string): Promise<Payer> => {
  const { rows } = await sql<{ verified: boolean; residence: string | null }>`
    select kyc_status = 'Verified' as verified, residence from customers where id = ${customer}`.execute(tx)
  return { isVerified: rows[0]?.verified ?? false, residence: rows[0]?.residence ?? null }
}

/** Announcements of some customers that are still waited for. */
export const openAnnouncements = async (db: Db | Tx, customers: readonly string[]) => {
  const { rows } = await sql<{ id: string; number: string; customer: string; account: string | null }>`
    select id, number, customer, account from remittances
    where customer = any(${customers}::uuid[]) and state = 'Announced' order by number`.execute(db)
  return rows
}

export type ToTry = { id: string; customer: string; tryAt: Date }

/** Those that are to be booked by now, oldest first, behind the one that was looked at last. */
export const readToTry = async (db: Db, now: Date, after: ToTry | undefined, most: number): Promise<ToTry[]> => {
  const { rows } = await sql<ToTry>`
    select id, customer, try_at as "tryAt" from remittances
    where try_at <= ${now} and (try_at, id) > (${after?.tryAt ?? '-infinity'}::timestamptz,
      ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by try_at, id limit ${most}`.execute(db)
  return rows
}

/** Announced ones whose time is over, and those for which documents were waited for long enough. */
export const readOver = async (db: Db, now: Date, after: string | null, most: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from remittances where state = 'Announced' and expires_at <= ${now}
      union all select id from remittances where documents_until <= ${now}) over
    order by ${after}::uuid is not null and id <= ${after}::uuid, id limit ${most}`.execute(db)
  return rows
}

type NowBooked = { id: string; from: RemittanceState; cents: bigint; holding: string; at: Date }

/** What a booking changes of its remittance, as parts of the statement that posts it: all of it is there, or nothing. */
export const bookedRemittance = ({ id, from, cents, holding, at }: NowBooked): Part[] => [
  {
    name: 'booked-remittance',
    text: (first) => `booked_remittance as (
      update remittances set state = 'Booked', reason = null, try_at = null, left_cents = 0, booked_cents = $${first + 1}::numeric,
        holding = $${first + 2}::uuid, ended_at = $${first + 3}::timestamptz, documents_until = null where id = $${first}::uuid)`,
    values: [id, String(cents), holding, at],
  },
  movesNoted(remittanceMoves, [{ id, from, to: 'Booked' }], { by: 'clock', at }),
]

/** What was booked, as far as taking it back needs it. */
export const readBooked = async (tx: Tx, holding: string) => {
  const { rows } = await sql<{ units: string; fee_units: string }>`
    select units, fee_units from holdings where id = ${holding}`.execute(tx)
  return { units: BigInt(rows[0]?.units ?? 0), fee: BigInt(rows[0]?.fee_units ?? 0) }
}

/** Whether money may still come, or has come and nothing is made of it. */
export const hasUnderWay = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from remittances where customer = ${customer} and state in ('Announced', 'Received', 'Held', 'Returning')
    limit 1`.execute(tx)
  return rows.length > 0
}
