import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../../lib/session.ts'
import { usePrice } from '../../lib/use-price.ts'
import { TextLink } from '../../ui/form.tsx'
import { MarketNote } from '../../ui/market-note.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { PriceCard } from './price-card.tsx'
import classes from './trade.module.css'

// Only customers load them; the page itself is there at once, with its heading to begin at.
const part = (load: () => Promise<ComponentType>) => lazy(() => load().then((Part) => ({ default: Part })))
const SwapPanel = part(async () => (await import('./swap-panel.tsx')).SwapPanel)
const RecentActivity = part(async () => (await import('./recent-activity.tsx')).RecentActivity)
const VerifyFirst = part(async () => (await import('../../ui/verify-first.tsx')).VerifyFirst)

// As high as the panels on most screens, so that little moves when they come.
const panelHeight = { verified: 556, other: 220 }

/** What stands where a panel comes: as much room as it takes, with what the panel will say of the market. */
const PanelToCome = ({ isVerified }: { isVerified: boolean }) => {
  const price = usePrice().data
  return (
    <LoadingState label="Loading the trade">
      <div className={classes.toCome}>
        {isVerified && <MarketNote price={price} />}
        <Skeleton height={isVerified ? panelHeight.verified : panelHeight.other} radius="lg" />
      </div>
    </LoadingState>
  )
}

/** Where a customer buys and sells. Before verification it shows the price, and what to do first. */
export const TradePage = ({ besidePrice }: { besidePrice?: ReactNode }) => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const Panel = isVerified ? SwapPanel : VerifyFirst
  return (
    <>
      <PageHeading>Trade gold</PageHeading>
      <div className={classes.columns}>
        <div className={classes.action}>
          <Suspense fallback={<PanelToCome isVerified={isVerified} />}>
            <Panel />
          </Suspense>
          {isVerified && (
            <p className={classes.way}>
              <TextLink to="/plans/new?product=QMGT">Buy QMGT by plan</TextLink>
            </p>
          )}
        </div>
        <div className={classes.market}>
          <PriceCard showsTrades={isVerified}>{besidePrice}</PriceCard>
        </div>
        {isVerified && (
          <div className={classes.activity}>
            <Suspense fallback={null}>
              <RecentActivity />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}
