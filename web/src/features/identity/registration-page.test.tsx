import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { RegistrationPage } from './registration-page.tsx'
import { identityServer, ok, openPage, sampleInfo, signInAs } from './security/test-identity.tsx'

const unverified = { ...sampleInfo, kycVerified: 'Not Verified' as const, pinSet: false }

const open = (address: string, info = unverified) => {
  identityServer({ 'GET /getInfo': ok(info) })
  return openPage([{ path: '/Registration/:step', Component: RegistrationPage }], address)
}

beforeEach(() => signInAs(unverified))
afterEach(() => useSession.getState().logOut())

it('shows the steps with their numbers; the one that is open can be done', async () => {
  open('/Registration/security')
  expect(await screen.findByRole('button', { name: 'Set a PIN' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Set up' })).toBeTruthy()
  const steps = screen.getAllByRole('listitem').map((step) => step.textContent)
  expect(steps).toEqual([
    '1SecurityA PIN and two-factor authentication.',
    '2Personal information LaterWho you are and where you live.',
    '3Documents and selfie LaterChecked by our verification provider.',
    '4Result LaterWhat the check found.',
  ])
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('step')
})

it('is found without regard to case', async () => {
  const router = open('/Registration/SECURITY')
  expect(await screen.findByRole('heading', { level: 2, name: 'Security' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/Registration/SECURITY')
})

it.each(['documents', 'no-such-step'])('a step that is not open (%s) leads to the first open one', async (step) => {
  const router = open(`/Registration/${step}`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/Registration/security'))
})

it('says when security is done, and does not pretend that the next step is open', async () => {
  open('/Registration/security', { ...unverified, pinSet: true, twoFactorOn: true, backupCodesLeft: 10 })
  expect(await screen.findByText('This step is done. The next one is not open yet.')).toBeTruthy()
})
