import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ClientInfo, followOtherTabs, resetOnLogOut, sessionDefaults, useSession } from './session.ts'

const user: ClientInfo = {
  id: '17',
  username: 'ada',
  refCode: 'ADA17',
  userHash: 'f00d',
  kycVerified: 'Verified',
  customer_rank: { role: 'Affiliates' },
}

const session = () => useSession.getState()
const stored = () => JSON.parse(localStorage.getItem('ingot-session') ?? '{}').state
const signIn = () => session().signIn({ jwt: 'the-jwt', user })

const fieldsOf = (state: ReturnType<typeof session>) =>
  Object.fromEntries(Object.keys(sessionDefaults).map((key) => [key, state[key as keyof typeof sessionDefaults]]))

afterEach(() => session().logOut())

describe('a new session', () => {
  it.each([
    ['loading', false],
    ['info', null],
    ['responseMsg', ''],
    ['currentStep', 0],
    ['currentNomineeStep', 0],
    ['isAuthenticated', false],
    ['isWalletOpen', false],
    ['accessToken', ''],
    ['email', ''],
    ['message', ''],
    ['sumsubStat', ''],
    ['balance', { usdt: null, qmgt: null }],
    ['bankData', {}],
  ] as const)('starts with %s as %j', (field, value) => {
    expect(session()[field]).toEqual(value)
  })

  it.each([
    ['isLoading', false],
    ['loadingMessage', ''],
    ['successMessage', ''],
    ['descriptionMessage', ''],
    ['actions', {}],
    ['errorMessage', ''],
    ['status', 'idle'],
    ['isClosable', true],
  ] as const)('starts with %s of the loading state as %j', (field, value) => {
    expect(session().loadingState[field]).toEqual(value)
  })
})

describe('sign-in', () => {
  it('stores the client info, takes the access token from jwt and marks the client authenticated', () => {
    signIn()
    expect(session()).toMatchObject({ info: user, accessToken: 'the-jwt', isAuthenticated: true })
  })

  it('keeps the access token under its own name as well', () => {
    signIn()
    expect(localStorage.getItem('accessToken')).toBe('the-jwt')
  })
})

describe('log-out', () => {
  const fillEverything = () => {
    signIn()
    session().note({
      loading: true,
      responseMsg: 'r',
      email: 'a@example.com',
      message: 'm',
      sumsubStat: 'GREEN',
      balance: { usdt: 1, qmgt: 2 },
    })
    session().goToStep(3)
    session().goToNomineeStep(2)
    session().openWallet()
    session().updateLoadingState({ isLoading: true, isClosable: false })
    session().changeBankData({ iban: 'X' })
  }

  it('resets every field to its default', () => {
    fillEverything()
    for (const [field, value] of Object.entries(sessionDefaults)) {
      expect(session()[field as keyof typeof sessionDefaults], field).not.toEqual(value)
    }
    session().logOut()
    expect(fieldsOf(session())).toEqual(sessionDefaults)
  })

  it('removes the stored access token and leaves nothing of the customer in storage', () => {
    fillEverything()
    session().logOut()
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(localStorage.getItem('ingot-session')).not.toContain('ada')
    expect(localStorage.getItem('ingot-session')).not.toContain('the-jwt')
  })

  it('also empties other client state that registered for it', () => {
    const reset = vi.fn()
    resetOnLogOut(reset)
    session().logOut()
    expect(reset).toHaveBeenCalledOnce()
  })
})

describe('saving updated info', () => {
  it('merges into the profile and loses nothing of the previous one', () => {
    signIn()
    session().saveInfo({ kycVerified: 'Pending' })
    expect(session().info).toEqual({ ...user, kycVerified: 'Pending' })
  })

  it('brings no profile back when the answer comes after log-out', () => {
    session().saveInfo({ username: 'late' })
    expect(session().info).toBeNull()
  })
})

describe('transitions', () => {
  it('a bank-data change writes bank data and keeps what was there', () => {
    session().changeBankData({ bank: 'First' })
    session().changeBankData({ iban: 'X' })
    expect(session().bankData).toEqual({ bank: 'First', iban: 'X' })
  })

  it('the KYC flow keeps its current step number', () => {
    session().goToStep(2)
    expect(session()).toMatchObject({ currentStep: 2, currentNomineeStep: 0 })
  })

  it('the nominee flow keeps its own step number', () => {
    session().goToNomineeStep(4)
    expect(session()).toMatchObject({ currentStep: 0, currentNomineeStep: 4 })
  })

  it('the wallet panel opens and closes', () => {
    session().openWallet()
    expect(session().isWalletOpen).toBe(true)
    session().closeWallet()
    expect(session().isWalletOpen).toBe(false)
  })

  it('the loading state is updated in part', () => {
    session().updateLoadingState({ isLoading: true, isClosable: false })
    session().updateLoadingState({ loadingMessage: 'Selling' })
    expect(session().loadingState).toMatchObject({ isLoading: true, isClosable: false, loadingMessage: 'Selling' })
  })

  it('the loading state is reset to idle and closable', () => {
    session().updateLoadingState({ status: 'error', errorMessage: 'No', isClosable: false })
    session().resetLoadingState()
    expect(session().loadingState).toEqual(sessionDefaults.loadingState)
  })

  it.each([
    ['loading', true],
    ['responseMsg', 'Sent'],
    ['email', 'a@example.com'],
    ['message', 'Hello'],
    ['sumsubStat', 'GREEN'],
    ['balance', { usdt: 12.5, qmgt: 3 }],
  ] as const)('%s can be noted', (field, value) => {
    session().note({ [field]: value })
    expect(session()[field]).toEqual(value)
  })
})

describe('an open wallet panel', () => {
  const arriveBy = (type: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as unknown as PerformanceEntryList)

  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['reload', true],
    ['navigate', false],
    ['back_forward', false],
  ])('of the page before, after a %s, is open: %s', async (type, isOpen) => {
    signIn()
    session().openWallet()
    arriveBy(type)
    await useSession.persist.rehydrate()
    expect(session()).toMatchObject({ isAuthenticated: true, isWalletOpen: isOpen })
  })
})

describe('what is kept in the browser', () => {
  it('is every field of the session but bank data and e-mail', () => {
    signIn()
    const kept = Object.keys(sessionDefaults).filter((field) => field !== 'bankData' && field !== 'email')
    expect(Object.keys(stored()).sort()).toEqual(kept.sort())
  })

  it('is of the profile only what a route or a lookup needs', () => {
    const more = { profileLink: 'https://example.com/face.jpg', role: 'operator', twoFactorOn: true } as const
    session().signIn({ jwt: 'j', user: { ...user, ...more } })
    expect(stored().info).toEqual(user)
    expect(session().info).toMatchObject(more)
    expect(session().info?.profileLink).toBe('https://example.com/face.jpg')
  })

  it('is found again by the next page, with nothing under way', async () => {
    signIn()
    session().goToStep(2)
    session().updateLoadingState({ isLoading: true })
    const kept = localStorage.getItem('ingot-session') ?? ''
    useSession.setState(sessionDefaults)
    localStorage.setItem('ingot-session', kept)
    await useSession.persist.rehydrate()
    expect(session()).toMatchObject({ isAuthenticated: true, info: user, currentStep: 2 })
    expect(session().loadingState).toEqual(sessionDefaults.loadingState)
  })

  it('is not believed without its access token', async () => {
    signIn()
    const kept = localStorage.getItem('ingot-session') ?? ''
    useSession.setState(sessionDefaults)
    localStorage.setItem('ingot-session', kept)
    localStorage.removeItem('accessToken')
    await useSession.persist.rehydrate()
    expect(session()).toMatchObject({ isAuthenticated: false, info: null })
  })
})

describe('several tabs', () => {
  const inAnotherTab = () => window.dispatchEvent(new StorageEvent('storage', { key: 'ingot-session' }))

  it('log out together', () => {
    const stop = followOtherTabs()
    signIn()
    localStorage.removeItem('accessToken')
    inAnotherTab()
    stop()
    expect(session()).toMatchObject({ isAuthenticated: false, info: null, accessToken: '' })
  })

  it('change to another customer together', () => {
    const stop = followOtherTabs()
    signIn()
    const other = stored()
    localStorage.setItem('accessToken', 'another-jwt')
    localStorage.setItem(
      'ingot-session',
      JSON.stringify({
        version: 1,
        state: { ...other, accessToken: 'another-jwt', info: { ...user, username: 'bob' } },
      }),
    )
    inAnotherTab()
    stop()
    expect(session()).toMatchObject({ accessToken: 'another-jwt', info: { username: 'bob' } })
  })
})
