import { readFile, rm, writeFile } from 'node:fs/promises'
import { type Address, formatUnits } from 'viem'
import { liedUnits } from '../frame/faults.ts'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import { openAggregator, untilMined } from './aggregator.ts'
import { readUnits } from './amounts.ts'
import type { Contracts } from './contracts.ts'
import type { HouseAccount } from './house-account.ts'
import type { ChainNode } from './node.ts'
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
  stop(): Promise<void>
}

export type FeedSettings = {
  intervalSeconds: number
  now(): number
  /** By which factor the next round lies, if it does. */
  lie(): string | undefined
  /** Where the true price is kept while the chain has a lie: a sandbox that starts again goes on from there. */
  truthFile: string
}

const readTruth = async (file: string): Promise<Round | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { answer, updatedAt } = JSON.parse(text) as Record<keyof Round, string>
  return { answer: BigInt(answer), updatedAt: BigInt(updatedAt) }
}

export const openPriceFeed = async (
  node: ChainNode,
  contracts: Contracts,
  account: HouseAccount,
  settings: FeedSettings,
): Promise<PriceFeed> => {
  const aggregator = openAggregator(node, contracts, account)
  const stopping = new AbortController()
  let isPaused = false
  /** Known only while the newest round on the chain is a lie. */
  let truth = await readTruth(settings.truthFile)
  let tail: Promise<void> = Promise.resolve()
  const seconds = (): number => Math.floor(settings.now() / 1_000)
  const patience = (): AbortSignal => AbortSignal.any([stopping.signal, AbortSignal.timeout(MINED_WITHIN_MS)])

  const keepTruth = async (round: Round | undefined): Promise<void> => {
    truth = round
    if (round === undefined) await rm(settings.truthFile, { force: true })
    else
      await writeFile(
        settings.truthFile,
        JSON.stringify({ answer: String(round.answer), updatedAt: String(round.updatedAt) }),
      )
  }

  const lastTrue = async (): Promise<Round | null | undefined> => truth ?? aggregator.latest()

  const feedAndWait = async (rounds: Round[]): Promise<void> => {
    const newest = rounds.at(-1)
    if (newest === undefined) return
    const factor = settings.lie()
    // Before the lie is told, so that nobody who asks for the truth meanwhile hears the lie.
    if (factor !== undefined) await keepTruth(newest)
    const told = rounds.map((round) =>
      factor === undefined ? round : { ...round, answer: liedUnits(round.answer, factor) || 1n },
    )
    const last = await aggregator.feed(told)
    if (last !== undefined) await untilMined(node, last, patience())
    if (factor === undefined && truth !== undefined) await keepTruth(undefined)
  }

  /** What an earlier run has sent and nobody mined yet must not be sent again. */
  const untilNothingWaits = async (): Promise<void> => {
    const waiting = aggregator.waiting()
    if (waiting !== undefined) await untilMined(node, waiting, patience()).catch(() => undefined)
  }

  /** What is due: a year when there is nothing yet, else what the walk would have done since the last round. */
  const catchUp = async (): Promise<void> => {
    if (aggregator.isKnown()) await untilNothingWaits()
    const last = await lastTrue()
    if (last === undefined || isPaused || stopping.signal.aborted) return
    const due = last === null ? yearOfRounds(seconds()) : roundsSince(last, seconds(), settings.intervalSeconds)
    await feedAndWait(due)
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
    async price() {
      const last = await aggregator.latest()
      return last ? formatUnits(last.answer, PRICE_DECIMALS) : null
    },
    async truth() {
      const last = await lastTrue()
      return last ? formatUnits(last.answer, PRICE_DECIMALS) : null
    },
    set: (answer) =>
      inTurn(async () => {
        const last = await aggregator.latest()
        if (last === undefined)
          throw new RequestRefused(
            409,
            'NoContract',
            'There is no aggregator yet: its contract has not been made known here',
          )
        const now = BigInt(seconds())
        await feedAndWait([{ answer, updatedAt: last !== null && last.updatedAt > now ? last.updatedAt : now }])
      }),
    pause(paused) {
      isPaused = paused
      if (!paused) wake()
    },
    isPaused: () => isPaused,
    wake,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await tail
    },
  }
}
