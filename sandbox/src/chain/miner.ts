import type { ChainState } from './chain-state.ts'
import type { Line } from './history.ts'
import type { Journal } from './journal.ts'

/** One change of the chain at a time. A reader who comes meanwhile waits, so that nobody sees what is not on disk. */
export const openTurns = () => {
  let tail: Promise<unknown> = Promise.resolve()
  let changing: Promise<unknown> = Promise.resolve()
  const take = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }
  return {
    take,
    /** A turn that moves the head, which readers have to wait for. */
    changeHead: <T>(work: () => Promise<T>): Promise<T> =>
      take(() => {
        const change = work()
        changing = change.catch(() => undefined)
        return change
      }),
    /** Resolves when the head stands still. */
    still: (): Promise<unknown> => changing,
  }
}

export type Turns = ReturnType<typeof openTurns>

type Miner = {
  /** Makes a block when its time has come, if one is needed, and so on until none is. */
  schedule(): void
  stop(): void
}

type Mine = {
  state: ChainState
  journal: Journal<Line>
  turns: Turns
  blockSeconds(): number
  seconds(): number
  announce(): void
}

export const openMiner = ({ state, journal, turns, blockSeconds, seconds, announce }: Mine): Miner => {
  let timer: NodeJS.Timeout | null = null
  let isStopping = false

  const makeBlock = async (): Promise<void> => {
    const block = await state.build(seconds())
    try {
      await journal.append({ block: block.line })
    } catch (error) {
      await block.undo()
      throw error
    }
    state.adopt(block)
    announce()
  }

  const mayStart = (): boolean => timer === null && !isStopping

  const startTimer = async (): Promise<void> => {
    if (!mayStart() || !(await turns.take(state.needsBlock)) || !mayStart()) return
    timer = setTimeout(async () => {
      await turns.changeHead(makeBlock).catch(warn)
      timer = null
      schedule()
    }, blockSeconds() * 1_000)
  }

  const schedule = (): void => {
    startTimer().catch(warn)
  }

  return {
    schedule,
    stop() {
      isStopping = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

export const warn = (error: Error): void => {
  process.stderr.write(`chain: ${error.message}\n`)
}
