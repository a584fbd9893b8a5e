import type { ReactNode } from 'react'
import { OutgoingNotice } from '../sending/outgoing-notice.tsx'
import { AddressCard } from './address-card.tsx'
import { BalanceList } from './balance-list.tsx'
import { FreezePart } from './freeze-part.tsx'
import { LastMovements } from './last-movements.tsx'
import { PanelPart } from './panel-part.tsx'
import { WaitingTransfers } from './waiting-transfers.tsx'

/** What there is, what is about to leave, what happened last, and the way to stop everything. */
export const AssetsView = ({ debts }: { debts?: ReactNode }) => (
  <>
    {debts}
    <OutgoingNotice />
    <BalanceList />
    <AddressCard />
    <WaitingTransfers />
    <PanelPart id="last-movements" title="Latest transactions">
      <LastMovements />
    </PanelPart>
    <FreezePart />
  </>
)
