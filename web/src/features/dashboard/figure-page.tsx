import { type FigureName, listFigure } from '@ingot/endpoints/dashboard'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { FigureAmount } from './figure-amount.tsx'
import { FigureLines } from './figure-lines.tsx'
import classes from './figure-page.module.css'
import { figureWords, needsPrice } from './figure-words.ts'
import { PriceNote } from './price-note.tsx'
import { type Dashboard, useDashboard, useDownloadFigure } from './queries.ts'

const back = { to: '/dashboard', label: 'Dashboard' }

const Download = ({ figure, price }: { figure: FigureName; price: string | undefined }) => {
  const { isPending, isError, mutate } = useDownloadFigure(figure)
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate({ price })}>
        Download CSV
      </Button>
      {isError && (
        <p role="alert" className={classes.problem}>
          The file could not be created. Please try again.
        </p>
      )}
    </>
  )
}

const Sum = ({ figure, dashboard: { figures, price } }: { figure: FigureName; dashboard: Dashboard }) => {
  const words = figureWords[figure]
  const value = figures[figure]
  return (
    <>
      {needsPrice(words) && <PriceNote price={price} />}
      <Card className={classes.sum}>
        <p className={classes.figure}>
          <FigureAmount kind={words.kind} value={value} isAlone />
        </p>
        <Download figure={figure} price={price?.perGram} />
      </Card>
      <FigureLines figure={figure} price={price?.perGram} isKnown={value !== null} />
    </>
  )
}

const Known = ({ figure }: { figure: FigureName }) => {
  const { label, about } = figureWords[figure]
  const query = useDashboard({ isLive: false })
  return (
    <>
      <PageHeading back={back} note={about}>
        {label}
      </PageHeading>
      {query.data ? <Sum figure={figure} dashboard={query.data} /> : <Unread what="figure" query={query} />}
    </>
  )
}

const Unknown = () => (
  <>
    <PageHeading back={back}>No such figure</PageHeading>
    <EmptyState
      title="No figure has this name"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          All figures
        </Button>
      }
    >
      The link may be incomplete, or misspelt.
    </EmptyState>
  </>
)

/** One figure down to its lines: what adds to it, and what each of them is made of. */
export const FigurePage = () => {
  const asked = listFigure.params.safeParse(useParams())
  return asked.success ? <Known figure={asked.data.figure} /> : <Unknown />
}
