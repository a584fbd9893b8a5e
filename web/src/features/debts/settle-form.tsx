import { dollars, payoutAssetsOfBank } from '@ingot/endpoints/bank-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals, cutDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { shortWords, useBalanceOf } from '../../lib/use-balance-of.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { closeSettleDraft, confirmSettling, useSettleDraft } from './settle-draft.ts'
import { isOfDebts, resume } from './transactions.ts'

const lesser = (a: string, b: string) => (compareDecimals(a, b) < 0 ? a : b)

/** What is wrong about an amount; undefined when nothing is. */
const problemOf = (asset: string, amount: string | undefined, owed: string, available: string | undefined) => {
  if (amount === undefined || !/[1-9]/.test(amount)) return undefined
  if (!dollars.safeParse(amount).success) return 'Please use at most two decimal places.'
  if (compareDecimals(amount, owed) > 0) return `You owe ${amountWords({ asset: 'USD', amount: owed })}.`
  return shortWords(asset, amount, available)
}

/** Settles out of dollar tokens, one for one; a part of it, or all. */
export const SettleForm = ({ owed, onNeeded }: { owed: string; onNeeded?: (() => void) | undefined }) => {
  const { asset, entry, isBusy, problem } = useSettleDraft()
  const available = useBalanceOf()(asset)
  const { amount } = readEntry(entry, asset)
  const wrong = problemOf(asset, amount, owed, available)
  const body = dollars.safeParse(amount).success && amount !== undefined && !wrong ? { asset, amount } : undefined
  const confirm = async () => {
    if (body && (await confirmSettling(body))) onNeeded?.()
  }
  return (
    <TransactionForm
      aria-label="Settle what you owe"
      figures={
        body && (
          <FigureRows>
            <FigureRow name="Leaves your wallet">
              <Amount value={body.amount} asset={asset} />
            </FigureRow>
            <FigureRow isPart name={`Rate of 1 ${asset}`}>
              <Amount value="1" asset="USD" />
            </FigureRow>
            <FigureRow isPart name="Fee">
              None
            </FigureRow>
            <FigureRow name="Still owed">
              <Amount value={subtractDecimals(owed, body.amount)} asset="USD" />
            </FigureRow>
          </FigureRows>
        )
      }
      hint={undefined}
      problem={problem}
      isOfPage={isOfDebts}
      onAsk={resume}
      action="Settle"
      note="You confirm with your PIN."
      onConfirm={body && !isBusy ? () => void confirm() : undefined}
    >
      <AmountField
        label="Amount"
        entry={entry}
        asset={asset}
        choice={{
          label: 'Asset you settle with',
          assets: payoutAssetsOfBank,
          onChoose: (chosen) => useSettleDraft.setState({ asset: chosen, entry: emptyEntry, problem: null }),
        }}
        balance={available}
        fills={available === undefined ? [] : [{ name: 'Max', amount: lesser(owed, cutDecimals(available, 2)) }]}
        problem={wrong}
        about={`You owe ${amountWords({ asset: 'USD', amount: owed })}`}
        onEntry={(next) => useSettleDraft.setState({ entry: next, problem: null })}
      />
      <LinkButton onClick={closeSettleDraft}>Not now</LinkButton>
    </TransactionForm>
  )
}
