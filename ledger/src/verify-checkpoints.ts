import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Seal } from './seal.ts'

type Sum = { account: string; units: string }

/**
 * Follows the open accounts from seal to seal and compares the sums that were kept. Seals from before sums were kept have none;
 * the first that has any has one of every account that had moved by then, and each later one of every account that moved.
 */
export const openVerifyCheckpoints = (db: Db) => {
  const totals = new Map<string, bigint>()
  let begun = false

  const next = async ({ number, first, last }: Seal): Promise<string | undefined> => {
    const moved = await sql<Sum>`
      select sides.account, sum(sides.units) as units from (
        select target as account, units from ledger_moves where entry between ${String(first)} and ${String(last)}
        union all
        select source, -units from ledger_moves where entry between ${String(first)} and ${String(last)}
      ) sides join ledger_accounts a on a.id = sides.account and not a.guarded group by sides.account`.execute(db)
    for (const { account, units } of moved.rows) totals.set(account, (totals.get(account) ?? 0n) + BigInt(units))
    const kept = await sql<Sum>`
      select account, units from ledger_checkpoints where seal = ${String(number)}`.execute(db)
    const found = new Map(kept.rows.map(({ account, units }) => [account, BigInt(units)]))
    const wrong = [...found].find(([account, units]) => units !== totals.get(account))
    if (wrong) return `the sum of account ${wrong[0]} at seal ${number} is not what its moves say`
    const wanted = begun ? moved.rows.map(({ account }) => account) : [...totals.keys()]
    begun ||= found.size > 0
    const missing = begun && wanted.find((account) => !found.has(account))
    return missing ? `the sum of account ${missing} at seal ${number} is missing` : undefined
  }

  /** After the last seal. */
  const end = async (): Promise<string | undefined> => {
    if (totals.size > 0 && !begun) return 'the sums of the open accounts are missing at every seal'
    const { rows } = await sql<{ seal: string }>`
      select max(seal) as seal from ledger_checkpoints
      having max(seal) > (select coalesce(max(number), 0) from ledger_seals)`.execute(db)
    return rows[0] && `there are sums of seal ${rows[0].seal}, and seal ${rows[0].seal} is not there`
  }

  return { next, end }
}
