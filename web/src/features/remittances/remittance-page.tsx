import type { Remittance } from '@ingot/endpoints/bank-fields'
import { readRemittance } from '@ingot/endpoints/remittances'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { holdingAddress } from '../../lib/holding-words.ts'
import { ifSold } from '../../lib/movement-words.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Dollars } from '../../ui/position-figures.tsx'
import { StateLine } from '../../ui/state-line.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { InstructionsCard } from './instructions-card.tsx'
import { useRemittance } from './queries.ts'
import { RemittanceActions, SlipPart } from './remittance-actions.tsx'
import { remittanceAddress, remittanceSteps, standingWords } from './remittance-words.ts'
import classes from './remittances.module.css'

const back = { to: '/remit-to-save', label: 'Remit To Save' }

const Missing = () => (
  <>
    <PageHeading back={back}>Remittance</PageHeading>
    <EmptyState
      title="No remittance has this address"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          Your remittances
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

type Booked = NonNullable<Remittance['booked']>

const BookedFigures = ({ booked: { grams, price, fee } }: { booked: Booked }) => {
  const perGram = useGramValue()
  return (
    <>
      <FigureRow
        name="Booked"
        note={
          <>
            <Dollars value={perGram === undefined ? null : multiplyDecimals(grams, perGram)} /> {ifSold}
          </>
        }
      >
        <ExactAmount value={grams} asset="GCA" />
      </FigureRow>
      <FigureRow isPart name="Booking price of 1 gram">
        <ExactAmount value={price} asset="USD" />
      </FigureRow>
      <FigureRow isPart name="Fee in it">
        <Amount value={fee} asset="USD" />
      </FigureRow>
    </>
  )
}

const BookedWays = ({ booked: { holding, note, movement } }: { booked: Booked }) => (
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

const Figures = ({ remittance }: { remittance: Remittance }) => {
  const { state, announced, arrived, settled, account, booked, follows } = remittance
  return (
    <FigureRows isAlone>
      <FigureRow name="State" note={standingWords(remittance)}>
        {state}
      </FigureRow>
      {announced !== null && (
        <FigureRow name="Announced" note={account && `from ${accountName(account)}`}>
          <Amount value={announced} asset="USD" />
        </FigureRow>
      )}
      {arrived !== null && (
        <FigureRow name="Arrived">
          <Amount value={arrived} asset="USD" />
        </FigureRow>
      )}
      {settled !== null && /[1-9]/.test(settled) && (
        <FigureRow isPart name="Settled what was owed">
          <Amount value={settled} asset="USD" />
        </FigureRow>
      )}
      {booked && <BookedFigures booked={booked} />}
      {follows !== null && (
        <FigureRow name="Came with the reference of">
          <TextLink to={remittanceAddress(follows)}>an earlier remittance</TextLink>
        </FigureRow>
      )}
    </FigureRows>
  )
}

const Shown = ({ remittance }: { remittance: Remittance }) => {
  const { number, state, instructions, booked } = remittance
  const isAwaited = state === 'Announced'
  return (
    <>
      <PageHeading back={back}>Remittance {number}</PageHeading>
      <div className={classes.columns}>
        <div className={classes.parts}>
          {isAwaited && instructions && <InstructionsCard instructions={instructions} />}
          <Card as="section" className={classes.card} aria-label="How it stands">
            <Figures remittance={remittance} />
            {booked && state !== 'Reversed' && <BookedWays booked={booked} />}
            <RemittanceActions remittance={remittance} />
          </Card>
        </div>
        <div className={classes.parts}>
          <Card as="section" aria-labelledby="remittance-way">
            <h2 id="remittance-way" className={classes.title}>
              Its way
            </h2>
            <StateLine steps={remittanceSteps(remittance)} />
          </Card>
          {(isAwaited || remittance.slip) && <SlipPart remittance={remittance} />}
        </div>
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useRemittance(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown remittance={query.data} />
  return (
    <>
      <PageHeading back={back}>Remittance</PageHeading>
      <Unread what="remittance" query={query} />
    </>
  )
}

/** One remittance: what to write on the transfer, how far it is, and what it became. What cannot be one is not asked for. */
export const RemittancePage = () => {
  const { id = '' } = useParams()
  return readRemittance.params.safeParse({ id }).success ? <Read id={id} /> : <Missing />
}
