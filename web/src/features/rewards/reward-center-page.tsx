import type { RewardSums } from '@ingot/endpoints/reward-fields'
import { Button } from '@mantine/core'
import { knowsPage } from '../../lib/known-pages.ts'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { BundleCard } from './bundle-card.tsx'
import { FeeShareLine } from './fee-share.tsx'
import { useRewardSums } from './queries.ts'
import { RequestList } from './request-list.tsx'
import { RewardList } from './reward-list.tsx'
import { rewardWords, ruleWords } from './reward-words.ts'
import classes from './rewards.module.css'
import { Years } from './years.tsx'

const Rules = ({ sums }: { sums: RewardSums }) => (
  <Card as="section" className={classes.card} aria-labelledby="rules-title">
    <h2 id="rules-title" className={classes.title}>
      How rewards come about
    </h2>
    <ul className={classes.rules}>
      {ruleWords(sums).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <FeeShareLine share={sums.share} />
  </Card>
)

/** Where one invites others. */
const network = '/My-Affiliates'

/** Before there ever was a reward. */
const None = () => (
  <EmptyState
    title="No rewards yet"
    {...(knowsPage(network) && {
      action: (
        <Button component={PageLink} to={network} variant="default">
          Workstation
        </Button>
      ),
    })}
  >
    When somebody you brought pays a fee, your share of it is listed here.
  </EmptyState>
)

const Rewards = ({ sums }: { sums: RewardSums }) => (
  <>
    <div className={classes.bundles}>
      {sums.bundles.map((bundle) => (
        <BundleCard key={bundle.id} bundle={bundle} sums={sums} />
      ))}
    </div>
    <section className={classes.part} aria-labelledby="rewards-title">
      <h2 id="rewards-title" className={classes.title}>
        Your rewards
      </h2>
      <RewardList />
    </section>
    <section className={classes.part} aria-labelledby="requests-title">
      <h2 id="requests-title" className={classes.title}>
        Requests
      </h2>
      <RequestList />
    </section>
    <Years />
  </>
)

/** What bringing others has brought: asset by asset, reward by reward, and what was asked for of it. */
export const RewardCenterPage = () => {
  const query = useRewardSums()
  const { data: sums } = query
  return (
    <>
      <PageHeading note={rewardWords}>Affiliate Rewards</PageHeading>
      {sums ? (
        <div className={classes.parts}>
          <ClosedNote product="referrals" />
          {sums.bundles.length === 0 ? <None /> : <Rewards sums={sums} />}
          <Rules sums={sums} />
        </div>
      ) : (
        <Unread what="rewards" query={query} />
      )}
    </>
  )
}
