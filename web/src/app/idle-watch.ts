import { resetOnLogOut } from '../lib/session.ts'

const idleLimit = 15 * 60_000
const warningTime = 60_000
/** As often as the seconds that are left are counted; and a laptop that slept too long is logged out when it wakes. */
const checkEvery = 1_000
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

/** The seconds that are left; `stayed` when there was input in this tab after all, and null when it was in another one. */
export type Warning = number | 'stayed' | null

/**
 * Calls `onIdle` once when no tab has seen any input for 15 minutes, `onWarning` in the minute before that, and `onInput`
 * at most once a minute while there is input. Everything is computed from times and not from timers, which stop while a
 * computer sleeps.
 */
export const watchIdleness = ({
  onIdle,
  onWarning,
  onInput,
  target = window,
}: {
  onIdle: () => void
  onWarning: (warning: Warning) => void
  onInput: () => void
  /** Where input is heard. */
  target?: EventTarget
}): (() => void) => {
  let ownInput = readTime(lastInputName) || Date.now()
  let heardAt = 0
  let warnedOf: Warning = null
  let isOver = false

  const timeLeft = (now: number) => {
    const lastInput = Math.max(ownInput, readTime(lastInputName))
    if (lastInput <= now) return idleLimit - (now - lastInput)
    // The clock was set back: counting begins anew, or it would wait until the old time comes round again.
    ownInput = now
    writeTime(lastInputName, now)
    return idleLimit
  }

  const warn = (warning: Warning) => {
    // Whoever has stayed is not told so by the next check.
    if (warning === warnedOf || (warning === null && warnedOf === 'stayed')) return
    warnedOf = warning
    onWarning(warning)
  }

  const report = (now: number) => {
    if (Math.abs(now - readTime(lastReportName)) < reportEvery) return
    writeTime(lastReportName, now)
    onInput()
  }

  /** The server keeps the same rule, and would count from too early if the last input before a pause were kept from it. */
  const reportLate = (now: number) => {
    if (heardAt > readTime(lastReportName) && now - heardAt <= reportEvery) report(now)
  }

  const check = () => {
    if (isOver) return
    const now = Date.now()
    const left = timeLeft(now)
    if (left > 0) {
      warn(left > warningTime ? null : Math.ceil(left / 1_000))
      return reportLate(now)
    }
    isOver = true
    onIdle()
  }

  const noteInput = () => {
    const now = Date.now()
    // The first touch after a long sleep comes too late to count.
    if (timeLeft(now) <= 0) return check()
    ownInput = now
    heardAt = now
    if (now - readTime(lastInputName) >= shareEvery) writeTime(lastInputName, now)
    if (typeof warnedOf === 'number') warn('stayed')
    report(now)
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
