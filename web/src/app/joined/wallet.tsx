import { DebtCard } from '../../features/debts/debt-card.tsx'
import { PayoutPanel } from '../../features/payouts/payout-panel.tsx'
import { reopenPanel } from '../../features/wallet/panel/panel-view.ts'
import { WalletPanel } from '../../features/wallet/wallet-panel.tsx'

/** Joins the wallet with the way out to the bank, and with what is owed. */
export const Wallet = () => (
  <WalletPanel debts={<DebtCard onNeeded={reopenPanel} />} payout={<PayoutPanel onNeeded={reopenPanel} />} />
)
