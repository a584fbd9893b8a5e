import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsDownUp } from '@tabler/icons-react'
import { isGram } from '../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { useGramValue, usePrice } from '../../lib/use-price.ts'
import { openWalletAt } from '../../lib/wallet-view.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { fillsOf } from '../../ui/fills.ts'
import { MarketNote } from '../../ui/market-note.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { actionOf, tradedAssets } from './assets.ts'
import { PriceNow } from './price-now.tsx'
import { QuoteFigures } from './quote-figures.tsx'
import { chooseAsset, enterAmount, type Field, flip } from './swap-form.ts'
import classes from './swap-panel.module.css'
import { isSwap, resume } from './transactions.ts'
import { useSwap } from './use-swap.ts'

type Swap = ReturnType<typeof useSwap>

const labels: Record<Field, { label: string; assetLabel: string }> = {
  pay: { label: 'You pay', assetLabel: 'Asset you pay with' },
  receive: { label: 'You receive', assetLabel: 'Asset you receive' },
}

/** A gram figure says what it would bring now. */
const Worth = ({ asset, amount }: { asset: string; amount: string | undefined }) => {
  const perGram = useGramValue()
  if (!isGram(asset) || perGram === undefined || amount === undefined || !/[1-9]/.test(amount)) return null
  return (
    <>
      sells for about <Amount value={multiplyDecimals(amount, perGram)} asset="USD" decimals={2} />
    </>
  )
}

const SwapField = ({ field, swap }: { field: Field; swap: Swap }) => {
  const { form, change, balanceOf, quoted } = swap
  const { entry, amount, problem } = swap.fields[field]
  const { label, assetLabel } = labels[field]
  const asset = form[field]
  const balance = balanceOf(asset)
  return (
    <AmountField
      label={label}
      entry={entry}
      asset={asset}
      choice={{
        label: assetLabel,
        assets: tradedAssets,
        onChoose: (chosen) => change(chooseAsset(form, field, chosen)),
      }}
      balance={balance}
      fills={field === 'pay' ? fillsOf(asset, balance) : []}
      isFollowing={form.of !== field && quoted.isAsking}
      problem={problem}
      about={<Worth asset={asset} amount={amount} />}
      onEntry={(next) => change(enterAmount(form, field, next))}
    />
  )
}

const hintOf = ({ form, quoted, hasNothing, closed }: Swap): string | undefined => {
  if (closed) return undefined
  if (quoted.shown && !quoted.error) return undefined
  if (quoted.isAsking && !quoted.error) return 'Getting a price …'
  if (!hasNothing) return 'Enter an amount to see exactly what you pay, fee included, and what you receive.'
  return form.pay === 'USDT'
    ? 'You have no USDT yet. Deposit some to buy gold with.'
    : `You have no ${form.pay} to trade yet.`
}

/** Whoever has nothing to pay with has something else to do first. */
const DepositButton = () => (
  <Button type="button" size="md" fullWidth onClick={() => openWalletAt('deposit')}>
    Deposit USDT
  </Button>
)

/** Pay and receive: either amount drives the other through the server's quote, which is then confirmed as it is shown. */
export const SwapPanel = () => {
  const price = usePrice().data
  const swap = useSwap()
  const { form, change, balanceOf, quoted, closed } = swap
  /** While nothing is quoted the note above the fields says why. */
  const isQuoted = price?.tradable !== false && !closed
  return (
    <Card className={classes.panel}>
      <TransactionForm
        aria-labelledby="swap-title"
        figures={
          quoted.shown && !quoted.error ? (
            <QuoteFigures
              quote={quoted.shown}
              balanceOf={balanceOf}
              left={quoted.left}
              isOld={quoted.quote === undefined}
            />
          ) : (
            <PriceNow direction={form} price={price} />
          )
        }
        hint={hintOf(swap)}
        problem={swap.problem ?? (isQuoted ? swap.quoteError : null)}
        isOfPage={isSwap}
        onAsk={resume}
        action={actionOf(form)}
        note="You confirm with your PIN."
        onConfirm={swap.onConfirm}
        instead={swap.hasNothing && form.pay === 'USDT' && !closed && <DepositButton />}
      >
        <h2 id="swap-title" className={classes.title}>
          Buy and sell
        </h2>
        <ClosedNote product="swap" />
        <MarketNote price={price} />
        <div className={classes.fields}>
          <SwapField field="pay" swap={swap} />
          <ActionIcon
            className={classes.flip}
            variant="default"
            size="lg"
            radius="xl"
            aria-label="Switch pay and receive"
            onClick={() => change(flip(form))}
          >
            <IconArrowsDownUp size={18} aria-hidden="true" />
          </ActionIcon>
          <SwapField field="receive" swap={swap} />
        </div>
      </TransactionForm>
    </Card>
  )
}
