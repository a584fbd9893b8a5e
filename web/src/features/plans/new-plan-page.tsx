import { planProducts } from '@ingot/endpoints/plans'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segments } from '../../ui/segments.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { productWords } from './plan-words.ts'
import classes from './plans.module.css'

/** Where a plan for either product is made. What it buys stands in the address, so that other pages can lead to one. */
export const NewPlanPage = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const [{ product: named }, choose] = useAddressFields({ product: '' })
  const product = planProducts.find((known) => known === named) ?? 'GAE'
  return (
    <>
      <PageHeading
        note={`${productWords[product]} Its worth in money can fall.`}
        back={isVerified ? { to: '/plans', label: 'Your plans' } : undefined}
      >
        Buy {product} by plan
      </PageHeading>
      {isVerified ? (
        <>
          <div className={classes.product}>
            <Segments
              label="What it buys"
              choices={planProducts.map((name) => ({ value: name, label: name }))}
              value={product}
              onChange={(chosen) => choose({ product: chosen })}
            />
          </div>
          <PlanPanel key={product} product={product} />
        </>
      ) : (
        <VerifyFirst />
      )}
    </>
  )
}
