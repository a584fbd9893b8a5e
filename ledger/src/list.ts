import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

const page = 500

type AccountRow = { id: string; name: string; asset: Asset; units: string | null }

/** Every account with its balance, a page at a time. An open account has none. */
export async function* listAccounts(
  db: Db | Tx,
  owner?: string,
): AsyncGenerator<{ name: string; balance: Amount<Asset> | undefined }> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<AccountRow>`
      select a.id, concat_ws('/', a.owner, a.asset, a.purpose) as name, a.asset, b.units
      from ledger_accounts a left join ledger_balances b on b.account = a.id
      where a.id > ${after} and (${owner ?? null}::text is null or a.owner = ${owner ?? null})
      order by a.id limit ${page}`.execute(db)
    for (const { name, asset, units } of rows)
      yield { name, balance: units === null ? undefined : amountOf(asset, BigInt(units)) }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

type EntryRow = {
  id: string
  reference: string
  kind: string
  caused_by: string
  reverses: string | null
  posted_at: Date
  asset: Asset
  units: string
  source: string
  target: string
}

/** One entry with its moves, by its number or its reference. */
export const readEntry = async (db: Db, wanted: string) => {
  const { rows } = await sql<EntryRow>`
    select e.id, e.reference, e.kind, e.caused_by, e.reverses, e.posted_at, m.asset, m.units,
      concat_ws('/', s.owner, s.asset, s.purpose) as source, concat_ws('/', t.owner, t.asset, t.purpose) as target
    from ledger_entries e join ledger_moves m on m.entry = e.id
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where e.reference = ${wanted} or e.id = ${/^\d{1,18}$/.test(wanted) ? wanted : null}::bigint
    order by e.reference = ${wanted} desc, e.id, m.number`.execute(db)
  const [first] = rows
  if (!first) return
  return {
    entry: first.id,
    reference: first.reference,
    kind: first.kind,
    causedBy: first.caused_by,
    reverses: first.reverses ?? 'nothing',
    postedAt: first.posted_at.toISOString(),
    moves: rows
      .filter(({ id }) => id === first.id)
      .map(({ asset, units, source, target }) => ({ amount: amountOf(asset, BigInt(units)), source, target })),
  }
}
