import { errorTable } from '@ingot/endpoints/errors'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PoolCard } from './pool-card.tsx'
import { useStaking } from './queries.ts'
import { StakeForm } from './stake-form.tsx'
import { isPoolEmpty } from './stake-rules.ts'
import classes from './staking.module.css'

/** Where a stake begins; while the pool is empty, that none can, in a few calm words. */
export const Beginning = () => {
  const query = useStaking()
  const { data: staking } = query
  if (!staking) return <Unread what="terms of QMGT +" query={query} />
  return (
    <div className={classes.columns}>
      {isPoolEmpty(staking) ? (
        <EmptyState title="Closed for now">
          {errorTable.PoolEmpty.message} What you have staked continues, and its reward is already set aside.
        </EmptyState>
      ) : (
        <StakeForm staking={staking} />
      )}
      <PoolCard staking={staking} />
    </div>
  )
}
