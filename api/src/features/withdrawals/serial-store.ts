import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type KnownSerial = { serial: string; isIn: boolean; keptFor: string | null }

/** Bars of these serials, whichever way their letters are written, and for which other withdrawal each is kept. */
export const readSerials = async (tx: Tx, id: string, serials: readonly string[]): Promise<KnownSerial[]> => {
  const { rows } = await sql<KnownSerial>`
    select b.serial, not exists (select from vault_departures d where d.bar = b.id) as "isIn",
      (select w.number from bar_reservations r join withdrawals w on w.id = r.withdrawal
        where r.bar = b.id and w.id <> ${id}) as "keptFor"
    from vault_bars b where lower(b.serial) = any(${serials.map((serial) => serial.toLowerCase())}::text[])
    order by b.id`.execute(tx)
  return rows
}
