import type { Db } from '@ingot/db/connect'
import { readStamp, readSums, type StakeSums } from './sums-store.ts'

/** Customers whose sums are kept in mind at most; each is some hundred bytes. */
const mostKept = 10_000

/**
 * Reads the sums of customers' stakes. What has vested is reckoned of each stake; so that thousands of them are not read each time,
 * the sums are kept for as long as nothing was done to one of them, and no day of one is over. The stamp is read first: sums may be
 * newer than it, and are then read once more, but never older.
 */
export const createSums = (db: Db, most = mostKept) => {
  const kept = new Map<string, { stamp: string; from: Date; sums: StakeSums }>()
  return async (customer: string, now: Date): Promise<StakeSums> => {
    const stamp = await readStamp(db, customer)
    const known = kept.get(customer)
    const isSame = known?.stamp === stamp && known.from <= now && (known.sums.until === null || now < known.sums.until)
    const sums = isSame ? known.sums : await readSums(db, customer, now)
    kept.delete(customer)
    kept.set(customer, isSame ? known : { stamp, from: now, sums })
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return sums
  }
}
