import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The link that was last used on each page of the history. */
const lastLinks = new Map<string, string>()
const mostRemembered = 50

const remember = (page: string, link: string) => {
  // The newest stands last, and the oldest goes first.
  lastLinks.delete(page)
  lastLinks.set(page, link)
  const [oldest] = lastLinks.keys()
  if (lastLinks.size > mostRemembered && oldest !== undefined) lastLinks.delete(oldest)
}

const findLink = (area: HTMLElement, address: string | undefined) =>
  [...area.querySelectorAll<HTMLElement>('a[href]')].find((link) => link.getAttribute('href') === address)

/**
 * After a navigation the keyboard goes on at the page's heading; back and forth in the history, at the link by which the
 * page was left. Scrolling is the router's.
 */
export const usePageFocus = (area: RefObject<HTMLElement | null>) => {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const shownPath = useRef(pathname)

  // Before the page is seen, so that no link is used unnoticed.
  useLayoutEffect(() => {
    const element = area.current
    const note = ({ target }: FocusEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (link) remember(key, link.getAttribute('href') ?? '')
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [area, key])

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    const element = area.current
    if (!element) return
    const left = type === 'POP' ? findLink(element, lastLinks.get(key)) : undefined
    const target = left ?? element.querySelector<HTMLElement>('h1') ?? element
    target.focus({ preventScroll: true })
  }, [area, pathname, key, type])
}
