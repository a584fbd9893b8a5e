import type { Db } from '@ingot/db/connect'
import type { Clock } from '@ingot/db/demonstration'
import { inTransaction } from '@ingot/db/transaction'
import { formatDecimal } from '@ingot/money/decimal'
import { isNear, parseRate, rateOf } from '@ingot/money/rate'
import { createNodeReader } from '@ingot/providers/chain/json-rpc'
import { createPauseReader, type ReadPauses } from '@ingot/providers/chain/pauses'
import { createChainlink } from '@ingot/providers/price/chainlink'
import { createGoldApi } from '@ingot/providers/price/goldapi'
import type { PriceFeed, Round, SecondSource } from '@ingot/providers/price/port'
import type { Logger } from 'pino'
import { readChainAddresses } from '../../chain-addresses.ts'
import { type Config, openNamed } from '../../config.ts'
import { policy } from '../../policy.ts'
import { createBelief } from './belief.ts'
import type { PricePolicy } from './market.ts'
import * as store from './price-store.ts'

/** How many rounds of the past are read at a time, and how many of them at once. */
const stepRounds = 100
const atOnce = 10
const longestPauseSeconds = 30
const keptHours = Math.max(...Object.values(policy.price.ranges).map((range) => range.keptHours))

type ReaderDeps = {
  db: Db
  feed: PriceFeed
  now: () => Date
  /** Whom else to ask about the price; left out where nobody is. */
  second?: SecondSource | undefined
  /** Other rules, for tests. */
  rules?: PricePolicy
  log?: Logger
  /** Which tokens are paused on the chain; left out where that is not asked. */
  pauses?: ReadPauses
}

/**
 * The one reader of the price, for everybody. Each step reads the newest round and, while the past is not complete, some
 * rounds of it. Whatever it writes may be written twice.
 */
export const createPriceReader = ({ db, feed, now, second, rules = policy.price, log, pauses }: ReaderDeps) => {
  const belief = createBelief({ db, source: feed.source, second, now, rules, log })
  let decimals: number | undefined

  const observed = ({ id, answer, at }: Round): store.Observed => ({
    round: id,
    price: formatDecimal(rateOf(answer, decimals ?? 0)),
    at,
  })

  /** Rounds before one, newest first, down to another or to the beginning; and which comes next. */
  const readBack = async (from: bigint, until: bigint | null) => {
    const rounds: Round[] = []
    let next: bigint | undefined = from
    for (let left = stepRounds; left > 0 && next !== undefined && next !== until; left -= atOnce) {
      const ids: bigint[] = []
      while (ids.length < atOnce && next !== undefined && next !== until) {
        ids.push(next)
        next = await feed.before(next)
      }
      const found = (await Promise.all(ids.map(feed.round))).filter((round) => round !== undefined)
      rounds.push(...found)
      const oldest = found.at(-1)
      if (oldest && now().getTime() - oldest.at.getTime() > keptHours * 3600 * 1000) next = undefined
    }
    return { rounds, next: next === undefined || next === until ? null : next }
  }

  /** Where reading back goes on: past what was missed since the last step, or where it was. */
  const walkAfter = async (latest: Round, known: store.Walk | undefined) => {
    if (!known) return { next: (await feed.before(latest.id)) ?? null, until: null }
    if (known.round === latest.id) return known
    const missed = (await feed.before(latest.id)) ?? null
    if (missed === known.round) return known
    // If the past was not complete either, all of it is read again: that is rare, and merging twice changes nothing.
    return { next: missed, until: known.next === null ? known.round : null }
  }

  /** Those that came while nobody looked were judged by nobody. What is nowhere near the price after it is left out. */
  const chartable = (rounds: Round[], latest: Round, isMissed: boolean): store.Observed[] => {
    const price = parseRate(observed(latest).price)
    const all = rounds.map(observed)
    return isMissed ? all.filter((each) => isNear(parseRate(each.price), price, rules.missedBasisPoints)) : all
  }

  const readPauses = async () => {
    const paused = await pauses?.()
    if (paused) await inTransaction(db, (tx) => store.savePauses(tx, paused, now()))
  }

  /** One step. True when there is more of the past to read at once. */
  const step = async (): Promise<boolean> => {
    decimals ??= await feed.decimals()
    const latest = await feed.latest()
    if (!latest) return false
    let known = await store.readWalk(db)
    if (known && known.source !== feed.source) {
      await inTransaction(db, store.forgetFeed)
      known = undefined
    }
    // The newest price counts at once, if it is believed; the past may take a while, or fail.
    const isBelieved = await belief.consider(observed(latest))
    await readPauses()
    if (!isBelieved) return false
    const walk = await walkAfter(latest, known)
    const back = walk.next === null ? { rounds: [], next: null } : await readBack(walk.next, walk.until)
    await inTransaction(db, async (tx) => {
      await store.lockFeed(tx)
      const rounds = chartable(back.rounds, latest, walk.until !== null)
      if (rounds.length > 0) await store.mergeCandles(tx, feed.source, rounds, now())
      await store.saveWalk(tx, { next: back.next, until: back.next === null ? null : walk.until })
    })
    return back.next !== null
  }

  return { step }
}

type FollowDeps = Pick<Clock, 'now' | 'sleep'> & { config: Config; db: Db; log: Logger }

/** Reads the price for as long as the worker runs; undefined while there is no chain to read it from. */
export const followPrice = ({ config, db, log, ...clock }: FollowDeps) => {
  const addresses = openNamed(() => readChainAddresses(config.CHAIN_ADDRESSES))
  if (!addresses || !config.CHAIN_RPC_URL) {
    log.warn('no gold price: CHAIN_RPC_URL and CHAIN_ADDRESSES are not set, so nothing can be traded')
    return undefined
  }
  const url = config.CHAIN_RPC_URL
  const feed = createChainlink({ url, address: addresses.aggregator })
  const pauses = createPauseReader(createNodeReader({ url }), { QMGT: addresses.qmgt, USDAU: addresses.usdau })
  return startPriceReader({ db, feed, pauses, second: secondSource(config, log), log, ...clock })
}

const secondSource = ({ GOLDAPI_URL, GOLDAPI_TOKEN }: Config, log: Logger) => {
  if (GOLDAPI_TOKEN) return createGoldApi({ url: GOLDAPI_URL, token: GOLDAPI_TOKEN })
  log.warn('GOLDAPI_TOKEN is not set: a jump of the gold price waits for two operators')
  return undefined
}

/** Steps until it is stopped. A step that fails is told once in a row and tried again after a growing pause. */
const startPriceReader = (deps: ReaderDeps & Pick<Clock, 'sleep'> & { log: Logger }) => {
  const { step } = createPriceReader(deps)
  const stopping = new AbortController()
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const more = await step().catch((error: Error) => {
        if (failures++ === 0) deps.log.warn({ err: error }, 'the gold price could not be read')
        return undefined
      })
      if (more !== undefined && failures > 0) {
        failures = 0
        deps.log.info('the gold price is read again')
      }
      if (more) continue
      const pause = Math.min(policy.price.readSeconds * 2 ** failures, longestPauseSeconds)
      await deps.sleep(pause * 1000, stopping.signal).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
