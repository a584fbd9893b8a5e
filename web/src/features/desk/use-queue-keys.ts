import { type RefObject, useEffect, useEffectEvent } from 'react'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [role="dialog"]') !== null

/**
 * From item to item by keyboard: j and k wherever the focus is, arrows within the list, so that they still scroll the page
 * elsewhere. Enter is the link's own. `onEnd` hears of a step beyond the last one.
 */
export const useQueueKeys = (list: RefObject<HTMLElement | null>, onEnd: () => void) => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const element = list.current
    const isInside = event.target instanceof Node && element?.contains(event.target)
    if (!element || (event.key.startsWith('Arrow') && !isInside)) return
    const links = [...element.querySelectorAll<HTMLElement>('li a[href]')]
    const focused = links.indexOf(document.activeElement as HTMLElement)
    const open = links.findIndex((link) => link.getAttribute('aria-current') === 'true')
    const from = focused === -1 ? open : focused
    const next = links[from === -1 ? 0 : from + step]
    event.preventDefault()
    if (next) next.focus()
    else if (step === 1) onEnd()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
