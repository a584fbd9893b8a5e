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

/** An answer that comes after all was forgotten finds another draft in the place of its own, and says nothing any more. */
const newDraft = () => ({ typed: 0, kept: 0, failures: 0, last: Promise.resolve() as Promise<unknown> })

/**
 * Sends what is typed once the keyboard is quiet: one after the other, or the slower of two answers would win, and again
 * until it is kept. `send` reads what is to be kept when its turn comes.
 */
export const createDraftKeeper = (send: (picture?: Blob) => Promise<unknown>, tell: (state: DraftState) => void) => {
  let draft = newDraft()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isUnsaved = () => draft.kept < draft.typed

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = draft.last.then(act)
    draft.last = turn.catch(() => undefined)
    return turn
  }

  const later = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void inTurn(save), pause)
  }

  const keep = async (picture?: Blob) => {
    const [own, until] = [draft, draft.typed]
    await send(picture)
    if (own !== draft) return
    draft.kept = Math.max(draft.kept, until)
    draft.failures = 0
    tell({ status: isUnsaved() ? 'unsaved' : 'saved' })
  }

  const save = async () => {
    if (!isUnsaved()) return
    const own = draft
    tell({ status: 'saving' })
    try {
      await keep()
    } catch (failure) {
      if (own !== draft) return
      const refused = isRefusal(failure)
      tell({ status: refused ? 'refused' : 'failed', failure: failure as Error })
      if (!refused) later(pauseAfter(++draft.failures, failure))
    }
  }

  return {
    isUnsaved,
    /** Something was typed. */
    touch: () => {
      draft.typed += 1
      tell({ status: 'unsaved' })
      later(quietTime)
    },
    /** Sends now what waits, such as when the page is left. */
    flush: () => {
      if (!isUnsaved()) return
      clearTimeout(timer)
      void inTurn(save)
    },
    /** Raises its failure: whoever chose the picture is still there to try again. */
    savePicture: (picture: Blob) => inTurn(() => keep(picture)),
    /** Runs what replaces the draft after all that is under way; if it fails, the draft is kept on. */
    replaceBy: async <T>(act: () => Promise<T>): Promise<T> => {
      clearTimeout(timer)
      const done = await inTurn(act).catch((failure: unknown) => {
        if (isUnsaved()) later(quietTime)
        throw failure
      })
      draft.kept = draft.typed
      tell({ status: 'none' })
      return done
    },
    forget: () => {
      clearTimeout(timer)
      draft = newDraft()
      tell({ status: 'none' })
    },
  }
}
