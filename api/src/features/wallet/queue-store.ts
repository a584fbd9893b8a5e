import type { Db } from '@ingot/db/connect'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

export const sumWaiting = (db: Db) =>
  sumOf(db, sql`select requested_at as since from wallet_transfers where state = 'waiting'`)

type WaitingRow = {
  id: string
  customer: string
  username: string
  asset: SendableAsset
  units: string
  address: string | null
  since: Date
  micros: string
  leaves_at: Date | null
  waits_until: Date | null
}

export const listWaiting = async (db: Db, after: Place, limit: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select t.id, t.customer, c.username, t.asset, t.units, t.address, t.requested_at as since,
      ${microsOf(sql`t.requested_at`)} as micros, t.leaves_at, t.waits_until
    from wallet_transfers t join customers c on c.id = t.customer
    where t.state = 'waiting' and (t.requested_at, t.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by t.requested_at, t.id limit ${limit}`.execute(db)
  return rows
}

export const sumFrozen = (db: Db) =>
  sumOf(db, sql`select frozen_at as since from wallet_senders where frozen_at is not null`)

type FrozenRow = { id: string; username: string; since: Date; micros: string; by_us: boolean }

export const listFrozen = async (db: Db, after: Place, limit: number): Promise<FrozenRow[]> => {
  const { rows } = await sql<FrozenRow>`
    select s.customer as id, c.username, s.frozen_at as since, ${microsOf(sql`s.frozen_at`)} as micros,
      s.frozen_by_us as by_us
    from wallet_senders s join customers c on c.id = s.customer
    where s.frozen_at is not null and (s.frozen_at, s.customer) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by s.frozen_at, s.customer limit ${limit}`.execute(db)
  return rows
}
