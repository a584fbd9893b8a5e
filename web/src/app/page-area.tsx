import { VisuallyHidden } from '@mantine/core'
import { type AnimationEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { settings } from '../lib/settings.ts'
import { Page } from '../ui/page.tsx'
import classes from './page-area.module.css'
import { usePageFocus } from './page-focus.ts'
import type { PageHandle } from './page-handle.ts'

const useHandle = () => useMatches().at(-1)?.handle as PageHandle | undefined

const titleOf = (handle: PageHandle | undefined): string => {
  if (handle?.isPlain) return handle.title
  return handle ? `${handle.title} · ${settings.brand.name}` : settings.brand.name
}

/** True from the second page on: the first one is simply there, without moving and without taking focus. */
const useHasNavigated = (pathname: string): boolean => {
  const [firstPath] = useState(pathname)
  const hasNavigated = useRef(false)
  if (pathname !== firstPath) hasNavigated.current = true
  return hasNavigated.current
}

/**
 * A page moves in as a live element, which can be clicked at once, while the one before fades out as a picture. Only a
 * page that has arrived is named for that picture.
 */
const Arriving = ({ moves, children }: { moves: boolean; children: ReactNode }) => {
  const [hasArrived, setHasArrived] = useState(!moves)
  const onAnimationEnd = (event: AnimationEvent) => {
    if (event.target === event.currentTarget) setHasArrived(true)
  }
  return (
    <div className={hasArrived ? classes.arrived : classes.arriving} onAnimationEnd={onAnimationEnd}>
      {children}
    </div>
  )
}

/** Where the pages appear, each as its kind is framed: keeps title, focus and announcement in step with the route. */
export const PageArea = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const handle = useHandle()
  const title = titleOf(handle)
  const main = useRef<HTMLElement>(null)
  const hasNavigated = useHasNavigated(pathname)

  useEffect(() => {
    document.title = title
  }, [title])

  usePageFocus(main)

  return (
    <>
      <VisuallyHidden role="status">{hasNavigated ? title : ''}</VisuallyHidden>
      <main id="main" tabIndex={-1} ref={main} className={classes.main}>
        <Arriving key={pathname} moves={hasNavigated}>
          <Page kind={handle?.kind ?? 'reading'}>{children}</Page>
        </Arriving>
      </main>
    </>
  )
}
