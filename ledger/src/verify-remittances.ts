import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'

type Difference = { owner: string; purpose: 'held' | 'owed'; booked: string; listed: string }

/**
 * Every dollar that is held for a customer is of a remittance that is here, and all that he owes is of debts that are open. In one
 * statement, so that both sides are of one moment.
 */
export const verifyRemittances = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<Difference>`
    with listed as (
      select 'customer:' || customer as owner, 'held' as purpose, sum(left_cents) as cents
      from remittances where lies_in = 'held' group by customer
      union all
      select 'customer:' || customer, 'owed', sum(left_cents) from debts group by customer),
    lying as (
      select a.owner, a.purpose, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.asset = 'USD' and a.owner <> 'house')
    select owner, purpose, coalesce(lying.units, 0) as booked, coalesce(listed.cents, 0) as listed
    from listed full join lying using (owner, purpose)
    where coalesce(lying.units, 0) <> coalesce(listed.cents, 0) order by owner, purpose limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (cents: string) => formatAmount(amountOf('USD', BigInt(cents)))
  const of = wrong.purpose === 'owed' ? 'debts' : 'remittances'
  return `${wrong.owner} has ${text(wrong.booked)} USD ${wrong.purpose}, and the ${of} say ${text(wrong.listed)}`
}
