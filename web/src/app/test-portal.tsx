import type { Info } from '@ingot/endpoints/account'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Fragment } from 'react'
import { createMemoryRouter } from 'react-router'
import { useLogOutReason } from '../lib/log-out-reason.ts'
import { type ClientInfo, useSession } from '../lib/session.ts'
import { App } from './app.tsx'
import { queryClient } from './query-client.ts'
import { findRoutes, routes } from './routes.tsx'

/** For tests: the whole portal at an address, as a browser would open it. */
export const openPortal = (address: string, Around: typeof Fragment = Fragment) => {
  const router = createMemoryRouter(routes, { initialEntries: [address], patchRoutesOnNavigation: findRoutes })
  render(
    <Around>
      <App router={router} />
    </Around>,
  )
  return router
}

export const sampleUser: ClientInfo = {
  id: '17',
  username: 'ada',
  refCode: 'ADA17',
  userHash: 'f00d',
  kycVerified: 'Verified',
  customer_rank: null,
}

export const sampleInfo = {
  ...sampleUser,
  email: 'ada@example.com',
  role: 'customer',
  roles: [],
  profileLink: null,
  introducer: null,
  pinSet: false,
  twoFactorOn: false,
  backupCodesLeft: 0,
  outgoingHeldUntil: null,
  preferences: { mails: ['statements', 'alerts', 'plans', 'reminders'], showsName: false },
  since: '2026-11-01T00:00:00.000Z',
} satisfies Info

export const sampleTerms = {
  name: 'term-conditions',
  title: 'Terms and conditions',
  version: '1.2',
  publishedOn: '2026-11-01',
  changes: '',
  sections: [],
}

export const signInSample = (changes: Partial<ClientInfo> = {}) =>
  act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: { ...sampleUser, ...changes } }))

export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

/** Leaves nothing for the next test. */
export const closePortal = () => {
  // First of all: a page that is still there would ask again for what is forgotten below.
  cleanup()
  act(() => useSession.getState().logOut())
  useLogOutReason.setState({ reason: null })
  queryClient.clear()
}
