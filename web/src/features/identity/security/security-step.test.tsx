import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../../lib/session.ts'
import { answeringServer, ok } from '../../../lib/test-server.ts'
import { SecurityStep } from './security-step.tsx'
import { openPage, sampleInfo, signInAs, type as typeInto, typePin } from './test-identity.tsx'

const secret = 'JBSWY3DPEHPK3PXP'
const newcomer = { ...sampleInfo, kycVerified: 'Not Verified' as const, pinSet: false }

const open = (info: typeof sampleInfo) => {
  const server = answeringServer({
    'GET /getInfo': ok(info),
    'GET /mfa/check-2fa': ok({ enabled: info.twoFactorOn }),
    'POST /set-pin': ok({ done: true }),
    'POST /mfa/generate': ok({ secret, uri: `otpauth://totp/Ingot:ada?secret=${secret}&issuer=Ingot` }),
    'POST /mfa/check-pin-6-enabled': ok({ valid: true }),
    'POST /admin/mfa/enable': ok({ enabled: true, backupCodes: ['ABCD0-EFGH0'] }),
  })
  openPage([{ path: '/', element: <SecurityStep wayOn={<a href="/next">Continue</a>} /> }], '/')
  return server
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** What stands there in gold: the kit's filled buttons. */
const goldButtons = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.dataset.variant === undefined || button.dataset.variant === 'filled')
    .filter((button) => button.className.includes('Button-root'))
    .map((button) => button.textContent)

beforeEach(() => signInAs(newcomer))
afterEach(() => useSession.getState().logOut())

describe('the security step', () => {
  it('has PIN and 2FA only, the PIN first, with one gold button', async () => {
    open(newcomer)
    expect(await screen.findByLabelText('New PIN, digit 1 of 6')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'PIN',
      'Two-factor authentication',
    ])
    expect(goldButtons()).toEqual(['Set PIN'])
    expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
    expect(screen.getByText(/You need it to send anything from your account/)).toBeTruthy()
  })

  it('goes on to 2FA by itself once the PIN is set', async () => {
    const { answers } = open(newcomer)
    await screen.findByLabelText('New PIN, digit 1 of 6')
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    answers['GET /getInfo'] = ok({ ...newcomer, pinSet: true })
    press('Set PIN')
    expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
    expect(goldButtons()).toEqual(['Begin'])
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  })

  it('shows the way on only when the backup codes were kept, and asks for that at the codes', async () => {
    const { answers } = open({ ...newcomer, pinSet: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Begin' }))
    await screen.findByText('JBSW Y3DP EHPK 3PXP')
    answers['GET /getInfo'] = ok({ ...newcomer, pinSet: true, twoFactorOn: true, backupCodesLeft: 10 })
    answers['GET /mfa/check-2fa'] = ok({ enabled: true })
    typeInto('Code from the app', '123456')
    press('Turn on')
    await screen.findByText('ABCD0-EFGH0')
    await screen.findByText('On. You have 10 backup codes left.')
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
    press('Done')
    expect(await screen.findByText(/Have you saved them\?/)).toBeTruthy()
    fireEvent.click(screen.getByLabelText('I have saved my backup codes'))
    press('Done')
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
  })

  it('follows what was done in another tab', async () => {
    const { answers } = open({ ...newcomer, pinSet: true })
    await screen.findByRole('button', { name: 'Begin' })
    answers['GET /getInfo'] = ok({ ...newcomer, pinSet: true, twoFactorOn: true, backupCodesLeft: 10 })
    answers['GET /mfa/check-2fa'] = ok({ enabled: true })
    await waitFor(() => expect(screen.getByRole('link', { name: 'Continue' })).toBeTruthy(), { timeout: 3_000 })
  })
})
