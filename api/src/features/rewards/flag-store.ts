import type { Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import { type Flag, rewardMoves } from './rules.ts'

/** Somebody who earns, and the one whom he or those below him brought. */
export type Pair = { earner: string; referee: string }

export const keyOf = ({ earner, referee }: Pair): string => `${earner} ${referee}`

/** What the database alone can tell of pairs: accounts at banks, addresses that parcels go to, devices, who is frozen and who is suspended; and what operators found all right before. */
export const readSigns = async (
  tx: Tx,
  pairs: readonly Pair[],
): Promise<(Pair & { flags: Flag[]; cleared: Flag[] })[]> => {
  const { rows } = await sql<Pair & { flags: Flag[]; cleared: Flag[] }>`
    with pairs as (
      select * from unnest(${pairs.map(({ earner }) => earner)}::uuid[], ${pairs.map(({ referee }) => referee)}::uuid[])
        as p (earner, referee))
    select p.earner, p.referee, array_remove(array[
        case when exists (select from bank_accounts a join bank_accounts b on b.digest = a.digest
          where a.customer = p.earner and b.customer = p.referee) then 'bank-account' end,
        case when exists (select from delivery_addresses a join delivery_addresses b on b.digest = a.digest
          where a.customer = p.earner and b.customer = p.referee) then 'address' end,
        case when exists (select from shared_devices d where d.customer = p.earner and d.other = p.referee) then 'device' end,
        case when exists (select from wallet_senders w where w.customer = p.earner and w.frozen_at is not null) then 'frozen' end,
        case when exists (select from consultant_profiles c where c.customer = p.earner and c.suspended_at is not null)
          then 'suspended' end
      ], null) as flags,
      array(select distinct unnest(r.flags) from rewards r
        where r.referee = p.referee and r.customer = p.earner and r.cleared_at is not null) as cleared
    from pairs p`.execute(tx)
  return rows
}

/** What was handed in of these people, sealed. */
export const readSealed = async (
  tx: Tx,
  people: readonly string[],
): Promise<{ customer: string; sealed: Buffer }[]> => {
  const { rows } = await sql<{ customer: string; sealed: Buffer }>`
    select customer, sealed from kyc_personal where customer = any(${[...people]}::uuid[])`.execute(tx)
  return rows
}

/** What is pending between two and was not looked at. */
const pendingOf = ({ earner, referee }: Pair) =>
  sql`customer = ${earner} and referee = ${referee} and cleared_at is null and state = 'Pending'`

/** What could be claimed of those whom somebody or those below him brought. */
const claimableOf = ({ earner, referee }: Pair) =>
  sql`customer = ${earner} and referee = ${referee} and state = 'Claimable'`

/** Holds it, for an operator to look at. */
export const holdPair = (
  tx: Tx,
  pair: Pair,
  flags: readonly Flag[],
  at: Date,
  from: 'Pending' | 'Claimable' = 'Pending',
): Promise<string[]> =>
  advanceAll(tx, rewardMoves, from === 'Pending' ? pendingOf(pair) : claimableOf(pair), {
    ...{ from, to: 'Held', by: 'clock', why: flags.join(', '), at },
    set: { held_at: at, flags: `{${flags.join(',')}}`, cleared_at: null, expires_at: null },
  })

/** By whom somebody has something that can be claimed. */
export const readClaimablePairs = async (tx: Tx, earner: string): Promise<Pair[]> => {
  const { rows } = await sql<Pair>`
    select distinct customer as earner, referee from rewards where customer = ${earner} and state = 'Claimable'`.execute(
    tx,
  )
  return rows
}
