import { useEffect, useState } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { clockText } from '../lib/clock-text.ts'
import classes from './failure-note.module.css'

const tick = 1_000

const waitOf = (failure: CallError | null): number => {
  const seconds = failure?.details.retryAfter
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : 0
}

/** The seconds the server asked to wait for, counted down to zero. */
export const useWait = (failure: CallError | null): number => {
  const [wait, setWait] = useState<{ failure: CallError | null; endsAt: number; left: number }>({
    failure: null,
    endsAt: 0,
    left: 0,
  })
  if (wait.failure !== failure) {
    const left = waitOf(failure)
    setWait({ failure, endsAt: Date.now() + left * 1_000, left })
  }
  const isWaiting = wait.left > 0
  useEffect(() => {
    if (!isWaiting) return
    // Read from the clock: a tab in the background ticks less often.
    const count = () =>
      setWait((before) => ({ ...before, left: Math.max(0, Math.ceil((before.endsAt - Date.now()) / 1_000)) }))
    const timer = setInterval(count, tick)
    return () => clearInterval(timer)
  }, [isWaiting])
  return wait.left
}

/** How long to wait; not announced at every second. */
export const WaitNote = ({ wait }: { wait: number }) =>
  wait > 0 && (
    <p role="timer" className={classes.wait}>
      Try again in {clockText(wait)}
    </p>
  )

/** What went wrong, announced once, and how long to wait. */
export const FailureNote = ({ message, wait = 0, id }: { message: string; wait?: number; id?: string }) => (
  <div className={classes.note}>
    <p role="alert" id={id} className={classes.message}>
      {message}
    </p>
    <WaitNote wait={wait} />
  </div>
)
