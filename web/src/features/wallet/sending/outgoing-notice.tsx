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
        Nothing leaves it since <Moment at={since} />. Deposits still arrive.
      </p>
      {isOpen ? (
        <UnfreezeForm onCancel={() => setIsOpen(false)} />
      ) : (
        <Button ref={opener} variant="default" onClick={() => setIsOpen(true)}>
          Lift the freeze
        </Button>
      )}
    </Card>
  )
}

const Held = ({ until }: { until: string }) => (
  <Card as="section" className={classes.notice} aria-labelledby="held-title">
    <h3 id="held-title" className={classes.title}>
      Nothing leaves until <Moment at={until} />
    </h3>
    <p className={classes.text}>A password, PIN or second factor was changed. What arrives is not affected.</p>
  </Card>
)

/** Why nothing leaves the account at the moment, if that is so, and what can be done about it. */
export const OutgoingNotice = () => {
  const { data } = useSending()
  if (data?.frozenSince) return <Frozen since={data.frozenSince} />
  return data?.heldUntil ? <Held until={data.heldUntil} /> : null
}
