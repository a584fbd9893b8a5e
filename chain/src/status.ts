import type { Db } from '@ingot/db/connect'
import { reconcileSeconds } from '@ingot/ledger/chain-health'
import { issuingStopped } from '@ingot/ledger/issuing'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { readCursor } from './deposits/deposit-store.ts'
import { readTranches } from './issuing/tranche-store.ts'

/** How far everything is, a line each, for whoever asks at the command line. */
export async function statusLines(db: Db): Promise<string[]> {
  return [
    ...(await depositLines(db)),
    ...(await settlementLines(db)),
    ...(await trancheLines(db)),
    ...(await reconciliationLines(db)),
    ...(await alarmLines(db)),
  ]
}

const line = (name: string, text: string): string => `${name.padEnd(16)}${text}`

async function depositLines(db: Db): Promise<string[]> {
  const cursor = await readCursor(db)
  const { rows } = await sql<{ state: string; count: string }>`
    select state, count(*) from chain_deposits group by state order by state`.execute(db)
  const counts = rows.map(({ state, count }) => `${count} ${state}`).join(', ')
  return [
    line('read up to', cursor ? `block ${cursor.block}` : 'nothing was read yet'),
    line('deposits', counts || 'none'),
  ]
}

async function settlementLines(db: Db): Promise<string[]> {
  const { rows } = await sql<{ state: string; entries: string; count: string }>`
    select state, count(*), string_agg(distinct entry::text, ' ') filter (where state = 'failed') as entries
    from ledger_settlements where state <> 'confirmed' group by state order by state`.execute(db)
  const texts = rows.map(({ state, count, entries }) => `${count} ${state}${entries ? ` (entries ${entries})` : ''}`)
  return [line('settlements', texts.join(', ') || 'none open')]
}

async function trancheLines(db: Db): Promise<string[]> {
  const open = (await readTranches(db)).filter(({ mint }) => mint?.state !== 'final')
  const reasons = await sql<{ entry: string; reason: string }>`
    select distinct on (entry) entry, reason from chain_mints where reason is not null order by entry, id desc`.execute(
    db,
  )
  const texts = open.map(({ entry, reference, asset, units, mint }) => {
    const why = reasons.rows.find((row) => row.entry === String(entry))?.reason
    const how = mint ? `under way in ${mint.hash}` : `waits to be minted${why ? `, last try: ${why}` : ''}`
    return line('tranche', `${reference}: ${formatAmount(amountOf(asset, units))} ${asset} ${how}`)
  })
  return texts.length > 0 ? texts : [line('tranches', 'all are minted')]
}

async function reconciliationLines(db: Db): Promise<string[]> {
  const { rows } = await sql<{ at: Date; block: string; difference_count: number; problem: string | null }>`
    select at, block, difference_count, problem from chain_reconciliations order by id desc limit 1`.execute(db)
  const [run] = rows
  if (!run) return [line('reconciliation', 'has not run yet')]
  const outcome = run.problem ?? (run.difference_count > 0 ? `${run.difference_count} differences` : 'clean')
  return [
    line('reconciliation', `${outcome} at block ${run.block}, ${run.at.toISOString()}, every ${reconcileSeconds} s`),
  ]
}

async function alarmLines(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; text: string }>`select name, text from chain_alarms order by name`.execute(
    db,
  )
  const stops = await issuingStopped(db)
  return [
    ...rows.map(({ name, text }) => line('ALARM', `${name}: ${text}`)),
    ...stops.map(({ by, reason }) => line('STOPPED', `issuing, by ${by}: ${reason}`)),
  ]
}
