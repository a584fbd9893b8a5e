// Plain data: browser tests and scripts read this file in Node without a build, so nothing here may touch React or CSS.
import type { Gate } from '@ingot/endpoints/endpoint'

/** A page is the file `<page>-page.tsx` of its feature. */
export type PageName =
  | 'change-password'
  | 'email-verification'
  | 'external-usdau'
  | 'forgot-password'
  | 'kyc-verification'
  | 'lock-account'
  | 'mail-link'
  | 'movement'
  | 'not-found'
  | 'pre-register'
  | 'profile'
  | 'receipt'
  | 'recovery-veto'
  | 'registration'
  | 'sample-card'
  | 'sign-in'
  | 'sign-up'
  | 'start'
  | 'text'
  | 'trades'
  | 'transactions'

/** `upline`: verified, and at least one direct referral is verified. Besides, whom the calls know. */
export type RouteGate = Gate | 'upline'

export type RouteEntry = {
  readonly path: string
  /** Who may see the page; enforced by `gate.tsx`, and for what it shows by the server. */
  readonly gate: RouteGate
  /** Stands in the browser's tab and is announced to screen readers. */
  readonly title: string
  readonly page: PageName
  /** An address on which the page shows its usual state, for tests and screenshots. */
  readonly sample: string
}

export const routeTable: readonly RouteEntry[] = [
  { path: '/', gate: 'public', title: 'Gold by the gram', page: 'start', sample: '/' },
  { path: '/test', gate: 'public', title: 'Sample card', page: 'sample-card', sample: '/test' },
  {
    path: '/term-conditions',
    gate: 'public',
    title: 'Terms and conditions',
    page: 'text',
    sample: '/term-conditions',
  },
  { path: '/privacy-policy', gate: 'public', title: 'Privacy policy', page: 'text', sample: '/privacy-policy/' },
  { path: '/signin', gate: 'public', title: 'Sign in', page: 'sign-in', sample: '/signin' },
  { path: '/signup', gate: 'public', title: 'Create your account', page: 'sign-up', sample: '/signup' },
  { path: '/register', gate: 'public', title: 'Register', page: 'pre-register', sample: '/register' },
  {
    path: '/Email-Verification/:token?',
    gate: 'public',
    title: 'Verify your e-mail',
    page: 'email-verification',
    sample: '/Email-Verification',
  },
  {
    path: '/forgot-password',
    gate: 'public',
    title: 'Forgot password',
    page: 'forgot-password',
    sample: '/forgot-password',
  },
  {
    path: '/Change-Password/:resetToken?',
    gate: 'public',
    title: 'Change password',
    page: 'change-password',
    sample: '/Change-Password/sample-token',
  },
  {
    path: '/two-factor-recovery/:token',
    gate: 'public',
    title: 'Stop a recovery',
    page: 'recovery-veto',
    sample: '/two-factor-recovery/sample-token',
  },
  {
    path: '/lock-account/:token',
    gate: 'public',
    title: 'Lock your account',
    page: 'lock-account',
    sample: '/lock-account/sample-token',
  },
  {
    path: '/freeze-outgoing/:token',
    gate: 'public',
    title: 'Freeze your account',
    page: 'mail-link',
    sample: '/freeze-outgoing/sample-token',
  },
  {
    path: '/cancel-transfer/:token',
    gate: 'public',
    title: 'Cancel a transfer',
    page: 'mail-link',
    sample: '/cancel-transfer/sample-token',
  },
  {
    path: '/cancel-address/:token',
    gate: 'public',
    title: 'Remove an address',
    page: 'mail-link',
    sample: '/cancel-address/sample-token',
  },
  {
    path: '/transaction-details/:id/:transactionType',
    gate: 'public',
    title: 'Receipt',
    page: 'receipt',
    sample: '/transaction-details/sample/send',
  },
  {
    path: '/Registration/:step',
    gate: 'session',
    title: 'Registration',
    page: 'registration',
    sample: '/Registration/security',
  },
  {
    path: '/kyc-verification',
    gate: 'customer',
    title: 'Identity verification',
    page: 'kyc-verification',
    sample: '/kyc-verification',
  },
  {
    path: '/My-Profile/:section?/:part?',
    gate: 'verified',
    title: 'My profile',
    page: 'profile',
    sample: '/My-Profile',
  },
  {
    path: '/transactions',
    gate: 'verified',
    title: 'Transactions',
    page: 'transactions',
    sample: '/transactions',
  },
  {
    path: '/transactions/:transactionType/:transactionCode',
    gate: 'verified',
    title: 'Transaction',
    page: 'movement',
    sample: '/transactions/send/sample',
  },
  {
    path: '/transactions-buysell',
    gate: 'verified',
    title: 'QMGT',
    page: 'trades',
    sample: '/transactions-buysell',
  },
  {
    path: '/request-external-usdau',
    gate: 'verified',
    title: 'External USDAU',
    page: 'external-usdau',
    sample: '/request-external-usdau',
  },
  { path: '*', gate: 'public', title: 'Page Not Found', page: 'not-found', sample: '/no-such-page' },
]

/** The addresses a path stands for, as the source of a regular expression; matched without regard to case. */
export const pathPattern = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '')
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`
    return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  return `^${pattern.join('')}/?$`
}

/** Whether an address has a page of its own: a link to one that has none is not shown. */
export const hasPage = (address: string): boolean =>
  routeTable.some(({ path }) => path !== '*' && new RegExp(pathPattern(path), 'i').test(address))
