import { DebtCard } from '../../features/debts/debt-card.tsx'
import { WithdrawalList } from '../../features/withdrawals/withdrawal-list.tsx'
import { Withdrawing } from '../../features/withdrawals/withdrawing.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './bank-pages.module.css'

/** Joins bars that are taken out with what is owed, which keeps them in the vault. */
export const PhysicalWithdrawalPage = () => (
  <>
    <PageHeading note="Take your gold out of the vault as bars: by insured parcel, or at the counter.">
      Physical withdrawal
    </PageHeading>
    <div className={classes.parts}>
      <DebtCard />
      <section aria-label="Take bars out">
        <Withdrawing />
      </section>
      <section aria-labelledby="withdrawals-title">
        <h2 id="withdrawals-title" className={classes.title}>
          Your withdrawals
        </h2>
        <WithdrawalList />
      </section>
    </div>
  </>
)
