import { DebtCard } from '../../features/debts/debt-card.tsx'
import { Beginning } from '../../features/staking/beginning.tsx'
import { rewardWords } from '../../features/staking/stake-words.ts'
import { StakedSums, Stakes } from '../../features/staking/stakes.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './bank-pages.module.css'

/** Joins what is staked with what is owed, which has to be settled before. */
export const StakingPage = () => (
  <>
    <PageHeading note={`QMGT that you leave alone for a term, and a reward for it. ${rewardWords}`}>QMGT +</PageHeading>
    <div className={classes.parts}>
      <DebtCard />
      <StakedSums />
      <section aria-label="Stake QMGT">
        <Beginning />
      </section>
      <Stakes />
    </div>
  </>
)
