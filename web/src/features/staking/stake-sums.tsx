import type { Staking } from '@ingot/endpoints/staking-fields'
import { Amount } from '../../ui/amount.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { PositionFigure, PositionFigures } from '../../ui/position-figures.tsx'
import { SellVested } from './reward-ways.tsx'
import classes from './staking.module.css'

/** All that is staked, and what became of its rewards. */
export const StakeSums = ({ sums }: Pick<Staking, 'sums'>) => {
  const { staked, value, claimable, requested, paid, toVest } = sums
  return (
    <div className={classes.card}>
      <PositionFigures label="Sums of your stakes" asset="QMGT" units={staked} value={value}>
        <PositionFigure name="Can be claimed" note="Has vested">
          <Amount value={claimable} asset="QMGT" />
        </PositionFigure>
        <PositionFigure name="Requested" note="We check it">
          <Amount value={requested} asset="QMGT" />
        </PositionFigure>
        <PositionFigure name="Paid" note="Until now">
          <Amount value={paid} asset="QMGT" />
        </PositionFigure>
        <PositionFigure name="Still to vest" note="Set aside">
          <Amount value={toVest} asset="QMGT" />
        </PositionFigure>
      </PositionFigures>
      <SellVested claimable={claimable} />
      <FormWays>
        <TextLink to="/">Sell QMGT that is available</TextLink>
      </FormWays>
    </div>
  )
}
