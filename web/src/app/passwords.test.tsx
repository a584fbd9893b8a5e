import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
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
    await press('Send the link')
    expect((await screen.findByText(/If an account exists for/)).textContent).toContain('ada@example.com')
    expect(sentTo('POST /link-verification/forgot-password')).toEqual([{ email: 'ada@example.com' }])
    expect(screen.getByRole('button', { name: /^Send it again in (60|59) s$/ })).toBeTruthy()
  })

  it('lets another address be used', async () => {
    fakeCalls({ 'POST /link-verification/forgot-password': sent })
    openPortal('/forgot-password')
    await fill('E-mail', 'ada@example.com')
    await press('Send the link')
    await press('use another address')
    expect(((await screen.findByLabelText('E-mail')) as HTMLInputElement).value).toBe('ada@example.com')
  })

  it('falls back to the words of the specification', async () => {
    fakeCalls({ 'POST /link-verification/forgot-password': { status: 502, data: '' } })
    openPortal('/forgot-password')
    await fill('E-mail', 'ada@example.com')
    await press('Send the link')
    expect(await screen.findByText('Failed to reset password. Please try again.')).toBeTruthy()
  })
})

describe('the link to a new password', () => {
  const choose = async (again = chosen) => {
    await fill('New password', chosen)
    await fill('New password again', again)
    await press('Set the new password')
  }

  it('sets it and leads to sign in', async () => {
    const { sentTo } = fakeCalls({ 'POST /reset-verification/reset-password': done })
    openPortal('/Change-Password/the-token')
    await choose()
    expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
    expect(sentTo('POST /reset-verification/reset-password')).toEqual([
      { code: 'the-token', password: chosen, passwordConfirmation: chosen },
    ])
  })

  it('wants the same password twice', async () => {
    const { requests } = fakeCalls({})
    openPortal('/Change-Password/the-token')
    await choose('something else entirely')
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('New password again'))
    expect(requests).toEqual([])
  })

  it('that no longer works leads to a new one', async () => {
    fakeCalls({ 'POST /reset-verification/reset-password': failure(400, 'LinkInvalid', 'No longer valid.') })
    openPortal('/Change-Password/the-token')
    await choose()
    expect(await screen.findByText('No longer valid.')).toBeTruthy()
    const again = screen.getByRole('link', { name: 'Ask for a new link' })
    expect(again.getAttribute('href')).toBe('/forgot-password')
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
  }

  it('is done with the current one, and one stays signed in', async () => {
    const { sentTo } = fakeCalls({
      ...signedIn,
      'POST /auth/local/change-password': success({ user: sampleUser }),
    })
    signInSample()
    openPortal('/Change-Password')
    await change()
    expect(await screen.findByText(/You stay signed in here/)).toBeTruthy()
    expect(sentTo('POST /auth/local/change-password')).toEqual([
      { currentPassword: 'the-old-password', password: chosen, passwordConfirmation: chosen },
    ])
  })

  it('says at its field that the current one is wrong', async () => {
    const refusal = failure(400, 'PasswordIncorrect', 'The provided current password is invalid')
    fakeCalls({ ...signedIn, 'POST /auth/local/change-password': refusal })
    signInSample()
    openPortal('/Change-Password')
    await change()
    expect(await screen.findByText('The provided current password is invalid')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
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
    expect(await screen.findByRole('dialog', { name: 'Two-factor code' })).toBeTruthy()
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
    await screen.findByRole('heading', { name: 'Stop the recovery?' })
    expect(sentTo('POST /mfa/recovery/veto')).toEqual([])
    await press('Stop the recovery')
    expect(await screen.findByRole('heading', { name: 'The recovery is stopped' })).toBeTruthy()
    expect(sentTo('POST /mfa/recovery/veto')).toEqual([{ token: 'the-token' }])
  })

  it('lock the account by a button and lead to a new password', async () => {
    const { sentTo } = fakeCalls({ 'POST /security/lock': done })
    openPortal('/lock-account/the-token')
    await screen.findByRole('heading', { name: 'Lock your account?' })
    expect(sentTo('POST /security/lock')).toEqual([])
    await press('Lock my account')
    expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeTruthy()
    const reset = screen.getByRole('link', { name: 'Reset the password by mail' })
    expect(reset.getAttribute('href')).toBe('/forgot-password')
  })

  it.each(['/two-factor-recovery/x', '/lock-account/x'])('%s says when the link is used up', async (address) => {
    const refusal = failure(400, 'LinkInvalid', 'This link is no longer valid. Please ask for a new one.')
    fakeCalls({ 'POST /mfa/recovery/veto': refusal, 'POST /security/lock': refusal })
    openPortal(address)
    await press(/^(Stop the recovery|Lock my account)$/)
    expect(await screen.findByText('This link is no longer valid. Please ask for a new one.')).toBeTruthy()
  })
})
