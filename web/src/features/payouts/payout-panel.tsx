import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { Button, Skeleton } from '@mantine/core'
import { isPayable, useBankAccounts } from '../../lib/use-bank-accounts.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { isStopped, Stops } from '../../ui/stops.tsx'
import { PayoutForm } from './payout-form.tsx'
import { stopWords } from './payout-words.ts'
import { usePayoutRules } from './queries.ts'

/** The first moment at which one of them can be paid to. */
const soonest = (accounts: readonly BankAccount[]): string | undefined =>
  accounts.flatMap(({ payableFrom }) => payableFrom ?? []).toSorted()[0]

const NoAccount = ({ accounts, isAtAccounts }: { accounts: readonly BankAccount[]; isAtAccounts: boolean }) => {
  const from = soonest(accounts)
  return from === undefined ? (
    <EmptyState
      title="No verified bank account yet"
      action={
        isAtAccounts ? undefined : (
          <Button component={PageLink} to="/BankVerification" variant="default">
            Your bank accounts
          </Button>
        )
      }
    >
      Dollars are paid out to an account in your own name. Add one, and prove that it is yours.
    </EmptyState>
  ) : (
    <EmptyState title="Your account is new">
      Money can be paid out to it from <Moment at={from} />.
    </EmptyState>
  )
}

/** The form that pays out; in its place, why that cannot be done now, and what can be done instead. */
export const PayoutPanel = ({
  isAtAccounts = false,
  onNeeded,
}: {
  /** Whether the accounts stand on the same page. */
  isAtAccounts?: boolean
  onNeeded?: () => void
}) => {
  const rules = usePayoutRules()
  const accounts = useBankAccounts()
  if (!rules.data || !accounts.data)
    return rules.isError || accounts.isError ? (
      <FailedState
        title="Limits and fees: —"
        isRetrying={rules.isFetching || accounts.isFetching}
        onRetry={() => void Promise.all([rules.refetch(), accounts.refetch()])}
      >
        They could not be loaded, so nothing can be paid out yet. Your connection may be down, or the service may be
        busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading limits and fees">
        <Skeleton height={320} radius={12} />
      </LoadingState>
    )
  if (isStopped(rules.data)) return <Stops stopping={rules.data} words={stopWords} />
  const verified = accounts.data.accounts.filter(({ state }) => state === 'Verified')
  if (!verified.some((account) => isPayable(account)))
    return <NoAccount accounts={verified} isAtAccounts={isAtAccounts} />
  const form = <PayoutForm rules={rules.data} accounts={verified} onNeeded={onNeeded} />
  return isAtAccounts ? <Card>{form}</Card> : form
}
