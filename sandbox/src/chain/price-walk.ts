import { createHash } from 'node:crypto'
import { isMarketOpen } from './gold-market.ts'

/** Decimals of the aggregator's answers. */
export const PRICE_DECIMALS = 8

export type Round = { answer: bigint; updatedAt: bigint }

const UNIT = 10n ** BigInt(PRICE_DECIMALS)
const YEAR_SECONDS = 365 * 24 * 3_600
const HOUR_SECONDS = 3_600
/** Where the first year begins and ends, in US dollars for a troy ounce. */
const FIRST_ANSWER = 2_650n * UNIT
const HOME_ANSWER = 4_000n * UNIT
/** The largest step, in millionths of the price: of an hour, and of the few minutes between rounds. */
const HOUR_STEP = 2_500n
const SMALL_STEP = 400n
/** How strongly the price is drawn back to where it belongs: this part of the distance each step. */
const PULL = 200n
/** No gap is filled with more rounds than go into one transaction. */
const MOST_ROUNDS = 400
const SEED = 'ingot'

/** A number from -limit to limit that depends on the time alone, so that a walk can go on after any restart. */
const noiseAt = (seconds: number, limit: bigint): bigint => {
  const digest = createHash('sha256').update(`${SEED}:${seconds}`).digest()
  return (BigInt(digest.readUInt32BE(0)) % (2n * limit + 1n)) - limit
}

const nextAnswer = (answer: bigint, target: bigint, seconds: number, largest: bigint): bigint => {
  const noise = (answer * noiseAt(seconds, largest)) / 1_000_000n
  // A cent is the smallest step that anybody shows.
  const cent = UNIT / 100n
  return ((answer + noise + (target - answer) / PULL) / cent) * cent
}

/** Rounds of the year before `now`, about one an hour while the market was open. */
export const yearOfRounds = (now: number): Round[] => {
  const begin = now - YEAR_SECONDS
  const rounds: Round[] = []
  let answer = FIRST_ANSWER
  for (let time = begin; time <= now; time += HOUR_SECONDS) {
    if (!isMarketOpen(time)) continue
    const target = FIRST_ANSWER + ((HOME_ANSWER - FIRST_ANSWER) * BigInt(time - begin)) / BigInt(YEAR_SECONDS)
    answer = nextAnswer(answer, target, time, HOUR_STEP)
    rounds.push({ answer, updatedAt: BigInt(time) })
  }
  return rounds
}

/** The rounds that are due after the last one: every `interval` seconds, or wider when the gap is long. */
export const roundsSince = (last: Round, now: number, interval: number): Round[] => {
  const begin = Number(last.updatedAt)
  const step = Math.ceil(Math.max(interval, (now - begin) / MOST_ROUNDS))
  const rounds: Round[] = []
  let { answer } = last
  for (let time = begin + step; time <= now; time += step) {
    if (!isMarketOpen(time)) continue
    answer = nextAnswer(answer, HOME_ANSWER, time, step >= HOUR_SECONDS ? HOUR_STEP : SMALL_STEP)
    rounds.push({ answer, updatedAt: BigInt(time) })
  }
  return rounds
}
