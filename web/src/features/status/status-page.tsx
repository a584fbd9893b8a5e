import { type PartStanding, type Status, statusParts } from '@ingot/endpoints/status'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { IncidentCard } from './incident-card.tsx'
import { useStatus } from './queries.ts'
import classes from './status.module.css'

const standings = {
  works: { word: 'Works', Mark: IconCircleCheck },
  disturbed: { word: 'Disturbed', Mark: IconAlertTriangle },
  unknown: { word: 'Not known', Mark: IconHelpCircle },
} as const

const standingOf = ({ works }: PartStanding): keyof typeof standings =>
  works === null ? 'unknown' : works ? 'works' : 'disturbed'

const Part = ({ part }: { part: PartStanding }) => {
  const standing = standingOf(part)
  const { word, Mark } = standings[standing]
  return (
    <li className={classes.part}>
      <span className={classes.name}>{statusParts[part.name]}</span>
      <span className={classes.how}>
        <span className={classes.word} data-standing={standing}>
          <Mark size={18} stroke={1.8} aria-hidden="true" />
          {word}
        </span>
        {part.since !== null && (
          <span className={classes.since}>
            since <Moment at={part.since} />
          </span>
        )}
      </span>
    </li>
  )
}

const sumOf = ({ parts }: Status): string => {
  const disturbed = parts.filter(({ works }) => works === false).length
  if (disturbed === 1) return 'One part does not work as it should'
  if (disturbed > 1) return `${disturbed} parts do not work as they should`
  return parts.every(({ works }) => works) ? 'Everything works' : 'Not everything is known at the moment'
}

const Incidents = ({ title, incidents, none }: { title: string; incidents: Status['open']; none?: string }) => (
  <section aria-label={title}>
    <h2 className={classes.heading}>{title}</h2>
    {incidents.length === 0 && <p className={classes.quiet}>{none}</p>}
    {incidents.length > 0 && (
      <ul className={classes.incidents}>
        {incidents.map((incident) => (
          <IncidentCard key={incident.id} incident={incident} />
        ))}
      </ul>
    )}
  </section>
)

const Shown = ({ status }: { status: Status }) => (
  <div className={classes.page}>
    <Card as="section" aria-label="Parts">
      <div role="status">
        <h2 className={classes.sum}>{sumOf(status)}</h2>
      </div>
      {status.lookedAt !== null && (
        <p className={classes.quiet}>
          Looked at <Moment at={status.lookedAt} />
        </p>
      )}
      <ul className={classes.parts}>
        {status.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
    </Card>
    {status.open.length > 0 && <Incidents title="What does not work" incidents={status.open} />}
    <Incidents
      title={`The last ${status.days} days`}
      incidents={status.past}
      none={`Nothing went wrong in the last ${status.days} days.`}
    />
  </div>
)

/** What works, since when, and what went wrong. */
export const StatusPage = () => {
  const query = useStatus()
  return (
    <>
      <PageHeading note="What works now, and what went wrong of late.">System status</PageHeading>
      {query.data ? <Shown status={query.data} /> : <Unread what="status" query={query} />}
    </>
  )
}
