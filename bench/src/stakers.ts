import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Client } from 'pg'

const stakesAtOnce = 500
const [staked, reward] = [10n ** 18n, 5n * 10n ** 15n]

/** A QMGT for 90 days, as it is when it has just begun; the pool is filled by just what it takes. */
const entryOf = (id: string, customer: string): Entry => ({
  ...{ reference: `stake:${id}`, kind: 'stake', causedBy: 'bench' },
  moves: [
    move(amountOf('QMGT', staked), {
      from: houseAccount('QMGT', 'outside'),
      to: customerAccount(customer, 'QMGT', 'staked'),
    }),
    move(amountOf('QMGT', reward), { from: houseAccount('QMGT', 'fees'), to: houseAccount('QMGT', 'set-aside') }),
  ],
})

/** Stakes of these customers by turns, which end at a moment; every tenth of them was given notice before, and is left then. */
export const loadStakes = async (db: Db, client: Client, customers: readonly string[], count: number, endsAt: Date) => {
  for (let done = 0; done < count; done += stakesAtOnce) {
    const stakes = Array.from({ length: Math.min(stakesAtOnce, count - done) }, (_, n) => ({
      ...{ id: randomUUID(), customer: customers[(done + n) % customers.length] ?? '', leaves: (done + n) % 10 === 9 },
    }))
    const movements = await inTransaction(db, async (tx) => {
      const posted = await postTogether(
        tx,
        stakes.map(({ id, customer }) => entryOf(id, customer)),
      )
      const listed = stakes.map(({ customer }, place) => ({
        ...{ owner: `customer:${customer}` as const, type: 'stake', entry: posted[place]?.entry ?? 0n },
      }))
      return recordMovements(tx, listed)
    })
    await client.query(
      `insert into stakes (id, customer, state, units, term_days, basis_points, reward_units, policy_version, began_at, ends_at,
        renews, movement, notice_at, leaves_at)
       select id, customer, case when leaves then 'Leaving' else 'Staked' end, $5, 90, 50, $6, 0,
         $7::timestamptz - interval '2160 hours' + late, $7::timestamptz + late, false, movement,
         case when leaves then $7::timestamptz - interval '168 hours' end, case when leaves then $7::timestamptz end
       from (select *, case when leaves then interval '240 hours' else interval '0' end as late
         from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::uuid[]) as given (id, customer, leaves, movement)) given`,
      [
        stakes.map(({ id }) => id),
        stakes.map(({ customer }) => customer),
        stakes.map(({ leaves }) => leaves),
        ...[movements, String(staked), String(reward), endsAt],
      ],
    )
  }
}

/** Verified customers who never sign in: what they staked ends without them. */
export const addStakers = async (client: Client, count: number): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into customers (email, username, password_hash, email_verified_at, kyc_status, ref_code, user_hash, created_at)
     select 'staker' || n || '@people.example', 'staker' || n, '', now(), 'Verified', 'S' || upper(lpad(to_hex(n), 7, '0')),
       encode(sha256(('staker' || n)::bytea), 'hex'), now()
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** How many stakes whose time is over are still open, and when the last of the others ended. */
export const readEnded = async (client: Client, endsAt: Date) => {
  const { rows } = await client.query<{ open: number; last: Date | null }>(
    `select (select count(*)::int from stakes where state in ('Staked', 'Leaving') and coalesce(leaves_at, ends_at) <= $1) as open,
      (select max(ended_at) from stakes) as last`,
    [endsAt],
  )
  const [found] = rows
  if (!found) throw new Error('nothing was counted')
  return found
}
