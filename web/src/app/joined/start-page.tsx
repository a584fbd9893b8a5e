import { HomePage } from '../../features/home/home.tsx'
import { LazyPriceCard } from '../../features/trade/lazy-price-card.tsx'
import { TradePage } from '../../features/trade/trade.tsx'
import { VisitorsWay } from '../../features/trade/visitors-way.tsx'
import { useSession } from '../../lib/session.ts'

/** The address `/`: for visitors what the service is, for customers where they trade. */
export const StartPage = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  if (isAuthenticated) return <TradePage />
  return (
    <HomePage
      price={
        <LazyPriceCard>
          <VisitorsWay />
        </LazyPriceCard>
      }
    />
  )
}
