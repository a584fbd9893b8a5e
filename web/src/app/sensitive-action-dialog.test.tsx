import { aimOf } from '@ingot/endpoints/aim'
import { setPin } from '@ingot/endpoints/credentials'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleInfo, signInAs, type as typeInto, typePin, Visit } from '../features/identity/security/test-identity.tsx'
import { CallError } from '../lib/call-error.ts'
import { runSensitiveAction } from '../lib/sensitive-action.ts'
import { useSession } from '../lib/session.ts'
import { answeringServer, bodyOf, failure, ok } from '../lib/test-server.ts'
import { cancelVerifications } from '../lib/verifications.ts'
import { SensitiveActionDialog } from './sensitive-action-dialog.tsx'

const input = { body: { amount: '1' } }
const pinned = { name: 'sellToken', stepUp: 'pin', idempotent: true } as const
const guarded = { name: 'transfer', stepUp: 'pin-2fa', idempotent: true } as const

const valid = ok({ valid: true })
const twoFactorIs = (enabled: boolean) => ok({ enabled })
const stepUp = (needs: string) =>
  new CallError({ name: 'StepUpRequired', message: 'x', code: 'ERR_BAD_REQUEST', status: 403, details: { needs } })

const onLeave = vi.fn()
const run = vi.fn()

/** Begins an action from a button, as a feature does. */
const begin = (endpoint: typeof pinned | typeof guarded) => {
  render(
    <Visit>
      <button
        type="button"
        onClick={() => (outcome = runSensitiveAction(endpoint, input, run, 'Pay 100.00 USDT, receive 0.751941 QMGT'))}
      >
        Send
      </button>
      <SensitiveActionDialog onLeave={onLeave} />
    </Visit>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  button.focus()
  fireEvent.click(button)
}

let outcome: Promise<unknown> = Promise.resolve()

const titled = (name: string) => screen.findByRole('dialog', { name })
const pinQuestion = () => titled('Confirm with your PIN')
const codeQuestion = () => titled('Confirm with your 2FA code')
const message = () => screen.getByRole('alert').textContent
const firstBox = () => screen.getAllByLabelText(/^PIN, digit/)[0]

beforeEach(() => {
  signInAs()
  run.mockReset().mockResolvedValue('done')
  onLeave.mockReset()
})
afterEach(async () => {
  await act(async () => cancelVerifications())
  useSession.getState().logOut()
  vi.useRealTimers()
})

describe('the PIN', () => {
  it('has six masked boxes, each with a name, and takes focus', async () => {
    begin(pinned)
    await pinQuestion()
    const boxes = screen.getAllByLabelText(/^PIN, digit/)
    expect(boxes.map((box) => box.getAttribute('type'))).toEqual(Array(6).fill('password'))
    expect(boxes[5]?.getAttribute('aria-label')).toBe('PIN, digit 6 of 6')
    expect(boxes[0]?.hasAttribute('data-autofocus')).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  })

  it('stands below the deal, which describes the dialog', async () => {
    begin(pinned)
    const dialog = await pinQuestion()
    const about = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(about?.textContent).toContain('Pay 100.00 USDT, receive 0.751941 QMGT')
  })

  it('is sent by itself when complete, for this operation, once; then the action runs', async () => {
    const { requests } = answeringServer({ 'POST /verify-pin': valid })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '482915')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await outcome).toBe('done')
    expect(requests).toHaveLength(1)
    const [key] = run.mock.calls[0] as [string]
    expect(bodyOf(requests[0])).toEqual({ pin: '482915', ...(await aimOf(pinned, key, input)) })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is wrong says so, empties the boxes and can be tried again', async () => {
    const { answers } = answeringServer({
      'POST /verify-pin': failure(400, 'PinIncorrect', 'Another sentence of the server.'),
    })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '000111')
    await waitFor(() => expect(message()).toBe('Incorrect PIN. Please try again.'))
    expect(screen.getAllByLabelText<HTMLInputElement>(/^PIN, digit/).map((box) => box.value)).toEqual(Array(6).fill(''))
    expect(document.activeElement).toBe(firstBox())
    answers['POST /verify-pin'] = valid
    typePin('PIN', '482915')
    expect(await outcome).toBe('done')
  })

  it.each([
    ['the server is in trouble', failure(500, 'Internal', 'Something went wrong on our side.')],
    ['the answer is not what was agreed', ok({ valid: 'perhaps' })],
  ])('says that it could not be checked when %s', async (_why, answer) => {
    answeringServer({ 'POST /verify-pin': answer })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '482915')
    await waitFor(() => expect(message()).toBe('An error occurred during PIN verification.'))
    expect(run).not.toHaveBeenCalled()
  })

  it('that is incomplete is not sent', async () => {
    const { requests } = answeringServer({})
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '48')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(message()).toBe('Please enter the six digits of your PIN.'))
    expect(requests).toEqual([])
  })

  it('tried too often says for how long to wait, and counts down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answeringServer({
      'POST /verify-pin': failure(429, 'TooManyTries', 'Too many attempts. Please wait a while and try again.', {
        retryAfter: 65,
      }),
    })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '482915')
    await waitFor(() => expect(message()).toBe('Too many attempts. Please wait a while and try again.'))
    expect(screen.getByRole('timer').textContent).toBe('Try again in 1:05')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(screen.getByRole('timer').textContent).toBe('Try again in 0:59')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false)
  })
})

describe('giving up', () => {
  it.each([
    ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
    ['the close button', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('with %s runs nothing and gives focus back', async (_way, giveUp) => {
    begin(pinned)
    await pinQuestion()
    giveUp()
    expect(await outcome).toBeUndefined()
    expect(run).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
  })

  it('Tab stays within the dialog', async () => {
    begin(pinned)
    await pinQuestion()
    const last = screen.getByRole('button', { name: 'Confirm' })
    last.focus()
    expect(fireEvent.keyDown(last, { key: 'Tab' })).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  })
})

describe('PIN and 2FA', () => {
  const passThePin = async () => {
    await pinQuestion()
    typePin('PIN', '482915')
    await codeQuestion()
  }

  it('come in this order, and the code may be pasted with a space', async () => {
    const { requests, asked } = answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(true),
      'POST /verify-pin': valid,
      'POST /mfa/verify': valid,
    })
    begin(guarded)
    await passThePin()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('2FA code')))
    typeInto('2FA code', '123 456')
    expect(await outcome).toBe('done')
    expect(asked()).toEqual(['GET /mfa/check-2fa', 'POST /verify-pin', 'POST /mfa/verify'])
    const [key] = run.mock.calls[0] as [string]
    expect(bodyOf(requests[2])).toEqual({ token: '123456', ...(await aimOf(guarded, key, input)) })
  })

  it.each(['12345', '12a456', '1234567'])('a code such as %s is not sent', async (typed) => {
    const { asked } = answeringServer({ 'GET /mfa/check-2fa': twoFactorIs(true), 'POST /verify-pin': valid })
    begin(guarded)
    await passThePin()
    typeInto('2FA code', typed)
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(message()).toBe('Please enter a valid 6-digit 2FA code.'))
    expect(asked()).not.toContain('POST /mfa/verify')
  })

  it.each([
    ['Incorrect 2FA code. Please try again.', failure(400, 'TwoFactorCodeIncorrect', 'Other words.')],
    ['An error occurred during 2FA verification.', failure(503, 'Unavailable', 'Other words.')],
  ])('says: %s', async (words, answer) => {
    const { answers } = answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(true),
      'POST /verify-pin': valid,
      'POST /mfa/verify': answer,
    })
    begin(guarded)
    await passThePin()
    typeInto('2FA code', '123456')
    await waitFor(() => expect(message()).toBe(words))
    answers['POST /mfa/verify'] = valid
    typeInto('2FA code', '654321')
    expect(await outcome).toBe('done')
  })

  it('where 2FA turns out to be off leads to enabling it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answeringServer({
      'POST /verify-pin': valid,
      'POST /mfa/verify': failure(400, 'TwoFactorOff', 'Two-factor authentication is off.'),
    })
    begin(guarded)
    // The status could not be read, so the code is asked for and the server decides.
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await passThePin()
    typeInto('2FA code', '123456')
    expect(await titled('Two-factor authentication is off')).toBeTruthy()
  })
})

describe('2FA that is needed but not enabled', () => {
  const enabling = () => titled('Two-factor authentication is off')

  it.each([
    ['Verified', '/My-Profile/Security/2fa'],
    ['Pending', '/Registration/security'],
  ] as const)('leads a customer who is %s to %s', async (kycVerified, path) => {
    signInAs({ ...sampleInfo, kycVerified })
    answeringServer({ 'GET /mfa/check-2fa': twoFactorIs(false) })
    begin(guarded)
    await enabling()
    const link = screen.getByRole('link', { name: 'Open security settings' })
    expect(link.getAttribute('href')).toBe(path)
    fireEvent.click(link)
    expect(onLeave).toHaveBeenCalledExactlyOnceWith(path)
    expect(await outcome).toBeUndefined()
  })

  it('is asked for every second while the prompt is open, and goes on once it is on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { answers, asked } = answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(false),
      'POST /verify-pin': valid,
    })
    begin(guarded)
    await enabling()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(asked().length).toBeGreaterThanOrEqual(4)
    // A failed answer is no answer: neither off nor on.
    answers['GET /mfa/check-2fa'] = failure(503, 'Unavailable', 'Not available.')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByRole('dialog', { name: 'Two-factor authentication is off' })).toBeTruthy()
    answers['GET /mfa/check-2fa'] = twoFactorIs(true)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await pinQuestion()
    const before = asked().length
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(asked()).toHaveLength(before)
  })
})

describe('no PIN yet', () => {
  const unset = failure(403, 'StepUpRequired', 'Please confirm this action first.', { needs: 'pin-unset' })
  const fill = () => {
    typeInto('Current password', 'correct horse battery')
    typePin('New PIN', '482915')
    typePin('New PIN again', '482915')
    fireEvent.click(screen.getByRole('button', { name: 'Set PIN and continue' }))
  }

  it('is set in place with the password, proven at once, and the action runs', async () => {
    run.mockRejectedValueOnce(stepUp('pin-unset'))
    const { requests, asked } = answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(false),
      'POST /verify-pin': valid,
      'POST /set-pin': ok({ done: true }),
    })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '111222')
    await titled('Set a PIN first')
    fill()
    expect(await outcome).toBe('done')
    expect(asked()).toEqual(['POST /verify-pin', 'GET /mfa/check-2fa', 'POST /set-pin', 'POST /verify-pin'])
    expect(bodyOf(requests[2])).toEqual({ password: 'correct horse battery', pin: '482915' })
    const [[key], [again]] = run.mock.calls as [[string], [string]]
    expect(again).toBe(key)
    expect(bodyOf(requests[3])).toEqual({ pin: '482915', ...(await aimOf(pinned, key, input)) })
  })

  it('with 2FA on asks for the code of setting it, then goes on', async () => {
    let isSet = false
    const { requests } = answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(true),
      'POST /verify-pin': () => (isSet ? valid : unset),
      'POST /mfa/verify': valid,
      'POST /set-pin': () => {
        isSet = true
        return ok({ done: true })
      },
    })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '111222')
    await titled('Set a PIN first')
    fill()
    await codeQuestion()
    typeInto('2FA code', '123456')
    expect(await outcome).toBe('done')
    const [proof, setting] = ['/mfa/verify', '/set-pin'].map((path) => requests.find(({ url }) => url === path))
    expect(bodyOf(proof)).toEqual({
      token: '123456',
      ...(await aimOf(setPin, '', { body: bodyOf(setting) as object })),
    })
  })

  it('says at the field what is wrong', async () => {
    answeringServer({
      'GET /mfa/check-2fa': twoFactorIs(false),
      'POST /verify-pin': unset,
      'POST /set-pin': failure(400, 'PasswordIncorrect', 'Wrong password. Please try again.'),
    })
    begin(pinned)
    await pinQuestion()
    typePin('PIN', '111222')
    await titled('Set a PIN first')
    fill()
    expect(await screen.findByText('Wrong password. Please try again.')).toBeTruthy()
    expect(run).not.toHaveBeenCalled()
  })
})

it('a proof that counts no longer is asked for again, and the dialog says why; one that was never given is not', async () => {
  run.mockRejectedValueOnce(stepUp('pin')).mockRejectedValueOnce(stepUp('2fa'))
  answeringServer({ 'POST /verify-pin': valid, 'POST /mfa/verify': valid })
  const expired = 'Your confirmation has expired. Please confirm again; nothing has happened yet.'
  begin(pinned)
  expect((await pinQuestion()).textContent).not.toContain(expired)
  typePin('PIN', '482915')
  await screen.findByText(new RegExp(expired))
  expect(screen.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeTruthy()
  typePin('PIN', '482915')
  expect((await codeQuestion()).textContent).not.toContain(expired)
  typeInto('2FA code', '123456')
  expect(await outcome).toBe('done')
  expect(run).toHaveBeenCalledTimes(3)
})

it('an action that is refused for a missing proof asks for it, and runs again with the same key', async () => {
  run.mockRejectedValueOnce(stepUp('2fa'))
  const { requests } = answeringServer({ 'POST /verify-pin': valid, 'POST /mfa/verify': valid })
  begin(pinned)
  await pinQuestion()
  typePin('PIN', '482915')
  await codeQuestion()
  typeInto('2FA code', '123456')
  expect(await outcome).toBe('done')
  const keys = run.mock.calls.flat()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(bodyOf(requests[1])).toEqual({ token: '123456', ...(await aimOf(pinned, keys[0], input)) })
})
