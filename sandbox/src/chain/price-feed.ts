import { type Address, formatUnits, type Hex } from 'viem'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import { openAggregator, untilMined } from './aggregator.ts'
import { readUnits } from './amounts.ts'
import type { Contracts } from './contracts.ts'
import type { HouseAccount } from './house-account.ts'
import type { ChainNode } from './node.ts'
import { openTelling, type TellingSettings } from './price-telling.ts'
import { PRICE_DECIMALS, type Round, roundsSince, yearOfRounds } from './price-walk.ts'

const MAX_ANSWER = 10n ** 15n
const MINED_WITHIN_MS = 30_000

export type PriceOrder = { answer?: bigint; paused?: boolean }

/** Throws in words when it is no price. */
export const readPriceOrder = ({ usdPerOunce, paused }: Record<string, unknown>): PriceOrder => {
  if (usdPerOunce === undefined && paused === undefined) throw badRequest('usdPerOunce or paused must be given')
  if (paused !== undefined && typeof paused !== 'boolean') throw badRequest('paused must be true or false')
  const order: PriceOrder = paused === undefined ? {} : { paused }
  if (usdPerOunce === undefined) return order
  const answer = readUnits(usdPerOunce, PRICE_DECIMALS)
  if (answer === null || answer === 0n || answer > MAX_ANSWER)
    throw badRequest(
      `usdPerOunce must be a decimal number as text, above 0, at most 10000000, with at most ${PRICE_DECIMALS} decimals`,
    )
  return { ...order, answer }
}

export type PriceFeed = {
  address: Address
  /** What the aggregator says, and what gold costs: the same, unless the feed was told to lie. */
  price(): Promise<string | null>
  truth(): Promise<string | null>
  /** Adds a round at once, market or not; resolves when it is in a block. */
  set(answer: bigint): Promise<void>
  pause(paused: boolean): void
  isPaused(): boolean
  /** Looks whether rounds are due, now and not only when the time has come. */
  wake(): void
  /** The same, and resolves when they are in a block. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export type FeedSettings = TellingSettings & { intervalSeconds: number; now(): number }

const noAggregator = (): RequestRefused =>
  new RequestRefused(409, 'NoContract', 'There is no aggregator yet: its contract has not been made known here')

const inDollars = (round: Round | null | undefined): string | null =>
  round ? formatUnits(round.answer, PRICE_DECIMALS) : null

export const openPriceFeed = async (
  node: ChainNode,
  contracts: Contracts,
  account: HouseAccount,
  settings: FeedSettings,
): Promise<PriceFeed> => {
  const aggregator = openAggregator(node, contracts, account)
  const telling = await openTelling(aggregator, settings)
  const stopping = new AbortController()
  let isPaused = false
  let tail: Promise<void> = Promise.resolve()
  const seconds = (): number => Math.floor(settings.now() / 1_000)
  const patience = (): AbortSignal => AbortSignal.any([stopping.signal, AbortSignal.timeout(MINED_WITHIN_MS)])

  const mined = (hash: Hex): Promise<void> => untilMined(node, hash, patience())

  /** What an earlier run has sent and nobody mined yet must not be sent again. */
  const untilNothingWaits = async (): Promise<void> => {
    const waiting = aggregator.waiting()
    if (waiting !== undefined) await mined(waiting).catch(() => undefined)
  }

  /** What is due: a year when there is nothing yet, else what the walk would have done since the last round. */
  const catchUp = async (): Promise<void> => {
    if (aggregator.isKnown()) await untilNothingWaits()
    const last = await telling.lastTrue()
    if (last === undefined || isPaused || stopping.signal.aborted) return
    const due = last === null ? yearOfRounds(seconds()) : roundsSince(last, seconds(), settings.intervalSeconds)
    await telling.tell(due, mined)
  }

  /** One after the other: the next one looks at what the one before it has fed. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }

  const wake = (): void => {
    inTurn(catchUp).catch((error: Error) => {
      if (!stopping.signal.aborted) process.stderr.write(`chain: the price could not be fed: ${error.message}\n`)
    })
  }

  const timer = setInterval(wake, settings.intervalSeconds * 1_000)
  wake()

  return {
    address: account.address,
    price: async () => inDollars(await aggregator.latest()),
    truth: async () => inDollars(await telling.lastTrue()),
    set: (answer) =>
      inTurn(async () => {
        const last = await aggregator.latest()
        if (last === undefined) throw noAggregator()
        const now = BigInt(seconds())
        await telling.tell([{ answer, updatedAt: last !== null && last.updatedAt > now ? last.updatedAt : now }], mined)
      }),
    pause(paused) {
      isPaused = paused
      if (!paused) wake()
    },
    isPaused: () => isPaused,
    wake,
    catchUp: () => inTurn(catchUp),
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await tail
    },
  }
}
