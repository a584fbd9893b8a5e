import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { tellPages } from '../lib/known-pages.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { gated } from './gate.tsx'
import { StalePageError } from './page-errors.ts'
import type { PageHandle } from './page-handle.ts'
import { hasPage, type PageName, type RouteEntry, routeTable } from './route-table.ts'
import { Splash } from './splash.tsx'

const pages: Record<PageName, () => Promise<ComponentType>> = {
  'change-password': async () => (await import('../features/identity/change-password-page.tsx')).ChangePasswordPage,
  'email-verification': async () =>
    (await import('../features/identity/email-verification-page.tsx')).EmailVerificationPage,
  'external-usdau': async () => (await import('../features/wallet/external-usdau-page.tsx')).ExternalUsdauPage,
  'forgot-password': async () => (await import('../features/identity/forgot-password-page.tsx')).ForgotPasswordPage,
  'kyc-verification': async () => (await import('../features/kyc/kyc-verification-page.tsx')).KycVerificationPage,
  'lock-account': async () => (await import('../features/identity/lock-account-page.tsx')).LockAccountPage,
  'mail-link': async () => (await import('../features/wallet/mail-link-page.tsx')).MailLinkPage,
  movement: async () => (await import('../features/wallet/movement-page.tsx')).MovementPage,
  'not-found': async () => (await import('../features/content/not-found-page.tsx')).NotFoundPage,
  'pre-register': async () => (await import('../features/identity/pre-register-page.tsx')).PreRegisterPage,
  profile: async () => (await import('../features/identity/profile-page.tsx')).ProfilePage,
  receipt: async () => (await import('../features/wallet/receipt-page.tsx')).ReceiptPage,
  'recovery-veto': async () => (await import('../features/identity/recovery-veto-page.tsx')).RecoveryVetoPage,
  registration: async () => (await import('./registration-page.tsx')).RegistrationPage,
  'sample-card': async () => (await import('../features/content/sample-card-page.tsx')).SampleCardPage,
  'sign-in': async () => (await import('../features/identity/sign-in-page.tsx')).SignInPage,
  'sign-up': async () => (await import('../features/identity/sign-up-page.tsx')).SignUpPage,
  start: async () => (await import('./start-page.tsx')).StartPage,
  text: async () => (await import('../features/content/text-page.tsx')).TextPage,
  trades: async () => (await import('../features/trade/trades-page.tsx')).TradesPage,
  transactions: async () => (await import('../features/wallet/transactions-page.tsx')).TransactionsPage,
}

tellPages(hasPage)

/** A chunk that is gone means that a newer version was published while this one stayed open. */
export const loadPage = async (load: () => Promise<ComponentType>): Promise<ComponentType> =>
  load().catch((cause: unknown) => {
    throw new StalePageError(cause)
  })

const routeOf = ({ path, gate, title, page }: RouteEntry): RouteObject => ({
  path,
  handle: { title } satisfies PageHandle,
  lazy: async () => ({ Component: gated(gate, await loadPage(pages[page])) }),
})

export const routes: RouteObject[] = [
  {
    Component: Frame,
    HydrateFallback: Splash,
    ErrorBoundary: ErrorPage,
    // The inner boundary keeps the frame around a page that broke. It is not the page's own: the router shows nothing
    // at all when a route with a boundary of its own cannot be loaded.
    children: [{ ErrorBoundary: ErrorPage, children: routeTable.map(routeOf) }],
  },
]
