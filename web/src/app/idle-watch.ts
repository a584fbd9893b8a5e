import { resetOnLogOut } from '../lib/session.ts'

const idleLimit = 15 * 60_000
/** Short, so that a laptop that slept too long is logged out when it wakes and not minutes later. */
const checkEvery = 5_000
const shareEvery = 5_000
const reportEvery = 60_000

/** What resets the timer. Touching is what moving the mouse is on a phone. */
const inputs = ['mousemove', 'keydown', 'click', 'touchstart'] as const

const lastInputName = 'ingot-last-input'
const lastReportName = 'ingot-last-report'

// Times are shared by all tabs. Where storage is blocked a tab has only its own.
const readTime = (name: string): number => {
  try {
    return Number(localStorage.getItem(name)) || 0
  } catch {
    return 0
  }
}

const writeTime = (name: string, time: number) => {
  try {
    localStorage.setItem(name, String(time))
  } catch {
    // The server keeps the same rule, so at worst one is asked to sign in again.
  }
}

resetOnLogOut(() => {
  try {
    localStorage.removeItem(lastInputName)
    localStorage.removeItem(lastReportName)
  } catch {
    // Nothing can have been stored.
  }
})

/**
 * Calls `onIdle` once when no tab has seen any input for 15 minutes, and `onInput` at most once a minute while there is
 * some. Everything is computed from times and not from timers, which stop while a computer sleeps.
 */
export const watchIdleness = ({
  onIdle,
  onInput,
  target = window,
}: {
  onIdle: () => void
  onInput: () => void
  /** Where input is heard. */
  target?: EventTarget
}): (() => void) => {
  let ownInput = readTime(lastInputName) || Date.now()
  let isOver = false

  const isIdle = (now: number) => {
    const lastInput = Math.max(ownInput, readTime(lastInputName))
    if (lastInput <= now) return now - lastInput >= idleLimit
    // The clock was set back: counting begins anew, or it would wait until the old time comes round again.
    ownInput = now
    writeTime(lastInputName, now)
    return false
  }

  const check = () => {
    if (isOver || !isIdle(Date.now())) return
    isOver = true
    onIdle()
  }

  const noteInput = () => {
    const now = Date.now()
    // The first touch after a long sleep comes too late to count.
    if (isIdle(now)) return check()
    ownInput = now
    if (now - readTime(lastInputName) >= shareEvery) writeTime(lastInputName, now)
    if (Math.abs(now - readTime(lastReportName)) < reportEvery) return
    writeTime(lastReportName, now)
    onInput()
  }

  check()
  const timer = setInterval(check, checkEvery)
  const options = { capture: true, passive: true }
  for (const input of inputs) target.addEventListener(input, noteInput, options)
  document.addEventListener('visibilitychange', check)
  return () => {
    isOver = true
    clearInterval(timer)
    for (const input of inputs) target.removeEventListener(input, noteInput, options)
    document.removeEventListener('visibilitychange', check)
  }
}
