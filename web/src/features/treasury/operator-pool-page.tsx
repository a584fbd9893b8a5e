import { poolThing } from '@ingot/endpoints/staking'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PoolFees } from './pool-fees.tsx'
import { PoolFills } from './pool-fills.tsx'
import { type Pool, usePool } from './queries.ts'
import { Section } from './section.tsx'
import classes from './treasury.module.css'

const Standing = ({ pool: { left, setAside } }: { pool: Pool }) => (
  <Section title="How it stands">
    <Card className={classes.box}>
      <FigureRows isAlone>
        <FigureRow
          name="Left in the pool"
          note="For stakes that begin from now on. Empty, QMGT + is closed to new ones."
        >
          <ExactAmount value={left} asset="QMGT" />
        </FigureRow>
        <FigureRow name="Set aside" note="For stakes that have begun: promised, and not yet paid.">
          <ExactAmount value={setAside} asset="QMGT" />
        </FigureRow>
      </FigureRows>
    </Card>
  </Section>
)

/** What the rewards of stakes are paid from: filled by two operators, out of fees alone. */
export const OperatorPoolPage = () => {
  const query = usePool()
  const { data: pool } = query
  return (
    <>
      <PageHeading note="Rewards of QMGT + come out of it. It is filled out of fees, by two operators.">
        Pool of rewards
      </PageHeading>
      <AskedAbout thing={poolThing} />
      {pool ? (
        <>
          <Standing pool={pool} />
          <PoolFees fees={pool.fees} />
          <PoolFills fills={pool.fills} />
        </>
      ) : (
        <Unread what="pool" query={query} />
      )}
    </>
  )
}
