import type { BankAccountState } from '@ingot/endpoints/bank-fields'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { type BankAccounts as Known, useBankAccounts } from '../../lib/use-bank-accounts.ts'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { AccountCard } from './account-card.tsx'
import { AddAccountForm } from './add-account-form.tsx'
import classes from './bank-accounts.module.css'

/** What became of a new account; one whose name is another's is rejected at once. */
const addedWords = (state: BankAccountState): string =>
  state === 'Rejected'
    ? 'The account was not accepted. Below it stands why.'
    : 'The account was added. We have e-mailed you about it.'

const removed = 'The account was removed.'

const Shown = ({ accounts, beginsOpen }: { accounts: Known; beginsOpen: boolean }) => {
  const [isOpen, setIsOpen] = useState(beginsOpen)
  const [said, setSaid] = useState('')
  const opener = useReturnFocus(isOpen)
  const isFull = accounts.accounts.length >= accounts.most
  const open = () => {
    setSaid('')
    setIsOpen(true)
  }
  const adding = (
    <Button ref={opener} variant={accounts.accounts.length === 0 ? 'filled' : 'default'} onClick={open}>
      Add a bank account
    </Button>
  )
  return (
    <div className={classes.accounts}>
      <p role="status" className={classes.said}>
        {said}
      </p>
      {isOpen && !isFull && (
        <AddAccountForm
          accounts={accounts}
          onDone={({ state }) => {
            setIsOpen(false)
            setSaid(addedWords(state))
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
      {accounts.accounts.length === 0 && !isOpen && (
        <EmptyState title="No bank account yet" action={adding}>
          Add one in your own name: from it you remit dollars, and to it you have dollars paid out.
        </EmptyState>
      )}
      {accounts.accounts.length > 0 && (
        <ul className={classes.list} aria-label="Your bank accounts">
          {accounts.accounts.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              depositDays={accounts.depositDays}
              onRemoved={() => setSaid(removed)}
            />
          ))}
        </ul>
      )}
      {accounts.accounts.length > 0 && !isOpen && !isFull && <div>{adding}</div>}
      {isFull && (
        <p className={classes.quiet}>
          You have {accounts.accounts.length} of at most {accounts.most} accounts. To add another, remove one first.
        </p>
      )}
    </div>
  )
}

/** The customer's own bank accounts, with the way to add one. */
export const BankAccounts = ({ beginsOpen }: { beginsOpen: boolean }) => {
  const { data, isError, isFetching, refetch } = useBankAccounts()
  if (data) return <Shown accounts={data} beginsOpen={beginsOpen} />
  return isError ? (
    <FailedState title="Your bank accounts could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
      Your connection may be down, or the service may be busy.
    </FailedState>
  ) : (
    <LoadingState label="Loading your bank accounts">
      <div className={classes.list}>
        <Skeleton height={148} radius={12} />
        <Skeleton height={148} radius={12} />
      </div>
    </LoadingState>
  )
}
