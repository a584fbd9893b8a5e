import type { Receipt } from '@ingot/endpoints/wallet-fields'
import type { ReactNode } from 'react'
import { isGram } from '../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { ifSold, partsOf } from '../../lib/movement-words.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TransactionHash } from '../../ui/transaction-hash.tsx'
import classes from './movement-figures.module.css'

type Figures = Pick<Receipt, 'incoming' | 'outgoing' | 'fees' | 'withheld' | 'price' | 'pair' | 'hash'>
type Sum = Figures['fees'][number]

/** What grams would bring now. */
const Worth = ({ amount }: { amount: string }) => {
  const perGram = useGramValue()
  return (
    <span className={classes.worth}>
      {perGram === undefined ? '— USD' : <Amount value={multiplyDecimals(amount, perGram)} asset="USD" />} {ifSold}
    </span>
  )
}

/** Grams that were traded stand beside what was paid for them; others say what they would bring. */
const Sums = ({ sums, isTrade }: { sums: readonly Sum[]; isTrade: boolean }) =>
  sums.map(({ asset, amount }) => (
    <span key={asset} className={classes.sum}>
      <ExactAmount value={amount} asset={asset} />
      {isGram(asset) && !isTrade && <Worth amount={amount} />}
    </span>
  ))

/** The whole sum that left, with its parts below it: the fee, and what went to where it was meant for. */
const Paid = ({ of: { incoming, outgoing, fees, withheld }, isTrade }: { of: Figures; isTrade: boolean }) => {
  const names = isTrade
    ? { whole: 'Paid', rest: `Exchanged for ${incoming[0]?.asset}` }
    : { whole: 'Total', rest: 'Amount' }
  const parts = fees.flatMap((fee) =>
    outgoing.filter(({ asset }) => asset === fee.asset).map((whole) => ({ whole, fee })),
  )
  if (parts.length === 0)
    return (
      <>
        <FigureRow name={isTrade ? names.whole : names.rest}>
          <Sums sums={outgoing} isTrade={isTrade} />
        </FigureRow>
        {withheld.length === 0 && <FigureRow name="Fee">None</FigureRow>}
      </>
    )
  return (
    <>
      <FigureRow name={names.whole}>
        <Sums sums={outgoing} isTrade={isTrade} />
      </FigureRow>
      {parts.map(({ whole, fee }) => {
        const { rest, restShown } = partsOf(whole, fee.amount)
        return [
          <FigureRow key={names.rest} name={names.rest} isPart>
            <ExactAmount value={rest} shown={restShown} asset={whole.asset} />
          </FigureRow>,
          <FigureRow key="Fee" name="Fee" isPart>
            <ExactAmount value={fee.amount} asset={fee.asset} />
          </FigureRow>,
        ]
      })}
    </>
  )
}

const pricedIn = ({ pair }: Figures) => {
  const [of = 'gram', asset = 'USD'] = pair?.split('/') ?? []
  return { of, asset }
}

/** To the last digit, in one line to be copied: what the figures above leave out. */
const exactLine = (of: Figures): string => {
  const told = (word: string, sums: readonly Sum[]) => sums.map(({ asset, amount }) => `${word} ${amount} ${asset}`)
  return [
    ...told('received', of.incoming),
    ...told('paid', of.outgoing),
    ...told('fee', of.fees),
    ...told('fee already taken off', of.withheld),
    ...(of.price === null ? [] : [`price ${of.price} ${pricedIn(of).asset}`]),
  ].join(', ')
}

/** What came and what left, price, fee and transaction. The children are further figures of the page itself. */
export const MovementFigures = ({ of, children }: { of: Figures; children?: ReactNode }) => {
  const { incoming, outgoing, withheld, price, hash } = of
  const isTrade = incoming.length > 0 && outgoing.length > 0
  const priced = pricedIn(of)
  return (
    <FigureRows isAlone>
      {incoming.length > 0 && (
        <FigureRow name="Received">
          <Sums sums={incoming} isTrade={isTrade} />
        </FigureRow>
      )}
      {withheld.map(({ asset, amount }) => (
        <FigureRow key={asset} name="Fee, already taken off" isPart>
          <ExactAmount value={amount} asset={asset} />
        </FigureRow>
      ))}
      {outgoing.length > 0 && <Paid of={of} isTrade={isTrade} />}
      {price !== null && (
        <FigureRow name={`Price of 1 ${priced.of}`}>
          <ExactAmount value={price} asset={priced.asset} />
        </FigureRow>
      )}
      {children}
      {hash !== null && (
        <FigureRow name="Transaction">
          <TransactionHash hash={hash} />
        </FigureRow>
      )}
      <FigureRow name="Exact figures">
        <CopyText label="exact figures" value={exactLine(of)} />
      </FigureRow>
    </FigureRows>
  )
}
