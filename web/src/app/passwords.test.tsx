import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSession } from '../lib/session.ts'
import { failure, fakeCalls, success } from '../lib/test-server.ts'
import { closePortal, fill, openPortal, press, sampleInfo, sampleUser, signInSample } from './test-portal.tsx'

afterEach(closePortal)

const sent = success({ data: { sent: true } })
const done = success({ data: { done: true } })
const chosen = 'violet-harbour-canoe-nine'

describe('a forgotten password', () => {
  it('is answered alike whether or not there is an account', async () => {
    const { sentTo } = fakeCalls({ 'POST /link-verification/forgot-password': sent })
    openPortal('/forgot-password')
    await fill('E-mail', ' Ada@Example.com ')
    await press('Send link')
    expect((await screen.findByText(/If an account exists for/)).textContent).toContain('ada@example.com')
    expect(sentTo('POST /link-verification/forgot-password')).toEqual([{ email: 'ada@example.com' }])
    expect(screen.getByRole('button', { name: /^Send it again in (60|59) s$/ })).toBeTruthy()
  })

  it('lets another address be used', async () => {
    fakeCalls({ 'POST /link-verification/forgot-password': sent })
    openPortal('/forgot-password')
    await fill('E-mail', 'ada@example.com')
    await press('Send link')
    await press('use another address')
    expect(((await screen.findByLabelText('E-mail')) as HTMLInputElement).value).toBe('ada@example.com')
  })

  it('falls back to the words of the specification', async () => {
    fakeCalls({ 'POST /link-verification/forgot-password': { status: 502, data: '' } })
    openPortal('/forgot-password')
    await fill('E-mail', 'ada@example.com')
    await press('Send link')
    expect(await screen.findByText('Failed to reset password. Please try again.')).toBeTruthy()
  })
})

describe('the link to a new password', () => {
  const works = { 'POST /reset-verification/check-link': success({ data: { valid: true } }) }
  const choose = async (again = chosen) => {
    await fill('New password', chosen)
    await fill('New password again', again)
    await press('Save new password')
  }

  it('sets it and leads to sign in', async () => {
    const { sentTo } = fakeCalls({ ...works, 'POST /reset-verification/reset-password': done })
    openPortal('/Change-Password/the-token')
    await choose()
    expect(await screen.findByRole('heading', { name: 'Your password has been changed' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/signin')
    expect(sentTo('POST /reset-verification/reset-password')).toEqual([
      { code: 'the-token', password: chosen, passwordConfirmation: chosen },
    ])
  })

  it('wants the same password twice', async () => {
    const { sentTo } = fakeCalls(works)
    openPortal('/Change-Password/the-token')
    await choose('something else entirely')
    expect(await screen.findByText('The two passwords do not match.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('New password again'))
    expect(sentTo('POST /reset-verification/reset-password')).toEqual([])
  })

  it('that no longer works says so before anything is typed, and leads to a new one', async () => {
    const { sentTo } = fakeCalls({ 'POST /reset-verification/check-link': failure(400, 'LinkInvalid', 'No more.') })
    openPortal('/Change-Password/the-token')
    expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe('/forgot-password')
    expect(sentTo('POST /reset-verification/check-link')).toEqual([{ code: 'the-token' }])
  })

  it('that ended while one typed leads to a new one too', async () => {
    fakeCalls({ ...works, 'POST /reset-verification/reset-password': failure(400, 'LinkInvalid', 'No more.') })
    openPortal('/Change-Password/the-token')
    await choose()
    expect(await screen.findByText('No more.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe('/forgot-password')
  })

  it('is not called used up because the server did not answer', async () => {
    fakeCalls({ 'POST /reset-verification/check-link': { status: 502, data: '' } })
    openPortal('/Change-Password/the-token')
    expect(await screen.findByLabelText('New password')).toBeTruthy()
  })
})

describe('changing the password', () => {
  const change = async () => {
    await fill('Current password', 'the-old-password')
    await fill('New password', chosen)
    await fill('New password again', chosen)
    await press('Change password')
  }
  const signedIn = {
    'GET /getInfo': success({ data: sampleInfo }),
    'GET /mfa/check-2fa': success({ data: { enabled: false } }),
    'POST /verify-password': success({ data: { valid: true } }),
  }

  it('is done with the current one, and one stays signed in', async () => {
    const { sentTo } = fakeCalls({
      ...signedIn,
      'POST /auth/local/change-password': success({ user: sampleUser }),
    })
    signInSample()
    openPortal('/Change-Password')
    await change()
    expect(await screen.findByText(/other devices were logged out/)).toBeTruthy()
    expect(sentTo('POST /auth/local/change-password')).toEqual([
      { currentPassword: 'the-old-password', password: chosen, passwordConfirmation: chosen },
    ])
  })

  it('says at its field that the current one is wrong', async () => {
    const refusal = failure(400, 'PasswordIncorrect', 'Wrong password. Please try again.')
    fakeCalls({ ...signedIn, 'POST /auth/local/change-password': refusal })
    signInSample()
    openPortal('/Change-Password')
    await change()
    expect(await screen.findByText('Wrong password. Please try again.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
  })

  it('says that the current one is wrong before it asks for a 2FA code', async () => {
    const { sentTo } = fakeCalls({
      ...signedIn,
      'GET /getInfo': success({ data: { ...sampleInfo, twoFactorOn: true } }),
      'GET /mfa/check-2fa': success({ data: { enabled: true } }),
      'POST /verify-password': failure(400, 'PasswordIncorrect', 'Wrong password. Please try again.'),
    })
    signInSample()
    openPortal('/Change-Password')
    await waitFor(() => expect(useSession.getState().info?.twoFactorOn).toBe(true))
    await change()
    expect(await screen.findByText('Wrong password. Please try again.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sentTo('POST /verify-password')).toEqual([{ password: 'the-old-password' }])
  })

  it('asks for the 2FA code first where 2FA is on', async () => {
    const { sentTo } = fakeCalls({
      ...signedIn,
      'GET /mfa/check-2fa': success({ data: { enabled: true } }),
      'POST /mfa/verify': success({ data: { valid: true } }),
      'POST /auth/local/change-password': success({ user: sampleUser }),
    })
    signInSample()
    openPortal('/Change-Password')
    await change()
    expect(await screen.findByRole('dialog', { name: 'Confirm with your 2FA code' })).toBeTruthy()
    expect(sentTo('POST /auth/local/change-password')).toEqual([])
  })

  it('without being signed in leads to the forgotten password', async () => {
    fakeCalls({})
    const router = openPortal('/Change-Password')
    await waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'))
  })
})

describe('the links of security mails', () => {
  it('stop a recovery by a button and not by the visit', async () => {
    const { sentTo } = fakeCalls({ 'POST /mfa/recovery/veto': done })
    openPortal('/two-factor-recovery/the-token')
    await screen.findByRole('heading', { name: 'Keep two-factor authentication on?' })
    expect(sentTo('POST /mfa/recovery/veto')).toEqual([])
    await press('Keep it on')
    expect(await screen.findByRole('heading', { name: 'Two-factor authentication stays on' })).toBeTruthy()
    expect(sentTo('POST /mfa/recovery/veto')).toEqual([{ token: 'the-token' }])
  })

  it('lock the account by a button and lead to a new password', async () => {
    const { sentTo } = fakeCalls({ 'POST /security/lock': done })
    openPortal('/lock-account/the-token')
    await screen.findByRole('heading', { name: 'Lock your account?' })
    expect(sentTo('POST /security/lock')).toEqual([])
    await press('Lock my account')
    expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeTruthy()
    const reset = screen.getByRole('link', { name: 'Reset password by e-mail' })
    expect(reset.getAttribute('href')).toBe('/forgot-password')
  })

  it.each(['/two-factor-recovery/x', '/lock-account/x'])('%s says when the link is used up', async (address) => {
    const refusal = failure(400, 'LinkInvalid', 'This link no longer works. Please ask for a new one.')
    fakeCalls({ 'POST /mfa/recovery/veto': refusal, 'POST /security/lock': refusal })
    openPortal(address)
    await press(/^(Keep it on|Lock my account)$/)
    expect(await screen.findByText('This link no longer works. Please ask for a new one.')).toBeTruthy()
  })
})
