import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Hex } from 'viem'
import { liedUnits } from '../frame/faults.ts'
import type { Aggregator } from './aggregator.ts'
import type { Round } from './price-walk.ts'

export type TellingSettings = {
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

/** Tells the aggregator the price, or a lie, and knows the truth all the while. */
export const openTelling = async (aggregator: Aggregator, { lie, truthFile }: TellingSettings) => {
  /** Known only while the newest round on the chain is a lie. */
  let truth = await readTruth(truthFile)

  const keepTruth = async (round: Round | undefined): Promise<void> => {
    truth = round
    if (round === undefined) await rm(truthFile, { force: true })
    else
      await writeFile(truthFile, JSON.stringify({ answer: String(round.answer), updatedAt: String(round.updatedAt) }))
  }

  return {
    lastTrue: async (): Promise<Round | null | undefined> => truth ?? aggregator.latest(),
    /** Resolves when the rounds are in a block, which `mined` waits for. */
    async tell(rounds: Round[], mined: (hash: Hex) => Promise<void>): Promise<void> {
      const newest = rounds.at(-1)
      if (newest === undefined) return
      const factor = lie()
      // Before the lie is told, so that nobody who asks for the truth meanwhile hears the lie.
      if (factor !== undefined) await keepTruth(newest)
      const told = rounds.map((round) =>
        factor === undefined ? round : { ...round, answer: liedUnits(round.answer, factor) || 1n },
      )
      const last = await aggregator.feed(told)
      if (last !== undefined) await mined(last)
      if (factor === undefined && truth !== undefined) await keepTruth(undefined)
    },
  }
}
