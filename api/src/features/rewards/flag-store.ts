import type { Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import { type Flag, rewardMoves } from './rules.ts'

/** Somebody who earns, and the one whom he or those below him brought. */
export type Pair = { earner: string; referee: string }

export const keyOf = ({ earner, referee }: Pair): string => `${earner} ${referee}`

/** What the database alone can tell of pairs: accounts at banks, devices, and who is frozen; and what operators found all right before. */
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
        case when exists (select from shared_devices d where d.customer = p.earner and d.other = p.referee) then 'device' end,
        case when exists (select from wallet_senders w where w.customer = p.earner and w.frozen_at is not null) then 'frozen' end
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

/** Holds what is pending between two, of one entry or of all, and what was not looked at. */
export const holdPair = (tx: Tx, { earner, referee }: Pair, flags: readonly Flag[], at: Date): Promise<string[]> =>
  advanceAll(
    tx,
    rewardMoves,
    sql`customer = ${earner} and referee = ${referee} and cleared_at is null and state = 'Pending'`,
    {
      from: 'Pending',
      to: 'Held',
      by: 'clock',
      why: flags.join(', '),
      at,
      set: { held_at: at, flags: `{${flags.join(',')}}` },
    },
  )
