import type { FeeShare } from '@ingot/endpoints/reward-fields'
import { useFeeShare } from './queries.ts'
import { shareWords } from './reward-words.ts'
import classes from './rewards.module.css'

/** What of this year's fees went to those who brought customers. */
export const FeeShareLine = ({ share }: { share: FeeShare }) => <p className={classes.share}>{shareWords(share)}</p>

/** The same for anyone, where the operator tells it. */
export const PublicFeeShare = () => {
  const { data: share } = useFeeShare()
  return share ? <FeeShareLine share={share} /> : null
}
