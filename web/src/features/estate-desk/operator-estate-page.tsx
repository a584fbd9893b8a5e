import { type EstateDetails, estateThing, readEstate } from '@ingot/endpoints/estate-desk'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Actions } from './actions.tsx'
import { Beneficiaries } from './beneficiaries.tsx'
import classes from './estate-desk.module.css'
import { nextWords } from './estate-words.ts'
import { Papers } from './papers.tsx'
import { Deceased, Others, Part, Reporter, Way } from './parts.tsx'
import { useEstate } from './queries.ts'

const back = { to: '/operator/estates', label: 'Estates' }

const Missing = () => (
  <>
    <PageHeading back={back}>Estate</PageHeading>
    <EmptyState
      title="There is no such report"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          All reports
        </Button>
      }
    >
      The address may be misspelt.
    </EmptyState>
  </>
)

const Shown = ({ estate }: { estate: EstateDetails }) => {
  const { id, reference, state, name } = estate
  // Who it is about comes first as long as somebody has to find out who it is.
  const isNew = state === 'Reported'
  const about = (
    <>
      <Deceased estate={estate} />
      <Reporter estate={estate} />
    </>
  )
  return (
    <>
      <PageHeading back={back} note={`Report ${reference}. Each look at it is recorded with your name.`}>
        {name}
      </PageHeading>
      <AskedAbout thing={estateThing(id)} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Part title={state}>
            <p>{nextWords[state]}</p>
            {/* Another state is another thing to do: nothing of what was typed stays. */}
            <Actions key={state} estate={estate} />
          </Part>
          {isNew && about}
          <Beneficiaries estate={estate} />
          <Papers estate={estate} />
        </div>
        <div className={classes.column}>
          {!isNew && about}
          <Others estate={estate} />
          <Way estate={estate} />
        </div>
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useEstate(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown estate={query.data} />
  return (
    <>
      <PageHeading back={back}>Estate</PageHeading>
      <Unread what="report" query={query} />
    </>
  )
}

/** One report: what was told, where it stands, and what is done with it next. What cannot be one is not asked for. */
export const OperatorEstatePage = () => {
  const { id = '' } = useParams()
  return readEstate.params.safeParse({ id }).success ? <Read key={id} id={id} /> : <Missing />
}
