import { Button, Skeleton } from '@mantine/core'
import { useSession } from '../../lib/session.ts'
import { useBankAccounts } from '../../lib/use-bank-accounts.ts'
import { Card } from '../../ui/card.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { AnnounceForm } from './announce-form.tsx'
import classes from './remittances.module.css'

const Ready = () => {
  const { data, isError, isFetching, refetch } = useBankAccounts()
  if (!data)
    return isError ? (
      <FailedState
        title="Your bank accounts could not be loaded"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading your bank accounts">
        <Skeleton height={420} radius={12} />
      </LoadingState>
    )
  const verified = data.accounts.filter(({ state }) => state === 'Verified')
  if (verified.length === 0)
    return (
      <EmptyState
        title={data.accounts.length === 0 ? 'First, your bank account' : 'Your account is not verified yet'}
        action={
          <Button component={PageLink} to={data.accounts.length === 0 ? '/BankVerification/open' : '/BankVerification'}>
            {data.accounts.length === 0 ? 'Add a bank account' : 'See how it stands'}
          </Button>
        }
      >
        We take dollars only from a bank account in your own name that was verified.
      </EmptyState>
    )
  return (
    <Card className={classes.form}>
      <AnnounceForm accounts={verified} />
    </Card>
  )
}

/** Where a remittance is announced, or what has to be done before. */
export const Announcing = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return isVerified ? <Ready /> : <VerifyFirst />
}
