import '@mantine/core/styles/Progress.css'
import { assetOfProduct } from '@ingot/endpoints/holding-fields'
import { Progress } from '@mantine/core'
import { addDecimals, cutDecimals, percentBetween } from '../../lib/decimal-text.ts'
import { productWords } from '../../lib/holding-words.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Dollars } from '../../ui/position-figures.tsx'
import { Part } from './part.tsx'
import classes from './product-split.module.css'
import type { Dashboard } from './queries.ts'

type Share = Dashboard['products'][number]

/** Of all grams, which is the share of the value too: a gram is worth the same in each. */
const shareOf = (units: string, all: string): string =>
  cutDecimals(addDecimals('100', percentBetween(all, units) ?? '-100'), 1)

const shareWords = (share: string) => {
  const { whole, decimals } = formatDecimal(share)
  return `${whole}${decimals} %`
}

const countWords = (holdings: number) => `${holdings} ${holdings === 1 ? 'holding' : 'holdings'}`

const ProductRow = ({ of: { product, holdings, units, cost, value }, share }: { of: Share; share: string }) => {
  const { name, page } = productWords[product]
  return (
    <li className={classes.product}>
      <div className={classes.line}>
        <span className={classes.name}>
          <TextLink to={page}>{name}</TextLink> <span className={classes.share}>{shareWords(share)}</span>
        </span>
        <span>
          <Dollars value={value} />
        </span>
      </div>
      <Progress value={Number(share)} aria-hidden="true" className={classes.bar} />
      <div className={classes.rest}>
        <span>
          <Amount value={units} asset={assetOfProduct[product]} /> in {countWords(holdings)}
        </span>
        <span>
          cost <Amount value={cost} asset="USD" />
        </span>
      </div>
    </li>
  )
}

/** What there is of each product, by its share of all grams: bars to compare, and the same in figures. */
export const ProductSplit = ({ products }: Pick<Dashboard, 'products'>) => {
  const open = products.filter(({ units }) => /[1-9]/.test(units))
  const all = open.reduce((sum, { units }) => addDecimals(sum, units), '0')
  if (open.length === 0) return null
  return (
    <Part title="By product">
      <ul className={classes.products}>
        {open.map((share) => (
          <ProductRow key={share.product} of={share} share={shareOf(share.units, all)} />
        ))}
      </ul>
      <p className={classes.note}>Value is what it would bring, before the fee. Cost includes fees.</p>
    </Part>
  )
}
