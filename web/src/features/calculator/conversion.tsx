import { type Reckoned, type ReckonedField, reckon, spreadPartOf } from '@ingot/endpoints/reckoning'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { readEntry } from '../../lib/typed-amount.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { orNothing, type Terms } from './calculator-terms.ts'
import { assetOf, followed, type Inputs } from './inputs.ts'
import { Part } from './part.tsx'
import type { Calculating } from './use-inputs.ts'

const usd = (amount: string) => amountWords({ asset: 'USD', amount })

const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const

const grams = (amount: string) => {
  const { whole, decimals } = formatDecimal(amount)
  return `${whole}${decimals} g`
}

/** What a quote would refuse, said with the number that was missed. A GAE that ends has its least in grams. */
const limitMissed = (
  { product, leastUsd, mostUsd, mostGrams, leastPart }: Terms,
  { side }: Inputs,
  found: Reckoned | undefined,
) => {
  if (!found) return undefined
  if (compareDecimals(found.money, mostUsd) > 0) return `At most ${usd(mostUsd)} can be dealt with at once.`
  if (compareDecimals(found.grams, mostGrams) > 0)
    return `At most ${grams(mostGrams)} of gold can be dealt with at once.`
  if (side === 'sell' && product === 'GAE')
    return leastPart !== null && compareDecimals(found.grams, leastPart) < 0
      ? `At least ${grams(leastPart)} of a holding has to end at once, or the whole.`
      : undefined
  if (compareDecimals(found.money, leastUsd) < 0)
    return side === 'buy'
      ? `At least ${usd(leastUsd)} has to be paid at once.`
      : `At least ${usd(leastUsd)} has to be traded at once.`
  return undefined
}

const reckoned = (terms: Terms | undefined, { side, typed, entry, product }: Inputs): Reckoned | undefined => {
  const { amount } = readEntry(entry, assetOf(typed, product))
  return amount !== undefined && terms ? orNothing(() => reckon(terms, side, typed, amount)) : undefined
}

const Figures = ({ terms, side, found }: { terms: Terms; side: Inputs['side']; found: Reckoned | undefined }) => {
  const [price, spread] = [side === 'buy' ? terms.buy : terms.sell, percentWords(terms.spreadBasisPoints)]
  const fee = percentWords(side === 'buy' ? terms.buyFeeBasisPoints : terms.sellFeeBasisPoints)
  return (
    <FigureRows>
      <FigureRow
        name="Price per gram"
        note={`The market price of ${usd(terms.market)} ${side === 'buy' ? 'plus' : 'less'} ${spread} spread.`}
      >
        <Amount value={price} asset="USD" />
      </FigureRow>
      <FigureRow name={`Fee, ${fee}`}>{found ? <Amount value={found.fee} asset={found.feeAsset} /> : '—'}</FigureRow>
      {side === 'buy' && (
        <FigureRow name={`Spread, ${spread}`}>
          {found ? (
            <Amount value={spreadPartOf(found.money, found.fee, found.grams, terms.market)} asset="USDT" />
          ) : (
            '—'
          )}
        </FigureRow>
      )}
    </FigureRows>
  )
}

/** Grams for money or money for grams at the price of now: each follows the other. */
export const Conversion = ({
  terms,
  calculating: { inputs, change },
}: {
  terms: Terms | undefined
  calculating: Calculating
}) => {
  const { side, typed, entry, product } = inputs
  const found = reckoned(terms, inputs)
  const problem = terms && limitMissed(terms, inputs, found)
  const field = (of: ReckonedField, label: string) => {
    const asset = assetOf(of, product)
    return (
      <AmountField
        key={of}
        label={label}
        entry={typed === of ? entry : followed(asset, found?.[of])}
        asset={asset}
        balance={null}
        problem={of === 'money' ? problem : undefined}
        onEntry={(next) => change({ typed: of, entry: next })}
      />
    )
  }
  return (
    <Part title="Grams and money" note="At today’s price, fee and spread included. Type either one.">
      <Labelled label="What you do" choices={sides} value={side} onChange={(next) => change({ side: next })} />
      {side === 'buy'
        ? [field('money', 'You pay'), field('grams', 'You get')]
        : [field('grams', 'You give'), field('money', 'You get')]}
      {terms && <Figures terms={terms} side={side} found={found} />}
    </Part>
  )
}
