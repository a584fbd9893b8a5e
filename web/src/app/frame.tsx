import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useSession } from '../lib/session.ts'
import { settings } from '../lib/settings.ts'
import { PageLink } from '../ui/page-link.tsx'
import { WordMark } from '../ui/word-mark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import classes from './frame.module.css'
import { useLeaveWhenLoggedOut } from './leave-when-logged-out.ts'
import { PageArea } from './page-area.tsx'

const { brand } = settings

// Visitors do not load what only a session needs.
const SignedInParts = lazy(() => import('./signed-in-parts.tsx').then((module) => ({ default: module.SignedInParts })))

const Account = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  if (!isAuthenticated)
    return (
      <PageLink className={classes.logIn} to="/signin">
        Log in
      </PageLink>
    )
  return (
    <Suspense fallback={null}>
      <SignedInParts />
    </Suspense>
  )
}

export const Frame = () => {
  useLeaveWhenLoggedOut()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.header}>
        <div className={classes.inside}>
          <PageLink className={classes.home} to="/" aria-label={`${brand.name}, home`}>
            <WordMark name={brand.name} />
          </PageLink>
          <div className={classes.tools}>
            <Account />
            <ColorSchemeSwitch />
          </div>
        </div>
      </header>
      <PageArea>
        <Outlet />
      </PageArea>
      <footer className={classes.footer}>
        <div className={classes.inside}>
          <p className={classes.legal}>
            © {new Date().getFullYear()} {brand.name}
            {brand.legalLine !== '' && `. ${brand.legalLine}`}
          </p>
          <nav className={classes.links} aria-label="Legal">
            <PageLink to="/term-conditions">Terms and conditions</PageLink>
            <PageLink to="/privacy-policy/">Privacy policy</PageLink>
          </nav>
        </div>
      </footer>
      <ScrollRestoration />
    </div>
  )
}
