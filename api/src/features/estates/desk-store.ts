import type { Db, Tx } from '@ingot/db/connect'
import type { EstateFileKind, EstateState } from '@ingot/endpoints/estate-fields'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { type EstateRow, estateColumns } from './store.ts'

/** All that was reported, the last one first. */
export const listAll = async (
  db: Db,
  { state }: { state?: EstateState | undefined },
  { before, limit }: Stretch,
): Promise<EstateRow[]> => {
  const only = state === undefined ? sql`` : sql`and state = ${state}`
  const { rows } = await sql<EstateRow>`
    select ${estateColumns} from estates where number < ${String(before ?? largestNumber)}::bigint ${only}
    order by number desc limit ${limit}`.execute(db)
  return rows
}

/** The names of customers and operators, by their ids. */
export const readNames = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from customers where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export type Step = { state: EstateState; at: Date; by: string; why: string | null }

/** What became of one, with who and why. */
export const readSteps = async (db: Db | Tx, id: string): Promise<Step[]> => {
  const { rows } = await sql<Step>`
    select to_state as state, at, by, why from state_history
    where thing = 'estate' and id = ${id}::text order by number`.execute(db)
  return rows
}

export const findReporter = async (db: Db | Tx, id: string): Promise<string | null> => {
  const { rows } = await sql<{ reported_by: string | null }>`
    select reported_by from estates where id = ${id}`.execute(db)
  return rows[0]?.reported_by ?? null
}

type Other = { id: string; state: EstateState }

/** Other reports about the same person: by what was told, or by whose account it is. */
export const listOthers = async (
  db: Db | Tx,
  { id, customer }: Pick<EstateRow, 'id' | 'customer'>,
  { digests, limit }: { digests: readonly Buffer[]; limit: number },
): Promise<Other[]> => {
  const { rows } = await sql<Other>`
    select id, state from estates
    where id <> ${id} and (digest = any(${digests}::bytea[]) or customer = ${customer})
    order by number desc limit ${limit}`.execute(db)
  return rows
}

export type PartRow = {
  id: string
  beneficiary: string
  asset: 'USDT' | 'USDAU' | 'QMGT' | 'GAE' | 'GCA' | 'GDS'
  units: string
  cost_units: string | null
  passed_at: Date | null
  /** Who received it, if somebody else is linked by now. */
  passed_to: string | null
  received: string | null
  /** The paper of who received it. */
  document: string | null
  holding_number: string | null
  product: string | null
}

/** What each receives, with the holding whose grams they are. */
export const partsOf = async (db: Db | Tx, estate: string): Promise<PartRow[]> => {
  const { rows } = await sql<PartRow>`
    select p.id, p.beneficiary, p.asset, p.units, p.cost_units, p.passed_at, p.passed_to, p.received, p.document,
      l.number as holding_number, l.product
    from estate_parts p left join holdings l on l.id = p.holding
    where p.estate = ${estate} order by p.round, p.asset, l.number, p.id`.execute(db)
  return rows
}

export const findVersion = async (db: Db | Tx, set: string): Promise<number | null> => {
  const { rows } = await sql<{ version: number | null }>`
    select version from nominee_sets where id = ${set}`.execute(db)
  return rows[0]?.version ?? null
}

/** Whether somebody is looked into already. The sender is locked, so nobody else begins meanwhile. */
export const hasOpenEstate = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from estates where customer = ${customer}
      and state in ('Checking', 'Waiting', 'Documents', 'Approved', 'Distributed')`.execute(tx)
  return rows.length > 0
}

/** By which it is undone. */
export const saveStopped = async (
  tx: Tx,
  id: string,
  { froze, paused_plans }: { froze: boolean; paused_plans: readonly string[] },
) => {
  await sql`
    update estates set froze = ${froze}, paused_plans = ${paused_plans}::uuid[] where id = ${id}`.execute(tx)
}

type Named = { id: string; customer: string; sealed: Buffer }

/** Who was named in a set. */
export const findNamed = async (db: Db | Tx, id: string): Promise<Named | undefined> => {
  const { rows } = await sql<Named>`select id, customer, sealed from nominee_sets where id = ${id}`.execute(db)
  return rows[0]
}

type NewBeneficiary = { id: string; share: number; sealed: Buffer }

/** Those who receive, in the place of whoever was to before. Papers that told who somebody is belong to nobody then. */
export const replaceBeneficiaries = async (tx: Tx, estate: string, all: readonly NewBeneficiary[]): Promise<void> => {
  await sql`delete from estate_beneficiaries where estate = ${estate}`.execute(tx)
  for (const [place, { id, share, sealed }] of all.entries())
    await sql`
      insert into estate_beneficiaries (id, estate, place, share, sealed)
      values (${id}, ${estate}, ${place + 1}, ${share}, ${sealed})`.execute(tx)
}

/** Corrects the day of death. */
export const saveDeath = async (
  tx: Tx,
  id: string,
  { diedOn, nomineeSet }: { diedOn: string; nomineeSet: string | null },
) => {
  await sql`update estates set died_on = ${diedOn}::date, nominee_set = ${nomineeSet} where id = ${id}`.execute(tx)
}

type Accepting = { kind: EstateFileKind; beneficiary: string | null; by: string | null; at: Date | null }

export const saveAccepted = async (tx: Tx, id: string, { kind, beneficiary, by, at }: Accepting): Promise<void> => {
  await sql`
    update estate_files set kind = ${kind}, beneficiary = ${beneficiary}, accepted_by = ${by}, accepted_at = ${at}
    where id = ${id}`.execute(tx)
}

export const saveStatement = async (tx: Tx, id: string, document: string): Promise<void> => {
  await sql`update estates set statement = ${document} where id = ${id}`.execute(tx)
}

export const listForExport = async (db: Db, customer: string) => {
  const { rows } = await sql`
    select state, reported_at, checked_at, waiting_from, waiting_until, vetoed_at, died_on::text, approved_at,
      distributed_at, ended_at
    from estates where customer = ${customer} order by number`.execute(db)
  return rows
}

export const listReceivedForExport = async (db: Db, customer: string) => {
  const { rows } = await sql`
    select b.share, b.linked_at, b.as_guardian, array(
      select jsonb_build_object('asset', p.asset, 'units', p.units::text, 'cost_units', p.cost_units::text, 'passed_at', p.passed_at)
      from estate_parts p where p.beneficiary = b.id and p.passed_to is null order by p.round, p.asset, p.id) as parts
    from estate_beneficiaries b where b.customer = ${customer} order by b.linked_at, b.id`.execute(db)
  return rows
}
