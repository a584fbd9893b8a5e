import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Client } from 'pg'
import { tidy } from './databases.ts'

const patienceMs = 5 * 60_000
const gram = String(10n ** 18n)
const dollars = String(130n * 10n ** 18n)

/** Savers who have a holding for some days; every other one has booked another one yesterday. All days but yesterday are made. */
const loadSavers = async (client: Client, count: number) => {
  await client.query(
    `with saver as (select n, gen_random_uuid() as customer from generate_series(1, $1::int) n),
    lot as (
      select customer, date_trunc('day', now(), 'UTC') - interval '2 days' + interval '12 hours' as at from saver
      union all
      select customer, date_trunc('day', now(), 'UTC') - interval '12 hours' from saver where n % 2 = 0
    ), summed as (
      insert into holding_positions (customer, product, holdings, open_units, available_units, cost_units, paid_out_units,
        realised_units)
      select customer, 'GAE', count(*), count(*) * $2::numeric, count(*) * $2::numeric, count(*) * $3::numeric, 0, 0
      from lot group by customer
    ), made as (
      insert into holding_days_made (day, made_at)
      select (now() at time zone 'UTC')::date - 2, now() on conflict do nothing
    )
    insert into holdings (id, customer, product, asset, booked_at, movement, note, price, units, booking_units, cost_units,
      paid_asset, paid_units, fee_units, policy_version, available_units, open_cost_units)
    select gen_random_uuid(), customer, 'GAE', 'GAE', at, gen_random_uuid(), gen_random_uuid(), '129', $2, $3, $3, 'USDT', $3, 0, 0,
      $2, $3
    from lot`,
    [count, gram, dollars],
  )
}

const rowsOfYesterday = `select count(*)::int as rows from holding_days where day = (now() at time zone 'UTC')::date - 1`
const isMade = `select from holding_days_made where day = (now() at time zone 'UTC')::date - 1`

/** What the worker does each night, from when it is asked until the rows of all are there. */
export const measureDays = async (client: Client, urls: { url: string; ownerUrl: string }, savers: number) => {
  await loadSavers(client, savers)
  await tidy(urls.ownerUrl)
  const db = connect(urls.url, { part: 'bench', max: 1 })
  const outbox = await openOutbox(urls.url, [])
  const began = performance.now()
  await inTransaction(db, (tx) => outbox.send(tx, { name: 'make-holding-days' }, {}))
  await outbox.close()
  await db.destroy()
  for (const deadline = Date.now() + patienceMs; (await client.query(isMade)).rowCount === 0; await sleep(100))
    if (Date.now() > deadline) throw new Error('the rows of the day were not made in time')
  const seconds = (performance.now() - began) / 1000
  const { rows } = await client.query<{ rows: number }>(rowsOfYesterday)
  if ((rows[0]?.rows ?? 0) < savers) throw new Error(`only ${rows[0]?.rows} rows were made for ${savers} customers`)
  return { savers, rows: rows[0]?.rows, seconds }
}
