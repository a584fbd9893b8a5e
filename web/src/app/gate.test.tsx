import type { Gate } from '@ingot/endpoints/endpoint'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClientInfo, useSession } from '../lib/session.ts'
import { failure, fakeServer } from '../lib/test-server.ts'
import { admit } from './gate.tsx'
import { routeTable } from './route-table.ts'
import { closePortal, openPortal, sampleUser } from './test-portal.tsx'

const customer: ClientInfo = { ...sampleUser, kycVerified: 'Pending', role: 'customer', twoFactorOn: false }

const callers = {
  visitor: null,
  customer,
  'verified customer': { ...customer, kycVerified: 'Verified' },
  'person whose role is not known yet': { ...customer, role: undefined, twoFactorOn: undefined },
  operator: { ...customer, role: 'operator', twoFactorOn: true },
  'operator without 2FA': { ...customer, role: 'operator', twoFactorOn: false },
} as const satisfies Record<string, unknown>

type CallerName = keyof typeof callers

beforeEach(() => {
  // The person's data stays unread, so that each caller is exactly what the table below says.
  fakeServer(() => failure(403, 'Forbidden', 'Not now.'))
})
afterEach(closePortal)

describe('the gate', () => {
  const expected: Record<CallerName, Record<Gate, ReturnType<typeof admit>>> = {
    visitor: {
      public: 'page',
      session: 'sign-in',
      customer: 'sign-in',
      verified: 'sign-in',
      operator: 'sign-in',
    },
    customer: { public: 'page', session: 'page', customer: 'page', verified: 'nothing', operator: 'nothing' },
    'verified customer': { public: 'page', session: 'page', customer: 'page', verified: 'page', operator: 'nothing' },
    'person whose role is not known yet': {
      public: 'page',
      session: 'page',
      customer: 'page',
      verified: 'nothing',
      operator: 'nothing',
    },
    operator: { public: 'page', session: 'page', customer: 'nothing', verified: 'nothing', operator: 'page' },
    'operator without 2FA': {
      public: 'page',
      session: 'sign-in',
      customer: 'sign-in',
      verified: 'sign-in',
      operator: 'sign-in',
    },
  }
  const cases = (Object.keys(callers) as CallerName[]).flatMap((name) =>
    (Object.keys(expected[name]) as Gate[]).map((gate) => [name, gate, expected[name][gate]] as const),
  )

  it.each(cases)('shows a %s at a page for “%s”: %s', (name, gate, admission) => {
    expect(admit(gate, callers[name] as ClientInfo | null)).toBe(admission)
  })
})

/** Public, and of no use to someone who is signed in. */
const onlyForVisitors = ['/signin', '/signup', '/register']

describe.each(routeTable)('$sample', ({ sample, gate, title }) => {
  it.each(Object.keys(callers) as CallerName[])('keeps its gate for a %s', async (name) => {
    const caller = callers[name] as ClientInfo | null
    if (caller) useSession.getState().signIn({ jwt: 'the-jwt', user: caller })
    const router = openPortal(sample)
    const main = await screen.findByRole('main')
    const admission = admit(gate, caller)
    const leadsOn = caller !== null && onlyForVisitors.includes(sample)
    if (admission === 'sign-in') await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    else if (leadsOn && name !== 'operator without 2FA')
      await waitFor(() => expect(router.state.location.pathname).not.toBe(sample))
    else await waitFor(() => expect(document.title).toBe(`${title} · Ingot`))
    if (admission === 'nothing') expect(main.textContent).toBe('')
  })
})

describe('a visitor who wants a private page', () => {
  it('signs in and comes back to it, with everything in its address', async () => {
    const router = openPortal('/Registration/security?from=mail#pin')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect(await screen.findByText('Please sign in to continue.')).toBeTruthy()
    act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: customer }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/Registration/security'))
    expect(router.state.location).toMatchObject({ search: '?from=mail', hash: '#pin' })
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/signin', 'javascript:alert(1)'])(
    'is not led to %s',
    async (address) => {
      const router = openPortal(`/signin?return=${encodeURIComponent(address)}`)
      await screen.findByRole('heading', { name: 'Sign in' })
      act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: { ...customer, kycVerified: 'Verified' } }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    },
  )
})
