import { create } from 'zustand'
import { resetOnLogOut, useSession } from '../../lib/session.ts'
import { useVerifications } from '../../lib/verifications.ts'

/** What opens over the page and belongs to the frame; the wallet panel is one too, and kept in the session. */
export type OpenPart = 'menu' | 'notifications' | 'profile' | 'codes' | 'log-out' | 'palette'

/** At most one is open: opening one closes the others. */
export const useOpenPart = create<{ part: OpenPart | null }>(() => ({ part: null }))

const closeParts = (): void => {
  useOpenPart.setState({ part: null })
  if (useSession.getState().isWalletOpen) useSession.getState().closeWallet()
}

export const openPart = (part: OpenPart): void => {
  closeParts()
  useOpenPart.setState({ part })
}

/** For a popover, which may hear of a press elsewhere only after something else was opened by it. */
export const closePart = (part: OpenPart): void => {
  if (useOpenPart.getState().part === part) closeParts()
}

/** For the button of a popover. It takes focus first, which not every browser gives it: focus comes back to it. */
export const togglePart = (part: OpenPart, button: HTMLElement): void => {
  button.focus()
  if (useOpenPart.getState().part === part) closeParts()
  else openPart(part)
}

resetOnLogOut(closeParts)

// Modals that open from anywhere: the wallet panel, the transaction overlay, and the questions before an action.
useSession.subscribe((session, before) => {
  if (session.isWalletOpen && !before.isWalletOpen) useOpenPart.setState({ part: null })
  const { isLoading, status } = session.loadingState
  if (session.loadingState !== before.loadingState && (isLoading || status !== 'idle')) closeParts()
})
useVerifications.subscribe(({ waiting }) => {
  if (waiting.length > 0) closeParts()
})
