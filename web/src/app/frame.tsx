import { lazy, Suspense } from 'react'
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
      <PageLink to="/verify">Check a document</PageLink>
      <PageLink to="/term-conditions">Terms and conditions</PageLink>
      <PageLink to="/privacy-policy/">Privacy policy</PageLink>
    </nav>
  </footer>
)

const useHandle = () => useMatches().at(-1)?.handle as PageHandle | undefined

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
  const hasSide = (isVerified || isOperator) && !isAlone
  return (
    <div className={classes.frame} data-shell={hasSide || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <FrameNotices />
      <FrameHeader />
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
