import { WalletCode } from '../wallet-code.tsx'
import { ArrivalList } from './arrival-list.tsx'
import { DepositRules } from './deposit-rules.tsx'
import { PanelPart } from './panel-part.tsx'

/** What can be paid in, the address to pay to, and what is on its way there. */
export const DepositView = () => (
  <>
    <DepositRules />
    <WalletCode />
    <PanelPart id="arrivals" title="On its way">
      <ArrivalList />
    </PanelPart>
  </>
)
