import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../../lib/session.ts'
import { answeringServer, bodyOf, failure, ok } from '../../../lib/test-server.ts'
import { InfoState } from '../profile/info-state.tsx'
import { SecurityParts } from './security-parts.tsx'
import { openPage, sampleInfo, signInAs, type as typeInto, typePin } from './test-identity.tsx'

const done = ok({ done: true })
const off = ok({ enabled: false })
const codes = Array.from({ length: 10 }, (_, index) => `ABCD${index}-EFGH${index}`)

const Parts = () => <InfoState skeleton={null}>{(info) => <SecurityParts info={info} openAtFirst={null} />}</InfoState>

const open = (info: Partial<typeof sampleInfo>, answers: Parameters<typeof answeringServer>[0] = {}) => {
  const server = answeringServer({
    'GET /mfa/check-2fa': off,
    ...answers,
    'GET /getInfo': ok({ ...sampleInfo, ...info }),
  })
  const router = openPage(
    [
      { path: '/', Component: Parts },
      { path: '/away', element: 'Away' },
    ],
    '/',
  )
  return { ...server, router }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const region = (name: string) => screen.findByRole('region', { name })
const sent = (requests: ReturnType<typeof answeringServer>['requests'], url: string) =>
  bodyOf(requests.find((request) => request.url === url))

beforeEach(() => signInAs())
afterEach(() => {
  useSession.getState().logOut()
  vi.restoreAllMocks()
})

describe('the PIN', () => {
  it('is set with the password and typed twice', async () => {
    const { requests, answers } = open({ pinSet: false }, { 'POST /set-pin': done })
    expect((await region('PIN')).textContent).toContain('Not set yet.')
    press('Set a PIN')
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    answers['GET /getInfo'] = ok({ ...sampleInfo, pinSet: true })
    press('Set PIN')
    expect(await screen.findByText('Your PIN is set.')).toBeTruthy()
    expect(sent(requests, '/set-pin')).toEqual({ password: 'correct horse battery', pin: '482915' })
    const change = await screen.findByRole('button', { name: 'Change PIN' })
    await waitFor(() => expect(document.activeElement).toBe(change))
  })

  it('is changed with the call of the spec', async () => {
    const { requests } = open({}, { 'POST /change-pin': done })
    await region('PIN')
    press('Change PIN')
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    press('Change PIN')
    expect(await screen.findByText('Your PIN was changed.')).toBeTruthy()
    expect(sent(requests, '/change-pin')).toEqual({ password: 'correct horse battery', changePin: '482915' })
  })

  it('is not asked a 2FA code for with a wrong password', async () => {
    const { asked } = open(
      { twoFactorOn: true },
      {
        'GET /mfa/check-2fa': ok({ enabled: true }),
        'POST /verify-password': failure(400, 'PasswordIncorrect', 'Wrong password. Please try again.'),
      },
    )
    await region('PIN')
    press('Change PIN')
    typeInto('Current password', 'wrong horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    press('Change PIN')
    expect(await screen.findByText('Wrong password. Please try again.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
    expect(asked().filter((name) => name.startsWith('POST'))).toEqual(['POST /verify-password'])
  })

  it('is not sent while something is missing or the two differ', async () => {
    const { asked } = open({})
    await region('PIN')
    press('Change PIN')
    press('Change PIN')
    expect(await screen.findByText('Please enter your password.')).toBeTruthy()
    expect(screen.getByText('Please enter the six digits of your PIN.')).toBeTruthy()
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482916')
    press('Change PIN')
    expect(await screen.findByText('The two PINs do not match.')).toBeTruthy()
    expect(asked().filter((name) => name.startsWith('POST'))).toEqual([])
  })

  const tooEasy = 'This PIN is too easy to guess. Please choose another one.'

  it('that is too easy to guess is told with its last digit, and nobody is asked for a 2FA code', async () => {
    const { asked } = open({ twoFactorOn: true }, { 'GET /mfa/check-2fa': ok({ enabled: true }) })
    await region('PIN')
    press('Change PIN')
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '12345')
    expect(screen.queryByText(tooEasy)).toBeNull()
    typePin('New PIN', '123456')
    const problem = await screen.findByText(tooEasy)
    const box = screen.getAllByLabelText(/^New PIN, digit/)[0]
    expect(box?.getAttribute('aria-describedby')).toBe(problem.id)
    expect(box?.getAttribute('aria-invalid')).toBe('true')
    typePin('New PIN again', '123456')
    press('Change PIN')
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(asked().filter((name) => name.startsWith('POST'))).toEqual([])
    typePin('New PIN', '482915')
    expect(screen.queryByText(tooEasy)).toBeNull()
  })

  it('says at the field why the server refused it', async () => {
    open({}, { 'POST /change-pin': failure(400, 'PinRefused', tooEasy) })
    await region('PIN')
    press('Change PIN')
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    press('Change PIN')
    expect(await screen.findByText(tooEasy)).toBeTruthy()
  })
})

describe('2FA that is off', () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const setUp = {
    'POST /mfa/generate': ok({ secret, uri: `otpauth://totp/Ingot:ada?secret=${secret}&issuer=Ingot` }),
    'POST /mfa/check-pin-6-enabled': ok({ valid: true }),
    'POST /admin/mfa/enable': ok({ enabled: true, backupCodes: codes }),
  }

  const showTheSecret = async () => {
    await region('Two-factor authentication')
    press('Set up')
    press('Begin')
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  }

  it('is turned on with QR code or key, a code of the app, and backup codes that are kept', async () => {
    const { requests, asked, answers } = open({}, setUp)
    await showTheSecret()
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
    answers['GET /getInfo'] = ok({ ...sampleInfo, twoFactorOn: true, backupCodesLeft: 10 })
    answers['GET /mfa/check-2fa'] = ok({ enabled: true })
    typeInto('Code from the app', '123 456')
    press('Turn on')
    const list = await screen.findByRole('list')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes)
    expect(sent(requests, '/mfa/check-pin-6-enabled')).toEqual({ secret, token: '123456' })
    expect(sent(requests, '/admin/mfa/enable')).toEqual({ mfaSecret: secret })
    // The news that it is on must not take the codes away.
    await waitFor(() => expect(asked().filter((name) => name === 'GET /getInfo').length).toBeGreaterThan(1))
    expect(await screen.findByText('On. You have 10 backup codes left.')).toBeTruthy()
    press('Done')
    expect(await screen.findByText(/Have you saved them\?/)).toBeTruthy()
    const box = screen.getByLabelText('I have saved my backup codes')
    expect(document.activeElement).toBe(box)
    expect(screen.getByText(codes[0] as string)).toBeTruthy()
    fireEvent.click(box)
    press('Done')
    await waitFor(() => expect(screen.queryByText(codes[0] as string)).toBeNull())
    expect(screen.getByRole('button', { name: 'New backup codes' })).toBeTruthy()
  })

  const required = failure(403, 'PasswordRequired', 'Please enter your password to continue.')
  const wrongPassword = failure(400, 'PasswordIncorrect', 'Wrong password. Please try again.')

  it('asks for the password first when it was given a while ago', async () => {
    const { requests, answers } = open({}, { ...setUp, 'POST /mfa/generate': required })
    await region('Two-factor authentication')
    press('Set up')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    press('Begin')
    expect(await screen.findByText('Please enter your password to continue.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
    answers['POST /mfa/generate'] = wrongPassword
    typeInto('Current password', 'wrong horse battery')
    press('Begin')
    expect(await screen.findByText('Wrong password. Please try again.')).toBeTruthy()
    answers['POST /mfa/generate'] = setUp['POST /mfa/generate']
    typeInto('Current password', 'correct horse battery')
    press('Begin')
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    const bodies = requests.filter(({ url }) => url === '/mfa/generate').map(bodyOf)
    expect(bodies).toEqual([{}, { password: 'wrong horse battery' }, { password: 'correct horse battery' }])
  })

  it('asks for the password at the end if it took so long, and keeps the code', async () => {
    const { requests, answers } = open({}, { ...setUp, 'POST /admin/mfa/enable': required })
    await showTheSecret()
    typeInto('Code from the app', '123456')
    press('Turn on')
    expect(await screen.findByText('Please enter your password to continue.')).toBeTruthy()
    answers['POST /admin/mfa/enable'] = setUp['POST /admin/mfa/enable']
    press('Turn on')
    expect(await screen.findByText('Please enter your password.')).toBeTruthy()
    typeInto('Current password', 'correct horse battery')
    press('Turn on')
    await screen.findByText('Your backup codes')
    const bodies = requests.filter(({ url }) => url === '/admin/mfa/enable').map(bodyOf)
    expect(bodies).toEqual([{ mfaSecret: secret }, { mfaSecret: secret, password: 'correct horse battery' }])
  })

  it('says that the code was wrong, and keeps the key on show', async () => {
    const wrong = failure(400, 'TwoFactorCodeIncorrect', 'Incorrect 2FA code. Please try again.')
    open({}, { ...setUp, 'POST /mfa/check-pin-6-enabled': wrong })
    await showTheSecret()
    typeInto('Code from the app', '12345')
    press('Turn on')
    expect(await screen.findByText('Please enter a valid 6-digit 2FA code.')).toBeTruthy()
    typeInto('Code from the app', '123456')
    press('Turn on')
    expect(await screen.findByText('Incorrect 2FA code. Please try again.')).toBeTruthy()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  })

  it('does not let the codes be left by accident, yet lets a customer leave who wants to', async () => {
    const { router } = open({}, setUp)
    await showTheSecret()
    typeInto('Code from the app', '123456')
    press('Turn on')
    await screen.findByText('Your backup codes')
    await router.navigate('/away')
    expect((await screen.findByRole('alert')).textContent).toContain('You will not see these codes again.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay here' }))
    press('Stay here')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await router.navigate('/away')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByText('Away')).toBeTruthy()
  })

  it('lets the codes be copied and downloaded', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
    const files: unknown[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file)}`)
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    open({}, setUp)
    await showTheSecret()
    typeInto('Code from the app', '123456')
    press('Turn on')
    await screen.findByText('Your backup codes')
    press('Copy')
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(codes.join('\n'))
    press('Download')
    expect(click).toHaveBeenCalledOnce()
    expect(await (files[0] as Blob).text()).toContain(codes.join('\n'))
  })
})

describe('2FA that is on', () => {
  const on = { twoFactorOn: true, backupCodesLeft: 2 }
  const prove = (label: string) => {
    typeInto('Current password', 'correct horse battery')
    typeInto('2FA code', '123456')
    press(label)
  }

  it('says how many backup codes are left', async () => {
    open(on)
    expect((await region('Two-factor authentication')).textContent).toContain(
      'On. You have 2 backup codes left. Please get new ones soon.',
    )
  })

  const askForCodes = () => {
    typeInto('2FA code', '123456')
    press('Get new codes')
  }

  it('gives new backup codes for a code, with the call of the spec', async () => {
    const { requests } = open(on, { 'POST /mfa/reset-mfa-backup-codes': ok({ backupCodes: codes }) })
    await region('Two-factor authentication')
    press('New backup codes')
    askForCodes()
    expect(await screen.findByText(codes[9] as string)).toBeTruthy()
    expect(sent(requests, '/mfa/reset-mfa-backup-codes')).toEqual({ inputCode: '123456' })
  })

  it('asks for the password too when it was given a while ago', async () => {
    const required = failure(403, 'PasswordRequired', 'Please enter your password to continue.')
    const { requests, answers } = open(on, { 'POST /mfa/reset-mfa-backup-codes': required })
    await region('Two-factor authentication')
    press('New backup codes')
    askForCodes()
    expect(await screen.findByText('Please enter your password to continue.')).toBeTruthy()
    answers['POST /mfa/reset-mfa-backup-codes'] = ok({ backupCodes: codes })
    typeInto('Current password', 'correct horse battery')
    press('Get new codes')
    expect(await screen.findByText(codes[9] as string)).toBeTruthy()
    const bodies = requests.filter(({ url }) => url === '/mfa/reset-mfa-backup-codes').map(bodyOf)
    expect(bodies[1]).toEqual({ inputCode: '123456', password: 'correct horse battery' })
  })

  it('says that the code was wrong', async () => {
    const wrong = failure(400, 'TwoFactorCodeIncorrect', 'Incorrect 2FA code. Please try again.')
    open(on, { 'POST /mfa/reset-mfa-backup-codes': wrong })
    await region('Two-factor authentication')
    press('New backup codes')
    askForCodes()
    expect(await screen.findByText('Incorrect 2FA code. Please try again.')).toBeTruthy()
  })

  it('is turned off with password and code', async () => {
    const { requests, answers } = open(on, { 'POST /mfa/disable': done })
    await region('Two-factor authentication')
    press('Turn off')
    answers['GET /getInfo'] = ok(sampleInfo)
    prove('Turn off')
    expect(await screen.findByText('Two-factor authentication is off.')).toBeTruthy()
    expect(sent(requests, '/mfa/disable')).toEqual({ inputCode: '123456', password: 'correct horse battery' })
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
  })

  it('cannot be turned off by an operator', async () => {
    open({ ...on, role: 'operator' })
    await region('Two-factor authentication')
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  })

  it('that was turned off elsewhere is noticed within a second or two', async () => {
    const { answers, asked } = open(on, { 'GET /mfa/check-2fa': ok({ enabled: true }) })
    await region('Two-factor authentication')
    await waitFor(() => expect(asked().filter((name) => name === 'GET /mfa/check-2fa').length).toBeGreaterThan(1), {
      timeout: 3_000,
    })
    answers['GET /getInfo'] = ok(sampleInfo)
    answers['GET /mfa/check-2fa'] = off
    expect(await screen.findByRole('button', { name: 'Set up' }, { timeout: 3_000 })).toBeTruthy()
  })

  it('closes the form of the PIN when its own is opened', async () => {
    open(on)
    await region('PIN')
    press('Change PIN')
    press('Turn off')
    expect(screen.queryByLabelText('New PIN, digit 1 of 6')).toBeNull()
    expect(screen.getByLabelText('2FA code')).toBeTruthy()
  })
})
