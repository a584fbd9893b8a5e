/** Runs one thing after the other, whether the one before went well or not. */
export const openTurns = () => {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    take<T>(work: () => Promise<T>): Promise<T> {
      const turn = tail.then(work)
      tail = turn.catch(() => undefined)
      return turn
    },
    /** Resolves when everything that was begun is over. */
    over: (): Promise<unknown> => tail,
  }
}

export type Turns = ReturnType<typeof openTurns>
