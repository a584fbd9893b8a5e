import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Client } from 'pg'

const lotsAtOnce = 500
const gram = 10n ** 18n

/** Holdings as bookings leave them, with movement and note, a gram each: so many on one day no customer may book. */
export const loadLots = async (db: Db, client: Client, id: string, count: number) => {
  const owner = `customer:${id}` as const
  const moves = [
    move(amountOf('GAE', gram), { from: houseAccount('GAE', 'treasury'), to: customerAccount(id, 'GAE', 'available') }),
  ]
  for (let done = 0; done < count; done += lotsAtOnce)
    await inTransaction(db, async (tx) => {
      const entries = Array.from(
        { length: Math.min(lotsAtOnce, count - done) },
        (_, n): Entry => ({ reference: `bench-lot:${id}:${done + n}`, kind: 'gae', causedBy: 'bench', moves }),
      )
      const posted = await postTogether(tx, entries)
      await recordMovements(
        tx,
        posted.map(({ entry }) => ({ owner, type: 'gae', entry })),
      )
    })
  await client.query(
    `with booked as (
      select m.id as movement, m.at, m.number, gen_random_uuid() as holding, gen_random_uuid() as note
      from ledger_movements m where m.owner = $2 and m.type = 'gae'
    ), noted as (
      insert into documents (id, kind, year, serial, code, customer, subject, subtitle, watched, language, zone, paper, issued_at,
        data_sealed, key_sealed)
      select note, 'booking-note', 2000, number, 'BN-2000-' || lpad(number::text, 9, '0'), $1, holding::text, '', false, 'en',
        'UTC', 'A4', at, '\\x00', '\\x00' from booked
    ), summed as (
      insert into holding_positions (customer, product, holdings, open_units, available_units, cost_units, paid_out_units,
        realised_units)
      select $1, 'GAE', count(*), count(*) * $3::numeric, count(*) * $3::numeric, count(*) * $4::numeric, 0, 0 from booked
    )
    insert into holdings (id, customer, product, asset, booked_at, movement, note, price, units, booking_units, cost_units,
      paid_asset, paid_units, fee_units, policy_version, available_units, open_cost_units)
    select holding, $1, 'GAE', 'GAE', at, movement, note, '129', $3, $4, $4, 'USDT', $4, 0, 0, $3, $4
    from booked order by number`,
    [id, owner, String(gram), String(gram * 130n)],
  )
}
