import type { Db, Tx } from '@ingot/db/connect'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { readWithdrawals, type StoredWithdrawal } from './store.ts'

export type WithdrawalFilter = {
  state?: WithdrawalState | undefined
  from?: string | undefined
  until?: string | undefined
}

export const listWithdrawals = (
  db: Db,
  customer: string,
  { state, from, until }: WithdrawalFilter,
  { before, limit }: Stretch,
): Promise<StoredWithdrawal[]> =>
  readWithdrawals(
    db,
    sql`w.customer = ${customer} and (${state ?? null}::text is null or w.state = ${state ?? null})
      and (${from ?? null}::timestamptz is null or w.requested_at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or w.requested_at < ${until ?? null})
      and w.number < ${String(before ?? largestNumber)}::bigint`,
    limit,
  )

/** The delivery note that its customer has of one. */
export const findNote = async (
  db: Db | Tx,
  { id, customer }: Pick<StoredWithdrawal, 'id' | 'customer'>,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select id from documents where customer = ${customer} and kind = 'delivery-note' and subject = ${id}
    order by number desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** As their customer may take them along, oldest first. */
export const listForExport = async (db: Db, customer: string): Promise<{ address: Buffer | null }[]> => {
  const { rows } = await sql<{ address: Buffer | null }>`
    select number, order_id, parcel, parcels, asset, units, way, making_cents, handling_cents, carriage_cents, insurance_cents,
      insured_cents, fee_asset, fee_units, price, state, reason, requested_at, approved_at, packed_at, carrier, tracking,
      delivered_at, disputed_at, dispute, ended_at, address
    from withdrawals where customer = ${customer} order by number`.execute(db)
  return rows
}

export const forgetWhere = async (tx: Tx, customer: string): Promise<void> => {
  await sql`
    update withdrawals set address = null, dispute = null, release_code = null, courier_link = null
    where customer = ${customer}`.execute(tx)
}
