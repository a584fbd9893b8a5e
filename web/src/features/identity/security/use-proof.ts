import { useRef, useState } from 'react'
import { CallError } from '../../../lib/call-error.ts'
import type { Need, Verification } from '../../../lib/verifications.ts'

/** The server's own words where they say more than ours: how long to wait. */
const isAboutWaiting = ({ name }: CallError) => name === 'TooManyTries' || name === 'RateLimited'

/**
 * Sends what was typed and says how it went. A proof that passed, or that turned out to need something else first,
 * settles the question; the field stays busy then, so that nothing can be sent twice.
 */
export const useProof = ({
  send,
  settle,
  wrong,
  words,
  insteadOf,
}: {
  send: (typed: string) => Promise<unknown>
  settle: Verification['settle']
  /** The name of the error that says that it was mistyped. */
  wrong: string
  words: { wrong: string; failed: string }
  /** What the failure shows to be missing, if anything. */
  insteadOf: (failure: CallError) => Need | undefined
}) => {
  const isSending = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [message, setMessage] = useState('')

  const wordsFor = (failed: CallError | null) => {
    if (failed?.name === wrong) return words.wrong
    return failed && isAboutWaiting(failed) ? failed.message : words.failed
  }

  const submit = async (typed: string): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    setMessage('')
    try {
      await send(typed)
      settle('passed')
    } catch (cause) {
      const failed = cause instanceof CallError ? cause : null
      const need = failed ? insteadOf(failed) : undefined
      if (need) return settle(need)
      isSending.current = false
      setIsBusy(false)
      setFailure(failed)
      setMessage(wordsFor(failed))
    }
  }

  return { submit, isBusy, failure, message, setMessage }
}
