import type { HoldingDetails } from '@ingot/endpoints/holding-fields'
import { readHolding } from '@ingot/endpoints/holdings'
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { stateWords, summaryAddress, terminationAddress } from '../../lib/holding-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { LedgerEntries } from '../../ui/ledger-entries.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { DollarResult } from '../../ui/position-figures.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './holding-details.module.css'
import { HoldingFigures } from './holding-figures.tsx'
import { useHolding } from './queries.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h4 className={classes.title}>{title}</h4>
    {children}
  </section>
)

const History = ({ history }: Pick<HoldingDetails, 'history'>) => (
  <Part title="History">
    <ol className={classes.history}>
      {history.map(({ state, at }) => (
        <li key={`${state} ${at}`}>
          {stateWords[state]} <Moment at={at} />
        </li>
      ))}
    </ol>
  </Part>
)

const Terminations = ({ asset, terminations }: Pick<HoldingDetails, 'asset' | 'terminations'>) => (
  <Part title="What ended of it">
    <ul className={classes.terminations}>
      {terminations.map(({ id, at, units, receive, result, note }) => (
        <Row
          key={id}
          to={summaryAddress(id)}
          title={
            <>
              Ended <Amount value={units} asset={asset} />
            </>
          }
          note={
            <>
              <Moment at={at} />
              {note && ` · ${note.number}`}
            </>
          }
          figure={<Amount value={`+${receive.amount}`} asset={receive.asset} />}
          aside={<DollarResult value={result} />}
        />
      ))}
    </ul>
  </Part>
)

const Ways = ({ holding: { id, product, available, note, movement } }: { holding: HoldingDetails }) => (
  <div className={classes.ways}>
    {/[1-9]/.test(available) && (
      <Button component={PageLink} to={terminationAddress(id)} variant="default">
        End this holding
      </Button>
    )}
    <FormWays>
      {product === 'GDS' && <TextLink to="/documents?kind=gds-certificate">Certificates</TextLink>}
      {note && <TextLink to={documentAddress(note.id)}>Booking note {note.number}</TextLink>}
      {movement && <TextLink to={`/transactions/${movement.type}/${movement.number}`}>Transaction</TextLink>}
    </FormWays>
  </div>
)

const Details = ({ holding }: { holding: HoldingDetails }) => (
  <div className={classes.details}>
    <HoldingFigures holding={holding} />
    <Ways holding={holding} />
    <History history={holding.history} />
    {holding.terminations.length > 0 && <Terminations {...holding} />}
    <LedgerEntries entries={holding.entries} heading="h4" />
  </div>
)

const skeletonHeight = 320

const Missing = () => (
  <EmptyState title="No holding has this code">It may belong to another account, or be misspelt.</EmptyState>
)

const Asked = ({ id }: { id: string }) => {
  const { data, isError, isFetching, refetch } = useHolding(id)
  if (data) return <Details holding={data} />
  if (data === null) return <Missing />
  if (isError)
    return (
      <FailedState title="The holding could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    )
  return (
    <LoadingState label="Loading the holding">
      <Skeleton height={skeletonHeight} />
    </LoadingState>
  )
}

/** One holding down to the entries behind it. What cannot be a code is not asked for. */
export const HoldingDetailsView = ({ id }: { id: string }) =>
  readHolding.params.safeParse({ id }).success ? <Asked id={id} /> : <Missing />
