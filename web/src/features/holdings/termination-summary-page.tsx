import type { Termination } from '@ingot/endpoints/holding-fields'
import { readTermination } from '@ingot/endpoints/holdings'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { productWords } from '../../lib/holding-words.ts'
import { formatUtcMoment } from '../../lib/local-format.ts'
import { stateWords } from '../../lib/movement-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { useMovement } from '../../lib/use-movement.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PaperCard } from '../../ui/paper-card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TransactionHash } from '../../ui/transaction-hash.tsx'
import { Unread } from '../../ui/unread.tsx'
import { TerminationFigures } from './termination-figures.tsx'
import { TerminationParts } from './termination-parts.tsx'
import { useDoneTermination } from './termination-queries.ts'
import classes from './termination-summary.module.css'

/** To the last digit, in one line to be copied: what the figures above leave out. */
const exactLine = ({ pay, gross, fee, receive, price, value, cost, result }: Termination): string =>
  [
    ...[`ended ${pay.amount} ${pay.asset}`, `brought ${gross.amount} ${gross.asset}`],
    ...[`fee ${fee.amount} ${fee.asset}`, `received ${receive.amount} ${receive.asset}`],
    ...[`price ${price} USD`, `worth ${value} USD`, `cost ${cost} USD`, `result ${result} USD`],
  ].join(', ')

const Actions = ({ note }: Pick<Termination, 'note'>) => (
  <>
    {note && (
      <Button component={PageLink} to={documentAddress(note.id)}>
        Termination note (PDF)
      </Button>
    )}
    <Button variant="default" onClick={() => window.print()}>
      Print
    </Button>
  </>
)

const Shown = ({ termination }: { termination: Termination }) => {
  const { at, movement, note, quoted } = termination
  const moved = useMovement(movement.number).data
  return (
    <PaperCard state={moved ? stateWords[moved.state] : ''} actions={<Actions note={note} />}>
      <TerminationFigures of={termination} isDone />
      <div className={classes.part}>
        <TerminationParts of={termination} />
      </div>
      <div className={classes.part}>
        <FigureRows isAlone>
          <FigureRow name="Time" note={!quoted && 'At the price of that moment'}>
            <time dateTime={at}>{formatUtcMoment(new Date(at))}</time>
          </FigureRow>
          {note && (
            <FigureRow name="Termination note">
              <TextLink to={documentAddress(note.id)}>{note.number}</TextLink>
            </FigureRow>
          )}
          <FigureRow name="Transaction">
            <TextLink to={`/transactions/${movement.type}/${movement.number}`}>No. {movement.number}</TextLink>
          </FigureRow>
          {moved?.hash && (
            <FigureRow name="On the blockchain">
              <TransactionHash hash={moved.hash} />
            </FigureRow>
          )}
          <FigureRow name="Exact figures">
            <CopyText label="exact figures" value={exactLine(termination)} />
          </FigureRow>
        </FigureRows>
      </div>
    </PaperCard>
  )
}

const Missing = () => (
  <EmptyState
    title="You have no termination at this address"
    action={
      <Button component={PageLink} to="/transactions">
        All transactions
      </Button>
    }
  >
    The link may be incomplete, or the termination belongs to another account.
  </EmptyState>
)

/** The heading stays the same element from loading to the end, so that it keeps the focus that it was given on arrival. */
const Frame = ({ of, children }: { of: Termination | null | undefined; children: ReactNode }) => {
  const words = of && productWords[of.product]
  return (
    <>
      <PageHeading note={of && <Moment at={of.at} />} back={words ? { to: words.page, label: words.name } : undefined}>
        {of === null ? 'Termination not found' : words ? `Termination of ${words.name}` : 'Termination'}
      </PageHeading>
      {of === null ? <Missing /> : children}
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useDoneTermination(id)
  const { data } = query
  return <Frame of={data}>{data ? <Shown termination={data} /> : <Unread what="termination" query={query} />}</Frame>
}

/** What a termination came to, down to each holding: to be kept, printed and followed. */
export const TerminationSummaryPage = () => {
  const { id = '' } = useParams()
  // What cannot be one is not asked for.
  return readTermination.params.safeParse({ id }).success ? <Read id={id} /> : <Frame of={null}>{null}</Frame>
}
