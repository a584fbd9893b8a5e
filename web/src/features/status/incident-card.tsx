import { type Incident, statusParts } from '@ingot/endpoints/status'
import { incidentWords } from '../../lib/incident-words.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './status.module.css'

/** What happened, whom it concerned, and what was said of it, the last first. */
export const IncidentCard = ({ incident }: { incident: Incident }) => {
  const { title, parts, state, beganAt, endedAt, updates } = incident
  return (
    <Card as="li" className={classes.incident}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <span className={classes.state} data-over={state === 'resolved' || undefined}>
          {incidentWords[state]}
        </span>
      </div>
      <p className={classes.quiet}>
        {parts.map((part) => statusParts[part]).join(', ')} · <Moment at={beganAt} />
        {endedAt !== null && (
          <>
            {' '}
            to <Moment at={endedAt} />
          </>
        )}
      </p>
      <ol className={classes.updates}>
        {updates.map(({ state: said, words, at }) => (
          <li key={`${at} ${words}`}>
            <p className={classes.said}>
              <strong>{incidentWords[said]}</strong>{' '}
              <span className={classes.when}>
                <Moment at={at} />
              </span>
            </p>
            <p className={classes.words}>{words}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
