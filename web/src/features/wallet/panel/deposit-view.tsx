import { WalletCode } from '../wallet-code.tsx'
import { ArrivalList } from './arrival-list.tsx'
import { PanelPart } from './panel-part.tsx'

/** The address to pay to, and what is on its way there. */
export const DepositView = () => (
  <>
    <WalletCode />
    <PanelPart id="arrivals" title="On its way">
      <ArrivalList />
    </PanelPart>
  </>
)
