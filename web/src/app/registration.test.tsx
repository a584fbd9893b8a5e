import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure, fakeCalls, success } from '../lib/test-server.ts'
import { closePortal, fill, openPortal, press, sampleTerms, signInSample } from './test-portal.tsx'

afterEach(() => {
  vi.useRealTimers()
  closePortal()
})

const registered = success({ user: { email: 'ada@example.com' } })
const sent = success({ data: { sent: true } })
const done = success({ data: { done: true, alreadyVerified: false } })
const linkInvalid = failure(400, 'LinkInvalid', 'This link no longer works. Please ask for a new one.')

const server = (replies: Parameters<typeof fakeCalls>[0] = {}) =>
  fakeCalls({
    'GET /texts/term-conditions': success({ data: sampleTerms }),
    'GET /introducers/GOLD7': success({ data: { name: 'Grace H.' } }),
    'GET /introducers/NOPE': failure(400, 'UnknownReferralCode', 'We do not recognise this referral code.'),
    'POST /auth/local/register': registered,
    'POST /link-verification/registration': sent,
    ...replies,
  })

const accept = async () => {
  await screen.findByText(/version 1\.2/)
  fireEvent.click(screen.getByRole('checkbox'))
}

const fillAccount = async () => {
  await fill('Username', 'ada')
  await fill('Password', 'copper-lantern-vivid-otter')
  await accept()
}

const signUp = async () => {
  await fill('E-mail', 'ada@example.com')
  await fillAccount()
  await press('Create account')
}

describe('signing up', () => {
  it('registers with the version of the terms that was shown, asks for the link and says to check the e-mail', async () => {
    const { sentTo } = server()
    openPortal('/signup')
    await signUp()
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' })).toBe(document.activeElement)
    expect(sentTo('POST /auth/local/register')).toEqual([
      { email: 'ada@example.com', username: 'ada', password: 'copper-lantern-vivid-otter', termsVersion: '1.2' },
    ])
    expect(sentTo('POST /link-verification/registration')).toEqual([{ email: 'ada@example.com' }])
  })

  it('asks for each missing thing at its field, and goes to the first', async () => {
    const { sentTo } = server()
    openPortal('/signup')
    await press('Create account')
    for (const text of [
      'Please enter an e-mail address.',
      'Please use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter.',
      'Please use at least 12 characters.',
      'Please accept the terms.',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(sentTo('POST /auth/local/register')).toEqual([])
  })

  it.each([
    ['UsernameTaken', 'This username is already taken.', 'Username'],
    ['PasswordRefused', 'This password is too easy to guess.', 'Password'],
    ['UnknownReferralCode', 'We do not recognise this referral code.', 'Referral code (optional)'],
  ])('shows the refusal %s at its field', async (name, message, label) => {
    server({ 'POST /auth/local/register': failure(400, name, message) })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  })

  it('shows what the server finds wrong at its field', async () => {
    const errors = [{ path: ['username'], message: 'Too odd.' }]
    server({ 'POST /auth/local/register': failure(400, 'InvalidInput', 'username: Too odd.', { errors }) })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText('Too odd.')).toBeTruthy()
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
  })

  it('falls back to the words of the specification', async () => {
    server({ 'POST /auth/local/register': { status: 502, data: '' } })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText('Registration failed. Please try again.')).toBeTruthy()
  })

  it('asks again when the terms have changed meanwhile', async () => {
    server({ 'POST /auth/local/register': failure(409, 'TextOutdated', 'The terms have changed.') })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText('The terms have changed.')).toBeTruthy()
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false)
  })

  it('tells when the link could not be sent, and lets it be asked for again at once', async () => {
    const { sentTo } = server({
      'POST /link-verification/registration': failure(503, 'Unavailable', 'The mail is down.'),
    })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText('The mail is down.')).toBeTruthy()
    await press('Send a new link')
    await waitFor(() => expect(sentTo('POST /link-verification/registration')).toHaveLength(2))
  })

  it('sends another link only after 60 seconds, and counts them down', async () => {
    const { sentTo } = server()
    openPortal('/signup')
    await signUp()
    const waiting = await screen.findByRole('button', { name: /^Send a new link in (60|59) s$/ })
    expect((waiting as HTMLButtonElement).disabled).toBe(true)
    const start = Date.now()
    const now = vi.spyOn(Date, 'now').mockImplementation(() => start + 30_000)
    await screen.findByRole('button', { name: /^Send a new link in (30|29) s$/ })
    now.mockImplementation(() => start + 61_000)
    await press('Send a new link')
    now.mockRestore()
    await waitFor(() => expect(sentTo('POST /link-verification/registration')).toHaveLength(2))
  })

  it('can be finished with a typed code', async () => {
    const { sentTo } = server({ 'POST /otp-verification/verify-otp': success({ data: { done: true } }) })
    openPortal('/signup')
    await signUp()
    expect((await screen.findByText(/We sent an e-mail to/)).textContent).toContain('Open the link in it')
    await fill('Or enter the six-digit code from the e-mail', '123456')
    await press('Verify with code')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your e-mail address is verified' })).toBeTruthy()
    expect(sentTo('POST /otp-verification/verify-otp')).toEqual([{ email: 'ada@example.com', otp: '123456' }])
  })

  it('is nothing for someone who is signed in', async () => {
    server()
    signInSample()
    const router = openPortal('/signup')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

describe('e-mail and username', () => {
  it('are checked by their rules as they are typed, and nobody is asked whose they are', async () => {
    const { requests } = server()
    openPortal('/signup')
    await screen.findByText(/version 1\.2/)
    // The line about what does not work is asked for by itself.
    const others = () => requests.filter(({ url }) => !url.startsWith('/status')).map(({ url }) => url)
    const before = others()
    await fill('E-mail', 'ada@')
    await fill('Username', '9lives')
    expect(await screen.findByText('Please enter an e-mail address.')).toBeTruthy()
    expect(
      await screen.findByText(
        'Please use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter.',
      ),
    ).toBeTruthy()
    await fill('E-mail', 'ada@example.com')
    expect(screen.queryByText('Please enter an e-mail address.')).toBeNull()
    expect(others()).toEqual(before)
  })
})

describe('the password’s strength', () => {
  it.each([
    ['short', 'Password strength: too short'],
    ['password12345', /Password strength: (very easy|easy) to guess/],
    ['copper-lantern-vivid-otter', /Password strength: (good|strong)/],
  ])('of “%s” is told in words', async (password, words) => {
    server()
    openPortal('/signup')
    await fill('Password', password)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('is no longer told once the server has refused the password, until another one is typed', async () => {
    const stolen = 'This password is on lists of stolen passwords.'
    server({ 'POST /auth/local/register': failure(400, 'PasswordRefused', stolen, { reason: 'stolen' }) })
    openPortal('/signup')
    await signUp()
    expect(await screen.findByText(stolen)).toBeTruthy()
    expect(screen.queryByText(/Password strength/)).toBeNull()
    await fill('Password', 'copper-lantern-vivid-otters')
    expect(await screen.findByText(/Password strength: (good|strong)/)).toBeTruthy()
  })

  it('counts what others know about the person as easy to guess', async () => {
    server()
    openPortal('/signup')
    await fill('Username', 'grandmasterflash')
    await fill('Password', 'grandmasterflash')
    expect(await screen.findByText(/Password strength: (very easy|easy) to guess/)).toBeTruthy()
  })
})

describe('a referral code', () => {
  it('is checked as it is typed and names the introducer', async () => {
    const { sentTo } = server()
    openPortal('/signup')
    await fill(/Referral code/, 'gold7')
    expect(await screen.findByText('Introduced by Grace H.')).toBeTruthy()
    await signUp()
    await screen.findByRole('heading', { name: 'Check your e-mail' })
    expect(sentTo('POST /auth/local/register')[0]).toMatchObject({ referralCode: 'gold7' })
  })

  it('that nobody has is told before anything is sent', async () => {
    server()
    openPortal('/signup')
    await fill(/Referral code/, 'nope')
    expect(
      await screen.findByText('We do not recognise this referral code. Please check it or leave the field empty.'),
    ).toBeTruthy()
  })

  it('that could not be checked is not called wrong', async () => {
    server({ 'GET /introducers/GOLD7': failure(429, 'TooManyTries', 'Too many attempts.') })
    openPortal('/signup')
    await fill(/Referral code/, 'GOLD7')
    expect(await screen.findByText(/We could not check the code just now/)).toBeTruthy()
  })
})

describe('registering by an invitation', () => {
  it('asks for the e-mail first, with the code filled in and locked, then for the rest', async () => {
    const { sentTo } = server()
    openPortal('/register?ref=gold7')
    const code = (await screen.findByLabelText('Referral code')) as HTMLInputElement
    expect(code).toMatchObject({ value: 'GOLD7', readOnly: true })
    expect(await screen.findByText('Introduced by Grace H.')).toBeTruthy()
    expect(screen.queryByLabelText('Username')).toBeNull()
    await fill('E-mail', 'ada@example.com')
    await press('Continue')
    await fillAccount()
    expect((screen.getByLabelText('Referral code') as HTMLInputElement).readOnly).toBe(true)
    await press('Create account')
    await screen.findByRole('heading', { name: 'Check your e-mail' })
    expect(sentTo('POST /auth/local/register')[0]).toMatchObject({ email: 'ada@example.com', referralCode: 'GOLD7' })
  })

  it('with a code that nobody has says so, and the locked code can be taken away', async () => {
    const { sentTo } = server()
    openPortal('/register?ref=NOPE')
    expect(await screen.findByText('We do not recognise the referral code in your link.')).toBeTruthy()
    await fill('E-mail', 'ada@example.com')
    await press('Continue')
    await press('Remove this code')
    expect((screen.getByLabelText('Referral code (optional)') as HTMLInputElement).readOnly).toBe(false)
    await fillAccount()
    await press('Create account')
    await screen.findByRole('heading', { name: 'Check your e-mail' })
    expect(sentTo('POST /auth/local/register')[0]).not.toHaveProperty('referralCode')
  })

  it('lets the e-mail be changed again', async () => {
    server()
    openPortal('/register')
    await fill('E-mail', 'ada@example.com')
    await press('Continue')
    await press('Use a different e-mail')
    expect(((await screen.findByLabelText('E-mail')) as HTMLInputElement).value).toBe('ada@example.com')
    expect(screen.queryByLabelText('Username')).toBeNull()
  })
})

describe('the link from the mail', () => {
  it('verifies exactly once, however often the page is drawn, and leads to sign in', async () => {
    const { sentTo } = server({ 'POST /link-verification/code-register': done })
    openPortal('/Email-Verification/the-token', StrictMode)
    expect(await screen.findByRole('heading', { name: 'Your e-mail address is verified' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/signin')
    expect(sentTo('POST /link-verification/code-register')).toEqual([{ verifyCode: 'the-token' }])
  })

  it('that was opened before says that the e-mail is verified already', async () => {
    const before = success({ data: { done: true, alreadyVerified: true } })
    server({ 'POST /link-verification/code-register': before })
    openPortal('/Email-Verification/the-token')
    expect(await screen.findByRole('heading', { name: 'Your e-mail address is already verified' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('that has expired says so and offers a new one', async () => {
    const { sentTo } = server({ 'POST /link-verification/code-register': linkInvalid })
    openPortal('/Email-Verification/the-token')
    expect(await screen.findByText('This link no longer works. Please ask for a new one.')).toBeTruthy()
    await fill('E-mail', 'ada@example.com')
    await press('Send a new link')
    await waitFor(() => expect(sentTo('POST /link-verification/registration')).toEqual([{ email: 'ada@example.com' }]))
  })

  it('can be tried again when no answer came', async () => {
    const replies = { 'POST /link-verification/code-register': { status: 502, data: '' as unknown } }
    fakeCalls(replies)
    openPortal('/Email-Verification/the-token')
    expect(await screen.findByText('Failed')).toBeTruthy()
    replies['POST /link-verification/code-register'] = done
    await press('Retry')
    expect(await screen.findByRole('heading', { name: 'Your e-mail address is verified' })).toBeTruthy()
  })
})

describe('verifying without a link', () => {
  it('says at the field that a code is wrong', async () => {
    server({
      'POST /otp-verification/verify-otp': failure(
        400,
        'CodeIncorrect',
        'This code is wrong or has expired. Please try again, or ask for a new one.',
      ),
    })
    openPortal('/Email-Verification')
    await fill('E-mail', 'ada@example.com')
    await fill('Six-digit code from the e-mail', '000000')
    await press('Verify with code')
    expect(
      await screen.findByText('This code is wrong or has expired. Please try again, or ask for a new one.'),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code from the e-mail'))
  })

  it('needs an e-mail to send a code to', async () => {
    const { sentTo } = server()
    openPortal('/Email-Verification')
    await press('Send a new code')
    expect(await screen.findByText('Please enter an e-mail address.')).toBeTruthy()
    await act(async () => undefined)
    expect(sentTo('POST /otp-verification/generate')).toEqual([])
  })
})
