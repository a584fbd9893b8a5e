import { resetOnLogOut, useSession } from '../../../lib/session.ts'
import { showView } from '../../../lib/wallet-view.ts'
import { createSendDraft } from '../sending/send-draft.ts'

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
