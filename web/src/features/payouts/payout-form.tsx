import '@mantine/core/styles/Input.css'
import { type BankAccount, payoutAssetsOfBank } from '@ingot/endpoints/bank-fields'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { amountWords } from '../../lib/amount-words.ts'
import { CallError } from '../../lib/call-error.ts'
import { formatMoment } from '../../lib/local-format.ts'
import { emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { useBalanceOf } from '../../lib/use-balance-of.ts'
import { accountName, isPayable } from '../../lib/use-bank-accounts.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { FigureRows } from '../../ui/figure-rows.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { confirmPayout, usePayoutDraft } from './payout-draft.ts'
import { PayoutFigures } from './payout-figures.tsx'
import { amountProblem, isAskable, mostOf, offWords } from './payout-rules.ts'
import { type PayoutRules, usePayoutQuote, type WantedPayout } from './queries.ts'
import { isOfPayouts, resume } from './transactions.ts'

const typingPause = 400

/** The figures for what was entered, once the typing pauses. */
const useFigures = (wanted: WantedPayout | null) => {
  const text = JSON.stringify(wanted)
  const [settledText] = useDebouncedValue(text, typingPause)
  const isSettled = settledText === text
  const settled: WantedPayout | null = JSON.parse(settledText)
  const { data, error, isPlaceholderData } = usePayoutQuote(wanted && settled)
  return {
    /** The last that came, also while the next are on their way: to be shown, not to be confirmed. */
    shown: wanted && !error ? data : undefined,
    quote: wanted && isSettled && !isPlaceholderData && !error ? data : undefined,
    problem: wanted && isSettled && error instanceof CallError ? error : null,
    isAsking: wanted !== null && !error && (!isSettled || !data || isPlaceholderData),
  }
}

/** One that waits is named with its day, and cannot be chosen before. */
const choiceOf = (account: BankAccount) => ({
  value: account.id,
  disabled: !isPayable(account),
  label: isPayable(account)
    ? accountName(account)
    : `${accountName(account)}, from ${formatMoment(new Date(account.payableFrom ?? account.addedAt))}`,
})

/** Dollar tokens out of the wallet, dollars to the customer's own account: every figure stands here before the PIN. */
export const PayoutForm = ({
  rules,
  accounts,
  onNeeded,
}: {
  rules: PayoutRules
  /** Verified ones, of which one can be paid to. */
  accounts: readonly BankAccount[]
  /** The customer is needed here again, after the form may have been closed. */
  onNeeded?: (() => void) | undefined
}) => {
  const draft = usePayoutDraft()
  const client = useQueryClient()
  const available = useBalanceOf()(draft.asset)
  const { amount } = readEntry(draft.entry, draft.asset)
  const account = accounts.find(({ id }) => id === draft.account) ?? accounts.find((each) => isPayable(each))
  const off = offWords(rules, draft.asset)
  const wrong = off ?? amountProblem(rules, draft.asset, amount, available)
  const wanted = isAskable(amount) && wrong === undefined ? { asset: draft.asset, amount } : null
  const { shown, quote, problem, isAsking } = useFigures(wanted)
  const most = mostOf(rules, available)
  const isReady = quote !== undefined && account !== undefined && !draft.isBusy

  const change = (fields: Partial<Pick<typeof draft, 'asset' | 'account' | 'entry'>>) =>
    usePayoutDraft.setState({ ...fields, problem: null })
  const confirm = async () => {
    if (!quote || !account || !(await confirmPayout(quote, account))) return
    void client.invalidateQueries({ queryKey: ['payout-quote'] })
    onNeeded?.()
  }
  return (
    <TransactionForm
      aria-label="Pay out to your bank"
      figures={
        shown && (
          <FigureRows isOld={quote === undefined}>
            <PayoutFigures of={shown} to={account && `to ${accountName(account)}`} />
          </FigureRows>
        )
      }
      hint={
        shown || wrong ? undefined : isAsking ? 'Working it out …' : 'Enter an amount to see the fee and what arrives.'
      }
      problem={draft.problem ?? problem}
      isOfPage={isOfPayouts}
      onAsk={resume}
      action="Pay out"
      note="You confirm with your PIN and 2FA code. We check each payout before it goes to the bank."
      onConfirm={isReady ? () => void confirm() : undefined}
    >
      <AmountField
        label="Amount"
        entry={draft.entry}
        asset={draft.asset}
        choice={{
          label: 'Asset',
          assets: payoutAssetsOfBank,
          onChoose: (asset) => change({ asset, entry: emptyEntry }),
        }}
        balance={available}
        fills={most === undefined ? [] : [{ name: 'Max', amount: most }]}
        problem={wrong}
        about={`From ${amountWords({ asset: 'USD', amount: rules.least })} to ${amountWords({ asset: 'USD', amount: rules.most })}`}
        onEntry={(entry) => change({ entry })}
      />
      <NativeSelect
        label="To"
        size="md"
        data={accounts.map(choiceOf)}
        value={account?.id ?? ''}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
    </TransactionForm>
  )
}
