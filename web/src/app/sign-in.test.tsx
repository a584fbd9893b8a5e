import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveSession } from '../lib/log-out-reason.ts'
import { useSession } from '../lib/session.ts'
import { failure, fakeCalls, success } from '../lib/test-server.ts'
import { closePortal, fill, openPortal, press, sampleInfo, sampleUser } from './test-portal.tsx'

afterEach(closePortal)

const signedIn = success({ jwt: 'the-jwt', user: sampleUser })
const info = success({ data: sampleInfo })
const secondStep = success({ data: { mfaRequired: true, mfaToken: 'first-step-passed' } })

const enter = async (identifier = 'ada', password = 'copper-lantern') => {
  await fill('E-mail or username', identifier)
  await fill('Password', password)
  await press('Log in')
}

const session = () => useSession.getState()

describe('signing in', () => {
  it('with password opens the portal', async () => {
    const { sentTo } = fakeCalls({ 'POST /auth/local': signedIn, 'GET /getInfo': info })
    const router = openPortal('/signin')
    await enter()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sentTo('POST /auth/local')).toEqual([{ identifier: 'ada', password: 'copper-lantern' }])
    expect(session()).toMatchObject({ isAuthenticated: true, accessToken: 'the-jwt', info: { role: 'customer' } })
  })

  it('leads someone who is not verified yet to the step that is still to do', async () => {
    const user = { ...sampleUser, kycVerified: 'Not Verified' }
    fakeCalls({
      'POST /auth/local': success({ jwt: 'the-jwt', user }),
      'GET /getInfo': success({ data: { ...sampleInfo, ...user } }),
      'GET /check-user-progress': success({
        data: {
          kycVerified: 'Not Verified',
          step: 'personal-information',
          done: { security: true, 'personal-information': false, documents: false },
          rejection: null,
        },
      }),
    })
    const router = openPortal('/signin')
    await enter()
    await waitFor(() => expect(router.state.location.pathname).toBe('/Registration/personal-information'))
  })

  it('asks for what is missing at its field and goes to the first', async () => {
    const { requests } = fakeCalls({})
    openPortal('/signin')
    await press('Log in')
    const identifier = await screen.findByLabelText('E-mail or username')
    await waitFor(() => expect(document.activeElement).toBe(identifier))
    expect(screen.getByText('Please enter your e-mail address or username.')).toBeTruthy()
    expect(screen.getByText('Please enter your password.')).toBeTruthy()
    expect(identifier.getAttribute('aria-invalid')).toBe('true')
    expect(requests).toEqual([])
  })

  it('tells password managers what is what', async () => {
    fakeCalls({})
    openPortal('/signin')
    expect((await screen.findByLabelText('E-mail or username')).getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  it('says what the server says when it is refused', async () => {
    fakeCalls({
      'POST /auth/local': failure(400, 'InvalidCredentials', 'Wrong e-mail, username or password. Please try again.'),
    })
    openPortal('/signin')
    await enter()
    expect(
      (await screen.findByText('Wrong e-mail, username or password. Please try again.')).getAttribute('role'),
    ).toBe('alert')
    expect(session().isAuthenticated).toBe(false)
  })

  it('falls back to “Failed” when there is no answer', async () => {
    fakeCalls({ 'POST /auth/local': { status: 502, data: '' } })
    openPortal('/signin')
    await enter()
    expect(await screen.findByText('Failed')).toBeTruthy()
  })

  it('says how long to wait after too many tries', async () => {
    fakeCalls({
      'POST /auth/local': failure(429, 'TooManyTries', 'Too many attempts. Please wait a while and try again.', {
        retryAfter: 90,
      }),
    })
    openPortal('/signin')
    await enter()
    expect(await screen.findByText('Try again in 1:30')).toBeTruthy()
  })

  it('with an e-mail that was never verified leads to its verification, which knows the address', async () => {
    fakeCalls({
      'POST /auth/local': failure(
        400,
        'EmailNotVerified',
        'Your e-mail address is not verified yet. Please verify it first.',
      ),
    })
    const router = openPortal('/signin')
    await enter('ada@example.com')
    fireEvent.click(await screen.findByRole('link', { name: /Verify your e-mail/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/Email-Verification'))
    expect(((await screen.findByLabelText('E-mail')) as HTMLInputElement).value).toBe('ada@example.com')
  })

  it('is not asked of someone who is signed in already', async () => {
    fakeCalls({ 'GET /getInfo': info })
    session().signIn({ jwt: 'the-jwt', user: sampleUser })
    const router = openPortal('/signin?return=/My-Profile')
    await waitFor(() => expect(router.state.location.pathname).toBe('/My-Profile'))
  })
})

describe('the second step', () => {
  it('asks for the code of the app and signs in with it', async () => {
    const { sentTo } = fakeCalls({
      'POST /auth/local': secondStep,
      'POST /auth/local/2fa': signedIn,
      'GET /getInfo': info,
    })
    const router = openPortal('/signin')
    await enter()
    const code = await screen.findByLabelText('2FA code')
    expect(document.activeElement).toBe(code)
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(session().isAuthenticated).toBe(false)
    await fill('2FA code', '123 456')
    await press('Log in')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sentTo('POST /auth/local/2fa')).toEqual([{ mfaToken: 'first-step-passed', code: '123456' }])
  })

  it.each(['', '12345', '12345a', '1234567'])('refuses “%s” before it is sent', async (code) => {
    const { sentTo } = fakeCalls({ 'POST /auth/local': secondStep })
    openPortal('/signin')
    await enter()
    await fill('2FA code', code)
    await press('Log in')
    expect(await screen.findByText('Please enter a valid 6-digit 2FA code.')).toBeTruthy()
    expect(sentTo('POST /auth/local/2fa')).toEqual([])
  })

  it('says at the field that a code is wrong', async () => {
    fakeCalls({
      'POST /auth/local': secondStep,
      'POST /auth/local/2fa': failure(400, 'TwoFactorCodeIncorrect', 'Incorrect 2FA code. Please try again.'),
    })
    openPortal('/signin')
    await enter()
    await fill('2FA code', '000000')
    await press('Log in')
    expect(await screen.findByText('Incorrect 2FA code. Please try again.')).toBeTruthy()
    expect(screen.getByLabelText('2FA code').getAttribute('aria-invalid')).toBe('true')
  })

  it('takes a backup code instead', async () => {
    const { sentTo } = fakeCalls({
      'POST /auth/local': secondStep,
      'POST /auth/local/2fa': signedIn,
      'GET /getInfo': info,
    })
    openPortal('/signin')
    await enter()
    await press('Use a backup code')
    await fill('Backup code', 'abcde-12345')
    await press('Log in')
    await waitFor(() => expect(session().isAuthenticated).toBe(true))
    expect(sentTo('POST /auth/local/2fa')).toEqual([{ mfaToken: 'first-step-passed', code: 'abcde-12345' }])
  })

  it('begins anew when the first step was too long ago', async () => {
    fakeCalls({
      'POST /auth/local': secondStep,
      'POST /auth/local/2fa': failure(400, 'LinkInvalid', 'This took too long. Please log in again.'),
    })
    openPortal('/signin')
    await enter()
    await fill('2FA code', '123456')
    await press('Log in')
    expect(await screen.findByText('This took too long. Please log in again.')).toBeTruthy()
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  it('without app and backup codes offers the recovery, explains it and says when it ends', async () => {
    const { sentTo } = fakeCalls({
      'POST /auth/local': secondStep,
      'POST /mfa/recovery': success({ data: { endsAt: '2026-11-18T09:00:00.000Z' } }),
    })
    openPortal('/signin')
    await enter()
    await press('Use a backup code')
    await press('Lost both?')
    expect(await screen.findByText(/you can stop it from that e-mail/)).toBeTruthy()
    expect(sentTo('POST /mfa/recovery')).toEqual([])
    await press('Turn off two-factor authentication')
    expect(await screen.findByText(/Two-factor authentication will be turned off on/)).toBeTruthy()
    expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-18T09:00:00.000Z')
    expect(sentTo('POST /mfa/recovery')).toEqual([{ mfaToken: 'first-step-passed' }])
  })
})

describe('an operator without 2FA', () => {
  it('enrols it inside /signin, and nothing else opens before', async () => {
    const operator = { ...sampleInfo, role: 'operator' }
    fakeCalls({ 'POST /auth/local': signedIn, 'GET /getInfo': success({ data: operator }) })
    const router = openPortal('/signin?return=/Registration/security')
    await enter()
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up two-factor authentication' })).toBeTruthy()
    await router.navigate('/Registration/security')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
  })
})

describe('why one is asked to sign in', () => {
  it.each([
    ['idle', 'Idle Logout', 'You have been logged out due to inactivity.'],
    ['ended', 'Session ended', /logged out from another device/],
    ['expired', 'Session expired', /end after 12 hours/],
  ] as const)('is told: %s', async (reason, title, text) => {
    fakeCalls({})
    leaveSession(reason)
    openPortal('/signin')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(alert.textContent).toMatch(text)
  })

  it('is not told where there is no reason', async () => {
    fakeCalls({})
    openPortal('/signin')
    await screen.findByLabelText('Password')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
