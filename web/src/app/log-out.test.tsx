import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../lib/session.ts'
import { failure, fakeCalls, success } from '../lib/test-server.ts'
import { closePortal, openPortal, press, sampleInfo, signInSample } from './test-portal.tsx'

const done = success({ data: { done: true } })
const info = success({ data: sampleInfo })

afterEach(() => {
  vi.useRealTimers()
  closePortal()
})

const openProfile = () => press('Account of ada')
const isSignedIn = () => useSession.getState().isAuthenticated

describe('the account control', () => {
  it('shows visitors the way to sign in', async () => {
    fakeCalls({})
    openPortal('/')
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/signin')
  })

  it('follows what the server says about the person now', async () => {
    fakeCalls({ 'GET /getInfo': info })
    signInSample({ kycVerified: 'Pending' })
    openPortal('/')
    await waitFor(() => expect(useSession.getState().info?.kycVerified).toBe('Verified'))
    expect(localStorage.getItem('ingot-session')).not.toContain('ada@example.com')
  })
})

describe('logging out', () => {
  const askToLeave = async () => {
    await openProfile()
    await press('Log Out')
    await screen.findByRole('dialog', { name: 'Log out?' })
  }

  it('asks first, and staying changes nothing', async () => {
    const { sentTo } = fakeCalls({ 'GET /getInfo': info })
    signInSample()
    openPortal('/')
    await askToLeave()
    await press('Stay logged in')
    expect(screen.queryByRole('dialog', { name: 'Log out?' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account of ada' }))
    expect(sentTo('POST /log-out')).toEqual([])
    expect(isSignedIn()).toBe(true)
  })

  it.each([
    ['the server hears it', done],
    ['the server does not answer', { status: 502, data: '' }],
    ['a call is told before it that the session is over', failure(401, 'Unauthorized', '', { reason: 'ended' })],
  ])('ends the session and leads to /signin when %s', async (_when, answer) => {
    const { sentTo } = fakeCalls({ 'GET /getInfo': info, 'POST /log-out': answer })
    signInSample()
    const router = openPortal('/My-Profile')
    await askToLeave()
    await press('Log Out')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect(router.state.location.search).toBe('')
    expect(await screen.findByText('You have logged out.')).toBeTruthy()
    expect(sentTo('POST /log-out')).toHaveLength(1)
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})

describe('a session that ends by itself', () => {
  it('because the server says so leads to /signin, says why and comes back to the page', async () => {
    fakeCalls({ 'GET /getInfo': failure(401, 'Unauthorized', 'Please log in to continue.', { reason: 'ended' }) })
    signInSample()
    const router = openPortal('/Registration/security')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect(router.state.location.search).toBe('?return=%2FRegistration%2Fsecurity')
    expect((await screen.findByRole('alert')).textContent).toContain('Session ended')
  })

  it('on a public page leads to /signin as well', async () => {
    fakeCalls({ 'GET /getInfo': failure(401, 'Unauthorized', 'Please log in to continue.', { reason: 'expired' }) })
    signInSample()
    const router = openPortal('/test')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect((await screen.findByRole('alert')).textContent).toContain('end after 12 hours')
  })

  it('after 15 minutes without input is ended on the server too, and says so in the words of the specification', async () => {
    const { requests } = fakeCalls({ 'GET /getInfo': info, 'POST /log-out': done })
    signInSample()
    const router = openPortal('/test')
    await screen.findByRole('button', { name: 'Account of ada' })
    const start = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => start + 15 * 60_000)
    act(() => void window.dispatchEvent(new MouseEvent('mousemove')))
    vi.restoreAllMocks()
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Idle LogoutYou have been logged out due to inactivity.')
    const logOut = requests.find(({ url }) => url === '/log-out')
    expect(logOut?.headers.get('Authorization')).toBe('Bearer the-jwt')
    expect(isSignedIn()).toBe(false)
  })

  it('does not end while the customer is there, and the server is told so', async () => {
    const { sentTo } = fakeCalls({ 'GET /getInfo': info, 'POST /session/activity': done })
    signInSample()
    openPortal('/test')
    await screen.findByRole('button', { name: 'Account of ada' })
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })))
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b' })))
    expect(sentTo('POST /session/activity')).toHaveLength(1)
    expect(isSignedIn()).toBe(true)
  })
})
