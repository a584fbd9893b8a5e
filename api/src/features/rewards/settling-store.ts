import type { Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'
import type { Pair } from './flag-store.ts'
import { rewardMoves } from './rules.ts'

export type ToPost = { id: string; asset: RewardAsset; amount: bigint }

const toPost = sql`posted_entry is null and state in ('Pending', 'Held')`
const toReturn = sql`posted_entry is not null and returned_entry is null and paid_entry is null
  and state in ('Reversed', 'Expired')`

/** Rewards that are not in the books yet, or have to leave them; locked. What another one has locked is left for him. */
export const lockToPost = async (tx: Tx, which: 'posted' | 'returned', most: number): Promise<ToPost[]> => {
  const { rows } = await sql<{ id: string; asset: RewardAsset; amount: string }>`
    select id, asset, amount from rewards where ${which === 'posted' ? toPost : toReturn}
    order by id limit ${most} for update skip locked`.execute(tx)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

export const savePosted = async (tx: Tx, which: 'posted' | 'returned', ids: readonly string[], entry: bigint) => {
  const column = sql.ref(`${which}_entry`)
  await sql`update rewards set ${column} = ${String(entry)} where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Whose days are over, who can get it now, and whose referee has paid enough. */
export const lockDue = async (
  tx: Tx,
  { at, activeFrom, after, most }: { at: Date; activeFrom: bigint; after: string; most: number },
): Promise<(Pair & { id: string })[]> => {
  const { rows } = await sql<Pair & { id: string }>`
    select r.id, r.customer as earner, r.referee from rewards r join customers c on c.id = r.customer
    where r.state = 'Pending' and r.pending_until <= ${at} and r.posted_entry is not null and r.id > ${after}::uuid
      and c.kyc_status = 'Verified'
      and (select coalesce(sum(e.fee_usd), 0) from reward_events e
        where e.referee = r.referee and e.back_entry is null) >= ${String(activeFrom)}
    order by r.id limit ${most} for update of r skip locked`.execute(tx)
  return rows
}

export const makeClaimable = (tx: Tx, ids: readonly string[], at: Date, expiresAt: Date): Promise<string[]> =>
  advanceAll(tx, rewardMoves, sql`id = any(${[...ids]}::uuid[])`, {
    ...{ from: 'Pending', to: 'Claimable', by: 'clock', at, set: { expires_at: expiresAt } },
  })

export const expire = (tx: Tx, at: Date, most: number): Promise<string[]> =>
  advanceAll(
    tx,
    rewardMoves,
    sql`id in (select r.id from rewards r where r.state = 'Claimable' and r.expires_at <= ${at} order by r.expires_at, r.id limit ${most})`,
    { from: 'Claimable', to: 'Expired', by: 'clock', at },
  )
