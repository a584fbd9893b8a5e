import { reckonedProducts } from '@ingot/endpoints/calculator'
import { Button } from '@mantine/core'
import { usePrice } from '../../lib/use-price.ts'
import { MarketNote } from '../../ui/market-note.tsx'
import { Said } from '../../ui/said.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { BreakEven } from './break-even.tsx'
import classes from './calculator.module.css'
import { termsOf } from './calculator-terms.ts'
import { Conversion } from './conversion.tsx'
import { Delivery } from './delivery.tsx'
import { PlanPart } from './plan-part.tsx'
import { useRules } from './queries.ts'
import { type Calculating, useInputs } from './use-inputs.ts'

const products = reckonedProducts.map((product) => ({ value: product, label: product }))

const Share = ({ link }: Pick<Calculating, 'link'>) => {
  const { said, copy } = useCopy({ done: 'Link copied.' })
  return (
    <div className={classes.share}>
      <Said said={said} />
      <Button variant="default" onClick={() => void copy(link())}>
        Copy a link to these figures
      </Button>
    </div>
  )
}

/** What gold costs and brings, by the prices and fees of now. It asks and keeps nothing. */
export const Calculator = () => {
  const calculating = useInputs()
  const [price, rules] = [usePrice(), useRules()]
  if (!rules.data) return <Unread what="fees" query={rules} />
  if (price.data === undefined) return <Unread what="price" query={price} />
  const { inputs, change, link } = calculating
  const terms = termsOf(inputs.product, price.data, rules.data)
  return (
    <div className={classes.parts}>
      <div className={classes.head}>
        <Segments
          label="Product"
          choices={products}
          value={inputs.product}
          onChange={(product) => change({ product })}
        />
        <Share link={link} />
      </div>
      <MarketNote price={price.data} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Conversion terms={terms} calculating={calculating} />
          <BreakEven terms={terms} />
          <Delivery rules={rules.data} calculating={calculating} />
        </div>
        <div className={classes.column}>
          <PlanPart terms={terms} rules={rules.data} calculating={calculating} />
        </div>
      </div>
    </div>
  )
}
