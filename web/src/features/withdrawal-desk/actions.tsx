import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import type { ReactNode } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { FormText, TextLink } from '../../ui/form.tsx'
import { CameTo } from './came-to-dialogs.tsx'
import { Counter } from './counter.tsx'
import { Label } from './label.tsx'
import { MakingGood, TakingBack } from './making-good.tsx'
import { Packing } from './packing.tsx'
import { MakingReady, Sending, SendingAgain } from './sending.tsx'
import { queueAddress } from './withdrawal-words.ts'

type Shown = { withdrawal: DeskWithdrawalDetails }

const InQueue = ({ withdrawal: { id } }: Shown) => (
  <p>
    <TextLink to={queueAddress(id)}>Decide it in the queue</TextLink>
  </p>
)

const ofState = (withdrawal: DeskWithdrawalDetails): ReactNode => {
  const { state, way } = withdrawal
  const isDelivered = way === 'deliver'
  if (state === 'Requested' || state === 'Disputed') return <InQueue withdrawal={withdrawal} />
  if (state === 'Approved') return <Packing withdrawal={withdrawal} />
  if (state === 'Packed')
    return isDelivered ? (
      <>
        <Label withdrawal={withdrawal} />
        <Sending withdrawal={withdrawal} />
      </>
    ) : (
      <MakingReady withdrawal={withdrawal} />
    )
  if (state === 'Sent' || state === 'Late')
    return (
      <>
        <Label withdrawal={withdrawal} />
        <CameTo withdrawal={withdrawal} />
      </>
    )
  if (state === 'Ready')
    return (
      <>
        <Counter withdrawal={withdrawal} />
        <CameTo withdrawal={withdrawal} />
      </>
    )
  if (state === 'Returned')
    return (
      <>
        {isDelivered && <SendingAgain withdrawal={withdrawal} />}
        <TakingBack withdrawal={withdrawal} />
      </>
    )
  return state === 'Lost' && <MakingGood withdrawal={withdrawal} />
}

/** What can be done with it now, all in one place. */
export const Actions = ({ withdrawal }: Shown) => {
  const mayAct = useHasRole('Owner', 'Vault')
  if (mayAct) return ofState(withdrawal)
  return withdrawal.endedAt === null && <FormText isQuiet>Owners and the vault’s operators do this.</FormText>
}
