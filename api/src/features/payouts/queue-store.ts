import type { Db } from '@ingot/db/connect'
import type { PayoutState } from '@ingot/endpoints/bank-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import type { PayoutAsset } from './rules.ts'
import { dayUntil } from './store.ts'

const waits = sql`p.state in ('Requested', 'Approved')`

export const sumWaiting = (db: Db) => sumOf(db, sql`select p.requested_at as since from payouts p where ${waits}`)

export type WaitingPayout = {
  id: string
  number: string
  customer: string
  username: string
  state: PayoutState
  amount: Amount<PayoutAsset>
  /** What its customer asked for in the 24 hours until then, itself included. */
  ofDay: Amount<'USD'>
  fee: Amount<'USD'>
  receive: Amount<'USD'>
  bank: string | null
  lastFour: string
  since: Date
  micros: string
  /** How many were paid to the same account before. */
  paidBefore: number
}

type Row = Omit<WaitingPayout, 'amount' | 'ofDay' | 'fee' | 'receive'> & {
  asset: PayoutAsset
  units: string
  ofDay: string
  fee: string
  receive: string
}

export const listWaiting = async (db: Db, after: Place, limit: number): Promise<WaitingPayout[]> => {
  const { rows } = await sql<Row>`
    select p.id, p.number, p.customer, c.username, p.state, p.asset, p.units, ${dayUntil} as "ofDay", p.fee_cents as fee,
      p.receive_cents as receive, p.bank, p.last_four as "lastFour", p.requested_at as since,
      ${microsOf(sql`p.requested_at`)} as micros,
      (select count(*)::int from payouts o where o.customer = p.customer and o.account = p.account and o.state = 'Paid')
        as "paidBefore"
    from payouts p join customers c on c.id = p.customer
    where ${waits} and (p.requested_at, p.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by p.requested_at, p.id limit ${limit}`.execute(db)
  return rows.map(({ asset, units, ofDay, fee, receive, ...row }) => ({
    ...row,
    amount: amountOf(asset, BigInt(units)),
    ofDay: amountOf('USD', BigInt(ofDay)),
    fee: amountOf('USD', BigInt(fee)),
    receive: amountOf('USD', BigInt(receive)),
  }))
}
