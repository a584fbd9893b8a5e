import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Client } from 'pg'

const one = 10n ** 18n
const purse = 1_000n * one
const instalment = 50n * one
const fortune = 10n ** 24n
const entriesAtOnce = 500

/** Verified customers with dollars, who never sign in: their plans buy without them. */
const addPlanners = async (client: Client, db: Db, count: number) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into customers (email, username, password_hash, email_verified_at, kyc_status, ref_code, user_hash, created_at)
     select 'planner' || n || '@people.example', 'planner' || n, '', now(), 'Verified', 'P' || upper(lpad(to_hex(n), 7, '0')),
       encode(sha256(('planner' || n)::bytea), 'hex'), now()
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  for (let from = 0; from < rows.length; from += entriesAtOnce)
    await postTogether(
      db,
      rows.slice(from, from + entriesAtOnce).map(({ id }) => ({
        ...{ reference: randomUUID(), kind: 'deposit', causedBy: 'bench' },
        moves: [
          move(amountOf('USDT', purse), {
            from: houseAccount('USDT', 'outside'),
            to: customerAccount(id, 'USDT', 'available'),
          }),
        ],
      })),
    )
  const stock = move(amountOf('QMGT', fortune), {
    from: houseAccount('QMGT', 'outside'),
    to: houseAccount('QMGT', 'treasury'),
  })
  await postTogether(db, [{ reference: randomUUID(), kind: 'deposit', causedBy: 'bench', moves: [stock] }])
  return rows.map(({ id }) => id)
}

/** A plan of each, every other one of QMGT, all of them monthly and due at the same moment. */
export const loadPlans = async (client: Client, db: Db, count: number, dueAt: Date) => {
  const planners = await addPlanners(client, db, count)
  await client.query(
    `with wanted as (
      select customer, place, gen_random_uuid() as id from unnest($1::uuid[]) with ordinality as given (customer, place)
    ), planned as (
      insert into plans (id, customer, product, pay_with, amount_units, every, on_day, zone, since, made_at,
        policy_version)
      select id, customer, case when place % 2 = 0 then 'GAE' else 'QMGT' end, 'USDT', $2::numeric, 'month',
        extract(day from $3::timestamptz at time zone 'UTC'), 'UTC', $3, $3, 0
      from wanted order by place
    )
    insert into plan_dues (id, plan, customer, due_on, due_at, try_at, amount_units)
    select gen_random_uuid(), id, customer, ($3::timestamptz at time zone 'UTC')::date, $3, $3, $2::numeric from wanted order by place`,
    [planners, String(instalment), dueAt],
  )
}

/** What became of the dates of a moment: how many are open, and when the last was done. */
export const readDone = async (client: Client, dueAt: Date) => {
  const { rows } = await client.query<{ open: number; booked: number; last: Date | null }>(
    `select count(*) filter (where try_at is not null)::int as open, count(*) filter (where state = 'Booked')::int as booked,
      max(done_at) as last
     from plan_dues where due_at = $1`,
    [dueAt],
  )
  const [done] = rows
  if (!done) throw new Error('nothing was counted')
  return done
}
