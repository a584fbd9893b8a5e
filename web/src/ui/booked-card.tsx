import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../lib/session.ts'
import classes from './booked-card.module.css'
import { Card } from './card.tsx'
import { ExactAmount } from './exact-amount.tsx'
import { FigureRow, FigureRows } from './figure-rows.tsx'
import { FormWays } from './form.tsx'
import { PageLink } from './page-link.tsx'
import { Worth } from './worth.tsx'

/** The overlay lies above it first: focus comes here when that is closed, since the button that was pressed is gone. */
const useFocusOnceSeen = () => {
  const title = useRef<HTMLHeadingElement>(null)
  const isCovered = useSession(({ loadingState: { isLoading, status } }) => isLoading || status !== 'idle')
  useEffect(() => {
    if (!isCovered) title.current?.focus()
  }, [isCovered])
  return title
}

type Sum = { readonly asset: string; readonly amount: string }

/** What has just been booked, with its paper. */
export const BookedCard = ({
  booked: { pay, fee, receive, price },
  paper,
  children,
}: {
  booked: { readonly pay: Sum; readonly fee: Sum; readonly receive: Sum; readonly price: string }
  /** What shows that it was booked, and where it is. */
  paper: { readonly label: string; readonly to: string }
  /** Other ways on. */
  children: ReactNode
}) => (
  <Card as="section" className={classes.card} aria-labelledby="booked-title">
    <h2 id="booked-title" className={classes.title} tabIndex={-1} ref={useFocusOnceSeen()}>
      Your gold is booked
    </h2>
    <FigureRows>
      <FigureRow name="Booked" note={<Worth grams={receive.amount} />}>
        <ExactAmount value={receive.amount} asset={receive.asset} />
      </FigureRow>
      <FigureRow name="Booking price of 1 gram">
        <ExactAmount value={price} asset="USD" />
      </FigureRow>
      <FigureRow name="Paid">
        <ExactAmount value={pay.amount} asset={pay.asset} />
      </FigureRow>
      <FigureRow isPart name="Fee in it">
        <ExactAmount value={fee.amount} asset={fee.asset} />
      </FigureRow>
    </FigureRows>
    <Button component={PageLink} to={paper.to} size="md" fullWidth>
      {paper.label}
    </Button>
    <FormWays>{children}</FormWays>
  </Card>
)
