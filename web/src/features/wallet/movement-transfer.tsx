import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { stateWords } from '../../lib/movement-words.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Question } from '../../ui/question.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { type ShownStep, StateLine } from '../../ui/state-line.tsx'
import { MovementFigures } from './movement-figures.tsx'
import { MovementCards, MovementFrame, MovementPending, PartyText } from './movement-frame.tsx'
import { useTransfer } from './movement-queries.ts'
import { useCancelTransfer } from './sending/queries.ts'
import { transferEndWords } from './sending/transfer-words.ts'

const titleOf = ({ state, asset }: Transfer): string => `${stateWords[state]} transfer of ${asset}`

const stepsOf = ({ requestedAt, history, leavesAt, endReason }: Transfer): ShownStep[] => {
  const requested: ShownStep = { name: 'Requested', kind: 'done', at: requestedAt }
  if (endReason !== null) {
    const note = ` ${transferEndWords[endReason]} Nothing was sent, and the full amount is available again.`
    return [
      requested,
      ...history.map(({ state, at }) => ({ name: stateWords[state], kind: 'ended', at, note }) as const),
    ]
  }
  const leaves = leavesAt && (
    <>
      leaves automatically on <Moment at={leavesAt} />
    </>
  )
  return [
    requested,
    { name: 'Posted', kind: 'open', note: leaves },
    { name: 'Sent', kind: 'open' },
    { name: 'Confirmed', kind: 'open' },
  ]
}

type Cancelling = ReturnType<typeof useCancelTransfer>

const Cancel = ({ id, cancel: { mutate, isPending, error } }: { id: string; cancel: Cancelling }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" onClick={() => setIsAsking(true)}>
        Cancel this transfer
      </Button>
    )
  return (
    <Question
      legend="Cancel this transfer?"
      yes="Yes, cancel it"
      no="Keep it"
      isBusy={isPending}
      failure={error}
      onYes={() => mutate(id)}
      onNo={() => setIsAsking(false)}
    />
  )
}

/** The movement that it is or would have been. */
const movedBy = ({ asset, total, fee }: Transfer) => ({
  incoming: [],
  outgoing: [{ asset, amount: total }],
  fees: /[1-9]/.test(fee) ? [{ asset, amount: fee }] : [],
  withheld: [],
  price: null,
  pair: null,
  hash: null,
})

const Figures = ({ transfer }: { transfer: Transfer }) => (
  <MovementFigures of={movedBy(transfer)}>
    <FigureRow name="To">
      <PartyText party={transfer.receiver} />
    </FigureRow>
    <FigureRow name="Code">
      <CopyText label="code" value={transfer.id} />
    </FigureRow>
  </MovementFigures>
)

const When = ({ requestedAt, state }: Pick<Transfer, 'requestedAt' | 'state'>) => (
  <>
    <Moment at={requestedAt} /> · <span role="status">{stateWords[state]}</span>
  </>
)

/** A transfer that has not been posted: waiting, cancelled or expired. Once it was, its movement tells the rest. */
export const TransferView = ({ code }: { code: string }) => {
  const query = useTransfer(code)
  const cancel = useCancelTransfer()
  const { data } = query
  if (data?.movement) return <Navigate replace to={`/transactions/${data.movement.type}/${data.movement.number}`} />
  const isEnded = data?.state === 'cancelled'
  return (
    <MovementFrame
      title={data ? titleOf(data) : 'Transfer'}
      note={data && <When {...data} />}
      isMissing={data === null}
      // The button that had the focus is gone by then.
      takesFocus={cancel.isSuccess && isEnded}
    >
      {data ? (
        <MovementCards
          amounts={<Figures transfer={data} />}
          steps={<StateLine steps={stepsOf(data)} />}
          actions={data.state === 'waiting' && <Cancel id={data.id} cancel={cancel} />}
        />
      ) : (
        <MovementPending {...query} />
      )}
    </MovementFrame>
  )
}
