import type { Bundle, RewardSums } from '@ingot/endpoints/reward-fields'
import { isGram } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormText } from '../../ui/form.tsx'
import { PositionFigure, PositionFigures } from '../../ui/position-figures.tsx'
import { Claim } from './claim.tsx'
import { isSome, takeBackWords, tooSmallWords } from './reward-words.ts'
import classes from './rewards.module.css'

/** All rewards of one asset: first what can be claimed now, then all that became of the others. */
export const BundleCard = ({ bundle, sums }: { bundle: Bundle; sums: RewardSums }) => {
  const { asset, claimableNow, claimableUsd, pending, held, requested, paid, reversed, expired } = bundle
  const tooSmall = tooSmallWords(bundle, sums)
  const takeBack = takeBackWords(bundle)
  const figure = (name: string, note: string, value: string) => (
    <PositionFigure name={name} note={note}>
      <Amount value={value} asset={asset} />
    </PositionFigure>
  )
  return (
    <div className={classes.bundle}>
      <PositionFigures
        label={`Rewards in ${asset}`}
        name="Can be claimed now"
        asset={asset}
        units={claimableNow}
        {...(isGram(asset) && { value: claimableUsd })}
      >
        {figure('Pending', 'The fee may still go back', pending)}
        {figure('Requested', 'We check it', requested)}
        {figure('Paid', 'Until now', paid)}
        {figure('Held', 'We check something first', held)}
        {figure('Reversed', 'The fee went back', reversed)}
        {isSome(expired) && figure('Expired', 'Not claimed in time', expired)}
      </PositionFigures>
      {takeBack !== undefined && <FormText isQuiet>{takeBack}</FormText>}
      {tooSmall !== undefined && <FormText isQuiet>{tooSmall}</FormText>}
      <Claim bundle={bundle} />
    </div>
  )
}
