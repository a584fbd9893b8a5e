import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { useSession } from '../lib/session.ts'
import { settings } from '../lib/settings.ts'
import { useIsOperator } from '../lib/use-operator.ts'
import { PageLink } from '../ui/page-link.tsx'
import classes from './frame.module.css'
import { FrameHeader } from './frame-header.tsx'
import { useLeaveWhenLoggedOut } from './leave-when-logged-out.ts'
import { PageArea } from './page-area.tsx'
import type { PageHandle } from './page-handle.ts'
import { FrameNotices } from './shell/frame-notices.tsx'
import { useSidebar } from './shell/sidebar-state.ts'
import { useThemeColour } from './theme-colour.ts'

const { brand } = settings

// Visitors do not load what only a session needs, and customers nothing of the operators'.
const SignedInDialogs = lazy(() =>
  import('./signed-in-dialogs.tsx').then((module) => ({ default: module.SignedInDialogs })),
)
/** What is not asked for by anybody must not end the page where it cannot be loaded, such as without a connection. */
const nothing: { default: ComponentType } = { default: () => null }
const CustomerNotices = lazy(() =>
  import('./shell/customer-notices.tsx').then(
    (module) => ({ default: module.CustomerNotices }),
    () => nothing,
  ),
)
const IncidentLine = lazy(() =>
  import('./shell/incident-line.tsx').then(
    (module) => ({ default: module.IncidentLine }),
    () => nothing,
  ),
)
const QuietCheck = lazy(() =>
  import('../features/proofs/quiet-check.tsx').then(
    (module) => ({ default: module.QuietCheck }),
    () => nothing,
  ),
)
const Sidebar = lazy(() => import('./shell/sidebar.tsx').then((module) => ({ default: module.Sidebar })))
const ConsoleSidebar = lazy(() =>
  import('./console/console-sidebar.tsx').then((module) => ({ default: module.ConsoleSidebar })),
)

const Side = ({ isOperator }: { isOperator: boolean }) => {
  const isCollapsed = useSidebar((sidebar) => sidebar.isCollapsed)
  return (
    <div className={classes.side} data-collapsed={isCollapsed || undefined}>
      <Suspense fallback={null}>{isOperator ? <ConsoleSidebar /> : <Sidebar />}</Suspense>
    </div>
  )
}

const Footer = () => (
  <footer className={classes.footer}>
    <p className={classes.legal}>
      © {new Date().getFullYear()} {brand.name}
      {brand.legalLine !== '' && `. ${brand.legalLine}`}
    </p>
    <nav className={classes.links} aria-label="Legal and documents">
      <PageLink to="/support">Support Center</PageLink>
      <PageLink to="/status">System status</PageLink>
      <PageLink to="/reserves">Reserves</PageLink>
      <PageLink to="/verify">Check a document</PageLink>
      <PageLink to="/report-a-death">Report a death</PageLink>
      <PageLink to="/term-conditions">Terms and conditions</PageLink>
      <PageLink to="/privacy-policy/">Privacy policy</PageLink>
    </nav>
  </footer>
)

const useHandle = () => useMatches().at(-1)?.handle as PageHandle | undefined

const soon = 1_000

/** Whether the browser has had a moment without anything to do; in what is drawn ahead it has not. */
const useWasIdle = () => {
  const [wasIdle, setWasIdle] = useState(false)
  useEffect(() => {
    const note = () => setWasIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(note, soon)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(note)
    return () => cancelIdleCallback(waiting)
  }, [])
  return wasIdle
}

/** The page and nothing around it. */
const PlainFrame = () => (
  <div className={classes.frame}>
    <PageArea>
      <Outlet />
    </PageArea>
    <ScrollRestoration />
  </div>
)

const WholeFrame = ({ isAlone }: { isAlone: boolean }) => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const isVerified = useSession(({ info }) => isAuthenticated && info?.kycVerified === 'Verified')
  const isOperator = useIsOperator()
  // Known once the server has said who it is: an operator is asked for nothing of it.
  const isCustomer = useSession(({ info }) => isAuthenticated && info?.role === 'customer')
  const wasIdle = useWasIdle()
  const hasSide = (isVerified || isOperator) && !isAlone
  return (
    <div className={classes.frame} data-shell={hasSide || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <FrameNotices />
      {wasIdle && (
        <Suspense fallback={null}>
          <IncidentLine />
        </Suspense>
      )}
      {wasIdle && isVerified && isCustomer && (
        <Suspense fallback={null}>
          <QuietCheck />
        </Suspense>
      )}
      <FrameHeader />
      {isCustomer && (
        <Suspense fallback={null}>
          <CustomerNotices />
        </Suspense>
      )}
      <div className={classes.body}>
        {hasSide && <Side isOperator={isOperator} />}
        <div className={classes.column}>
          <PageArea>
            <Outlet />
          </PageArea>
          {isVerified && !isOperator && !isAlone && <Footer />}
        </div>
      </div>
      {isAuthenticated && (
        <Suspense fallback={null}>
          <SignedInDialogs />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}

/** What stands around every page. A sidebar have verified customers and operators, a footer the customers alone. */
export const Frame = () => {
  useLeaveWhenLoggedOut()
  useThemeColour()
  const handle = useHandle()
  return handle?.isPlain ? <PlainFrame /> : <WholeFrame isAlone={handle?.isAlone === true} />
}
