import type { SavedAddress } from '@ingot/endpoints/wallet-fields'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useOwnPending } from '../../../lib/use-own-pending.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PendingNote } from '../../../ui/pending-note.tsx'
import { Question } from '../../../ui/question.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import { EmptyState, FailedState, LoadingState } from '../../../ui/states.tsx'
import { isOfWallet, resume } from '../transactions.ts'
import { AddAddressForm } from './add-address-form.tsx'
import classes from './address-book.module.css'
import { useAddressDraft } from './address-draft.ts'
import { useAddresses, useRemoveAddress, useSending } from './queries.ts'
import { partyWords } from './transfer-words.ts'

const RemovePart = ({ saved }: { saved: SavedAddress }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const remove = useRemoveAddress()
  const name = partyWords({ kind: 'address', ...saved })
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" size="xs" onClick={() => setIsAsking(true)}>
        Remove<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    )
  return (
    <Question
      legend={`Remove ${name}?`}
      yes="Yes, remove it"
      no="Keep it"
      isBusy={remove.isPending}
      failure={remove.error}
      onYes={() => remove.mutate(saved.id)}
      onNo={() => setIsAsking(false)}
    >
      Transfers waiting to go to it are cancelled.
    </Question>
  )
}

const Row = ({ saved }: { saved: SavedAddress }) => (
  <li className={classes.row}>
    <div className={classes.about}>
      {saved.label !== '' && <strong className={classes.label}>{saved.label}</strong>}
      <span className={classes.address}>{saved.address}</span>
      <span className={classes.small}>
        {saved.state === 'ready' ? (
          'Ready'
        ) : (
          <>
            New: can be used from <Moment at={saved.usableFrom} />
          </>
        )}
      </span>
    </div>
    <RemovePart saved={saved} />
  </li>
)

const rows = ['first', 'second', 'third']

const List = () => {
  const { data, isError, isFetching, refetch } = useAddresses()
  if (!data)
    return isError ? (
      <FailedState title="The address book could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the address book">
        {rows.map((row) => (
          <div key={row} className={classes.row}>
            <Skeleton height={56} />
            <Skeleton height={30} width={72} />
          </div>
        ))}
      </LoadingState>
    )
  if (data.length === 0)
    return (
      <EmptyState title="No addresses yet">
        Save the outside addresses you send to. You reach other customers by their username.
      </EmptyState>
    )
  return (
    <ul className={classes.list} aria-label="Saved addresses">
      {data.map((saved) => (
        <Row key={saved.id} saved={saved} />
      ))}
    </ul>
  )
}

/** The outside addresses that the customer sends to. */
export const AddressBook = ({ onNeeded }: { onNeeded: () => void }) => {
  const { data: sending } = useSending()
  const isOpen = useAddressDraft((draft) => draft.isOpen)
  const hasPending = useOwnPending()
  const opener = useReturnFocus(isOpen)
  const isStopped = !sending || sending.frozenSince !== null || sending.heldUntil !== null
  return (
    <div className={classes.book}>
      {hasPending && <PendingNote isOfPage={isOfWallet} onAsk={resume} />}
      {isOpen && sending ? (
        <AddAddressForm waitHours={sending.newAddressHours} onNeeded={onNeeded} />
      ) : (
        <Button
          ref={opener}
          variant="default"
          disabled={isStopped || hasPending}
          onClick={() => useAddressDraft.setState({ isOpen: true })}
        >
          Add an address
        </Button>
      )}
      <List />
    </div>
  )
}
