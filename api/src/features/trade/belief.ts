import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate } from '@ingot/money/rate'
import { PriceUnavailable, type SecondSource } from '@ingot/providers/price/port'
import type { Logger } from 'pino'
import { doubtOf, isFresh, type Reason } from './belief-rules.ts'
import * as store from './belief-store.ts'
import type { PricePolicy } from './market.ts'
import { lockFeed, mergeCandles, type Observed, saveLatest } from './price-store.ts'

type BeliefDeps = {
  db: Db
  /** Which feed is judged. */
  source: string
  second?: SecondSource | undefined
  now: () => Date
  rules: PricePolicy
  log?: Logger | undefined
}

/** Decides about each round that was read whether it is the price from now on, and asks the second source for that. */
export const createBelief = ({ db, source, second, now, rules, log }: BeliefDeps) => {
  let askedAt = Number.NEGATIVE_INFINITY
  let isNamed = false
  let isUnheard = false

  /** An older round than the believed one is no news: a node may be behind. */
  const newerOf = (latest: Observed, { last }: store.Belief) => (last && last.at > latest.at ? last : latest)

  const judge = (latest: Observed, known: store.Belief): Reason | undefined => {
    const { last, median, doubt, confirmed } = known
    const said = known.second?.said
    const judged = newerOf(latest, known)
    const price = parseRate(judged.price)
    const witnesses = {
      last: last && parseRate(last.price),
      median,
      second: said && isFresh(said.at, now(), rules) ? said.perOunce : undefined,
      hasSecond: known.second !== undefined,
      doubt: doubt?.reason,
      isConfirmed: confirmed?.round === judged.round && isSame(confirmed.price, judged.price),
    }
    return doubtOf(price, witnesses, rules)
  }

  /** Asks no more often than is polite; what is too old, or did not come, proves nothing. */
  const askSecond = async (isInDoubt: boolean) => {
    if (!isNamed) await store.nameSecond(db, second?.source, now())
    isNamed = true
    const pause = isInDoubt ? rules.secondReadInDoubtSeconds : rules.secondReadSeconds
    if (!second || now().getTime() - askedAt < pause * 1000) return
    askedAt = now().getTime()
    try {
      const said = await second.read()
      if (!isFresh(said.at, now(), rules)) throw new PriceUnavailable(`what it says is of ${said.at.toISOString()}`)
      await store.saveSecond(db, second.source, said, now())
      if (isUnheard) log?.info('the second source of the gold price is heard again')
      isUnheard = false
    } catch (error) {
      if (!isUnheard) log?.warn({ err: error }, 'the second source of the gold price is not heard')
      isUnheard = true
    }
  }

  const believe = async (tx: Tx, latest: Observed, known: store.Belief) => {
    const judged = newerOf(latest, known)
    await store.endDoubt(tx, judged, now())
    await saveLatest(tx, source, latest, now())
    if (known.last?.round !== judged.round) await mergeCandles(tx, source, [judged], now())
  }

  /** Once for each change, so that an alarm is one. */
  const tell = (judged: Observed, reason: Reason | undefined, { last, second: heard, doubt }: store.Belief) => {
    if (reason === doubt?.reason) return
    const told = { round: String(judged.round), price: judged.price, last: last?.price, second: heard?.said?.perOunce }
    const figures = { ...told, second: told.second && formatDecimal(told.second), reason }
    if (reason) log?.error(figures, 'the gold price is suspect: nothing is traded until it has been checked')
    else log?.warn(figures, 'the gold price is believed again')
  }

  return {
    /** Whether this round, the newest that was read, is the price. If it is not, the one before stays the last. */
    consider: async (latest: Observed): Promise<boolean> => {
      const before = await store.readBelief(db, source, now())
      await askSecond(before.doubt !== undefined || judge(latest, before) !== undefined)
      const { reason, known } = await inTransaction(db, async (tx) => {
        await lockFeed(tx)
        // Read again under the lock: the second source was heard meanwhile, and operators may have confirmed.
        const found = await store.readBelief(tx, source, now())
        const why = judge(latest, found)
        if (why) await store.saveDoubt(tx, source, newerOf(latest, found), why, now())
        else await believe(tx, latest, found)
        return { reason: why, known: found }
      })
      tell(newerOf(latest, known), reason, known)
      return reason === undefined
    },
  }
}

const isSame = (one: string, other: string): boolean =>
  formatDecimal(parseRate(one)) === formatDecimal(parseRate(other))
