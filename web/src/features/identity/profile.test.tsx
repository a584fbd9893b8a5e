import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { answeringServer, bodyOf, failure, ok } from '../../lib/test-server.ts'
import * as toast from '../../lib/toast.ts'
import { Profile } from './profile.tsx'
import { openPage, sampleInfo, signInAs } from './security/test-identity.tsx'

const ProfilePage = () => <Profile alerts={<p>The alerts</p>} consultant={<p>The profile of a consultant</p>} />

const handedIn = {
  profileLink: null,
  fields: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    address: '12 St James’s Square',
    postalCode: 'SW1Y 4JH',
    city: 'London',
    country: 'GB',
  },
  isDraft: false,
  submittedAt: '2026-11-01T10:00:00.000Z',
}

const open = (address: string, answers: Parameters<typeof answeringServer>[0] = {}) => {
  const server = answeringServer({
    'GET /getInfo': ok(sampleInfo),
    'GET /sessions': ok([]),
    'GET /mfa/check-2fa': ok({ enabled: false }),
    'GET /verification/get-personal': ok(handedIn),
    ...answers,
  })
  const router = openPage([{ path: '/My-Profile/:section?/:part?', Component: ProfilePage }], address)
  return { ...server, router }
}

const section = (name: string) => screen.findByRole('heading', { level: 2, name })

beforeEach(() => signInAs())
afterEach(() => {
  useSession.getState().logOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the sections', () => {
  it.each([
    ['/My-Profile', 'Profile'],
    ['/My-Profile/security', 'Security'],
    ['/My-Profile/ACTIVITY', 'Activity'],
    ['/My-Profile/Preferences', 'Preferences'],
    ['/My-Profile/alerts', 'Alerts'],
    ['/My-Profile/consultant', 'Consultant'],
  ])('%s opens %s, and says so in the navigation', async (address, name) => {
    open(address)
    await section(name)
    const navigation = within(screen.getByRole('navigation', { name: 'Sections of your profile' }))
    const links = navigation.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      ...['Profile', 'Security', 'Activity', 'Preferences', 'Alerts', 'Consultant'],
    ])
    expect(links.filter((link) => link.getAttribute('aria-current')).map((link) => link.textContent)).toEqual([name])
  })

  it('Consultant is for whoever has a rank, and found by its address by who had one', async () => {
    useSession.getState().saveInfo({ customer_rank: null })
    const { router } = open('/My-Profile', { 'GET /getInfo': ok({ ...sampleInfo, customer_rank: null }) })
    await section('Profile')
    expect(screen.queryByRole('link', { name: 'Consultant' })).toBeNull()
    await act(() => router.navigate('/My-Profile/Consultant'))
    expect(await screen.findByText('The profile of a consultant')).toBeTruthy()
  })

  it('an unknown one leads to the first', async () => {
    const { router } = open('/My-Profile/Treasure')
    await section('Profile')
    expect(router.state.location.pathname).toBe('/My-Profile')
  })

  it('show what is on its way, and offer Retry when it did not come', async () => {
    const { answers } = open('/My-Profile', { 'GET /getInfo': failure(503, 'Unavailable', 'Not available.') })
    expect(screen.getByRole('status', { name: 'Loading your data' })).toBeTruthy()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your data could not be loaded')
    answers['GET /getInfo'] = ok(sampleInfo)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('ada@example.com')).toBeTruthy()
  })
})

describe('Profile', () => {
  it('shows the legal name, the address and the verification, and how to correct them', async () => {
    open('/My-Profile')
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
    const card = await screen.findByRole('region', { name: 'Identity' })
    expect(card.querySelector('dl')?.textContent).toBe(
      'VerificationVerifiedLegal nameAda LovelaceAddress12 St James’s Square, SW1Y 4JH London, United Kingdom',
    )
    expect(within(card).getByRole('link', { name: 'support@ingot.example' }).getAttribute('href')).toBe(
      'mailto:support@ingot.example',
    )
  })

  it('says that name and address could not be read, and asks again by Retry', async () => {
    const { answers } = open('/My-Profile', {
      'GET /verification/get-personal': failure(503, 'Unavailable', 'Not available.'),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your name and address could not be loaded')
    answers['GET /verification/get-personal'] = ok(handedIn)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
  })

  it('shows the account', async () => {
    open('/My-Profile')
    const card = await screen.findByRole('region', { name: 'Account' })
    expect(card.querySelector('dl')?.textContent).toBe(
      'UsernameadaE-mailada@example.comIntroducergraceCustomer sinceMarch 1, 2026RankAffiliates',
    )
  })

  it('says that there is no introducer and no rank', async () => {
    open('/My-Profile', { 'GET /getInfo': ok({ ...sampleInfo, introducer: null, customer_rank: null }) })
    const card = await screen.findByRole('region', { name: 'Account' })
    expect(within(card).getAllByText('None')).toHaveLength(2)
  })

  const choose = async (type: string) => {
    const input = await screen.findByLabelText('Choose a picture')
    fireEvent.change(input, { target: { files: [new File(['x'], 'me', { type })] } })
  }

  it('crops a picture to a square and sends it', async () => {
    const drawImage = vi.fn()
    const context = { drawImage, fillRect: vi.fn() } as unknown as CanvasRenderingContext2D
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['square'], { type: 'image/jpeg' })),
    )
    vi.stubGlobal('createImageBitmap', async () => ({ width: 600, height: 400 }))
    const link = '/api/pictures/0123456789abcdef0123456789abcdef'
    const { requests } = open('/My-Profile', { 'POST /update-picture': ok({ profileLink: link }) })
    await choose('image/png')
    const crop = await screen.findByRole('application')
    expect(drawImage.mock.lastCall?.slice(1)).toEqual([100, 0, 400, 400, 0, 0, 512, 512])
    fireEvent.keyDown(crop, { key: 'ArrowRight' })
    await waitFor(() => expect(drawImage.mock.lastCall?.[1]).toBe(80))
    fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } })
    await waitFor(() => expect(drawImage.mock.lastCall?.slice(3, 5)).toEqual([200, 200]))
    fireEvent.click(screen.getByRole('button', { name: 'Save picture' }))
    const picture = await screen.findByRole('img', { name: 'Your profile' })
    expect(picture.getAttribute('src')).toBe(link)
    const sent = bodyOf(requests.find(({ url }) => url === '/update-picture')) as { profilePicture: Blob }
    expect(sent.profilePicture.type).toBe('image/jpeg')
    expect(useSession.getState().info?.profileLink).toBe(link)
  })

  it('refuses what is not a picture', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
    open('/My-Profile')
    await choose('application/pdf')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please choose a JPEG, PNG or WebP picture of at most 5 MB.',
    )
  })
})

describe('Security', () => {
  it('has password, PIN, 2FA and sessions', async () => {
    open('/My-Profile/Security')
    const titles = await screen.findAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual([
      'Password',
      'PIN',
      'Two-factor authentication',
      'Sessions',
    ])
    expect(screen.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('/Change-Password')
  })

  it('opens 2FA directly at its own address', async () => {
    open('/My-Profile/Security/2FA')
    expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
  })

  it('says until when nothing leaves the account, and why', async () => {
    const outgoingHeldUntil = new Date(Date.now() + 86_400_000).toISOString()
    open('/My-Profile/Security', { 'GET /getInfo': ok({ ...sampleInfo, outgoingHeldUntil }) })
    const notice = await screen.findByText(/nothing can leave your account until/)
    expect(within(notice).getByText(/\d/, { selector: 'time' }).getAttribute('dateTime')).toBe(outgoingHeldUntil)
  })

  it('does not speak of a hold that is over', async () => {
    const outgoingHeldUntil = new Date(Date.now() - 1_000).toISOString()
    open('/My-Profile/Security', { 'GET /getInfo': ok({ ...sampleInfo, outgoingHeldUntil }) })
    await screen.findByRole('region', { name: 'PIN' })
    expect(screen.queryByText(/nothing can leave your account/)).toBeNull()
  })
})

describe('Activity', () => {
  const entry = {
    id: '9',
    kind: 'signed-in',
    at: '2026-11-15T08:00:00.000Z',
    device: 'Firefox',
    address: '203.0.113.7',
  }
  const page = (data: unknown[], cursor: string | null) => ({ status: 200, data: { data, meta: { cursor } } })

  it('says in plain words what happened, where and when, and shows more on demand', async () => {
    const { requests, answers } = open('/My-Profile/Activity', { 'GET /activity': page([entry], '9') })
    const [first] = await screen.findAllByRole('listitem').then((items) => items)
    expect(first?.textContent).toContain('Logged inFirefox203.0.113.7')
    expect(
      within(first as HTMLElement)
        .getByText(/2026/)
        .getAttribute('title'),
    ).toBe('Nov 15, 2026, 8:00:00 AM UTC')
    answers['GET /activity'] = page([{ ...entry, id: '8', kind: 'pin-refused', device: '' }], null)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Wrong PIN entered')).toBeTruthy()
    expect(screen.getByText('—')).toBeTruthy()
    expect(requests.filter(({ url }) => url === '/activity').map(({ params }) => params)).toEqual([{}, { cursor: '9' }])
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('says that there is none', async () => {
    open('/My-Profile/Activity', { 'GET /activity': page([], null) })
    expect(await screen.findByText('Nothing yet')).toBeTruthy()
  })

  it('that could not be read is asked for again by Retry', async () => {
    const { answers } = open('/My-Profile/Activity', { 'GET /activity': failure(500, 'Internal', 'x') })
    const alert = await screen.findByRole('alert')
    answers['GET /activity'] = page([entry], null)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Logged in')).toBeTruthy()
  })
})

describe('Preferences', () => {
  const usualMails = ['statements', 'alerts', 'plans', 'reminders']
  const announcements = () => screen.findByRole<HTMLInputElement>('switch', { name: /Announcements/ })

  it('are saved at once', async () => {
    const { requests } = open('/My-Profile/Preferences', {
      'PUT /preferences': ok({ mails: [...usualMails, 'news'], showsName: false }),
    })
    fireEvent.click(await announcements())
    await waitFor(async () => expect((await announcements()).checked).toBe(true))
    await waitFor(() =>
      expect(bodyOf(requests.find(({ url }) => url === '/preferences'))).toEqual({
        mails: [...usualMails, 'news'],
        showsName: false,
      }),
    )
  })

  it('that the server did not take go back, with a word', async () => {
    const showErrorToast = vi.spyOn(toast, 'showErrorToast').mockImplementation(() => undefined)
    open('/My-Profile/Preferences', { 'PUT /preferences': failure(503, 'Unavailable', 'Not available.') })
    fireEvent.click(await announcements())
    await waitFor(() => expect(showErrorToast).toHaveBeenCalledExactlyOnceWith('Not available.'))
    await waitFor(async () => expect((await announcements()).checked).toBe(false))
  })

  it('set the colour scheme', async () => {
    open('/My-Profile/Preferences')
    fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'))
    fireEvent.click(screen.getByRole('radio', { name: 'Same as device' }))
  })
})
