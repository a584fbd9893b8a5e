import type { ReactNode } from 'react'
import { decimalsOf } from '../lib/asset-figures.ts'
import { exchangedOf } from '../lib/deal-words.ts'
import { addDecimals, subtractDecimals } from '../lib/decimal-text.ts'
import { formatDecimal } from '../lib/local-format.ts'
import { Amount } from './amount.tsx'
import { Countdown } from './countdown.tsx'
import { FigureRow, FigureRows } from './figure-rows.tsx'

type Sum = { readonly asset: string; readonly amount: string }

type Deal = {
  readonly pay: Sum
  readonly fee: Sum
  readonly receive: Sum
  readonly feeBasisPoints: number
  readonly expiresInSeconds: number
}

/** A sum in the decimals that are read at a glance. */
export const ShownSum = ({ sum: { asset, amount } }: { sum: Sum }) => (
  <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
)

export const percentOf = (basisPoints: number): string => {
  const { whole, decimals } = formatDecimal((basisPoints / 100).toFixed(2))
  return `${whole}${decimals} %`
}

/** For how long the figures hold. */
export const HoldsFor = ({ left, whole, isOld }: { left: number | undefined; whole: number; isOld: boolean }) => (
  <FigureRow name="This price holds for">
    {left === undefined || isOld ? 'a new price is on its way' : <Countdown left={left} whole={whole} />}
  </FigureRow>
)

/** What there is of both assets once it is done; not told while a balance is unknown or does not suffice. */
const After = ({
  deal: { pay, receive },
  balanceOf,
}: {
  deal: Deal
  balanceOf: (asset: string) => string | undefined
}) => {
  const [paid, received] = [balanceOf(pay.asset), balanceOf(receive.asset)]
  if (paid === undefined || received === undefined) return null
  const left = subtractDecimals(paid, pay.amount)
  if (left.startsWith('-')) return null
  return (
    <FigureRow name="You will then have">
      <ShownSum sum={{ ...pay, amount: left }} />
      {', '}
      <ShownSum sum={{ ...receive, amount: addDecimals(received, receive.amount) }} />
    </FigureRow>
  )
}

/**
 * Everything the customer agrees to: the whole sum with its parts, what arrives, the price that leads there (the children),
 * and for how long.
 */
export const DealFigures = ({
  deal,
  balanceOf,
  left,
  isOld,
  children,
}: {
  deal: Deal
  balanceOf: (asset: string) => string | undefined
  left: number | undefined
  /** Whether another one is on its way. */
  isOld: boolean
  children: ReactNode
}) => (
  <FigureRows isOld={isOld}>
    <FigureRow name="Total to pay">
      <ShownSum sum={deal.pay} />
    </FigureRow>
    <FigureRow isPart name={`Exchanged for ${deal.receive.asset}`}>
      <ShownSum sum={exchangedOf(deal)} />
    </FigureRow>
    <FigureRow isPart name={`Fee, ${percentOf(deal.feeBasisPoints)}`}>
      <ShownSum sum={deal.fee} />
    </FigureRow>
    <FigureRow name="You receive">
      <ShownSum sum={deal.receive} />
    </FigureRow>
    {children}
    <After deal={deal} balanceOf={balanceOf} />
    <HoldsFor left={left} whole={deal.expiresInSeconds} isOld={isOld} />
  </FigureRows>
)
