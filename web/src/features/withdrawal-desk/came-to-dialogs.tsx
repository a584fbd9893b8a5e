import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { useDelivered, useLose, useNewCode, useReturn } from './queries.ts'
import classes from './withdrawal-desk.module.css'

type Shown = { withdrawal: DeskWithdrawalDetails; onClose: () => void }

const ReturnedDialog = ({ withdrawal: { id, number, way }, onClose }: Shown) => {
  const come = useReturn(id)
  return (
    <DecisionDialog
      title={way === 'deliver' ? `Withdrawal ${number} came back` : `Withdrawal ${number} was not collected`}
      button={way === 'deliver' ? 'It came back' : 'Not collected'}
      send={({ reason }) => come.mutateAsync({ reason })}
      onClose={onClose}
    >
      <FormText>
        {way === 'deliver'
          ? 'It can be sent again, or taken back after an assay.'
          : 'It can be taken back after an assay.'}
      </FormText>
    </DecisionDialog>
  )
}

const DeliveredDialog = ({ withdrawal: { id, number }, onClose }: Shown) => {
  const deliver = useDelivered(id)
  return (
    <DecisionDialog
      title={`Withdrawal ${number} was delivered`}
      button="It was delivered"
      send={({ reason }) => deliver.mutateAsync({ reason })}
      onClose={onClose}
    >
      <FormText>
        Do this on the carrier’s proof, and say which it is. The customer is told, and can dispute it for seven days.
      </FormText>
    </DecisionDialog>
  )
}

const LostDialog = ({ withdrawal: { id, number }, onClose }: Shown) => {
  const lose = useLose(id)
  return (
    <DecisionDialog
      title={`Withdrawal ${number} is lost`}
      button="It is lost"
      send={({ reason }) => lose.mutateAsync({ reason })}
      onClose={onClose}
    >
      <FormText>Do this on the carrier’s word. It is then made good in grams, which takes two operators.</FormText>
    </DecisionDialog>
  )
}

const NewCodeDialog = ({ withdrawal: { id, number }, onClose }: Shown) => {
  const renew = useNewCode(id)
  return (
    <DecisionDialog
      title={`A new release code for withdrawal ${number}`}
      button="Give a new code"
      send={({ reason }) => renew.mutateAsync({ reason })}
      onClose={onClose}
    >
      <FormText>
        The customer finds it in the portal, and nobody else sees it. Make sure whom you speak with first.
      </FormText>
    </DecisionDialog>
  )
}

/** What else may have become of what is on its way or waits at the counter. */
export const CameTo = ({ withdrawal }: { withdrawal: DeskWithdrawalDetails }) => {
  const [shown, setShown] = useState<'new-code' | 'delivered' | 'returned' | 'lost' | null>(null)
  const { way, state, wrongCodes } = withdrawal
  const close = () => setShown(null)
  return (
    <div className={classes.ways}>
      {wrongCodes > 0 && (
        <Button variant="default" onClick={() => setShown('new-code')}>
          Give a new code
        </Button>
      )}
      {state !== 'Ready' && (
        <Button variant="default" onClick={() => setShown('delivered')}>
          It was delivered
        </Button>
      )}
      <Button variant="default" onClick={() => setShown('returned')}>
        {way === 'deliver' ? 'It came back' : 'Not collected'}
      </Button>
      {state !== 'Ready' && (
        <Button variant="default" onClick={() => setShown('lost')}>
          It is lost
        </Button>
      )}
      {shown === 'new-code' && <NewCodeDialog withdrawal={withdrawal} onClose={close} />}
      {shown === 'delivered' && <DeliveredDialog withdrawal={withdrawal} onClose={close} />}
      {shown === 'returned' && <ReturnedDialog withdrawal={withdrawal} onClose={close} />}
      {shown === 'lost' && <LostDialog withdrawal={withdrawal} onClose={close} />}
    </div>
  )
}
