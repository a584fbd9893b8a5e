import type { Db } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { readChainAddresses } from '../../chain-addresses.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { sumTakenByHoldings } from '../holdings/figures-store.ts'
import { sumTakenSince } from '../trade/store.ts'
import { tradingOf } from '../trade/trading.ts'

const weekMs = 7 * 24 * 3600 * 1000
/** What was sold in a week takes a look at all of its trades, and changes little in a minute. */
const soldKeptMs = 60_000

/** What trades and holdings took of each asset from the treasury since a moment, less what they gave it. */
const sumTaken = async (db: Db, since: Date): Promise<ReadonlyMap<Asset, bigint>> => {
  const [trades, holdings] = await Promise.all([sumTakenSince(db, since), sumTakenByHoldings(db, since)])
  const sums = new Map<Asset, bigint>(trades)
  for (const [asset, units] of holdings) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return sums
}

/** What the services of the treasury work with. */
export type Treasury = ReturnType<typeof createTreasury>

const createTreasury = (deps: ApiDeps) => {
  const { db, now, config } = deps
  let known: { at: number; taken: ReturnType<typeof sumTaken> } | undefined
  return {
    ...{ db, now, trading: tradingOf(deps) },
    /** Where its tokens lie, in small letters; unset while there is no chain. */
    address: readChainAddresses(config.CHAIN_ADDRESSES)?.treasury.toLowerCase(),
    /** What customers took of each asset in the last seven days, as of a minute ago at most. */
    takenInWeek: (): ReturnType<typeof sumTaken> => {
      const at = now().getTime()
      if (known && Math.abs(at - known.at) < soldKeptMs) return known.taken
      const taken = sumTaken(db, new Date(at - weekMs))
      known = { at, taken }
      taken.catch(() => {
        known = undefined
      })
      return taken
    },
  }
}

/** The one of a process. */
export const treasuryOf = once((deps: ApiDeps) => createTreasury(deps))
