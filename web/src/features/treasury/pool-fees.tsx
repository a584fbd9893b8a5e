import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Item, ItemFigure, ItemList, ItemWays } from '../../ui/item.tsx'
import { FillDialog } from './fill-dialog.tsx'
import type { Fees, Pool } from './queries.ts'
import { Section } from './section.tsx'

const isSome = (amount: string) => /[1-9]/.test(amount)

const FeesItem = ({ fees }: { fees: Fees }) => {
  const { asset, earned, kept, taken, free, buys } = fees
  const mayAct = useHasRole('Owner', 'Finance')
  const [isFilling, setIsFilling] = useState(false)
  return (
    <Item
      heading="h3"
      title={`Fees in ${asset}`}
      aside={
        <ItemFigure>
          <ExactAmount value={free} asset={asset} /> free
        </ItemFigure>
      }
    >
      <FigureRows>
        <FigureRow name="Earned">
          <ExactAmount value={earned} asset={asset} />
        </FigureRow>
        <FigureRow isPart name="Kept for referrals">
          <ExactAmount value={kept} asset={asset} />
        </FigureRow>
        <FigureRow isPart name="Taken before">
          <ExactAmount value={taken} asset={asset} />
        </FigureRow>
        {asset !== 'QMGT' && (
          <FigureRow name="Would buy now" note="At what a gram costs now. The price when it is approved counts.">
            {buys === null ? '—' : <ExactAmount value={buys} asset="QMGT" />}
          </FigureRow>
        )}
      </FigureRows>
      {mayAct && isSome(free) && (
        <ItemWays>
          <Button variant="default" onClick={() => setIsFilling(true)}>
            Fill out of {asset}
          </Button>
        </ItemWays>
      )}
      {isFilling && <FillDialog fees={fees} onClose={() => setIsFilling(false)} />}
    </Item>
  )
}

/** What of the fees could go into the pool, asset by asset. */
export const PoolFees = ({ fees }: Pick<Pool, 'fees'>) => (
  <Section title="Fees" note="What is kept for referrals and what was taken before cannot go into the pool.">
    <ItemList>
      {fees.map((each) => (
        <FeesItem key={each.asset} fees={each} />
      ))}
    </ItemList>
  </Section>
)
