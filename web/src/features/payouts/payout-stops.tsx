import { Button } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { openWalletAt } from '../../lib/wallet-view.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './payouts.module.css'
import type { PayoutRules } from './queries.ts'

const Frozen = ({ since }: { since: string }) => (
  <>
    <p className={classes.stop}>Your account is frozen</p>
    <p className={classes.quiet}>
      It has been frozen since <Moment at={since} />. Nothing can leave it until you unfreeze it in the wallet.
    </p>
    <Button variant="default" size="sm" onClick={() => openWalletAt('send')}>
      Open the wallet
    </Button>
  </>
)

const Held = ({ until }: { until: string }) => (
  <>
    <p className={classes.stop}>
      Payouts are paused until <Moment at={until} />
    </p>
    <p className={classes.quiet}>
      Your password, PIN or two-factor authentication was changed, so nothing can leave for a while. After that you can
      have money paid out as usual.
    </p>
  </>
)

const Owed = ({ amount }: { amount: string }) => (
  <>
    <p className={classes.stop}>Nothing can leave your account while something is owed</p>
    <p className={classes.quiet}>
      You owe {amountWords({ asset: 'USD', amount })}. Settle it first; payouts are open again at once.
    </p>
  </>
)

/** Whether something keeps all of it from leaving. */
export const isStopped = ({ frozenSince, heldUntil, owed }: PayoutRules): boolean =>
  frozenSince !== null || heldUntil !== null || owed !== null

/** Why nothing can be paid out now, until when, and what can be done about it. */
export const PayoutStops = ({ rules: { frozenSince, heldUntil, owed } }: { rules: PayoutRules }) => (
  <Card as="section" className={classes.stops} aria-label="Why nothing can be paid out now">
    {owed !== null ? (
      <Owed amount={owed} />
    ) : frozenSince !== null ? (
      <Frozen since={frozenSince} />
    ) : (
      heldUntil !== null && <Held until={heldUntil} />
    )}
  </Card>
)
