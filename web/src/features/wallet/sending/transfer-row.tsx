import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { partyName, stateWords, transferType } from '../../../lib/movement-words.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Question } from '../../../ui/question.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import { Row } from '../../../ui/row.tsx'
import { useCancelTransfer } from './queries.ts'

const CancelPart = ({ transfer: { id, asset, total, receiver } }: { transfer: Transfer }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const cancel = useCancelTransfer()
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" size="xs" onClick={() => setIsAsking(true)}>
        Cancel
        <VisuallyHidden>
          {' '}
          the transfer of <Amount value={total} asset={asset} /> to {partyName(receiver)}
        </VisuallyHidden>
      </Button>
    )
  return (
    <Question
      legend={`Cancel the transfer to ${partyName(receiver)}?`}
      yes="Yes, cancel it"
      no="Keep it"
      isBusy={cancel.isPending}
      failure={cancel.error}
      onYes={() => cancel.mutate(id)}
      onNo={() => setIsAsking(false)}
    />
  )
}

/** What has left or will leave carries its sign; what came to nothing does not. */
const signOf = ({ endReason }: Transfer) => (endReason === null ? '−' : '')

const When = ({ transfer: { leavesAt, endedAt, requestedAt } }: { transfer: Transfer }) =>
  leavesAt === null ? (
    <Moment at={endedAt ?? requestedAt} />
  ) : (
    <>
      leaves <Moment at={leavesAt} />
    </>
  )

/** One transfer, by the whole sum that it costs; one that waits says when it leaves, and can be cancelled. */
export const TransferRow = ({ transfer, canCancel = false }: { transfer: Transfer; canCancel?: boolean }) => {
  const { id, asset, total, receiver, state, movement } = transfer
  return (
    <Row
      to={`/transactions/${movement?.type ?? transferType}/${movement?.number ?? id}`}
      title={`Transfer of ${asset}`}
      note={
        <>
          {stateWords[state]} · <When transfer={transfer} /> · to{' '}
          <span title={receiver.kind === 'address' ? receiver.address : undefined}>{partyName(receiver)}</span>
        </>
      }
      figure={<Amount value={signOf(transfer) + total} asset={asset} />}
    >
      {canCancel && state === 'waiting' && <CancelPart transfer={transfer} />}
    </Row>
  )
}
