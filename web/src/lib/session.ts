import type { Info } from '@ingot/endpoints/account'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { readAccessToken, removeAccessToken, storeAccessToken } from './access-token.ts'

/** What is kept of a customer between visits; everything else about a person stays in memory. */
type ClientUser = Pick<Info, 'id' | 'username' | 'refCode' | 'userHash' | 'kycVerified' | 'customer_rank'>

/** What routes need besides is asked from the server with each visit, and unknown until then. */
export type ClientInfo = ClientUser & Partial<Pick<Info, 'profileLink' | 'role' | 'roles' | 'twoFactorOn'>>

export type LoadingState = {
  isLoading: boolean
  loadingMessage: string
  successMessage: string
  descriptionMessage: string
  /** What the result offers: a hash leads to the blockchain explorer. */
  actions: { hash?: string }
  errorMessage: string
  status: 'idle' | 'success' | 'error'
  isClosable: boolean
}

type SessionFields = {
  loading: boolean
  info: ClientInfo | null
  responseMsg: string
  currentStep: number
  currentNomineeStep: number
  isAuthenticated: boolean
  isWalletOpen: boolean
  accessToken: string
  email: string
  message: string
  sumsubStat: string
  loadingState: LoadingState
  /** A copy for display. Null until it was read: unknown is never zero. */
  balance: { usdt: number | null; qmgt: number | null }
  bankData: Readonly<Record<string, unknown>>
}

type Noted = Pick<SessionFields, 'loading' | 'responseMsg' | 'email' | 'message' | 'sumsubStat' | 'balance'>

type SessionTransitions = {
  signIn: (answer: { jwt: string; user: ClientInfo }) => void
  logOut: () => void
  saveInfo: (changes: Partial<ClientInfo>) => void
  changeBankData: (changes: Record<string, unknown>) => void
  emptyBankData: () => void
  goToStep: (step: number) => void
  goToNomineeStep: (step: number) => void
  openWallet: () => void
  closeWallet: () => void
  updateLoadingState: (changes: Partial<LoadingState>) => void
  resetLoadingState: () => void
  /** For the fields that follow an answer of the server and have no rule of their own. */
  note: (fields: Partial<Noted>) => void
}

type Session = SessionFields & SessionTransitions

const idleState: LoadingState = {
  isLoading: false,
  loadingMessage: '',
  successMessage: '',
  descriptionMessage: '',
  actions: {},
  errorMessage: '',
  status: 'idle',
  isClosable: true,
}

export const sessionDefaults: SessionFields = {
  loading: false,
  info: null,
  responseMsg: '',
  currentStep: 0,
  currentNomineeStep: 0,
  isAuthenticated: false,
  isWalletOpen: false,
  accessToken: '',
  email: '',
  message: '',
  sumsubStat: '',
  loadingState: idleState,
  balance: { usdt: null, qmgt: null },
  bankData: {},
}

const storedName = 'ingot-session'

const resets: (() => void)[] = []

/** Other client state (forms, cached answers) registers here to be emptied with the session. */
export const resetOnLogOut = (reset: () => void): void => {
  resets.push(reset)
}

const resetOthers = () => {
  for (const reset of resets) reset()
}

const userOf = ({ id, username, refCode, userHash, kycVerified, customer_rank }: ClientInfo): ClientUser => ({
  id,
  username,
  refCode,
  userHash,
  kycVerified,
  customer_rank,
})

/** Whether this is the page of before once more. Another one is not covered by what was open over that. */
const isReload = (): boolean => {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival === undefined || arrival.type === 'reload'
}

type StoredFields = Omit<SessionFields, 'bankData' | 'email'>

const storedFieldsOf = (session: SessionFields): StoredFields => ({
  loading: session.loading,
  info: session.info && userOf(session.info),
  responseMsg: session.responseMsg,
  currentStep: session.currentStep,
  currentNomineeStep: session.currentNomineeStep,
  isAuthenticated: session.isAuthenticated,
  isWalletOpen: session.isWalletOpen,
  accessToken: session.accessToken,
  message: session.message,
  sumsubStat: session.sumsubStat,
  loadingState: session.loadingState,
  balance: session.balance,
})

export const useSession = create<Session>()(
  persist<Session, [], [], StoredFields>(
    (set) => ({
      ...sessionDefaults,
      // The token is stored before the session, so that another tab that hears of the session finds it.
      signIn: ({ jwt, user }) => {
        storeAccessToken(jwt)
        set({ info: user, accessToken: jwt, isAuthenticated: true })
      },
      logOut: () => {
        removeAccessToken()
        set(sessionDefaults)
        resetOthers()
      },
      // An answer that comes after log-out finds nothing to merge into and must not bring a profile back.
      saveInfo: (changes) => set(({ info }) => ({ info: info && { ...info, ...changes } })),
      changeBankData: (changes) => set(({ bankData }) => ({ bankData: { ...bankData, ...changes } })),
      emptyBankData: () => set({ bankData: sessionDefaults.bankData }),
      goToStep: (step) => set({ currentStep: step }),
      goToNomineeStep: (step) => set({ currentNomineeStep: step }),
      openWallet: () => set({ isWalletOpen: true }),
      closeWallet: () => set({ isWalletOpen: false }),
      updateLoadingState: (changes) => set(({ loadingState }) => ({ loadingState: { ...loadingState, ...changes } })),
      resetLoadingState: () => set({ loadingState: idleState }),
      note: (fields) => set(fields),
    }),
    {
      name: storedName,
      version: 1,
      partialize: storedFieldsOf,
      merge: (stored, current) => {
        const fields = stored as Partial<StoredFields> | undefined
        // A session without its token is over, whoever removed it.
        if (!fields || (fields.accessToken ?? '') !== (readAccessToken() ?? '')) return current
        // Nothing is under way on a page that has just begun, also when the last one crashed.
        const begun = {
          loading: false,
          loadingState: idleState,
          isWalletOpen: fields.isWalletOpen === true && isReload(),
        }
        return { ...current, ...fields, ...begun }
      },
    },
  ),
)

/** Log-out and sign-in in one tab hold in all of them; else an old tab would write its session back. */
export const followOtherTabs = (): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when all of the storage was cleared.
    if (key !== storedName && key !== null) return
    const token = readAccessToken() ?? ''
    const { accessToken, logOut } = useSession.getState()
    if (token === accessToken) return
    if (token === '') return logOut()
    resetOthers()
    void useSession.persist.rehydrate()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
