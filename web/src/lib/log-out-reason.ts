import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { readAccessToken } from './access-token.ts'
import type { CallError } from './call-error.ts'
import { useSession } from './session.ts'

/**
 * `chosen` is the person's own log-out, `closed` the end of the account; `required` is a session that the server does not know
 * at all.
 */
export type LogOutReason = 'idle' | 'ended' | 'expired' | 'required' | 'chosen' | 'closed'

// index.html reads the same name before the first paint.
const storedName = 'ingot-log-out-reason'

/** Kept beside the session, which log-out empties, so that every tab and a reloaded page can say why it ended. */
export const useLogOutReason = create<{ reason: LogOutReason | null }>()(
  persist((): { reason: LogOutReason | null } => ({ reason: null }), { name: storedName }),
)

/** Resets the client state without a call to the server. The reason comes first: other tabs read it when they follow. */
export const leaveSession = (reason: LogOutReason): void => {
  useLogOutReason.setState({ reason })
  useSession.getState().logOut()
}

const reasonsOfServer = ['idle', 'ended', 'expired'] as const satisfies LogOutReason[]

/** A 401 ends the session only if it is still the one that the call was made with. */
export const leaveRefusedSession = (token: string | null, { details }: CallError): void => {
  if (token === null || token !== readAccessToken()) return
  // While somebody logs out, what else was under way is refused because of that.
  const isLeaving = useLogOutReason.getState().reason === 'chosen'
  leaveSession(isLeaving ? 'chosen' : (reasonsOfServer.find((reason) => reason === details.reason) ?? 'required'))
}

useSession.subscribe((session, before) => {
  if (session.isAuthenticated && !before.isAuthenticated) useLogOutReason.setState({ reason: null })
})

/** Lets this tab know what another one said. */
export const followReasonOfOtherTabs = (): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storedName || key === null) void useLogOutReason.persist.rehydrate()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
