import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import { LoadingState } from '../../ui/states.tsx'
import type { PriceCard } from './price-card.tsx'

const Card = lazy(() => import('./price-card.tsx').then((module) => ({ default: module.PriceCard })))

// As high as the card, so that nothing moves when it comes.
const height = '34rem'

/** The price comes after the words around it, which say what it is the price of. */
export const LazyPriceCard = (card: ComponentProps<typeof PriceCard>) => (
  <Suspense
    fallback={
      <LoadingState label="Loading the gold price">
        <Skeleton height={height} radius="lg" />
      </LoadingState>
    }
  >
    <Card {...card} />
  </Suspense>
)
