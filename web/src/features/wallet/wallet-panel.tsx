import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { WalletCode } from './wallet-code.tsx'
import classes from './wallet-panel.module.css'

/** What opens behind the wallet button. */
export const WalletPanel = () => {
  const close = useSession((session) => session.closeWallet)
  return (
    <Dialog title="wallet-title" className={classes.panel} onClose={close}>
      <div className={classes.content}>
        <DialogHeader id="wallet-title" onClose={close}>
          Wallet
        </DialogHeader>
        <WalletCode />
      </div>
    </Dialog>
  )
}
