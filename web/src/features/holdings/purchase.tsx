import type { Purchased } from '@ingot/endpoints/holding-fields'
import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { productWords } from '../../lib/holding-words.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PurchasePanel } from '../../ui/purchase-panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, LoadingState } from '../../ui/states.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { HoldingBooked } from './holding-booked.tsx'
import classes from './purchase.module.css'
import { type PurchasedProduct, purchaseQuoting, useHoldingPosition, useHoldingRules } from './queries.ts'
import { isOfHoldings, performPurchase, resume } from './transactions.ts'

const words: Record<PurchasedProduct, { title: string; note: string; action: string; again: string }> = {
  GAE: {
    title: 'Save in GAE',
    note: 'Gold that you save under a contract. One GAE is one gram of fine gold in the vault; its worth in money can fall.',
    action: 'Book GAE',
    again: 'Book another GAE',
  },
  GAEX: {
    title: 'Add to your GAE',
    note: 'GAE Extra is a top-up beside an open GAE, and a holding of its own. Its worth in money can fall.',
    action: 'Book GAE Extra',
    again: 'Add more',
  },
}

const skeletonHeight = 430

/** A top-up has something that it adds to. */
const GaeFirst = () => (
  <EmptyState
    title="Book a GAE first"
    action={
      <Button component={PageLink} to="/purchase-gae">
        Save in GAE
      </Button>
    }
  >
    GAE Extra adds to a GAE that is still open, and you have none at the moment.
  </EmptyState>
)

const ways = [
  { value: '', label: 'Once' },
  { value: 'plan', label: 'Plan' },
] as const

/** Once, or again and again; which of them stands in the address, so that others can lead there. */
const OnceOrByPlan = ({ once, plan }: { once: ReactNode; plan: ReactNode }) => {
  const [{ by }, choose] = useAddressFields({ by: '' })
  return (
    <>
      <div className={classes.ways}>
        <Segments
          label="Once or by plan"
          choices={ways}
          value={by === 'plan' ? by : ''}
          onChange={(way) => choose({ by: way })}
        />
      </div>
      {by === 'plan' ? plan : once}
    </>
  )
}

const Booking = ({ product, plan }: { product: PurchasedProduct; plan: ReactNode }) => {
  const [booked, setBooked] = useState<Purchased>()
  const gae = useHoldingPosition('GAE')
  const least = useHoldingRules()?.purchase.leastUsd[product]
  const { action, again } = words[product]
  if (booked)
    return <HoldingBooked product={product} booked={booked} again={again} onAgain={() => setBooked(undefined)} />
  if (product === 'GAEX' && gae.isPending)
    return (
      <LoadingState label="Loading">
        <Skeleton height={skeletonHeight} radius="lg" />
      </LoadingState>
    )
  // While it is not known, the server says so in time.
  if (product === 'GAEX' && gae.data?.holdings === 0) return <GaeFirst />
  const once = (
    <PurchasePanel
      way={{ asset: 'GAE', product: 'gae', quoting: purchaseQuoting(product), perform: performPurchase }}
      least={least}
      action={action}
      note="The booking note is there at once."
      isOfPage={isOfHoldings}
      onAsk={resume}
      onBooked={setBooked}
    />
  )
  return plan ? <OnceOrByPlan once={once} plan={plan} /> : once
}

/** Where gold is booked under a contract. Before verification it says what to do first. */
export const Purchase = ({
  product,
  plan,
}: {
  product: PurchasedProduct
  /** Where it can be had by plan: what stands there then. */
  plan?: ReactNode
}) => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const { title, note } = words[product]
  const { name, page } = productWords[product]
  return (
    <>
      <PageHeading note={note} back={isVerified ? { to: page, label: `Your ${name}` } : undefined}>
        {title}
      </PageHeading>
      {isVerified ? <Booking product={product} plan={plan} /> : <VerifyFirst />}
    </>
  )
}
