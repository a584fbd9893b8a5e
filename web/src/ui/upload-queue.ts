import { useEffect, useReducer, useRef } from 'react'

/** A file on its way to us. */
export type Sending = {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled'
  /** How much of it has left, between 0 and 1. */
  share: number
  problem: string
}

type Change = { added: readonly Sending[] } | { id: number; change: Partial<Sending> } | { removed: number }

const changed = (before: readonly Sending[], change: Change): readonly Sending[] => {
  if ('added' in change) return [...before, ...change.added]
  if ('removed' in change) return before.filter(({ id }) => id !== change.removed)
  return before.map((each) => (each.id === change.id ? { ...each, ...change.change } : each))
}

export type SendFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<unknown>

/** Sends files one after the other: what one of them ends with stops no other. */
export const useUploadQueue = (send: SendFile, problemOf: (file: File) => string) => {
  const [files, dispatch] = useReducer(changed, [])
  const count = useRef(0)
  const underWay = useRef<{ id: number; controller: AbortController } | null>(null)
  const next = files.find(({ state }) => state === 'waiting')
  const isBusy = files.some(({ state }) => state === 'sending')

  useEffect(() => {
    if (!next || isBusy) return
    const { id, file } = next
    const controller = new AbortController()
    underWay.current = { id, controller }
    dispatch({ id, change: { state: 'sending', problem: '' } })
    const ended = (change: Partial<Sending>) => dispatch({ id, change })
    send(file, (share) => dispatch({ id, change: { share } }), controller.signal).then(
      () => ended({ state: 'sent', share: 1 }),
      (failure: Error) =>
        ended(controller.signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: failure.message }),
    )
  }, [next, isBusy, send])

  // Whoever leaves the page has ended what it was sending.
  useEffect(() => () => underWay.current?.controller.abort(), [])

  return {
    files,
    isBusy: isBusy || next !== undefined,
    add: (chosen: Iterable<File>) => {
      const added = [...chosen].map((file): Sending => {
        const problem = problemOf(file)
        return { id: ++count.current, file, state: problem === '' ? 'waiting' : 'failed', share: 0, problem }
      })
      dispatch({ added })
    },
    /** One that has not begun is simply not sent. */
    cancel: (id: number) => {
      if (underWay.current?.id === id) underWay.current.controller.abort()
      dispatch({ id, change: { state: 'cancelled' } })
    },
    again: (id: number) => dispatch({ id, change: { state: 'waiting', share: 0, problem: '' } }),
    remove: (id: number) => dispatch({ removed: id }),
  }
}
