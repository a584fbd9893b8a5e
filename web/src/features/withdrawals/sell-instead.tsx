import type { WithdrawalChoice } from '@ingot/endpoints/withdrawal-fields'
import { Button } from '@mantine/core'
import { subtractDecimals } from '../../lib/decimal-text.ts'
import { terminationAddress } from '../../lib/holding-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './withdrawals.module.css'

/** What is left either way: the same grams as bars, and sold. */
export const SellInstead = ({ choice: { sellInstead, fees, holding } }: { choice: WithdrawalChoice }) => (
  <Card as="section" className={classes.beside} aria-labelledby="sell-instead-title">
    <h2 id="sell-instead-title" className={classes.title}>
      Or sell instead
    </h2>
    {sellInstead ? (
      <>
        <FigureRows isAlone>
          <FigureRow name="Bars, if sold now" note="What the same grams bring at the price you would be paid.">
            <Amount value={sellInstead.gross} asset="USD" />
          </FigureRow>
          <FigureRow isPart name="Fees of taking them out">
            <Amount value={`−${fees.total}`} asset="USD" />
          </FigureRow>
          <FigureRow name="Left with bars" note="in gold, at the same price">
            <Amount value={subtractDecimals(sellInstead.gross, fees.total).replace('-', '−')} asset="USD" />
          </FigureRow>
          <FigureRow name="Sold now">
            <Amount value={sellInstead.gross} asset="USD" />
          </FigureRow>
          <FigureRow isPart name="Fee of selling">
            <Amount value={`−${sellInstead.fee}`} asset="USD" />
          </FigureRow>
          <FigureRow name="Left if you sell">
            <Amount value={sellInstead.receive} asset="USD" />
          </FigureRow>
        </FigureRows>
        <Button component={PageLink} to={holding ? terminationAddress(holding.id) : '/'} variant="default">
          {holding ? 'End the holding instead' : 'Sell QMGT instead'}
        </Button>
      </>
    ) : (
      <FormText isQuiet>There is no price at the moment, so what selling would bring cannot be told.</FormText>
    )}
  </Card>
)
