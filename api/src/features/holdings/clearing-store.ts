import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { LyingLot } from './take-back-store.ts'

/** Grams of one holding go from one place to the other, in the holding and in its position. What is open stays as it is. */
export const shiftLot = async (
  tx: Tx,
  { id, customer, product }: Pick<LyingLot, 'id' | 'customer' | 'product'>,
  { freed, clearsAt }: { freed: bigint; clearsAt: Date | null },
): Promise<void> => {
  await sql`
    update holdings set available_units = available_units + ${String(freed)}::numeric,
      clearing_units = clearing_units - ${String(freed)}::numeric, clears_at = ${clearsAt} where id = ${id}`.execute(tx)
  await sql`
    update holding_positions set available_units = available_units + ${String(freed)}::numeric
    where customer = ${customer} and product = ${product}`.execute(tx)
}
