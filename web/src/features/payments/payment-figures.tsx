import type { Payment } from '@ingot/endpoints/payment-fields'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'

/** The whole sum, and what of it is saved and what is the fee. */
export const ChargedFigures = ({
  name,
  of: { amount, saved, fee },
  share,
}: {
  name: string
  of: Pick<Payment, 'amount' | 'saved' | 'fee'>
  /** What share of it the fee is, before it is paid. */
  share?: string
}) => (
  <>
    <FigureRow name={name}>
      <Amount value={amount} asset="USD" />
    </FigureRow>
    <FigureRow isPart name="Saved as gold">
      <Amount value={saved} asset="USD" />
    </FigureRow>
    <FigureRow isPart name={share === undefined ? 'Card fee' : `Card fee (${share})`}>
      <Amount value={fee} asset="USD" />
    </FigureRow>
  </>
)

/** What it comes to, and at which price. */
export const GoldFigures = ({
  name,
  note,
  of: { grams, price },
}: {
  name: string
  note?: string | undefined
  of: Pick<Payment, 'grams' | 'price'>
}) => (
  <>
    <FigureRow name={name} note={note}>
      <Amount value={grams} asset="GCA" />
    </FigureRow>
    <FigureRow isPart name="Price of 1 gram">
      <Amount value={price} asset="USD" />
    </FigureRow>
  </>
)
