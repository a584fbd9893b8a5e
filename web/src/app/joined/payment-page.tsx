import { DebtCard } from '../../features/debts/debt-card.tsx'
import { Paying } from '../../features/payments/paying.tsx'
import { PaymentList } from '../../features/payments/payment-list.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './bank-pages.module.css'

/** Joins what is paid by card with what is owed, which has to be settled before. */
export const PaymentPage = () => (
  <>
    <PageHeading note="Pay by card, and save it as gold (GCA). Its worth in money can fall.">Spend To Save</PageHeading>
    <div className={classes.parts}>
      <DebtCard />
      <section aria-label="Pay by card">
        <Paying />
      </section>
      <section aria-labelledby="payments-title">
        <h2 id="payments-title" className={classes.title}>
          Your card payments
        </h2>
        <PaymentList />
      </section>
    </div>
  </>
)
