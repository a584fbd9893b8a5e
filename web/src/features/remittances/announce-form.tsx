import '@mantine/core/styles/Input.css'
import { type BankAccount, dollars } from '@ingot/endpoints/bank-fields'
import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { type Remitting, useAnnounce, useRemitting } from './queries.ts'
import { remittanceAddress } from './remittance-words.ts'

const typingPause = 400

const inDollars = (amount: string) => amountWords({ asset: 'USD', amount })

/** Which limit an amount misses; undefined for none. */
const problemOf = (amount: string | undefined, { least, most }: Remitting): string | undefined => {
  if (amount === undefined || !/[1-9]/.test(amount)) return undefined
  if (!dollars.safeParse(amount).success) return 'Please use at most two decimal places.'
  if (compareDecimals(amount, least) < 0) return `The minimum is ${inDollars(least)}.`
  return compareDecimals(amount, most) > 0 ? `The maximum is ${inDollars(most)}.` : undefined
}

/** What it would come to now: never a promise, and said to be none. */
const Estimate = ({ rules, isOld }: { rules: Remitting; isOld: boolean }) => {
  const { estimate, feeBasisPoints } = rules
  if (!estimate)
    return (
      <FormText isQuiet>
        It is booked at the price of the moment at which your money is matched, less a fee of{' '}
        {percentWords(feeBasisPoints)}.
      </FormText>
    )
  return (
    <FigureRows isOld={isOld}>
      <FigureRow
        name="Today that would be about"
        note="An estimate: it is booked at the price when the money is matched, and gold can cost more or less by then."
      >
        <Amount value={estimate.grams} asset="GCA" />
      </FigureRow>
      <FigureRow isPart name="1 gram costs now">
        <Amount value={estimate.price} asset="USD" />
      </FigureRow>
      <FigureRow isPart name={`Fee in it (${percentWords(feeBasisPoints)})`}>
        <Amount value={estimate.fee} asset="USD" />
      </FigureRow>
    </FigureRows>
  )
}

/** Announces what is about to be sent, and from where; the reference for it comes with the answer. */
export const AnnounceForm = ({ accounts }: { accounts: readonly BankAccount[] }) => {
  const navigate = useNavigate()
  const [entry, setEntry] = useState(emptyEntry)
  const [chosen, choose] = useState('')
  const { amount } = readEntry(entry, 'USD')
  const [settled] = useDebouncedValue(amount, typingPause)
  const { data: rules, isPlaceholderData } = useRemitting(settled)
  const announce = useAnnounce()
  const isClosed = useClosed('remit') !== undefined
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const wrong = rules && problemOf(amount, rules)
  const isFull = rules !== undefined && rules.open >= rules.mostOpen
  const body =
    account && amount !== undefined && dollars.safeParse(amount).success && !wrong && !isClosed && !isFull
      ? { amount, account: account.id }
      : undefined
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!body || announce.isPending) return
    const made = await announce.mutateAsync(body).catch(() => undefined)
    if (made) await navigate(remittanceAddress(made.data.id), { viewTransition: true })
  }
  return (
    <Form aria-label="Announce a remittance" onSubmit={(event) => void onSubmit(event)}>
      <ClosedNote product="remit" />
      <AmountField
        label="You send"
        entry={entry}
        asset="USD"
        balance={null}
        problem={wrong}
        about={rules && `From ${inDollars(rules.least)} to ${inDollars(rules.most)}`}
        onEntry={(next) => {
          announce.reset()
          setEntry(next)
        }}
      />
      <NativeSelect
        label="From your account"
        size="md"
        data={accounts.map((each) => ({ value: each.id, label: accountName(each) }))}
        value={account?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {rules && <Estimate rules={rules} isOld={isPlaceholderData || settled !== amount} />}
      {isFull && (
        <FormText isQuiet>
          You have {rules.open} open remittances, as many as there can be at once. Send or cancel one first.
        </FormText>
      )}
      <FormProblem failure={announce.error} />
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={announce.isPending}
        aria-disabled={!body}
        data-disabled={!body}
      >
        Announce and get the reference
      </Button>
      <FormText isQuiet>Nothing is taken: you send the money from your own bank.</FormText>
    </Form>
  )
}
