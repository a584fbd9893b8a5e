import type { Converted, ConvertQuote } from '@ingot/endpoints/holding-fields'
import { Button } from '@mantine/core'
import { subtractDecimals } from '../../lib/decimal-text.ts'
import { usePrice } from '../../lib/use-price.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { DealFigures } from '../../ui/deal-figures.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { fillsOf } from '../../ui/fills.ts'
import { MarketNote } from '../../ui/market-note.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { DollarResult, Dollars } from '../../ui/position-figures.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { WorthOfEntered } from '../../ui/worth.tsx'
import { isOfHoldings, resume } from './transactions.ts'
import { useConvert } from './use-convert.ts'

type Convert = ReturnType<typeof useConvert>

const priceDigits = 2

/** What the holding will have cost, and that it begins below that by the fee. */
const Opening = ({ quote: { cost, bookingValue, price } }: { quote: ConvertQuote }) => (
  <>
    <FigureRow name="Booking price of 1 gram">
      <ExactAmount value={price} asset="USD" decimals={priceDigits} />
    </FigureRow>
    <FigureRow name="The holding will have cost" note="What you pay, at what QMGT sells for now.">
      <Dollars value={cost} />
    </FigureRow>
    <FigureRow isPart name="It opens at minus the fee">
      <DollarResult value={subtractDecimals(bookingValue, cost)} />
    </FigureRow>
  </>
)

const Figures = ({ quoted, balanceOf }: Pick<Convert, 'quoted' | 'balanceOf'>) =>
  quoted.shown &&
  !quoted.error && (
    <DealFigures deal={quoted.shown} balanceOf={balanceOf} left={quoted.left} isOld={quoted.quote === undefined}>
      <Opening quote={quoted.shown} />
    </DealFigures>
  )

const hintOf = ({ quoted, hasNothing, isClosed }: Convert): string | undefined => {
  if (isClosed || (quoted.shown && !quoted.error)) return undefined
  if (quoted.isAsking && !quoted.error) return 'Getting a price …'
  return hasNothing
    ? 'You have no QMGT yet. Buy some to convert it.'
    : 'Enter grams to see exactly what you pay, fee included, and what you receive.'
}

/** QMGT into GCA, gram for gram less the fee. */
export const ConvertPanel = ({ onBooked }: { onBooked: (booked: Converted) => void }) => {
  const price = usePrice().data
  const convert = useConvert(onBooked)
  const { quoted, balanceOf, balance, isClosed, hasNothing } = convert
  const isQuoted = price?.tradable !== false && !isClosed
  return (
    <Card>
      <TransactionForm
        aria-labelledby="convert-title"
        figures={<Figures quoted={quoted} balanceOf={balanceOf} />}
        hint={hintOf(convert)}
        problem={convert.problem ?? (isQuoted ? convert.quoteError : null)}
        isOfPage={isOfHoldings}
        onAsk={resume}
        action="Convert to GCA"
        note="You confirm with your PIN. The booking note is there at once."
        onConfirm={convert.onConfirm}
        instead={
          hasNothing &&
          !isClosed && (
            <Button component={PageLink} to="/" size="md" fullWidth>
              Buy QMGT
            </Button>
          )
        }
      >
        <ClosedNote product="convert" />
        <MarketNote price={price} />
        <AmountField
          label="You convert"
          asset="QMGT"
          entry={convert.entry}
          balance={balance}
          fills={fillsOf('QMGT', balance)}
          problem={convert.fieldProblem}
          about={<WorthOfEntered grams={convert.amount} />}
          onEntry={convert.change}
        />
      </TransactionForm>
    </Card>
  )
}
