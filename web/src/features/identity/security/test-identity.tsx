import type { Info } from '@ingot/endpoints/account'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { InternalAxiosRequestConfig } from 'axios'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { useSession } from '../../../lib/session.ts'
import { failure, fakeServer } from '../../../lib/test-server.ts'

export const sampleInfo: Info = {
  id: '17',
  username: 'ada',
  refCode: 'ADA17',
  userHash: 'f00d',
  kycVerified: 'Verified',
  customer_rank: { role: 'Affiliates' },
  email: 'ada@example.com',
  role: 'customer',
  profileLink: null,
  introducer: 'grace',
  pinSet: true,
  twoFactorOn: false,
  backupCodesLeft: 0,
  outgoingHeldUntil: null,
  preferences: { signInMail: true, newsMail: false },
  since: '2026-03-01T10:00:00.000Z',
}

export const signInAs = (info: Info = sampleInfo) => {
  const { id, username, refCode, userHash, kycVerified, customer_rank } = info
  const user = { id, username, refCode, userHash, kycVerified, customer_rank }
  useSession.getState().signIn({ jwt: 'the-jwt', user })
}

type Answer = ReturnType<typeof failure>
type Answers = Record<string, Answer | ((request: InternalAxiosRequestConfig) => Answer)>

export const ok = (data: unknown): Answer => ({ status: 200, data: { data } })

const nameOf = ({ method, url }: InternalAxiosRequestConfig) => `${method?.toUpperCase()} ${url}`

/** Answers by method and path; what it does not know is not found. `asked` lists what was sent, in order. */
export const identityServer = (answers: Answers) => {
  const requests = fakeServer((request) => {
    const answer = answers[nameOf(request)] ?? failure(404, 'NotFound', 'Not found.')
    return typeof answer === 'function' ? answer(request) : answer
  })
  return { answers, requests, asked: () => requests.map(nameOf) }
}

/** The fields of a body, however it travels. */
export const fieldsOf = (request: InternalAxiosRequestConfig | undefined): unknown => {
  const body: unknown = request?.data
  if (body instanceof FormData || body instanceof URLSearchParams) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : body
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
