import type { Remittance } from '@ingot/endpoints/bank-fields'
import { readRemittance } from '@ingot/endpoints/remittances'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { BookedFigures, BookedWays } from '../../ui/booked-gold.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Standing } from '../../ui/standing.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { InstructionsCard } from './instructions-card.tsx'
import { useRemittance } from './queries.ts'
import { RemittanceActions, SlipPart } from './remittance-actions.tsx'
import { remittanceAddress, remittanceSteps, standingWords } from './remittance-words.ts'

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
      {booked && (
        <>
          <BookedFigures booked={booked} isThere={state !== 'Reversed'} />
          <FigureRow isPart name="Fee in it">
            <Amount value={booked.fee} asset="USD" />
          </FigureRow>
        </>
      )}
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
      <Standing
        steps={remittanceSteps(remittance)}
        above={isAwaited && instructions && <InstructionsCard instructions={instructions} />}
        beside={(isAwaited || remittance.slip) && <SlipPart remittance={remittance} />}
      >
        <Figures remittance={remittance} />
        {booked && state !== 'Reversed' && <BookedWays booked={booked} />}
        <RemittanceActions remittance={remittance} />
      </Standing>
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
