import { Suspense, useEffect } from 'react'
import { useUpline } from '../../features/affiliates/queries.ts'
import { useSession } from '../../lib/session.ts'
import { useIsOperator } from '../../lib/use-operator.ts'
import { ColorSchemeChoice } from '../../ui/color-scheme-choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { lazyPart } from './lazy-part.ts'
import { Menu } from './menu.tsx'
import classes from './menu-drawer.module.css'
import { menuBelow, menuFor } from './menu-links.ts'
import { closePart, useOpenPart } from './open-part.ts'

const close = () => closePart('menu')

const VisitorsMenu = () => (
  <nav aria-label="Main">
    <PageLink className={classes.way} to="/signin" onClick={close}>
      Log in
    </PageLink>
    <PageLink className={classes.way} to="/signup" onClick={close}>
      Register
    </PageLink>
  </nav>
)

const CustomersMenu = () => <Menu entries={menuFor(useUpline(true) === true)} below={menuBelow()} onFollow={close} />

const ConsoleDrawerMenu = lazyPart<{ onFollow: () => void }>(
  async () => (await import('../console/console-drawer-menu.tsx')).ConsoleDrawerMenu,
)

const OwnMenu = () =>
  useIsOperator() ? (
    <Suspense fallback={null}>
      <ConsoleDrawerMenu onFollow={close} />
    </Suspense>
  ) : (
    <CustomersMenu />
  )

/** A window that grows shows the sidebar instead. */
const useCloseWhenWide = () =>
  useEffect(() => {
    const wide = window.matchMedia('(width > 768px)')
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])

/** The menu of a narrow screen, which slides in from the side. */
export const MenuDrawer = () => {
  const isOpen = useOpenPart(({ part }) => part === 'menu')
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  useCloseWhenWide()
  return (
    <Dialog title="menu-title" className={classes.drawer} isOpen={isOpen} onClose={close}>
      <div className={classes.content}>
        <DialogHeader id="menu-title" onClose={close}>
          Menu
        </DialogHeader>
        {isAuthenticated ? <OwnMenu /> : <VisitorsMenu />}
        {!isAuthenticated && <ColorSchemeChoice label="Colour scheme" />}
      </div>
    </Dialog>
  )
}
