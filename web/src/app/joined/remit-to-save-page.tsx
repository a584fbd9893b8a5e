import { DebtCard } from '../../features/debts/debt-card.tsx'
import { Announcing } from '../../features/remittances/announcing.tsx'
import { RemittanceList } from '../../features/remittances/remittance-list.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './bank-pages.module.css'

/** Joins what is remitted with what is owed, which it settles first. */
export const RemitToSavePage = () => (
  <>
    <PageHeading note="Send US dollars from your bank account, and save them as gold (GCA). Its worth in money can fall.">
      Remit To Save
    </PageHeading>
    <div className={classes.parts}>
      <DebtCard />
      <section aria-label="Announce a remittance">
        <Announcing />
      </section>
      <section aria-labelledby="remittances-title">
        <h2 id="remittances-title" className={classes.title}>
          Your remittances
        </h2>
        <RemittanceList />
      </section>
    </div>
  </>
)
