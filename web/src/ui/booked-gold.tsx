import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { multiplyDecimals } from '../lib/decimal-text.ts'
import { holdingAddress } from '../lib/holding-words.ts'
import { ifSold } from '../lib/movement-words.ts'
import { documentAddress } from '../lib/use-making.ts'
import { useGramValue } from '../lib/use-price.ts'
import { ExactAmount } from './exact-amount.tsx'
import { FigureRow } from './figure-rows.tsx'
import { FormWays, TextLink } from './form.tsx'
import { PageLink } from './page-link.tsx'
import { Dollars } from './position-figures.tsx'

type Booked = { grams: string; price: string; holding: string; note: string; movement: { id: string; type: string } }

/** What money was booked as, and the price that led there. */
export const BookedFigures = ({
  booked: { grams, price },
  isThere,
  about,
}: {
  booked: Booked
  /** Nothing of it was taken back: then it is told what it would bring now. */
  isThere: boolean
  about?: ReactNode
}) => {
  const perGram = useGramValue()
  return (
    <>
      <FigureRow
        name="Booked"
        note={
          isThere && (
            <>
              <Dollars value={perGram === undefined ? null : multiplyDecimals(grams, perGram)} /> {ifSold}
            </>
          )
        }
      >
        <ExactAmount value={grams} asset="GCA" />
      </FigureRow>
      <FigureRow isPart name="Booking price of 1 gram" note={about}>
        <ExactAmount value={price} asset="USD" />
      </FigureRow>
    </>
  )
}

/** Where more is told of it. */
export const BookedWays = ({ booked: { holding, note, movement } }: { booked: Booked }) => (
  <>
    <Button component={PageLink} to={documentAddress(note)}>
      Open the booking note
    </Button>
    <FormWays>
      <TextLink to={holdingAddress({ product: 'GCA', id: holding })}>See the holding</TextLink>
      <TextLink to={`/transactions/${movement.type}/${movement.id}`}>See the transaction</TextLink>
    </FormWays>
  </>
)
