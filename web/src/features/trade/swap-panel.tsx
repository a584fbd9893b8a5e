import { errorTable } from '@ingot/endpoints/errors'
import type { Quote } from '@ingot/endpoints/trade'
import { ActionIcon } from '@mantine/core'
import { IconArrowsDownUp } from '@tabler/icons-react'
import { useState } from 'react'
import { isGram } from '../../lib/asset-figures.ts'
import { compareDecimals, multiplyDecimals } from '../../lib/decimal-text.ts'
import { useBalances } from '../../lib/use-balances.ts'
import { useGramValue, usePrice } from '../../lib/use-price.ts'
import { Card } from '../../ui/card.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { AmountField } from './amount-field.tsx'
import { actionOf, type TradedAsset } from './assets.ts'
import { MarketNote } from './market-note.tsx'
import { QuoteFigures } from './quote-figures.tsx'
import { chooseAsset, emptyForm, type Field, flip, type SwapForm, typeAmount } from './swap-form.ts'
import classes from './swap-panel.module.css'
import { isSwap, resume } from './transactions.ts'
import { useConfirmSwap } from './use-confirm-swap.ts'
import { useQuote } from './use-quote.ts'

/** What a field shows: what was entered, or what the last quote says of that asset. */
const amountIn = (field: Field, form: SwapForm, shown: Quote | undefined): string => {
  if (form.of === field) return form.amount
  return [shown?.pay, shown?.receive].find((side) => side?.asset === form[field])?.amount ?? ''
}

const worthOf = (asset: TradedAsset, amount: string, perGram: string | undefined): string | undefined =>
  isGram(asset) && perGram !== undefined && /[1-9]/.test(amount)
    ? multiplyDecimals(amount.replace(/\.$/, ''), perGram)
    : undefined

const isTooMuch = (amount: string, balance: string | undefined): boolean =>
  balance !== undefined && /[1-9]/.test(amount) && compareDecimals(amount.replace(/\.$/, ''), balance) > 0

const useBalanceOf = () => {
  const { data } = useBalances()
  return (asset: TradedAsset) => data?.find((balance) => balance.asset === asset)?.available
}

/** Pay and receive: either amount drives the other through the server's quote, which is then confirmed as it is shown. */
export const SwapPanel = () => {
  const [form, setForm] = useState(emptyForm)
  const price = usePrice().data
  /** While nothing is quoted the note above the fields says why. */
  const isQuoted = price?.tradable !== false
  const perGram = useGramValue()
  const balanceOf = useBalanceOf()
  const [isHeld, setIsHeld] = useState(false)
  const state = useQuote(form, isHeld)
  const { confirm, problem, forgetProblem } = useConfirmSwap({
    onHold: setIsHeld,
    onDone: () => setForm((before) => ({ ...before, amount: '' })),
    onGone: () => void state.renew(),
  })

  const change = (next: SwapForm) => {
    forgetProblem()
    setForm(next)
  }
  const { shown, quote, wanted, isAsking, error } = state
  const pay = amountIn('pay', form, shown)
  const receive = amountIn('receive', form, shown)
  const payBalance = balanceOf(form.pay)
  const isShort = isTooMuch(pay, payBalance)
  const isReady = wanted !== null && quote !== undefined && !isShort && !isHeld

  return (
    <Card className={classes.panel}>
      <TransactionForm
        aria-labelledby="swap-title"
        figures={shown && !error && <QuoteFigures quote={shown} left={state.left} isOld={quote === undefined} />}
        waiting={
          isAsking && !error ? 'Asking for a price …' : 'Enter an amount to see price, spread and fee before you agree.'
        }
        figureHeight="15.25rem"
        problem={problem ?? (isQuoted ? error : null)}
        isOfPage={isSwap}
        onAsk={resume}
        action={actionOf(form)}
        note="You confirm with your PIN."
        onConfirm={isReady ? () => void confirm(wanted, quote) : undefined}
      >
        <h2 id="swap-title" className={classes.title}>
          Buy and sell
        </h2>
        <MarketNote price={price} />
        <div className={classes.fields}>
          <AmountField
            label="You pay"
            assetLabel="Asset you pay with"
            amount={pay}
            asset={form.pay}
            balance={payBalance}
            value={worthOf(form.pay, pay, perGram)}
            isFollowing={form.of !== 'pay' && isAsking}
            problem={isShort ? errorTable.BalanceTooLow.message : undefined}
            onAmount={(text) => change(typeAmount(form, 'pay', text))}
            onAsset={(asset) => change(chooseAsset(form, 'pay', asset))}
            onMax={() => change({ ...form, of: 'pay', amount: payBalance ?? '' })}
          />
          <ActionIcon
            className={classes.flip}
            variant="default"
            size="lg"
            radius="xl"
            aria-label="Exchange pay and receive"
            onClick={() => change(flip(form))}
          >
            <IconArrowsDownUp size={18} aria-hidden="true" />
          </ActionIcon>
          <AmountField
            label="You receive"
            assetLabel="Asset you receive"
            amount={receive}
            asset={form.receive}
            balance={balanceOf(form.receive)}
            value={worthOf(form.receive, receive, perGram)}
            isFollowing={form.of !== 'receive' && isAsking}
            onAmount={(text) => change(typeAmount(form, 'receive', text))}
            onAsset={(asset) => change(chooseAsset(form, 'receive', asset))}
          />
        </div>
      </TransactionForm>
    </Card>
  )
}
