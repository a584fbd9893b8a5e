import type { Converted, HoldingProduct, Purchased } from '@ingot/endpoints/holding-fields'
import { holdingAddress } from '../../lib/holding-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { BookedCard } from '../../ui/booked-card.tsx'
import { LinkButton, TextLink } from '../../ui/form.tsx'

/** A holding that has just been booked, with its note. */
export const HoldingBooked = ({
  product,
  booked,
  again,
  onAgain,
}: {
  product: HoldingProduct
  booked: Purchased | Converted
  again: string
  onAgain: () => void
}) => (
  <BookedCard booked={booked} paper={{ label: 'Open the booking note', to: documentAddress(booked.note) }}>
    <TextLink to={holdingAddress({ product, id: booked.holding })}>See the holding</TextLink>
    <LinkButton onClick={onAgain}>{again}</LinkButton>
  </BookedCard>
)
