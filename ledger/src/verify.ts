import type { KeyObject } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import { verifyAudit } from './audit.ts'
import { readGaps } from './restore.ts'
import { hashRange, isSignedBy, noHash, readSeals } from './seal.ts'
import { openVerifyCheckpoints } from './verify-checkpoints.ts'
import { verifyEstates } from './verify-estates.ts'
import { verifyGroups } from './verify-groups.ts'
import { verifyLots } from './verify-lots.ts'
import { verifyPayments } from './verify-payments.ts'
import { verifyRemittances } from './verify-remittances.ts'
import { verifyRewards } from './verify-rewards.ts'
import { verifyStakes } from './verify-stakes.ts'
import { verifyVault } from './verify-vault.ts'
import { verifyWithdrawals } from './verify-withdrawals.ts'

const page = 2_000
const sealsPerPage = 100
const largest = String(2n ** 63n - 1n)

/** The first row that is wrong, in words, or how far everything was found to be right. */
export type Verdict =
  | {
      ok: true
      entries: bigint
      accounts: bigint
      lines: bigint
      sealedThrough: bigint
      unsealed: bigint
      /** Lines of the audit log. */
      audited: bigint
    }
  | { ok: false; wrong: string }

export type Progress = (what: string, done: bigint, all: bigint) => void

/**
 * Reads the whole ledger again, a page at a time, and answers with the first thing that does not hold: seals and their
 * signatures, the sums kept with them, the shape of entries, each account's lines one by one, every balance, the bars in the vault, customers' holdings, what was bought in groups, what came by bank or card and is owed, what is staked, what is earned for bringing others, what leaves as bars, what somebody left, and the audit log. The key may be several, newest
 * first; without one it checks all but the signatures.
 */
export const verifyLedger = async (
  db: Db,
  key: KeyObject | readonly KeyObject[] | undefined,
  onProgress: Progress = () => undefined,
): Promise<Verdict> => {
  const counts = await countAll(db)
  const seals = await verifySeals(db, key && [key].flat(), (at) => onProgress('seals', at, counts.lastEntry))
  if ('wrong' in seals) return { ok: false, wrong: seals.wrong }
  const wrong =
    (await verifyEntries(db, (at) => onProgress('entries', at, counts.lastEntry))) ??
    (await verifyLines(db, (at) => onProgress('accounts', at, counts.lastAccount))) ??
    (await verifyHolds(db)) ??
    (await verifyVault(db)) ??
    (await verifyLots(db)) ??
    (await verifyGroups(db)) ??
    (await verifyRemittances(db)) ??
    (await verifyPayments(db)) ??
    (await verifyStakes(db)) ??
    (await verifyRewards(db)) ??
    (await verifyWithdrawals(db)) ??
    (await verifyEstates(db))
  if (wrong) return { ok: false, wrong }
  const audit = await verifyAudit(db, seals.audit)
  if ('wrong' in audit) return { ok: false, wrong: audit.wrong }
  const { entries, accounts, lines } = counts
  const unsealed = entries - seals.entries
  return { ok: true, entries, accounts, lines, sealedThrough: seals.last, unsealed, audited: audit.lines }
}

const countAll = async (db: Db) => {
  const { rows } = await sql<Record<'entries' | 'accounts' | 'lines' | 'last_entry' | 'last_account', string>>`
    select (select count(*) from ledger_entries) as entries, (select count(*) from ledger_accounts) as accounts,
      (select count(*) from ledger_lines) as lines, (select coalesce(max(id), 0) from ledger_entries) as last_entry,
      (select coalesce(max(id), 0) from ledger_accounts) as last_account`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database counted nothing')
  return {
    entries: BigInt(row.entries),
    accounts: BigInt(row.accounts),
    lines: BigInt(row.lines),
    lastEntry: BigInt(row.last_entry),
    lastAccount: BigInt(row.last_account),
  }
}

const verifySeals = async (db: Db, keys: readonly KeyObject[] | undefined, onProgress: (at: bigint) => void) => {
  let [number, last, entries, before]: [bigint, bigint, bigint, Buffer] = [0n, 0n, 0n, noHash]
  let allowed = keys
  const checkpoints = openVerifyCheckpoints(db)
  const audit = new Map<bigint, Buffer>()
  const gaps = new Map((await readGaps(db, 'seal')).map(({ known, next }) => [known, next]))
  for (;;) {
    const seals = await readSeals(db, number, sealsPerPage)
    if (seals.length === 0) {
      const wrong = await checkpoints.end()
      return wrong ? { wrong } : { last, entries, audit }
    }
    for (const seal of seals) {
      if (seal.number !== number + 1n && seal.number !== gaps.get(number))
        return { wrong: `seal ${number + 1n} is missing` }
      if (seal.first !== last + 1n) return { wrong: `seal ${seal.number} does not begin where the one before it ends` }
      const found = await hashRange(db, before, seal.first, seal.last, onProgress)
      if (found.entries !== seal.entries || !found.hash.equals(seal.hash))
        return { wrong: `entries ${seal.first} to ${seal.last} are not what seal ${seal.number} sealed` }
      const signer = allowed?.findLast((each) => isSignedBy(each, seal))
      if (allowed && !signer) return { wrong: `seal ${seal.number} is not signed with ${nameOf(allowed, keys)}` }
      // Whoever got hold of an older key must not be able to seal what came after it.
      allowed = allowed && signer && allowed.slice(0, allowed.indexOf(signer) + 1)
      const wrong = await checkpoints.next(seal)
      if (wrong) return { wrong }
      if (seal.audit.hash) audit.set(seal.audit.line, seal.audit.hash)
      number = seal.number
      last = seal.last
      entries += seal.entries
      before = seal.hash
      onProgress(last)
    }
  }
}

const nameOf = (allowed: readonly unknown[], keys: readonly unknown[] = []) =>
  keys.length === 1 ? 'this key' : allowed.length < keys.length ? 'a key of its time' : 'any of these keys'

/** Every entry has moves, numbered from one, and each guarded side of each has its line. There are no other moves. */
const verifyEntries = async (db: Db, onProgress: (at: bigint) => void) => {
  for (let from = 0n; ; ) {
    const { rows } = await sql<{ last: string | null; wrong: string | null; why: string | null }>`
      with chosen as (select id, reverses from ledger_entries where id > ${String(from)} order by id limit ${page}),
      here as (select coalesce(max(id), ${largest}) as last from chosen),
      moves as (
        select m.entry, count(*), min(m.number) as first, max(m.number) as last, sum(s.guarded::int + t.guarded::int) as sides,
          count(*) filter (where s.id is null or t.id is null) as strayed
        from ledger_moves m left join ledger_accounts s on (s.id, s.asset) = (m.source, m.asset)
          left join ledger_accounts t on (t.id, t.asset) = (m.target, m.asset)
        where m.entry > ${String(from)} and m.entry <= (select last from here) group by m.entry),
      lines as (
        select l.entry, count(*) from ledger_lines l
          join ledger_moves m on m.entry = l.entry and m.number = l.number
            and l.account = case when l.incoming then m.target else m.source end
        where l.entry > ${String(from)} and l.entry <= (select last from here)
          and m.entry > ${String(from)} and m.entry <= (select last from here) group by l.entry),
      judged as (
        select coalesce(chosen.id, moves.entry) as id, case
          when chosen.id is null then 'is not there, but has moves'
          when moves.entry is null or moves.first <> 1 or moves.last <> moves.count then 'has no moves, or gaps between them'
          when moves.strayed > 0 then 'moves between accounts that are not there, or not of its asset'
          when moves.sides <> coalesce(lines.count, 0) then 'and the lines of its accounts do not agree'
          when chosen.reverses >= chosen.id then 'reverses what came after it'
        end as why
        from chosen full join moves on moves.entry = chosen.id left join lines on lines.entry = chosen.id)
      select (select max(id) from chosen) as last, id as wrong, why from judged where why is not null
      union all select (select max(id) from chosen), null, null order by wrong nulls last limit 1`.execute(db)
    const [row] = rows
    if (row?.wrong) return `entry ${row.wrong} ${row.why}`
    if (!row?.last) return
    from = BigInt(row.last)
    onProgress(from)
  }
}

type LineRow = { account: string; version: string; units_after: string; change: string | null; posted_at: Date }

/** Every account's lines follow each other by their moves, and end in its balance. */
const verifyLines = async (db: Db, onProgress: (at: bigint) => void) => {
  let at = { account: 0n, version: 0n, units: 0n, time: new Date(0) }
  for (;;) {
    const { rows } = await sql<LineRow>`
      select l.account, l.version, l.units_after, l.posted_at, case when l.incoming then m.units else -m.units end as change
      from ledger_lines l left join ledger_moves m on m.entry = l.entry and m.number = l.number
      where (l.account, l.version) > (${String(at.account)}::bigint, ${String(at.version)}::bigint)
      order by l.account, l.version limit ${page}`.execute(db)
    for (const row of rows) {
      const [account, version, units] = [BigInt(row.account), BigInt(row.version), BigInt(row.units_after)]
      const before = account === at.account ? at : { version: 0n, units: 0n, time: new Date(0) }
      const name = `line ${version} of account ${account}`
      if (version !== before.version + 1n) return `line ${before.version + 1n} of account ${account} is missing`
      if (row.change === null) return `${name} has no move`
      if (units !== before.units + BigInt(row.change)) return `${name} does not follow from the one before it`
      if (units < 0n) return `${name} is below zero`
      if (row.posted_at < before.time) return `${name} is older than the one before it`
      at = { account, version, units, time: row.posted_at }
    }
    if (rows.length < page) break
    onProgress(at.account)
  }
  return verifyBalances(db)
}

const verifyBalances = async (db: Db) => {
  const { rows } = await sql<{ account: string }>`
    select a.id as account from ledger_accounts a
      left join ledger_balances b on b.account = a.id
      left join lateral (
        select version, units_after from ledger_lines l where l.account = a.id order by version desc limit 1) last on true
    where a.guarded <> (b.account is not null) or (a.owner = 'house') <> coalesce(b.house, a.owner = 'house')
      or coalesce(b.units, 0) <> coalesce(last.units_after, 0) or coalesce(b.version, 0) <> coalesce(last.version, 0)
    order by a.id limit 1`.execute(db)
  return rows[0] && `the balance of account ${rows[0].account} is not its last line`
}

/** Dollars are held for remittances, which are checked by themselves. */
const verifyHolds = async (db: Db) => {
  const { rows } = await sql<{ account: string }>`
    select a.id as account from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.purpose = 'held' and a.asset <> 'USD' and b.units <> (
      select coalesce(sum(h.units), 0) from ledger_holds h where h.owner = a.owner and h.asset = a.asset
        and not exists (select from ledger_hold_ends x where x.hold = h.id))
    order by a.id limit 1`.execute(db)
  return rows[0] && `what is held in account ${rows[0].account} is not what open holds say`
}
