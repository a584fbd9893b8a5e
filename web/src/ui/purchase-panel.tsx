import { payAssets } from '@ingot/endpoints/holding-fields'
import type { Price } from '@ingot/endpoints/trade'
import { Button } from '@mantine/core'
import { amountWords } from '../lib/amount-words.ts'
import type { PendingTransaction } from '../lib/pending-transaction.ts'
import { payFrom, type ShownPurchase } from '../lib/purchase-form.ts'
import { readEntry } from '../lib/typed-amount.ts'
import { usePrice } from '../lib/use-price.ts'
import { type PurchaseWay, usePurchase } from '../lib/use-purchase.ts'
import { openWalletAt } from '../lib/wallet-view.ts'
import { Amount } from './amount.tsx'
import { AmountField } from './amount-field.tsx'
import { Card } from './card.tsx'
import { ClosedNote } from './closed-note.tsx'
import { FigureRow, FigureRows } from './figure-rows.tsx'
import { fillsOf } from './fills.ts'
import { MarketNote } from './market-note.tsx'
import { PurchaseFigures } from './purchase-figures.tsx'
import { TransactionForm } from './transaction-form.tsx'
import { WorthOfEntered } from './worth.tsx'

type Purchase = ReturnType<typeof usePurchase>

const PayField = ({ purchase, least }: { purchase: Purchase; least: string | undefined }) => {
  const { form, change, balanceOf, quoted } = purchase
  const balance = balanceOf(form.payWith)
  return (
    <AmountField
      label="You pay"
      asset={form.payWith}
      choice={{
        label: 'Asset you pay with',
        assets: payAssets,
        onChoose: (payWith) => change(payFrom(form, payWith)),
      }}
      balance={balance}
      fills={fillsOf(form.payWith, balance)}
      isFollowing={form.of !== 'pay' && quoted.isAsking}
      about={least !== undefined && `${amountWords({ asset: 'USD', amount: least })} or more`}
      onEntry={(entry) => change({ ...form, of: 'pay', entry })}
      {...purchase.fields.pay}
    />
  )
}

const GramsField = ({ purchase }: { purchase: Purchase }) => {
  const { asset, form, change, quoted } = purchase
  const { entry } = purchase.fields.receive
  return (
    <AmountField
      label="Grams you receive"
      asset={asset}
      balance={null}
      isFollowing={form.of !== 'receive' && quoted.isAsking}
      about={<WorthOfEntered grams={readEntry(entry, asset).amount} />}
      onEntry={(next) => change({ ...form, of: 'receive', entry: next })}
      {...purchase.fields.receive}
    />
  )
}

/** What a gram costs while nothing is entered yet. The row is there before the price is, so that nothing moves then. */
const PriceNow = ({ price }: { price: Price | null | undefined }) =>
  price?.tradable === false ? null : (
    <FigureRows>
      <FigureRow name="1 gram costs">
        {price ? <Amount value={price.buy} asset="USD" decimals={2} rolls /> : '—'}
      </FigureRow>
    </FigureRows>
  )

const hintOf = ({ form: { payWith }, quoted, hasNothing, isClosed, balanceOf }: Purchase): string | undefined => {
  if (isClosed || (quoted.shown && !quoted.error)) return undefined
  if (quoted.isAsking && !quoted.error) return 'Getting a price …'
  if (!hasNothing) return 'Enter dollars or grams to see exactly what you pay, fee included, and what you receive.'
  const other = payAssets.find((asset) => asset !== payWith && /[1-9]/.test(balanceOf(asset) ?? ''))
  if (other) return `You have no ${payWith} to pay with. You can pay with ${other}.`
  return `You have no ${payWith} yet. Deposit USDT to buy gold with.`
}

const hasNoDollars = ({ hasNothing, balanceOf, isClosed }: Purchase) =>
  hasNothing && !isClosed && payAssets.every((asset) => !/[1-9]/.test(balanceOf(asset) ?? ''))

/** Dollars or grams: either amount drives the other through the server's quote, which is then confirmed as it is shown. */
export const PurchasePanel = <Quote extends ShownPurchase, Booked>({
  way,
  least,
  action,
  note,
  isOfPage,
  onAsk,
  onBooked,
}: {
  way: PurchaseWay<Quote, Booked>
  /** In dollars; undefined while it is unknown. */
  least: string | undefined
  action: string
  /** What else is there at once. */
  note: string
  isOfPage: (pending: PendingTransaction) => boolean
  onAsk: (pending: PendingTransaction) => unknown
  onBooked: (booked: Booked) => void
}) => {
  const price = usePrice().data
  const purchase = usePurchase(way, onBooked)
  const { quoted, balanceOf, isClosed } = purchase
  /** While nothing is quoted the note above the fields says why. */
  const isQuoted = price?.tradable !== false && !isClosed
  return (
    <Card>
      <TransactionForm
        aria-label={action}
        figures={
          quoted.shown && !quoted.error ? (
            <PurchaseFigures
              quote={quoted.shown}
              balanceOf={balanceOf}
              left={quoted.left}
              isOld={quoted.quote === undefined}
            />
          ) : (
            <PriceNow price={price} />
          )
        }
        hint={hintOf(purchase)}
        problem={purchase.problem ?? (isQuoted ? purchase.quoteError : null)}
        isOfPage={isOfPage}
        onAsk={onAsk}
        action={action}
        note={`You confirm with your PIN. ${note}`}
        onConfirm={purchase.onConfirm}
        instead={
          hasNoDollars(purchase) && (
            <Button type="button" size="md" fullWidth onClick={() => openWalletAt('deposit')}>
              Deposit USDT
            </Button>
          )
        }
      >
        <ClosedNote product={way.product} />
        <MarketNote price={price} />
        <PayField purchase={purchase} least={least} />
        <GramsField purchase={purchase} />
      </TransactionForm>
    </Card>
  )
}
