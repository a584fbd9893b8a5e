import { FormText, TextLink } from '../../ui/form.tsx'
import { useStaking } from './queries.ts'
import { RequestList } from './request-list.tsx'
import { useMayClaim } from './reward-ways.tsx'
import { StakeList } from './stake-list.tsx'
import { StakeSums } from './stake-sums.tsx'
import classes from './staking.module.css'

/** A claim waits while verification is lost; the stakes themselves go on. */
const ClaimsWait = () => (
  <FormText isQuiet>
    What has vested can be claimed once you are verified again. Your stakes go on.{' '}
    <TextLink to="/kyc-verification">Your verification</TextLink>
  </FormText>
)

/** All that is staked, before anything else on the page; nothing stands here before there is a stake. */
export const StakedSums = () => {
  const { data } = useStaking()
  const mayClaim = useMayClaim()
  if (!data || data.sums.stakes === 0) return null
  return (
    <section className={classes.part} aria-labelledby="staked-title">
      <h2 id="staked-title" className={classes.title}>
        Staked
      </h2>
      <StakeSums sums={data.sums} />
      {!mayClaim && <ClaimsWait />}
    </section>
  )
}

/** Each stake, and what was asked for of rewards. */
export const Stakes = () => (
  <>
    <section className={classes.part} aria-labelledby="stakes-title">
      <h2 id="stakes-title" className={classes.title}>
        Your stakes
      </h2>
      <StakeList />
    </section>
    <Requests />
  </>
)

const Requests = () => {
  const { data } = useStaking()
  if (!data || data.sums.stakes === 0) return null
  return (
    <section className={classes.part} aria-labelledby="requests-title">
      <h2 id="requests-title" className={classes.title}>
        Requests
      </h2>
      <RequestList />
    </section>
  )
}
