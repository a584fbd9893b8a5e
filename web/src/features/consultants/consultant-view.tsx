import { useSession } from '../../lib/session.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { ConsultantCard } from './consultant-card.tsx'
import { ConsultantWays } from './consultant-ways.tsx'
import classes from './consultants.module.css'
import { useConsultant } from './queries.ts'

/** What is not there for everybody is not found by searching either. */
const Unlisted = () => <meta name="robots" content="noindex" />

const Read = ({ id }: { id: string }) => {
  const query = useConsultant(id)
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  if (query.data === null)
    return (
      <>
        <Unlisted />
        <NotFound />
      </>
    )
  if (query.data)
    return (
      <>
        <PageHeading note="Consultant">
          <span className={classes.name}>{query.data.name}</span>
        </PageHeading>
        <div className={classes.parts}>
          <ConsultantCard consultant={query.data} isVisitor={!isAuthenticated} />
          <ConsultantWays consultant={query.data} />
        </div>
      </>
    )
  return (
    <>
      <Unlisted />
      <PageHeading>Consultant</PageHeading>
      <Unread what="profile" query={query} />
    </>
  )
}

/** A consultant who is shown. Whoever is hidden, suspended or unknown is not there, all alike. */
export const ConsultantView = ({ id }: { id: string | undefined }) =>
  id === undefined ? (
    <>
      <Unlisted />
      <NotFound />
    </>
  ) : (
    <Read key={id} id={id} />
  )
