import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { settings } from '../lib/settings.ts'
import { useIsOperator } from '../lib/use-operator.ts'
import { PageLink } from '../ui/page-link.tsx'
import { WordMark } from '../ui/word-mark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import classes from './frame-header.module.css'
import { lazyPart } from './shell/lazy-part.ts'
import { openPart } from './shell/open-part.ts'

const { brand } = settings

// Visitors do not load what only a session needs.
const SignedInParts = lazy(() => import('./signed-in-parts.tsx').then((module) => ({ default: module.SignedInParts })))
const MenuDrawer = lazyPart(async () => (await import('./shell/menu-drawer.tsx')).MenuDrawer)

/** For narrow screens. The drawer is loaded when it is first wanted and stays, so that it can slide out again. */
const MenuButton = () => {
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    openPart('menu')
  }
  return (
    <div className={classes.menu}>
      <ActionIcon variant="subtle" color="gray" c="inherit" size={44} aria-label="Menu" onClick={open}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuDrawer />
        </Suspense>
      )}
    </div>
  )
}

const TradeLink = () => {
  const { pathname } = useLocation()
  return (
    <PageLink className={classes.link} to="/" aria-current={pathname === '/' ? 'page' : undefined}>
      Trade $QMGT
    </PageLink>
  )
}

const VisitorsTools = () => (
  <>
    <PageLink className={classes.link} to="/signin">
      Log in
    </PageLink>
    <div className={classes.scheme}>
      <ColorSchemeSwitch />
    </div>
  </>
)

export const FrameHeader = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const isOperator = useIsOperator()
  const hasAll = isVerified || isOperator
  return (
    <header className={classes.header} data-crowded={(isAuthenticated && hasAll) || undefined}>
      <div className={classes.inside}>
        {/* A customer who is signed in and not verified has no menu. */}
        {(!isAuthenticated || hasAll) && <MenuButton />}
        <PageLink className={classes.home} to={isOperator ? '/operator' : '/'} aria-label={`${brand.name}, home`}>
          <WordMark name={brand.name} />
        </PageLink>
        <div className={classes.tools}>
          {!isOperator && <TradeLink />}
          {isAuthenticated ? (
            <Suspense fallback={null}>
              <SignedInParts />
            </Suspense>
          ) : (
            <VisitorsTools />
          )}
        </div>
      </div>
    </header>
  )
}
