import type { Converted, HoldingProduct, Purchased } from '@ingot/endpoints/holding-fields'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { holdingAddress } from '../../lib/holding-words.ts'
import { useSession } from '../../lib/session.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormWays, LinkButton, TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './booked-card.module.css'
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

/** What has just been booked, with its note. */
export const BookedCard = ({
  product,
  booked: { holding, note, pay, fee, receive, price },
  again,
  onAgain,
}: {
  product: HoldingProduct
  booked: Purchased | Converted
  again: string
  onAgain: () => void
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
    <Button component={PageLink} to={documentAddress(note)} size="md" fullWidth>
      Open the booking note
    </Button>
    <FormWays>
      <TextLink to={holdingAddress({ product, id: holding })}>See the holding</TextLink>
      <LinkButton onClick={onAgain}>{again}</LinkButton>
    </FormWays>
  </Card>
)
