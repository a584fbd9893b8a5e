import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { KycVerificationPage } from './kyc-verification-page.tsx'
import { atDocuments, kycServer, openPage, press, progressAt, reviewed, signInApplicant } from './test-kyc.tsx'

const tokenCall = 'POST /applicant/access-token'
const statusCall = 'POST /applicant/get-status'
const progressCall = 'GET /check-user-progress'
const kycCall = 'GET /verification/is-verify'

const open = () => openPage([{ path: '/', Component: KycVerificationPage }], '/')

const handedIn = { step: 'result', done: { security: true, 'personal-information': true, documents: true } }
const red = (reviewRejectType: string) => ({
  reviewAnswer: 'RED',
  reviewRejectType,
  rejectLabels: [],
  moderationComment: '',
})
const rejection = (final: boolean) => ({ reason: 'The selfie is not clear enough.', labels: ['BAD_SELFIE'], final })

const at = (kycVerified: string, progress: object, review = reviewed('init')) => ({
  [progressCall]: progressAt({ kycVerified, ...progress }),
  [kycCall]: ok({ kycVerified }),
  [statusCall]: review,
})

const frame = () => document.querySelector('iframe')

/** What the provider's page tells the one around it. */
const frameSays = (method: string, more: object = {}, origin = 'https://verification.example') =>
  act(() => {
    const data = { method, frameId: `id_${btoa('the-token')}`, sessionId: 'one', ...more }
    window.dispatchEvent(new MessageEvent('message', { origin, data }))
  })

/** Hears what the page tells the frame, whose address is nobody's here: what it would say is said by the tests. */
const told = vi.fn()

const { happyDOM } = window as unknown as { happyDOM: { settings: { enableIframePageLoading: boolean } } }

beforeEach(() => {
  // Empty ones only: without this each of them complains.
  happyDOM.settings.enableIframePageLoading = true
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue({ postMessage: told } as never)
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (this: Element, address) {
    this.setAttribute('data-src', address)
  })
  signInApplicant()
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

describe('each state', () => {
  it('says what comes first to whoever has not told about himself', async () => {
    kycServer()
    open()
    expect(await screen.findByText('A few steps come first')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue where you left off' }).getAttribute('href')).toBe(
      '/Registration/personal-information',
    )
  })

  it('opens the provider’s check with the caller’s own token, under the address from the settings', async () => {
    const { sentTo } = kycServer(at('Not Verified', atDocuments))
    open()
    await waitFor(() =>
      expect(frame()?.dataset.src).toMatch(/^https:\/\/verification\.example\/websdk\/websdk\.html\?_=id_/),
    )
    expect(frame()?.title).not.toBe('')
    expect(sentTo(tokenCall).map(bodyOf)).toEqual([{ username: 'ada' }])
  })

  it.each([
    ['Pending', reviewed('pending'), 'Your documents are being checked'],
    ['Approved', reviewed('completed'), 'You are approved'],
    ['Verified', reviewed('completed'), 'You are verified'],
  ])('%s is told in words', async (kycVerified, review, title) => {
    kycServer(at(kycVerified, handedIn, review))
    open()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(frame()).toBeNull()
  })

  it('after a reset the documents are asked for once more', async () => {
    kycServer(at('Pending', { ...atDocuments }, reviewed('init')))
    open()
    await waitFor(() => expect(frame()).not.toBeNull())
  })

  it('Rejected gives the reason and lets one try again', async () => {
    kycServer(at('Rejected', { ...atDocuments, rejection: rejection(false) }, reviewed('completed', red('RETRY'))))
    open()
    expect(await screen.findByText('The selfie is not clear enough.')).toBeTruthy()
    expect(frame()).toBeNull()
    await press('Try again')
    await waitFor(() => expect(frame()).not.toBeNull())
  })

  it('Rejected for good gives the reason and no second try', async () => {
    kycServer(at('Rejected', { ...handedIn, rejection: rejection(true) }, reviewed('completed', red('FINAL'))))
    open()
    expect(await screen.findByText(/This decision is final/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const support = screen.getByRole('link', { name: 'support@ingot.example' })
    expect(support.getAttribute('href')).toBe('mailto:support@ingot.example')
  })

  it('that could not be read can be asked for again', async () => {
    const { answers } = kycServer({ [progressCall]: failure(503, 'Unavailable', 'Not now.') })
    open()
    expect(await screen.findByText('Your verification could not be loaded')).toBeTruthy()
    answers[progressCall] = progressAt()
    await press('Retry')
    expect(await screen.findByText('A few steps come first')).toBeTruthy()
  })
})

describe('the status', () => {
  it('is asked for again and again, and what changes shows at once, in the session too', async () => {
    const { answers } = kycServer(at('Pending', handedIn, reviewed('pending')))
    open()
    await screen.findByText('Your documents are being checked')
    expect(useSession.getState().sumsubStat).toBe('pending')
    Object.assign(answers, at('Verified', handedIn, reviewed('completed')))
    expect(await screen.findByText('You are verified')).toBeTruthy()
    expect(useSession.getState().info?.kycVerified).toBe('Verified')
    expect(useSession.getState().sumsubStat).toBe('completed')
  })

  it('is asked with the caller’s own id and the page’s client token', async () => {
    const { sentTo } = kycServer(at('Pending', handedIn, reviewed('pending')))
    open()
    await waitFor(() => expect(sentTo(statusCall).length).toBeGreaterThan(1))
    const [first] = sentTo(statusCall)
    expect(bodyOf(first)).toEqual({ userId: '17' })
    expect(first?.headers.get('Authorization')).toBe('Bearer public-client-token')
  })

  it('that failed once is asked for again, and what was known stays', async () => {
    const { answers } = kycServer(at('Pending', handedIn, reviewed('pending')))
    open()
    await screen.findByText('Your documents are being checked')
    answers[statusCall] = failure(503, 'Unavailable', 'Not now.')
    expect(await screen.findByText(/could not be loaded just now/)).toBeTruthy()
    expect(screen.getByText('Your documents are being checked')).toBeTruthy()
    Object.assign(answers, at('Approved', handedIn, reviewed('completed')))
    expect(await screen.findByText('You are approved')).toBeTruthy()
  })

  describe('by the clock', () => {
    beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
    afterEach(() => void vi.useRealTimers())
    const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000))

    it.each([
      ['Verified', at('Verified', handedIn, reviewed('completed'))],
      [
        'Rejected for good',
        at('Rejected', { ...handedIn, rejection: rejection(true) }, reviewed('completed', red('FINAL'))),
      ],
    ])('is not asked for any more when it is %s', async (_, answers) => {
      const { sentTo } = kycServer(answers)
      open()
      await waitFor(() => expect(sentTo(statusCall)).toHaveLength(1))
      await seconds(30)
      expect(sentTo(statusCall)).toHaveLength(1)
    })

    it('is not asked for in a tab that nobody looks at', async () => {
      const { sentTo } = kycServer(at('Pending', handedIn, reviewed('pending')))
      open()
      await waitFor(() => expect(sentTo(statusCall).length).toBeGreaterThan(0))
      const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      const before = sentTo(statusCall).length
      await seconds(30)
      expect(sentTo(statusCall).length).toBe(before)
      visibility.mockRestore()
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      await seconds(2)
      expect(sentTo(statusCall).length).toBeGreaterThan(before)
    })

    it('a provider that cannot be reached is tried again by itself', async () => {
      const down = failure(503, 'VerificationUnavailable', 'The verification service is not responding.')
      const { answers } = kycServer({ ...at('Not Verified', atDocuments), [tokenCall]: down })
      open()
      expect(await screen.findByText('The verification service is not responding')).toBeTruthy()
      answers[tokenCall] = ok({ token: 'the-token', expiresInSeconds: 600 })
      await seconds(6)
      await waitFor(() => expect(frame()).not.toBeNull())
    })

    it('a page at the provider that stays silent is told and opened anew until it speaks', async () => {
      kycServer(at('Not Verified', atDocuments))
      open()
      await waitFor(() => expect(frame()).not.toBeNull())
      const first = frame()
      await seconds(11)
      expect(await screen.findByText('The verification service is not responding')).toBeTruthy()
      expect(frame()).not.toBe(first)
      frameSays('idCheck.onReady', {}, 'https://evil.example')
      expect(screen.getByText('The verification service is not responding')).toBeTruthy()
      frameSays('idCheck.onReady')
      expect(screen.queryByText('The verification service is not responding')).toBeNull()
      const shown = frame()
      await seconds(60)
      expect(frame()).toBe(shown)
    })
  })
})

describe('the provider’s check', () => {
  const openCheck = async () => {
    const server = kycServer(at('Not Verified', atDocuments))
    open()
    await waitFor(() => expect(frame()).not.toBeNull())
    frameSays('idCheck.onReady')
    return server
  }

  it('gets a new token when its own one has run out', async () => {
    const { sentTo, answers } = await openCheck()
    answers[tokenCall] = ok({ token: 'another-token', expiresInSeconds: 600 })
    frameSays('idCheck.onError', { code: 'invalid-token' })
    await waitFor(() =>
      expect(told).toHaveBeenCalledWith(
        expect.objectContaining({ method: 'idCheck.updateAccessToken', accessToken: 'another-token' }),
        '*',
      ),
    )
    expect(sentTo(tokenCall)).toHaveLength(2)
  })

  it('that is refused for good says so and is not asked again', async () => {
    const said = 'Your verification was declined, and the decision is final. Please contact support.'
    const { sentTo } = kycServer({
      ...at('Not Verified', atDocuments),
      [tokenCall]: failure(409, 'VerificationFinal', said),
    })
    open()
    expect(await screen.findByText(said)).toBeTruthy()
    expect(sentTo(tokenCall)).toHaveLength(1)
  })

  it('can be tried again by hand while nobody answers there', async () => {
    const { answers } = kycServer({
      ...at('Not Verified', atDocuments),
      [tokenCall]: failure(503, 'VerificationUnavailable', 'The verification service is not responding.'),
    })
    open()
    await screen.findByText('The verification service is not responding')
    answers[tokenCall] = ok({ token: 'the-token', expiresInSeconds: 600 })
    await press('Retry')
    await waitFor(() => expect(frame()).not.toBeNull())
  })
})
