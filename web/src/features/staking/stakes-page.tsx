import { Button } from '@mantine/core'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useStaking } from './queries.ts'
import { rewardWords } from './stake-words.ts'
import { StakedSums, Stakes } from './stakes.tsx'
import classes from './staking.module.css'

const None = () => (
  <EmptyState
    title="You have staked nothing"
    action={
      <Button component={PageLink} to="/transactions-buysell" variant="default">
        Your QMGT
      </Button>
    }
  >
    QMGT that you stake is listed here, with what has vested of its reward.
  </EmptyState>
)

/** The own stakes, for whoever has some: they go on whether or not another may begin. */
export const StakesPage = () => {
  const query = useStaking()
  const { data: staking } = query
  return (
    <>
      <PageHeading note={rewardWords} back={staking?.isUpline ? { to: '/Staking', label: 'QMGT +' } : undefined}>
        Your stakes
      </PageHeading>
      {!staking ? (
        <Unread what="stakes" query={query} />
      ) : staking.sums.stakes === 0 ? (
        <None />
      ) : (
        <div className={classes.parts}>
          <StakedSums />
          <Stakes />
        </div>
      )}
    </>
  )
}
