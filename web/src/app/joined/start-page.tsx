import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { HomePage } from '../../features/home/home.tsx'
import { PriceCard } from '../../features/trade/price-card.tsx'
import { VisitorsWay } from '../../features/trade/visitors-way.tsx'
import { useSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import { useIsOperator } from '../../lib/use-operator.ts'
import { LoadingState } from '../../ui/states.tsx'

// Visitors load nothing of it. Only who came as one and logged in since waits for it here.
const TradeStart = lazy(async () => ({ default: (await import('./trade-start.tsx')).TradeStart }))

/** Few operators tell it, and it stands at the end of the page. */
const PublicFeeShare = lazy(async () => ({
  default: (await import('../../features/rewards/fee-share.tsx')).PublicFeeShare,
}))

/** The address `/`: for visitors what the service is, for customers where they trade. Operators have a console. */
export const StartPage = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const isOperator = useIsOperator()
  if (isOperator) return <Navigate to="/operator" replace />
  if (isAuthenticated)
    return (
      <Suspense fallback={<LoadingState label="Loading the page" />}>
        <TradeStart />
      </Suspense>
    )
  return (
    <HomePage
      price={
        <PriceCard>
          <VisitorsWay />
        </PriceCard>
      }
      feeShare={
        settings.rewards.isShareShown && (
          <Suspense>
            <PublicFeeShare />
          </Suspense>
        )
      }
    />
  )
}
