import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClientInfo, useSession } from '../lib/session.ts'
import { failure, fakeCalls, fakeServer, success } from '../lib/test-server.ts'
import { App } from './app.tsx'
import { admit, gated } from './gate.tsx'
import { type RouteGate, routeTable } from './route-table.ts'
import { closePortal, openPortal, sampleUser } from './test-portal.tsx'

const customer: ClientInfo = { ...sampleUser, kycVerified: 'Pending', role: 'customer', twoFactorOn: false }

const callers = {
  visitor: null,
  customer,
  'verified customer': { ...customer, kycVerified: 'Verified' },
  upline: { ...customer, kycVerified: 'Verified', isUpline: true },
  'customer who lost the verification': { ...customer, kycVerified: 'Pending', isUpline: true },
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
  const onlyACustomer = {
    public: 'page',
    session: 'page',
    customer: 'page',
    verified: 'nothing',
    upline: 'nothing',
    operator: 'nothing',
  } as const
  const expected: Record<CallerName, Record<RouteGate, ReturnType<typeof admit>>> = {
    visitor: {
      public: 'page',
      session: 'sign-in',
      customer: 'sign-in',
      verified: 'sign-in',
      upline: 'sign-in',
      operator: 'sign-in',
    },
    customer: onlyACustomer,
    'verified customer': { ...onlyACustomer, verified: 'page' },
    upline: { ...onlyACustomer, verified: 'page', upline: 'page' },
    'customer who lost the verification': onlyACustomer,
    'person whose role is not known yet': onlyACustomer,
    operator: { ...onlyACustomer, customer: 'nothing', operator: 'page' },
    'operator without 2FA': {
      public: 'page',
      session: 'sign-in',
      customer: 'sign-in',
      verified: 'sign-in',
      upline: 'sign-in',
      operator: 'sign-in',
    },
  }
  const cases = (Object.keys(callers) as CallerName[]).flatMap((name) =>
    (Object.keys(expected[name]) as RouteGate[]).map((gate) => [name, gate, expected[name][gate]] as const),
  )

  it.each(cases)('shows a %s at a page for “%s”: %s', (name, gate, admission) => {
    expect(admit(gate, callers[name] as ClientInfo | null)).toBe(admission)
  })
})

/** Public, and of no use to someone who is signed in. */
const onlyForVisitors = ['/signin', '/signup', '/register']

/** By these any two gates are told apart; how the others fare at each gate stands above. */
const telling: CallerName[] = ['visitor', 'customer', 'verified customer', 'operator', 'operator without 2FA']

describe.each(routeTable)('$sample', ({ sample, gate, title, isPlain }) => {
  it.each(gate === 'upline' ? [...telling, 'upline' as const] : telling)('keeps its gate for a %s', async (name) => {
    const caller = callers[name] as ClientInfo | null
    if (caller) useSession.getState().signIn({ jwt: 'the-jwt', user: caller })
    const router = openPortal(sample)
    const main = await screen.findByRole('main')
    const admission = admit(gate, caller)
    const leadsOn = caller !== null && onlyForVisitors.includes(sample)
    if (admission === 'sign-in') await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    else if (leadsOn && name !== 'operator without 2FA')
      await waitFor(() => expect(router.state.location.pathname).not.toBe(sample))
    else await waitFor(() => expect(document.title).toBe(isPlain ? title : `${title} · Ingot`))
    if (admission === 'nothing') expect(main.textContent).toBe('')
  })
})

describe('a page for uplines', () => {
  const open = () => {
    const Staking = gated('upline', () => <h1>QMGT +</h1>)
    const router = createMemoryRouter([{ path: '/staking', Component: Staking }], { initialEntries: ['/Staking'] })
    render(<App router={router} />)
  }
  const signIn = (kycVerified: ClientInfo['kycVerified']) =>
    act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: { ...customer, kycVerified } }))

  it('is rendered when the upline check returns true', async () => {
    fakeCalls({ 'GET /get-upline': success({ data: true }) })
    signIn('Verified')
    open()
    expect(await screen.findByRole('heading', { name: 'QMGT +' })).toBeTruthy()
  })

  it.each([
    ['returns false', success({ data: false })],
    ['fails', failure(403, 'Forbidden', 'Not now.')],
  ])('renders nothing when the check %s', async (_how, answer) => {
    const { sentTo } = fakeCalls({ 'GET /get-upline': answer })
    signIn('Verified')
    open()
    await waitFor(() => expect(sentTo('GET /get-upline')).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('asks nothing for somebody who is not verified', async () => {
    const { sentTo } = fakeCalls({ 'GET /get-upline': success({ data: true }) })
    signIn('Pending')
    open()
    await act(async () => undefined)
    expect(sentTo('GET /get-upline')).toEqual([])
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

describe('a visitor who wants a private page', () => {
  it('signs in and comes back to it, with everything in its address', async () => {
    const router = openPortal('/Registration/security?from=mail#pin')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect(await screen.findByText('Please log in to continue.')).toBeTruthy()
    act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: customer }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/Registration/security'))
    expect(router.state.location).toMatchObject({ search: '?from=mail', hash: '#pin' })
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/signin', 'javascript:alert(1)'])(
    'is not led to %s',
    async (address) => {
      const router = openPortal(`/signin?return=${encodeURIComponent(address)}`)
      await screen.findByRole('heading', { name: 'Log in' })
      act(() => useSession.getState().signIn({ jwt: 'the-jwt', user: { ...customer, kycVerified: 'Verified' } }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    },
  )
})
