import { Button } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { openWalletAt } from '../../lib/wallet-view.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Offer } from './queries.ts'
import classes from './withdrawals.module.css'

type Stops = Pick<Offer, 'frozenSince' | 'heldUntil' | 'owed'>

/** Whether something keeps all of it from leaving. */
export const isStopped = ({ frozenSince, heldUntil, owed }: Stops): boolean =>
  frozenSince !== null || heldUntil !== null || owed !== null

const Owed = ({ amount }: { amount: string }) => (
  <>
    <p className={classes.stop}>No bar can leave while something is owed</p>
    <p className={classes.quiet}>
      You owe {amountWords({ asset: 'USD', amount })}. Settle it first; bars can be had again at once.
    </p>
  </>
)

const Frozen = ({ since }: { since: string }) => (
  <>
    <p className={classes.stop}>Your account is frozen</p>
    <p className={classes.quiet}>
      It has been frozen since <Moment at={since} />. No bar can leave until you unfreeze it in the wallet.
    </p>
    <Button variant="default" size="sm" onClick={() => openWalletAt('send')}>
      Open the wallet
    </Button>
  </>
)

const Held = ({ until }: { until: string }) => (
  <>
    <p className={classes.stop}>
      Withdrawals are paused until <Moment at={until} />
    </p>
    <p className={classes.quiet}>
      Your password, PIN or two-factor authentication was changed, so nothing can leave for a while. After that you can
      take bars out as usual.
    </p>
  </>
)

/** Why no bar can leave now, until when, and what can be done about it. */
export const WithdrawalStops = ({ offer: { frozenSince, heldUntil, owed } }: { offer: Stops }) => (
  <Card as="section" className={classes.stops} aria-label="Why no bar can leave now">
    {owed !== null ? (
      <Owed amount={owed} />
    ) : frozenSince !== null ? (
      <Frozen since={frozenSince} />
    ) : (
      heldUntil !== null && <Held until={heldUntil} />
    )}
  </Card>
)
