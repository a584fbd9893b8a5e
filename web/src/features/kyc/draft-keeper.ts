import { CallError } from '../../lib/call-error.ts'

/** How long the keyboard is quiet before what was typed is sent. */
export const quietTime = 800
const firstPause = 2_000
const longestPause = 30_000

export type DraftState =
  | { status: 'none' | 'unsaved' | 'saving' | 'saved' }
  /** Tried again by itself. */
  | { status: 'failed'; failure: Error }
  /** The server does not want it, so it is not tried again. */
  | { status: 'refused'; failure: Error }

const isRefusal = (failure: unknown) =>
  failure instanceof CallError && failure.status !== undefined && failure.status < 500 && failure.status !== 429

/** Longer with each failure, and never shorter than the server asked for. */
const pauseAfter = (failures: number, failure: unknown): number => {
  const asked = failure instanceof CallError ? Number(failure.details.retryAfter ?? 0) * 1_000 : 0
  return Math.max(asked, Math.min(firstPause * 2 ** (failures - 1), longestPause))
}

/**
 * Sends what is typed once the keyboard is quiet: one after the other, or the slower of two answers would win, and again
 * until it is kept. `send` reads what is to be kept when its turn comes.
 */
export const createDraftKeeper = (send: (picture?: Blob) => Promise<unknown>, tell: (state: DraftState) => void) => {
  let typed = 0
  let kept = 0
  let failures = 0
  /** Counts up when all is forgotten: an answer from before then says nothing any more. */
  let life = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act)
    last = turn.catch(() => undefined)
    return turn
  }

  const later = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void inTurn(save), pause)
  }

  const keepUntil = (until: number) => {
    kept = Math.max(kept, until)
    failures = 0
    tell({ status: kept < typed ? 'unsaved' : 'saved' })
  }

  const save = async () => {
    const [until, ownLife] = [typed, life]
    if (kept >= until) return
    tell({ status: 'saving' })
    try {
      await send()
      if (life === ownLife) keepUntil(until)
    } catch (failure) {
      if (life !== ownLife) return
      if (isRefusal(failure)) return tell({ status: 'refused', failure: failure as Error })
      failures += 1
      tell({ status: 'failed', failure: failure as Error })
      later(pauseAfter(failures, failure))
    }
  }

  return {
    isUnsaved: () => kept < typed,
    /** Something was typed. */
    touch: () => {
      typed += 1
      tell({ status: 'unsaved' })
      later(quietTime)
    },
    /** Sends now what waits, such as when the page is left. */
    flush: () => {
      if (kept >= typed) return
      clearTimeout(timer)
      void inTurn(save)
    },
    /** Raises its failure: whoever chose the picture is still there to try again. */
    savePicture: (picture: Blob) =>
      inTurn(async () => {
        const [until, ownLife] = [typed, life]
        await send(picture)
        if (life === ownLife) keepUntil(until)
      }),
    /** Runs what replaces the draft after all that is under way; if it fails, the draft is kept on. */
    replaceBy: <T>(act: () => Promise<T>): Promise<T> => {
      clearTimeout(timer)
      return inTurn(act).then(
        (done) => {
          kept = typed
          tell({ status: 'none' })
          return done
        },
        (failure: unknown) => {
          if (kept < typed) later(quietTime)
          throw failure
        },
      )
    },
    forget: () => {
      clearTimeout(timer)
      life += 1
      last = Promise.resolve()
      typed = 0
      kept = 0
      failures = 0
      tell({ status: 'none' })
    },
  }
}
