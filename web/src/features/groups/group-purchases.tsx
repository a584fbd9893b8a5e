import type { GroupDetails, GroupPurchase } from '@ingot/endpoints/group-fields'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { holdingName } from '../../lib/holding-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Worth } from '../../ui/worth.tsx'
import { certificateAddress } from './group-words.ts'
import classes from './groups.module.css'
import { useGroupPurchases } from './queries.ts'

const PurchaseRow = ({ group, purchase }: { group: string; purchase: GroupPurchase }) => {
  const { number, bookedAt, units, open, certificate } = purchase
  const [isThere, isWhole] = [/[1-9]/.test(open), compareDecimals(open, units) === 0]
  return (
    <Row
      to={certificateAddress(group, certificate.id)}
      title={holdingName({ product: 'GDS', number })}
      note={
        <>
          <TimeOfDay at={bookedAt} /> · <span className={classes.number}>{certificate.number}</span>
          {!isWhole && isThere && (
            <>
              {' '}
              · of <Amount value={units} asset="GDS" /> bought
            </>
          )}
        </>
      }
      figure={<Amount value={isThere ? open : units} asset="GDS" />}
      aside={isThere ? <Worth grams={open} /> : 'nothing left'}
    />
  )
}

/** What the customer bought in the group, newest first; each opens the certificate that holds now. */
export const GroupPurchases = ({ group: { id, may } }: { group: GroupDetails }) => (
  <section className={classes.section} aria-labelledby="purchases-title">
    <h2 id="purchases-title" className={classes.title}>
      Your purchases and certificates
    </h2>
    <PagedList
      what="purchases"
      query={useGroupPurchases(id)}
      dayOf={({ bookedAt }) => bookedAt}
      empty={
        <EmptyState title="Nothing bought yet">
          {may.buy
            ? 'Each purchase is listed here with its certificate. Only you see them.'
            : 'You have bought nothing in this group.'}
        </EmptyState>
      }
    >
      {(purchase) => <PurchaseRow key={purchase.holding} group={id} purchase={purchase} />}
    </PagedList>
  </section>
)
