import type { Debt } from '@ingot/endpoints/debts'
import { Button } from '@mantine/core'
import { knowsPage } from '../../lib/known-pages.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { FailedState } from '../../ui/states.tsx'
import classes from './debts.module.css'
import { useDebts } from './queries.ts'
import { useSettleDraft } from './settle-draft.ts'
import { SettleForm } from './settle-form.tsx'

const isSome = (amount: string) => /[1-9]/.test(amount)

type Cause = { what: string; link: string; page: (subject: string) => string }

/** What each cause did, and where the thing is told of that it came from. */
const causes: Readonly<Record<Debt['cause'], Cause>> = {
  remittance: {
    what: 'the bank took back a remittance that we had booked as gold.',
    link: 'See the remittance',
    page: (subject) => `/remit-to-save/${subject}`,
  },
  payment: {
    what: 'money of a card payment that we had booked as gold was taken back or refunded.',
    link: 'See the payment',
    page: (subject) => `/payment-success?payment=${subject}`,
  },
}

const Reason = ({ debt: { cause, subject, at, grams, price, owed, left } }: { debt: Debt }) => {
  const { what, link, page } = causes[cause]
  const address = page(subject)
  return (
    <div className={classes.debt}>
      <p className={classes.text}>
        On <Moment at={at} /> {what} <Amount value={grams} asset="GCA" /> of that gold had already left your account, so
        it is owed at the price of that moment. {knowsPage(address) && <TextLink to={address}>{link}</TextLink>}
      </p>
      <FigureRows>
        <FigureRow name="Gold that was gone">
          <ExactAmount value={grams} asset="GCA" />
        </FigureRow>
        <FigureRow isPart name="Price of 1 gram then">
          <ExactAmount value={price} asset="USD" />
        </FigureRow>
        <FigureRow name="Owed for it">
          <Amount value={owed} asset="USD" />
        </FigureRow>
        {left !== owed && (
          <FigureRow name="Left of it">
            <Amount value={left} asset="USD" />
          </FigureRow>
        )}
      </FigureRows>
    </div>
  )
}

const Owed = ({
  owed,
  debts,
  onNeeded,
}: {
  owed: string
  debts: readonly Debt[]
  onNeeded: (() => void) | undefined
}) => {
  const isOpen = useSettleDraft((draft) => draft.isOpen)
  const opener = useReturnFocus(isOpen)
  return (
    <Card as="section" className={classes.card} aria-labelledby="debt-title">
      <h2 id="debt-title" className={classes.title}>
        You owe <Amount value={owed} asset="USD" />
      </h2>
      <p className={classes.text}>
        Until it is settled nothing can leave your account. What arrives settles it first, by itself; you can also
        settle it now.
      </p>
      {debts.map((debt) => (
        <Reason key={debt.id} debt={debt} />
      ))}
      {isOpen ? (
        <SettleForm owed={owed} onNeeded={onNeeded} />
      ) : (
        <Button ref={opener} variant="default" onClick={() => useSettleDraft.setState({ isOpen: true })}>
          Settle it
        </Button>
      )}
    </Card>
  )
}

/** What is owed, why, and the way to settle it; nothing stands here while nothing is. */
export const DebtCard = ({ onNeeded }: { onNeeded?: () => void }) => {
  const { data, isError, isFetching, refetch } = useDebts()
  if (!data)
    return isError ? (
      <FailedState title="What you owe: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        It could not be loaded. Your connection may be down, or the service may be busy.
      </FailedState>
    ) : null
  if (!isSome(data.owed)) return null
  return <Owed owed={data.owed} debts={data.debts.filter(({ left }) => isSome(left))} onNeeded={onNeeded} />
}
