import { useEffect, useState } from 'react'

const tick = 250

const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))

/** The whole seconds until then, counted down to zero; undefined while there is nothing to wait for. */
export const useSecondsLeft = (endsAt: number | undefined): number | undefined => {
  const [now, setNow] = useState<{ endsAt: number; left: number } | undefined>()
  // Counted anew at once when the end has moved, so that no render shows what is left of another wait.
  if (endsAt !== undefined && now?.endsAt !== endsAt) setNow({ endsAt, left: secondsUntil(endsAt) })
  useEffect(() => {
    if (endsAt === undefined) return
    // Read from the clock: a tab in the background ticks less often.
    const count = () => {
      const left = secondsUntil(endsAt)
      setNow((before) => (before?.endsAt === endsAt && before.left === left ? before : { endsAt, left }))
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(count, tick)
    return () => clearInterval(timer)
  }, [endsAt])
  if (endsAt === undefined) return undefined
  return now?.endsAt === endsAt ? now.left : secondsUntil(endsAt)
}
