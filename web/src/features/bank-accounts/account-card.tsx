import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../../lib/country-names.ts'
import { accountName, isPayable } from '../../lib/use-bank-accounts.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Question } from '../../ui/question.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { takesCode, takesProof, whyWords } from './account-words.ts'
import classes from './bank-accounts.module.css'
import { CodeForm } from './code-form.tsx'
import { NewProofForm } from './new-proof-form.tsx'
import { usePreferAccount, useRemoveAccount } from './queries.ts'

const Pending = ({ proof }: BankAccount) => {
  if (proof?.kind === 'statement') return <>We are checking your statement. This usually takes a working day.</>
  // The code was right, or there was none to enter.
  if (proof?.kind !== 'deposit' || proof.triesLeft === null)
    return <>We are checking the name on the account. This usually takes a working day.</>
  if (!proof.isSent)
    return (
      <>We are sending a small deposit with a code in its reference. It usually arrives in one to three working days.</>
    )
  return (
    <>
      A small deposit is on its way to it, with a code in its reference.
      {proof.until && (
        <>
          {' '}
          Enter the code by <Moment at={proof.until} />.
        </>
      )}
    </>
  )
}

const Verified = ({ account }: { account: BankAccount }) =>
  isPayable(account) || account.payableFrom === null ? (
    <>You can remit from it, and have money paid out to it.</>
  ) : (
    <>
      You can remit from it now. Money can be paid out to it from <Moment at={account.payableFrom} />.
    </>
  )

/** How it stands, in a sentence. */
const Standing = ({ account }: { account: BankAccount }) => {
  if (account.state === 'Pending') return <Pending {...account} />
  if (account.state === 'Verified') return <Verified account={account} />
  const after = account.state === 'Suspended' ? 'Nothing is paid out to it.' : ''
  return <>{[whyWords(account), after].filter((words) => words !== '').join(' ')}</>
}

const Remove = ({ account, onDone }: { account: BankAccount; onDone: () => void }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const remove = useRemoveAccount(account)
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" size="sm" onClick={() => setIsAsking(true)}>
        Remove<VisuallyHidden> {accountName(account)}</VisuallyHidden>
      </Button>
    )
  return (
    <Question
      legend={`Remove ${accountName(account)}?`}
      yes="Yes, remove it"
      no="Keep it"
      isBusy={remove.isPending}
      failure={remove.error}
      onYes={() => remove.mutate(undefined, { onSuccess: (done) => done !== undefined && onDone() })}
      onNo={() => setIsAsking(false)}
    >
      To use it again you would have to prove once more that it is yours. What was paid from or to it stays on record.
    </Question>
  )
}

const Prefer = ({ account }: { account: BankAccount }) => {
  const prefer = usePreferAccount(account)
  return (
    <>
      <Button variant="default" size="sm" loading={prefer.isPending} onClick={() => prefer.mutate(undefined)}>
        Offer first<VisuallyHidden> {accountName(account)}</VisuallyHidden>
      </Button>
      <FormProblem failure={prefer.error} />
    </>
  )
}

/** One account: how it stands, why, and what can be done with it. */
export const AccountCard = ({
  account,
  depositDays,
  onRemoved,
}: {
  account: BankAccount
  depositDays: number
  onRemoved: () => void
}) => {
  const { state, holder, country, bic, isPreferred, addedAt } = account
  const [isProving, setIsProving] = useState(false)
  const opener = useReturnFocus(isProving)
  return (
    <Card as="li" className={classes.account}>
      <div className={classes.head}>
        <h2 className={classes.name}>{accountName(account)}</h2>
        <span className={classes.state} data-state={state}>
          {state}
          {isPreferred && ' · preferred'}
        </span>
      </div>
      <p className={classes.text}>
        <Standing account={account} />
      </p>
      <p className={classes.quiet}>
        {[holder, countryName(country), bic].filter(Boolean).join(' · ')} · added <Moment at={addedAt} />
      </p>
      {takesCode(account) && <CodeForm account={account} />}
      {isProving ? (
        <NewProofForm account={account} depositDays={depositDays} onClose={() => setIsProving(false)} />
      ) : (
        <div className={classes.ways}>
          {takesProof(account) && (
            <Button ref={opener} variant="default" size="sm" onClick={() => setIsProving(true)}>
              {state === 'Pending' ? 'Prove it another way' : 'Give another proof'}
              <VisuallyHidden> for {accountName(account)}</VisuallyHidden>
            </Button>
          )}
          {state === 'Verified' && !isPreferred && <Prefer account={account} />}
          <Remove account={account} onDone={onRemoved} />
        </div>
      )}
    </Card>
  )
}
