import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import classes from './outgoing-notice.module.css'
import { useSending } from './queries.ts'
import { UnfreezeForm } from './unfreeze-form.tsx'

const Frozen = ({ since }: { since: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useReturnFocus(isOpen)
  return (
    <Card as="section" className={classes.notice} aria-labelledby="frozen-title">
      <h3 id="frozen-title" className={classes.title}>
        Your account is frozen
      </h3>
      <p className={classes.text}>
        It has been frozen since <Moment at={since} />. Nothing can leave it until you unfreeze it with your password
        and a 2FA code. Deposits are still credited.
      </p>
      {isOpen ? (
        <UnfreezeForm onCancel={() => setIsOpen(false)} />
      ) : (
        <Button ref={opener} variant="default" onClick={() => setIsOpen(true)}>
          Unfreeze my account
        </Button>
      )}
    </Card>
  )
}

const Held = ({ until }: { until: string }) => (
  <Card as="section" className={classes.notice} aria-labelledby="held-title">
    <h3 id="held-title" className={classes.title}>
      Sending is paused until <Moment at={until} />
    </h3>
    <p className={classes.text}>
      Your password, PIN or two-factor authentication was changed, so nothing can be sent for a while. After that you
      can send again as usual. Deposits are still credited.
    </p>
  </Card>
)

/** Why nothing leaves the account at the moment, if that is so, and what can be done about it. */
export const OutgoingNotice = () => {
  const { data } = useSending()
  if (data?.frozenSince) return <Frozen since={data.frozenSince} />
  return data?.heldUntil ? <Held until={data.heldUntil} /> : null
}
