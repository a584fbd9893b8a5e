import { readPayment } from '@ingot/endpoints/payments'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { FormWays, LinkButton } from '../../ui/form.tsx'
import { Unread } from '../../ui/unread.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { LimitsCard } from './limits-card.tsx'
import { PayForm } from './pay-form.tsx'
import { isUnfinished } from './payment-words.ts'
import classes from './payments.module.css'
import { usePaying, usePayments } from './queries.ts'
import { UnfinishedCard } from './unfinished-card.tsx'

/** The one that the processor's page named when its customer left it without paying. */
const useNamed = (): string | undefined => {
  const [parameters] = useSearchParams()
  return readPayment.params.safeParse({ id: parameters.get('payment') }).data?.id
}

const Ready = () => {
  const named = useNamed()
  const [made, setMade] = useState<string>()
  const [isAnother, setIsAnother] = useState(false)
  const rules = usePaying(undefined)
  const payments = usePayments({})
  if (!rules.data) return <Unread what="limits of card payments" query={rules} />
  // Without it the form would stand here for a moment, and give way to what is to be finished first.
  if (payments.isPending) return <Unread what="card payments" query={payments} />
  const open = (payments.data ?? []).filter(isUnfinished)
  const shown = [...new Set([made, named, ...open.map(({ id }) => id)])].filter((id) => id !== undefined)
  const hasForm = open.length === 0 || isAnother
  return (
    <div className={classes.columns}>
      <div className={classes.parts}>
        {shown.map((id, index) => (
          <UnfinishedCard
            key={id}
            id={id}
            known={payments.data?.find((payment) => payment.id === id)}
            isQuiet={hasForm || index > 0}
            takesFocus={id === made}
          />
        ))}
        {hasForm ? (
          <Card>
            <PayForm
              onMade={({ id }) => {
                setMade(id)
                setIsAnother(false)
              }}
            />
          </Card>
        ) : (
          <FormWays>
            <LinkButton onClick={() => setIsAnother(true)}>Make another payment</LinkButton>
          </FormWays>
        )}
      </div>
      <LimitsCard rules={rules.data} />
    </div>
  )
}

/** Where a payment is made or finished, or what has to be done before. */
export const Paying = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return isVerified ? <Ready /> : <VerifyFirst />
}
