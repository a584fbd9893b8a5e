import type { Db, Tx } from '@ingot/db/connect'
import type { PublicBar, StopCause } from '@ingot/endpoints/reserves'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { Line } from './rules.ts'

const isIn = sql`not exists (select from vault_departures d where d.bar = b.id)`

export const readVaultSums = async (tx: Tx): Promise<{ count: number; fine: bigint }> => {
  const { rows } = await sql<{ count: number; fine: string }>`
    select count(*)::int as count, coalesce(sum(b.fine_units), 0) as fine from vault_bars b where ${isIn}`.execute(tx)
  return { count: rows[0]?.count ?? 0, fine: BigInt(rows[0]?.fine ?? 0) }
}

/** Dollars that the chain has too few of, by the newest comparison and by the newest of all wallets, whichever found more. */
export const readMissingUsdt = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ missing: string }>`
    select coalesce(max(missing), 0)::text as missing from (
      (select differences, missing_usdt from chain_reconciliations where problem is null order by id desc limit 1)
      union all
      (select differences, missing_usdt from chain_reconciliations where problem is null and whole order by id desc limit 1)) runs,
    lateral (
      select coalesce(runs.missing_usdt, sum(-(each ->> 'difference')::numeric)) as missing
      from jsonb_array_elements(runs.differences) each
      where each ->> 'token' = 'USDT' and each ->> 'difference' like '-%') found`.execute(tx)
  return rows[0]?.missing ?? '0'
}

/**
 * Whether the chain was heard of once and has not been for so many hours: the vault was not looked at, or no comparison was finished.
 * By the clock on the wall, with which both are written down. Before the first time nothing is known, and nothing said; nor at the
 * first look after nobody looked for a while: then everything stood still, and the chain is heard of within the minute.
 */
export const readIsSilent = async (tx: Tx, hours: number): Promise<boolean> => {
  const { rows } = await sql<{ silent: boolean }>`
    select coalesce(min(at) < clock_timestamp() - make_interval(hours => ${hours}::int), false)
      and reserves_unwatched_since() is null as silent from (
      (select seen_at as at from chain_attested where asset = 'XAU')
      union all
      (select at from chain_reconciliations where problem is null order by id desc limit 1)) heard`.execute(tx)
  return rows[0]?.silent ?? false
}

type Attested = { grams: string; block: string; at: Date }

/** What the chain said of the vault; undefined where none was ever looked at. */
export const readAttestedVault = async (db: Db | Tx): Promise<Attested | undefined> => {
  const { rows } = await sql<Attested>`
    select grams, block, seen_at as at from chain_attested where asset = 'XAU'`.execute(db)
  return rows[0]
}

/** When the list was last compared with the vault, by two operators or by whoever attests it on the chain, or began if it never was; null where there is no bar. */
export const readListAt = async (db: Db | Tx): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    with first as (select e.posted_at as at from vault_bars b join ledger_entries e on e.id = b.entry where ${isIn} order by b.id limit 1)
    select case when exists (select from first)
      then coalesce(greatest((select max(at) from bar_confirmations), (select attested_at from chain_attested where asset = 'XAU')),
        (select at from first)) end as at`.execute(db)
  return rows[0]?.at ?? null
}

export const insertConfirmation = async (
  tx: Tx,
  { approval, at, bars, fine }: { approval: string; at: Date; bars: number; fine: bigint },
) => {
  await sql`insert into bar_confirmations (approval, at, bars, fine_units)
    values (${approval}, ${at}, ${bars}, ${String(fine)})`.execute(tx)
}

/** Every token that was ever minted, and not taken back by hand. */
export const readMinted = async (db: Db): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ asset: string; units: string }>`
    select m.asset, sum(m.units) as units from ledger_entries e
      join ledger_moves m on m.entry = e.id
      join ledger_accounts s on s.id = m.source and s.owner = 'house' and s.purpose = 'issued'
    where e.kind = 'tranche' and not exists (select from ledger_entries r where r.reverses = e.id)
    group by m.asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

export type ReadingRow = {
  at: Date
  bars: number
  fine_units: string
  owed_units: string
  usdt_held: string
  usdt_owed: string
  lines: Record<keyof Line, string>[]
}

export const insertReading = async (tx: Tx, row: ReadingRow) => {
  await sql`insert into reserve_readings (at, bars, fine_units, owed_units, usdt_held, usdt_owed, lines)
    values (${row.at}, ${row.bars}, ${row.fine_units}, ${row.owed_units}, ${row.usdt_held}, ${row.usdt_owed},
      ${JSON.stringify(row.lines)}::jsonb)`.execute(tx)
}

export const readNewest = async (db: Db): Promise<ReadingRow | undefined> => {
  const { rows } = await sql<ReadingRow>`
    select at, bars, fine_units, owed_units, usdt_held, usdt_owed, lines from reserve_readings
    order by at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** The last of each stretch of so many seconds, oldest first. */
export const readHistory = async (db: Db, since: Date, seconds: number, most: number): Promise<ReadingRow[]> => {
  const { rows } = await sql<ReadingRow>`
    select * from (
      select distinct on (stretch) at, bars, fine_units, owed_units, usdt_held, usdt_owed, lines from (
        select *, floor(extract(epoch from at) / ${seconds}::int) as stretch from reserve_readings where at >= ${since}) each
      order by stretch desc, at desc, id desc limit ${most}) newest
    order by at`.execute(db)
  return rows
}

/** Of what is older than a moment, only the last of each stretch is kept. */
export const thinReadings = async (db: Db, before: Date, stretch: 'hour' | 'day') => {
  await sql`
    delete from reserve_readings old where at < ${before} and exists (
      select from reserve_readings later where later.at > old.at and later.at < ${before}
        and later.at < date_trunc(${stretch}, old.at, 'UTC') + ${`1 ${stretch}`}::interval)`.execute(db)
}

type Look = { looked_at: Date; disagree_since: Date | null; good_since: Date | null }

/** Whoever looks waits for the one before. */
export const lockLook = async (tx: Tx): Promise<Look | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext('reserve_looks'))`.execute(tx)
  const { rows } = await sql<Look>`select looked_at, disagree_since, good_since from reserve_looks`.execute(tx)
  return rows[0]
}

/** By the clock on the wall: that nobody looks is noticed by whoever sells. */
export const saveLook = async (
  tx: Tx,
  { disagreeSince, goodSince }: Record<'disagreeSince' | 'goodSince', Date | null>,
) => {
  await sql`insert into reserve_looks (disagree_since, good_since) values (${disagreeSince}, ${goodSince})
    on conflict (is_only) do update set looked_at = clock_timestamp(), disagree_since = excluded.disagree_since,
      good_since = excluded.good_since`.execute(tx)
}

/** Whether anybody still looks; undefined where nobody ever did. */
export const readIsWatched = async (db: Db): Promise<boolean | undefined> => {
  const { rows } = await sql<{ watched: boolean }>`
    select looked_at >= clock_timestamp() - interval '15 minutes' as watched from reserve_looks`.execute(db)
  return rows[0]?.watched
}

export type StopRow = {
  number: string
  began_at: Date
  causes: StopCause[]
  ended_at: Date | null
  ended_by: 'itself' | 'lift' | null
}

const stopColumns = sql`number, began_at, causes, ended_at, ended_by`

export const findStop = async (db: Db | Tx): Promise<StopRow | undefined> => {
  const { rows } = await sql<StopRow>`select ${stopColumns} from reserve_stops where ended_at is null`.execute(db)
  return rows[0]
}

export const readStops = async (db: Db, most: number): Promise<StopRow[]> => {
  const { rows } = await sql<StopRow>`
    select ${stopColumns} from reserve_stops order by number desc limit ${most}`.execute(db)
  return rows
}

export const beginStop = async (tx: Tx, causes: readonly StopCause[], at: Date) => {
  await sql`insert into reserve_stops (began_at, causes) values (${at}, ${[...causes]})`.execute(tx)
}

export const changeStop = async (tx: Tx, causes: readonly StopCause[]) => {
  await sql`update reserve_stops set causes = ${[...causes]} where ended_at is null`.execute(tx)
}

export const endStop = async (tx: Tx, by: 'itself' | 'lift', at: Date) => {
  await sql`update reserve_stops set ended_at = ${at}, ended_by = ${by} where ended_at is null`.execute(tx)
}

export type Lift = { causes: StopCause[]; note: string; at: Date; until: Date }

/** All that are not over, oldest first: each lets pass what it was for until its own end. */
export const readLifts = async (db: Db | Tx, now: Date): Promise<Lift[]> => {
  const { rows } = await sql<Lift>`
    select causes, note, at, until from reserve_lifts where until > ${now} order by number`.execute(db)
  return rows
}

export const insertLift = async (tx: Tx, { approval, causes, note, at, until }: Lift & { approval: string }) => {
  await sql`insert into reserve_lifts (approval, causes, note, at, until)
    values (${approval}, ${[...causes]}, ${note}, ${at}, ${until})`.execute(tx)
}

export type BarRow = Omit<PublicBar, 'grossGrams' | 'fineGrams'> & {
  id: string
  gross_grams: string
  fine_units: string
}

/** In the order in which they came, the last one first. For whom one is kept is nobody's business. */
export const listBars = async (
  db: Db | Tx,
  { search }: { search?: string | undefined },
  { before, limit }: Stretch,
): Promise<BarRow[]> => {
  const found = search
    ? sql`and (starts_with(lower(b.serial), lower(${search})) or starts_with(lower(b.refiner), lower(${search})))`
    : sql``
  const { rows } = await sql<BarRow>`
    select b.id, b.serial, b.brand, b.refiner, b.gross_grams, b.fineness, b.fine_units, b.year, b.vault from vault_bars b
    where ${isIn} and b.id < ${String(before ?? largestNumber)} ${found} order by b.id desc limit ${limit}`.execute(db)
  return rows
}
