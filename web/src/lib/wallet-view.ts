import { create } from 'zustand'
import { useSession } from './session.ts'

export const panelViews = {
  assets: 'Assets',
  deposit: 'Deposit',
  send: 'Send',
  payout: 'Pay out',
  addresses: 'Addresses',
} as const

export type PanelView = keyof typeof panelViews

/** Which part of the wallet panel is open. It outlives the panel, which closes while PIN and 2FA code are asked for. */
export const usePanelView = create<{ view: PanelView }>(() => ({ view: 'assets' }))

export const showView = (view: PanelView): void => usePanelView.setState({ view })

/** Opens the wallet where something is to be done, whatever page asks for it. */
export const openWalletAt = (view: PanelView): void => {
  showView(view)
  useSession.getState().openWallet()
}
