import { create } from 'zustand'
import { resetOnLogOut, useSession } from '../../../lib/session.ts'
import { createSendDraft } from '../sending/send-draft.ts'

export const panelViews = { assets: 'Assets', deposit: 'Deposit', send: 'Send', addresses: 'Addresses' } as const

export type PanelView = keyof typeof panelViews

/** Which part of the panel is open. It outlives the panel, which closes while PIN and 2FA code are asked for. */
export const usePanelView = create<{ view: PanelView }>(() => ({ view: 'assets' }))

export const showView = (view: PanelView): void => usePanelView.setState({ view })

export const panelDraft = createSendDraft('USDT')

resetOnLogOut(() => {
  showView('assets')
  panelDraft.setState(panelDraft.getInitialState())
})

/** The customer chose to close it: the next time it begins with what there is. */
export const closePanel = (): void => {
  showView('assets')
  useSession.getState().closeWallet()
}

/** Back to where the customer was, after a question that he gave up. Log-out gives up every question. */
export const reopenPanel = (): void => {
  const { isAuthenticated, openWallet } = useSession.getState()
  if (isAuthenticated) openWallet()
}
