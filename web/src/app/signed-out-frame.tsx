import { Outlet, ScrollRestoration } from 'react-router'
import { settings } from '../lib/settings.ts'
import { PageLink } from '../ui/page-link.tsx'
import { WordMark } from '../ui/word-mark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { PageArea } from './page-area.tsx'
import classes from './signed-out-frame.module.css'

const { brand } = settings

export const SignedOutFrame = () => (
  <div className={classes.frame}>
    <a className={classes.skip} href="#main">
      Skip to content
    </a>
    <header className={classes.header}>
      <div className={classes.inside}>
        <PageLink className={classes.home} to="/" aria-label={`${brand.name}, home`}>
          <WordMark name={brand.name} />
        </PageLink>
        <ColorSchemeSwitch />
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
