import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** Until the transaction ends nobody posts to an account of this owner, nor opens one for him: what is read then stays so. */
export const lockOwner = async (tx: Tx, owner: string): Promise<void> => {
  await sql`select ledger_lock_owner(${owner})`.execute(tx)
}

/** Whether the chain has still to do, or to give back, something that went from or to an account of this owner. */
export const isBeingSettled = async (tx: Tx, owner: string): Promise<boolean> => {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from ledger_settlements x join ledger_moves m on m.entry = x.entry and m.number = x.number
        join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
      where x.state <> 'confirmed' and ${owner} in (s.owner, t.owner) and not (
        x.state = 'failed' and exists (select from ledger_entries r where r.reference = 'send-returned:' || x.entry))
    ) as open`.execute(tx)
  return rows[0]?.open ?? true
}

/** Whether an account was ever opened for this owner. */
export const hasAccounts = async (tx: Tx, owner: string): Promise<boolean> => {
  const { rows } = await sql`select from ledger_accounts where owner = ${owner} limit 1`.execute(tx)
  return rows.length > 0
}
