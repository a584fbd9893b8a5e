import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type OwedAsset, owedAssets, type StopCause } from '@ingot/endpoints/reserves'
import { writeAudit } from '@ingot/ledger/audit'
import { balancesOf } from '@ingot/ledger/balance'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { policy } from '../../policy.ts'
import { type Around, type Books, type Coverage, causesOf, causesText, coverageOf, isSteady } from './rules.ts'
import * as store from './store.ts'

/** Since when snapshots are to be anchored on a chain, and when the newest was taken that is. */
export type NewestHeader = { anchorsSince: Date | null; at: Date | null }

export type Watching = {
  db: Db
  now: () => Date
  newestHeader: (db: Db) => Promise<NewestHeader>
  /** Whether what is found stops sales; it does unless said otherwise. */
  stops?: boolean
}

const [hour, day] = [3600_000, 24 * 3600_000]

/** Every sum of the books is zero, so what customers have is what the house and the world outside have not. */
const readBooks = async (tx: Tx): Promise<Books> => {
  const [bars, open, guarded, missing] = [
    await store.readVaultSums(tx),
    await readOpenBalances(tx),
    await balancesOf(tx, 'house'),
    await store.readMissingUsdt(tx),
  ]
  const openIn = (asset: Asset, purpose: string) =>
    open.find((each) => each.asset === asset && each.purpose === purpose)?.units ?? 0n
  const lying = (asset: Asset, purpose: string) =>
    guarded.find((each) => each.amount.asset === asset && each.purpose === purpose)?.amount.units ?? 0n
  const sumOf = (asset: Asset) =>
    open.reduce((sum, each) => (each.asset === asset ? sum + each.units : sum), 0n) +
    guarded.reduce((sum, { amount }) => (amount.asset === asset ? sum + amount.units : sum), 0n)
  const byAsset = (unitsOf: (asset: OwedAsset) => bigint) =>
    new Map(owedAssets.map((asset): [OwedAsset, bigint] => [asset, unitsOf(asset)]))
  return {
    bars,
    issued: byAsset((asset) => -openIn(asset, 'issued')),
    treasury: byAsset((asset) => lying(asset, 'treasury')),
    outside: byAsset((asset) => openIn(asset, 'outside')),
    behindUsdau: lying('XAU', 'behind-usdau'),
    usdt: {
      held: -openIn('USDT', 'outside') - openIn('USDT', 'in-transit') - parseAmount('USDT', missing).units,
      owed: -sumOf('USDT'),
    },
  }
}

/** From one moment of the books, whatever is traded meanwhile. */
const readCoverageNow = (db: Db): Promise<Coverage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => coverageOf(await readBooks(tx)))

const rowOf = ({ bars, owed, usdt, lines }: Coverage, at: Date): store.ReadingRow => ({
  ...{ at, bars: bars.count, fine_units: String(bars.fine), owed_units: String(owed) },
  ...{ usdt_held: String(usdt.held), usdt_owed: String(usdt.owed) },
  lines: lines.map(({ asset, issued, treasury, outside, owed: due, grams }) => ({
    ...{ asset, issued: String(issued), treasury: String(treasury), outside: String(outside) },
    ...{ owed: String(due), grams: String(grams) },
  })),
})

const written = { operator: null, thing: 'interlock' } as const

/** What somebody let pass does not stop; what came up since then does. */
const withoutLifted = (causes: readonly StopCause[], lifts: readonly store.Lift[]): StopCause[] =>
  causes.filter((cause) => !lifts.some((lift) => lift.causes.includes(cause)))

/** Stops sales, changes why they are stopped, or lets them go on. */
const settle = async (
  tx: Tx,
  causes: readonly StopCause[],
  lifts: readonly store.Lift[],
  goodSince: Date | null,
  at: Date,
) => {
  const [stop, standing] = [await store.findStop(tx), withoutLifted(causes, lifts)]
  if (standing.length > 0) {
    const reason = `${causesText(standing)}.`
    if (stop?.causes.join() === standing.join()) return
    await stopIssuing(tx, reason, 'reserves')
    await (stop ? store.changeStop(tx, standing) : store.beginStop(tx, standing, at))
    if (!stop) await writeAudit(tx, { ...written, action: 'stop-sales', facts: { Why: reason }, alone: true, at })
    return
  }
  const mayGoOn = causes.length > 0 || (goodSince !== null && isSteady(goodSince, at))
  if (!stop || !mayGoOn) return
  await allowIssuing(tx, 'reserves')
  await store.endStop(tx, causes.length > 0 ? 'lift' : 'itself', at)
  await writeAudit(tx, { ...written, action: 'resume-sales', alone: true, at })
}

/** Looks at vault, books and chain, writes down what it found, and stops or resumes sales. Two at once look one after the other. */
export const lookAtReserves = async ({ db, now, newestHeader, stops = true }: Watching): Promise<StopCause[]> => {
  const [coverage, header] = [await readCoverageNow(db), await newestHeader(db)]
  return inTransaction(db, async (tx) => {
    const before = await store.lockLook(tx)
    const at = now()
    const [attested, isSilent, listAt, lifts] = [
      await store.readAttestedVault(tx),
      await store.readIsSilent(tx, policy.reserves.disagreeHours),
      await store.readListAt(tx),
      await store.readLifts(tx, at),
    ]
    const disagrees = attested !== undefined && BigInt(attested.grams) !== coverage.bars.fine
    const disagreeSince = disagrees ? (before?.disagree_since ?? at) : null
    const around: Around = { listAt, disagreeSince, isSilent, anchorsSince: header.anchorsSince, anchoredAt: header.at }
    const causes = stops ? causesOf(coverage, around, at) : []
    const goodSince = causes.length === 0 ? (before?.good_since ?? at) : null
    await store.insertReading(tx, rowOf(coverage, at))
    await store.saveLook(tx, { disagreeSince, goodSince })
    await settle(tx, causes, lifts, goodSince, at)
    return causes
  })
}

/** Leaves one of an hour of what is some days old, and one of a day of what is older than that. */
export const thinHistory = async ({ db, now }: Pick<Watching, 'db' | 'now'>) => {
  const { minuteDays, hourDays } = policy.reserves
  await store.thinReadings(db, new Date(Math.floor((now().getTime() - minuteDays * day) / hour) * hour), 'hour')
  await store.thinReadings(db, new Date(Math.floor((now().getTime() - hourDays * day) / day) * day), 'day')
}
