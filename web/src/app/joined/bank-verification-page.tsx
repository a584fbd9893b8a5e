import { useParams } from 'react-router'
import { BankAccounts } from '../../features/bank-accounts/bank-accounts.tsx'
import { DebtCard } from '../../features/debts/debt-card.tsx'
import { PayoutList } from '../../features/payouts/payout-list.tsx'
import { PayoutPanel } from '../../features/payouts/payout-panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './bank-pages.module.css'

/** Joins what a customer does by bank: the accounts, what goes out to them, and what is owed. */
export const BankVerificationPage = () => {
  const { isOpen } = useParams()
  return (
    <>
      <PageHeading note="Accounts in your own name, from which you remit dollars and to which you have them paid out.">
        Bank accounts
      </PageHeading>
      <div className={classes.parts}>
        <DebtCard />
        <BankAccounts beginsOpen={isOpen !== undefined && isOpen !== 'false'} />
        <section aria-labelledby="payout-title">
          <h2 id="payout-title" className={classes.title}>
            Pay out to your bank
          </h2>
          <div className={classes.form}>
            <PayoutPanel isAtAccounts />
          </div>
        </section>
        <section aria-labelledby="payouts-title">
          <h2 id="payouts-title" className={classes.title}>
            Your payouts
          </h2>
          <PayoutList />
        </section>
      </div>
    </>
  )
}
