import type { Db } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { sql } from 'kysely'

type Row = {
  id: string
  key: string
  state: string
  arrived: string
  left: string
  settled: string
  booked: string
  grams: string
  open: string
  holding: string | null
  isToBook: boolean
}

/** What the portal has of remittances, lines and payments, straight from its tables. */
export const readFound = async (db: Db) => {
  const { rows } = await sql<Row>`
    select r.id, coalesce(r.reference, l.bank_reference) as key, r.state, coalesce(r.arrived_cents, 0) as arrived,
      r.left_cents as left, r.settled_cents as settled, r.booked_cents as booked, coalesce(d.units, 0) as grams,
      coalesce(d.available_units, 0) as open, r.holding, r.try_at is not null as "isToBook"
    from remittances r left join bank_lines l on l.id = r.line left join holdings d on d.id = r.holding
    order by r.try_at, r.id`.execute(db)
  const lines = await sql<{ id: string; name: string; state: string }>`
    select id, bank_reference as name, state from bank_lines`.execute(db)
  const payments = await sql<{ id: string; name: string; kind: string; subject: string; cents: string }>`
    select id, end_to_end_id as name, kind, subject, cents from bank_payments`.execute(db)
  const lineOf = new Map(lines.rows.map(({ name, id }) => [name, id]))
  const found = <T>(value: T | undefined, name: string): T => {
    if (value === undefined) throw new Error(`nothing is known of ${name}`)
    return value
  }
  return {
    remittances: Object.fromEntries(
      rows.map(({ id: _id, key, holding: _holding, state, isToBook, ...sums }) => [
        key,
        { state, isToBook, ...Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, BigInt(text)])) },
      ]),
    ),
    /** In which those that are to be booked are. */
    order: rows.filter(({ isToBook }) => isToBook).map(({ key }) => key),
    states: new Map(lines.rows.map(({ name, state }) => [name, state])),
    idOf: (key: string) =>
      found(
        rows.find((row) => row.key === key),
        key,
      ),
    lineOf: (name: string) => found(lineOf.get(name), name),
    paymentOf: (name: string) => {
      const row = found(
        payments.rows.find((each) => each.name === name),
        name,
      )
      return { ...row, cents: BigInt(row.cents) }
    },
    /** Of all dollars in the books, those that lie at the bank. */
    atBank: async (): Promise<bigint> => {
      const { rows: sums } = await sql<{ cents: string }>`
        with there as (select id from ledger_accounts where asset = 'USD' and purpose not in ('outside', 'receivable', 'owed'))
        select coalesce(sum(case when target in (select id from there) then units else 0 end)
          - sum(case when source in (select id from there) then units else 0 end), 0) as cents
        from ledger_moves where asset = 'USD'`.execute(db)
      return BigInt(sums[0]?.cents ?? 0)
    },
  }
}

/** What somebody has and owes, by the books. */
export const readUsd = async (db: Db, customer: string) => ({
  usdt: (await balanceOf(db, customerAccount(customer, 'USDT', 'available'))).units,
  gca: (await balanceOf(db, customerAccount(customer, 'GCA', 'available'))).units,
  owed: (await balanceOf(db, customerAccount(customer, 'USD', 'owed'))).units,
  held: (await balanceOf(db, customerAccount(customer, 'USD', 'held'))).units,
})
