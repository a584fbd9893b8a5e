import type { Info } from '@ingot/endpoints/account'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { useSession } from '../../../lib/session.ts'

export const sampleInfo: Info = {
  id: '17',
  username: 'ada',
  refCode: 'ADA17',
  userHash: 'f00d',
  kycVerified: 'Verified',
  customer_rank: { role: 'Affiliates' },
  email: 'ada@example.com',
  role: 'customer',
  roles: [],
  profileLink: null,
  introducer: 'grace',
  pinSet: true,
  twoFactorOn: false,
  backupCodesLeft: 0,
  outgoingHeldUntil: null,
  preferences: { mails: ['statements', 'alerts', 'plans', 'reminders'], showsName: false },
  since: '2026-03-01T10:00:00.000Z',
}

export const signInAs = (info: Info = sampleInfo) => {
  const { id, username, refCode, userHash, kycVerified, customer_rank } = info
  const user = { id, username, refCode, userHash, kycVerified, customer_rank }
  useSession.getState().signIn({ jwt: 'the-jwt', user })
}

/** The cache of a visit, which asks nothing twice by itself. */
export const Visit = ({ children }: { children: ReactNode }) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

export const openPage = (routes: RouteObject[], address: string, beside?: ReactNode) => {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <Visit>
      <RouterProvider router={router} />
      {beside}
    </Visit>,
  )
  return router
}

/** Types a PIN into the boxes of a field. */
export const typePin = (label: string, pin: string) => {
  const boxes = screen.getAllByLabelText(new RegExp(`^${label}, digit`))
  for (const [index, digit] of [...pin].entries())
    fireEvent.change(boxes[index] as Element, { target: { value: digit } })
}

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
