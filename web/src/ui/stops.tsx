import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { amountWords } from '../lib/amount-words.ts'
import { openWalletAt } from '../lib/wallet-view.ts'
import { Card } from './card.tsx'
import { Moment } from './moment.tsx'
import classes from './stops.module.css'

/** What keeps everything of a customer's from leaving. */
type Stopping = { frozenSince: string | null; heldUntil: string | null; owed: string | null }

export const isStopped = ({ frozenSince, heldUntil, owed }: Stopping): boolean =>
  frozenSince !== null || heldUntil !== null || owed !== null

/** How a page tells it of what it is about. */
export type StopWords = {
  /** What the whole part tells. */
  label: string
  /** While something is owed: the heading, and what comes once it is settled. */
  owed: { title: string; after: string }
  /** Stands before ‘until you unfreeze it in the wallet’. */
  frozen: string
  /** Stands before ‘are paused until …’, and what one can do after that. */
  held: { what: string; after: string }
}

const Told = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <>
    <p className={classes.title}>{title}</p>
    <p className={classes.quiet}>{children}</p>
  </>
)

const whyOf = ({ frozenSince, heldUntil, owed }: Stopping, words: StopWords): ReactNode => {
  if (owed !== null)
    return (
      <Told title={words.owed.title}>
        You owe {amountWords({ asset: 'USD', amount: owed })}. Settle it first; {words.owed.after}
      </Told>
    )
  if (frozenSince !== null)
    return (
      <>
        <Told title="Your account is frozen">
          It has been frozen since <Moment at={frozenSince} />. {words.frozen} until you unfreeze it in the wallet, or
          contact us if it was we who froze it.
        </Told>
        <Button variant="default" size="sm" onClick={() => openWalletAt('send')}>
          Open the wallet
        </Button>
      </>
    )
  if (heldUntil === null) return null
  const title = (
    <>
      {words.held.what} are paused until <Moment at={heldUntil} />
    </>
  )
  return (
    <Told title={title}>
      Your password, PIN or two-factor authentication was changed, so nothing can leave for a while. After that you can{' '}
      {words.held.after}
    </Told>
  )
}

/** Why nothing can leave now, until when, and what can be done about it. */
export const Stops = ({ stopping, words }: { stopping: Stopping; words: StopWords }) => (
  <Card as="section" className={classes.stops} aria-label={words.label}>
    {whyOf(stopping, words)}
  </Card>
)
