import { type OwedAsset, owedAssets, type StopCause } from '@ingot/endpoints/reserves'
import { policy } from '../../policy.ts'

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000]

/** What the books say at one moment, in base units. */
export type Books = {
  bars: { count: number; fine: bigint }
  issued: ReadonlyMap<OwedAsset, bigint>
  treasury: ReadonlyMap<OwedAsset, bigint>
  outside: ReadonlyMap<OwedAsset, bigint>
  /** Grams that were set aside for USDAU. */
  behindUsdau: bigint
  usdt: { held: bigint; owed: bigint }
}

export type Line = { asset: OwedAsset; issued: bigint; treasury: bigint; outside: bigint; owed: bigint; grams: bigint }

export type Coverage = { bars: Books['bars']; owed: bigint; usdt: Books['usdt']; lines: Line[] }

const positive = (units: bigint): bigint => (units > 0n ? units : 0n)

const shareUp = (whole: bigint, part: bigint, of: bigint): bigint => (of <= 0n ? 0n : (whole * part + of - 1n) / of)

/** A gram for each unit; of USDAU, its share of the grams that were set aside for all of it, so that what the treasury has is owed to nobody. */
const lineOf = ({ issued, treasury, outside, behindUsdau }: Books, asset: OwedAsset): Line => {
  const [made, ours] = [issued.get(asset) ?? 0n, treasury.get(asset) ?? 0n]
  const owed = made - ours
  const grams = asset === 'USDAU' ? shareUp(behindUsdau, owed, made) : owed
  return { asset, issued: made, treasury: ours, outside: positive(outside.get(asset) ?? 0n), owed, grams }
}

export const coverageOf = (books: Books): Coverage => {
  const lines = owedAssets.map((asset) => lineOf(books, asset))
  const owed = lines.reduce((sum, { grams }) => sum + grams, 0n)
  return { bars: books.bars, owed, usdt: books.usdt, lines }
}

/** In percent with two decimals. What is not whole is never called so: it is rounded down. Null where nothing is owed. */
export const percentOf = (there: bigint, owed: bigint): string | null => {
  if (owed <= 0n) return null
  const hundredths = (there * 10_000n) / owed
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** What is looked at besides the books. */
export type Around = {
  /** When the list was last compared with the vault; null where there is no bar. */
  listAt: Date | null
  /** Since when the chain has said of the vault what the bars do not; null while it does not, or there is no chain. */
  disagreeSince: Date | null
  /** Whether it is so long ago that the chain was heard of that it may say anything by now. */
  isSilent: boolean
  /** Since when snapshots are to be anchored, and when the newest was taken that is; null where none are, or is. */
  anchorsSince: Date | null
  anchoredAt: Date | null
}

const isOlder = (at: Date, now: Date, than: number): boolean => now.getTime() - at.getTime() > than

/** Everything for which nothing may be sold now. */
export const causesOf = ({ bars, owed, usdt }: Coverage, around: Around, now: Date): StopCause[] => {
  const { listAt, disagreeSince, isSilent, anchorsSince, anchoredAt } = around
  const { listDays, headerHours, disagreeHours } = policy.reserves
  const is: Record<StopCause, boolean> = {
    coverage: bars.fine < owed || usdt.held < usdt.owed,
    list: listAt !== null && isOlder(listAt, now, listDays * day),
    header: anchorsSince !== null && isOlder(anchoredAt ?? anchorsSince, now, headerHours * hour),
    chain: isSilent || (disagreeSince !== null && isOlder(disagreeSince, now, disagreeHours * hour)),
  }
  return (Object.keys(is) as StopCause[]).filter((cause) => is[cause])
}

export const listUntil = (listAt: Date): Date => new Date(listAt.getTime() + policy.reserves.listDays * day)

/** Whether nothing has been wrong for so long that sales may go on. */
export const isSteady = (goodSince: Date, now: Date): boolean =>
  now.getTime() - goodSince.getTime() >= policy.reserves.steadyMinutes * minute

const causeWords: Readonly<Record<StopCause, string>> = {
  coverage: 'The vault, or the wallets, hold less than is owed',
  list: 'The list of bars has not been compared with the vault for too long',
  header: 'No snapshot has been anchored on the chain for too long',
  chain: 'The chain does not say of the vault what the bars weigh',
}

export const causesText = (causes: readonly StopCause[]): string => causes.map((cause) => causeWords[cause]).join('; ')
