import type { Payment } from '@ingot/endpoints/payment-fields'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSecondsLeft } from '../../lib/use-seconds-left.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText, FormWays, TextLink } from '../../ui/form.tsx'
import { ChargedFigures, GoldFigures } from './payment-figures.tsx'
import { isUnfinished, paymentAddress, standingWords } from './payment-words.ts'
import classes from './payments.module.css'
import { useCancelPayment, usePayment } from './queries.ts'

const secondsBetween = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 1_000)

/** For how long the figures hold; after that it can be paid for a moment still, at another price. */
export const Lock = ({ payment: { createdAt, lockedUntil } }: { payment: Payment }) => {
  const left = useSecondsLeft(Date.parse(lockedUntil)) ?? 0
  if (left === 0)
    return (
      <FigureRow
        name="Price lock"
        note="What is paid now is booked at the price of that moment, and the card page closes."
      >
        over
      </FigureRow>
    )
  return (
    <FigureRow name="This price holds for" note="Paid by then, it is booked at this price, whatever gold costs.">
      <Countdown left={left} whole={secondsBetween(createdAt, lockedUntil)} />
    </FigureRow>
  )
}

/** The way to the processor's page, and the way out. */
export const UnfinishedWays = ({ payment, isQuiet = false }: { payment: Payment; isQuiet?: boolean }) => {
  const cancel = useCancelPayment(payment)
  return (
    <div className={classes.ways}>
      {payment.url !== null && (
        <Button component="a" href={payment.url} variant={isQuiet ? 'default' : 'filled'}>
          Go to the card page
        </Button>
      )}
      {payment.mayCancel && (
        <AskedButton
          button="Cancel the payment"
          legend="Cancel this payment?"
          text="The card page is closed. If it was paid all the same, that counts."
          yes="Yes, cancel it"
          act={cancel}
        />
      )}
    </div>
  )
}

const Open = ({ payment, isQuiet }: { payment: Payment; isQuiet: boolean }) => (
  <>
    <FigureRows>
      <ChargedFigures name="Your card will be charged" of={payment} />
      <GoldFigures name="You receive" of={payment} />
      <Lock payment={payment} />
    </FigureRows>
    {payment.url === null && <FormText isQuiet>{standingWords(payment)}</FormText>}
    <UnfinishedWays payment={payment} isQuiet={isQuiet} />
  </>
)

/** A payment that waits for its card: at which figures, for how long, and where the card is entered. Once it is more than that, it says so. */
export const UnfinishedCard = ({
  id,
  known,
  isQuiet,
  takesFocus,
}: {
  id: string
  /** As the list has it, until it was asked for. */
  known: Payment | undefined
  /** Whether something else on the page is to be done first. */
  isQuiet: boolean
  /** It stands where the form was that made it. */
  takesFocus: boolean
}) => {
  const payment = usePayment(id).data ?? known
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  if (!payment) return null
  const name = `payment-${id}`
  return (
    <Card as="section" className={classes.card} aria-labelledby={name}>
      <h2 id={name} className={classes.title} tabIndex={-1} ref={title}>
        Card payment {payment.number}
      </h2>
      {isUnfinished(payment) ? (
        <Open payment={payment} isQuiet={isQuiet} />
      ) : (
        <>
          <FormText>{standingWords(payment)}</FormText>
          <FormWays>
            <TextLink to={paymentAddress(id)}>See the payment</TextLink>
          </FormWays>
        </>
      )}
    </Card>
  )
}
