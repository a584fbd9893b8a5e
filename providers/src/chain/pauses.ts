import { type ReadContract, wordsOf } from './json-rpc.ts'

const pausedCall = '0x5c975abb' // paused()

/** Which of some contracts are paused. */
export type ReadPauses = () => Promise<string[]>

/** Asks each contract by its name here. */
export const createPauseReader =
  (read: ReadContract, contracts: Readonly<Record<string, string>>): ReadPauses =>
  async () => {
    const asked = Object.entries(contracts).map(async ([name, address]) => {
      const [isPaused] = wordsOf(await read(address, pausedCall))
      return isPaused === 1n ? [name] : []
    })
    return (await Promise.all(asked)).flat()
  }
