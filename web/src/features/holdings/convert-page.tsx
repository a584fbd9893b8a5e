import type { Converted } from '@ingot/endpoints/holding-fields'
import { useState } from 'react'
import { percentOf } from '../../ui/deal-figures.tsx'
import { TextLink } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './convert-page.module.css'
import { ConvertPanel } from './convert-panel.tsx'
import { HoldingBooked } from './holding-booked.tsx'
import { ProductView } from './product-view.tsx'
import { useHoldingRules } from './queries.ts'

/** What one should know before: beside the form where there is room. */
const HowItWorks = () => {
  const rules = useHoldingRules()
  const percent = (basisPoints: number | undefined) => (basisPoints === undefined ? '—' : percentOf(basisPoints))
  return (
    <div className={classes.words}>
      <p>
        Your QMGT becomes GCA gram for gram, less a fee of {percent(rules?.convert.feeBasisPoints)} in QMGT. There is no
        spread.
      </p>
      <p>
        The booking price is what QMGT sells for at that moment. Everything you pay counts as cost, so a new holding
        stands at minus the fee.
      </p>
      <p>
        You can end it at any time, in whole or in part: back to QMGT less{' '}
        {percent(rules?.termination.feeBasisPoints.gcaToQmgt)}, or in USDT or USDAU at the price of then less{' '}
        {percent(rules?.termination.feeBasisPoints.GCA)}. Its worth in money can fall.
      </p>
    </div>
  )
}

const Converting = () => {
  const [booked, setBooked] = useState<Converted>()
  return (
    <section className={classes.part} aria-labelledby="convert-title">
      <h2 id="convert-title" className={classes.title}>
        Convert QMGT
      </h2>
      <div className={classes.columns}>
        {booked ? (
          <HoldingBooked product="GCA" booked={booked} again="Convert more" onAgain={() => setBooked(undefined)} />
        ) : (
          <ConvertPanel onBooked={setBooked} />
        )}
        <HowItWorks />
      </div>
    </section>
  )
}

/** Gold converted from QMGT: what there is of it, where more is converted, each holding, and what moved. */
export const ConvertPage = () => (
  <ProductView
    product="GCA"
    ways={<TextLink to="/termination?product=GCA">End gold</TextLink>}
    empty={
      <EmptyState title="No holdings yet">What you convert above is listed here, each time with its note.</EmptyState>
    }
  >
    <Converting />
  </ProductView>
)
