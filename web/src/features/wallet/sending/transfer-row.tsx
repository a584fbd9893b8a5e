import type { Party, Transfer } from '@ingot/endpoints/wallet-fields'
import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { decimalsOf } from '../../../lib/asset-figures.ts'
import { transferType } from '../../../lib/movement-words.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { MovementLink } from '../../../ui/movement-link.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import { useCancelTransfer } from './queries.ts'
import { Question } from './question.tsx'
import classes from './transfer-row.module.css'
import { amountWords, partyWords, transferStateWords } from './transfer-words.ts'

/** Short to read; pointing at it shows all of the address. */
const Receiver = ({ party }: { party: Party }) => (
  <span title={party.kind === 'address' ? party.address : undefined}>{partyWords(party)}</span>
)

const CancelPart = ({ transfer }: { transfer: Transfer }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const cancel = useCancelTransfer()
  const what = `${amountWords(transfer)} to ${partyWords(transfer.receiver)}`
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" size="xs" onClick={() => setIsAsking(true)}>
        Cancel<VisuallyHidden> {what}</VisuallyHidden>
      </Button>
    )
  return (
    <Question
      legend={`Call off ${what}?`}
      yes="Yes, call it off"
      no="Keep it"
      isBusy={cancel.isPending}
      failure={cancel.error}
      onYes={() => cancel.mutate(transfer.id)}
      onNo={() => setIsAsking(false)}
    />
  )
}

/** One transfer, with its state; one that waits says when it leaves and can be called off. */
export const TransferRow = ({ transfer }: { transfer: Transfer }) => {
  const { id, asset, amount, fee, receiver, state, requestedAt, leavesAt, endedAt, movement } = transfer
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <span className={classes.to}>
          <MovementLink type={movement?.type ?? transferType} code={movement?.number ?? id}>
            To <Receiver party={receiver} />
          </MovementLink>
          <span className={classes.small}>
            {leavesAt === null ? (
              <>
                <Moment at={endedAt ?? requestedAt} /> · {transferStateWords[state]}
              </>
            ) : (
              <>
                {transferStateWords[state]} · leaves <Moment at={leavesAt} />
              </>
            )}
          </span>
        </span>
        <span className={classes.figure}>
          <Amount value={`−${amount}`} asset={asset} decimals={decimalsOf(asset)} />
          {/[1-9]/.test(fee) && (
            <span className={classes.small}>
              fee <Amount value={fee} asset={asset} decimals={decimalsOf(asset)} />
            </span>
          )}
        </span>
      </div>
      {state === 'waiting' && <CancelPart transfer={transfer} />}
    </li>
  )
}
