import { type RefObject, useEffect, useRef, useState } from 'react'

const idlePatience = 3_000

// Safari has no idle callbacks; there a moment has to do.
const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run, { timeout: idlePatience })
  return () => window.cancelIdleCallback(handle)
}

/** Becomes true once the element has come into sight and the page has nothing better to do; for parts that are large. */
export const useSeen = (): [RefObject<HTMLDivElement | null>, boolean] => {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    let cancel = () => {}
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      cancel = whenIdle(() => setIsSeen(true))
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [isSeen])
  return [place, isSeen]
}
