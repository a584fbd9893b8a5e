import type { Tx } from '@ingot/db/connect'
import type { WithdrawalWay, WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import type { Amount } from '@ingot/money/amount'
import { sql } from 'kysely'
import type { FeeAsset, StoredFees } from './store.ts'

/** A parcel as it is written down. */
export type NewWithdrawal = {
  id: string
  order: string
  parcel: number
  parcels: number
  customer: string
  grams: Amount<WithdrawnAsset>
  holding: string | null
  replaces: string | null
  way: WithdrawalWay
  /** Sealed. */
  address: Buffer | null
  fees: StoredFees
  insured: Amount<'USD'>
  fee: Amount<FeeAsset>
  price: string
  policyVersion: string
  at: Date
  /** Whoever approved it, for what is given in the place of another. */
  approvedBy: string | null
  entry: bigint
  movement: string
  bars: readonly { id: string; fine: Amount<'XAU'> }[]
}

export const insertWithdrawal = async (tx: Tx, given: NewWithdrawal): Promise<void> => {
  const { fees, at, approvedBy } = given
  await sql`
    insert into withdrawals (id, order_id, parcel, parcels, customer, asset, holding, replaces, units, way, address, making_cents,
      handling_cents, carriage_cents, insurance_cents, insured_cents, fee_asset, fee_units, price, policy_version, state,
      requested_at, approved_at, approved_by, request_entry, movement)
    values (${given.id}, ${given.order}, ${given.parcel}, ${given.parcels}, ${given.customer}, ${given.grams.asset},
      ${given.holding}, ${given.replaces}, ${String(given.grams.units)}, ${given.way}, ${given.address},
      ${String(fees.making.units)}, ${String(fees.handling.units)}, ${String(fees.carriage.units)},
      ${String(fees.insurance.units)}, ${String(given.insured.units)}, ${given.fee.asset}, ${String(given.fee.units)},
      ${given.price}, ${given.policyVersion}, ${approvedBy === null ? 'Requested' : 'Approved'}, ${at},
      ${approvedBy === null ? null : at}, ${approvedBy}, ${String(given.entry)}, ${given.movement})`.execute(tx)
  await sql`
    insert into withdrawal_bars (withdrawal, bar, fine_units)
    select ${given.id}::uuid, * from unnest(${given.bars.map(({ id }) => id)}::bigint[],
      ${given.bars.map(({ fine }) => String(fine.units))}::numeric[])`.execute(tx)
}

/** Bars that were kept for a choice are kept for what came of it. Says how many they were. */
export const keepChosen = async (
  tx: Tx,
  choice: string,
  withdrawal: string,
  bars: readonly { id: string }[],
): Promise<number> => {
  const { rows } = await sql`
    update bar_reservations set withdrawal = ${withdrawal}, until = null
    where choice = ${choice} and withdrawal is null and bar = any(${bars.map(({ id }) => id)}::bigint[])
    returning bar`.execute(tx)
  return rows.length
}

export const endChoice = async (tx: Tx, choice: string, order: string): Promise<void> => {
  await sql`update withdrawal_choices set order_id = ${order} where id = ${choice}`.execute(tx)
}

/** Keeps bars in the place of those of the same order, unless they are kept for somebody else. Says how many they were. */
export const keepInPlace = async (
  tx: Tx,
  { withdrawal, customer, order, at }: { withdrawal: string; customer: string; order: string; at: Date },
  bars: readonly { id: string }[],
): Promise<number> => {
  const { rows } = await sql`
    insert into bar_reservations as kept (bar, customer, choice, withdrawal, until)
    select bar, ${customer}::uuid, c.id, ${withdrawal}::uuid, null
    from unnest(${bars.map(({ id }) => id)}::bigint[]) as bar cross join withdrawal_choices c where c.order_id = ${order}
    order by bar
    on conflict (bar) do update set customer = excluded.customer, choice = excluded.choice, withdrawal = excluded.withdrawal,
      until = null where kept.until <= ${at}
    returning bar`.execute(tx)
  return rows.length
}

/** Its bars have left, or can be had by others. */
export const releaseBarsOf = async (tx: Tx, withdrawal: string): Promise<void> => {
  await sql`delete from bar_reservations where withdrawal = ${withdrawal}`.execute(tx)
}
