import type { ManagedIncident } from '@ingot/endpoints/incident-desk'
import { statusParts } from '@ingot/endpoints/status'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { incidentWords } from '../../lib/incident-words.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Item, ItemFigure, ItemHistory, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { OpenDialog, UpdateDialog } from './incident-dialogs.tsx'
import classes from './incidents.module.css'
import { useIncidents } from './queries.ts'

type Told = ManagedIncident['updates'][number]

const Said = ({ told: { state, words, at, by } }: { told: Told }) => (
  <li>
    <ItemFigure>{incidentWords[state]}</ItemFigure> <Moment at={at} />, {by === null ? 'automatically' : `by ${by}`}: “
    {words}”
  </li>
)

const IncidentItem = ({ incident, mayWrite }: { incident: ManagedIncident; mayWrite: boolean }) => {
  const [isTelling, setIsTelling] = useState(false)
  const { title, state, parts, beganAt, endedAt, isBySelf, updates } = incident
  const [last] = updates
  return (
    <Item title={title} aside={<ItemFigure>{incidentWords[state]}</ItemFigure>}>
      <ItemNote>
        {parts.map((part) => statusParts[part]).join(', ')} · <Moment at={beganAt} />
        {endedAt !== null && (
          <>
            {' '}
            to <Moment at={endedAt} />
          </>
        )}
        {isBySelf && ' · found automatically'}
      </ItemNote>
      {last && <p className={classes.words}>{last.words}</p>}
      <ItemHistory>
        {updates.map((told) => (
          <Said key={`${told.at} ${told.words}`} told={told} />
        ))}
      </ItemHistory>
      {mayWrite && state !== 'resolved' && (
        <ItemWays>
          <Button variant="default" aria-label={`Update ${title}`} onClick={() => setIsTelling(true)}>
            Update
          </Button>
        </ItemWays>
      )}
      {isTelling && <UpdateDialog incident={incident} onClose={() => setIsTelling(false)} />}
    </Item>
  )
}

/** What everybody is told of what does not work. */
export const OperatorIncidentsPage = () => {
  const query = useIncidents()
  const mayWrite = useHasRole('Owner', 'Support')
  const [isOpening, setIsOpening] = useState(false)
  return (
    <>
      <PageHeading note="Stands on the status page and, until it is resolved, as a line on every page. What was found automatically is resolved automatically, two minutes after it works again.">
        Incidents
      </PageHeading>
      {mayWrite && (
        <div className={classes.above}>
          <Button onClick={() => setIsOpening(true)}>Tell of an incident</Button>
        </div>
      )}
      <PagedList
        what="incidents"
        label="Incidents"
        query={query}
        empty={<EmptyState title="No incidents yet">What does not work for customers stands here.</EmptyState>}
      >
        {(incident) => <IncidentItem key={incident.id} incident={incident} mayWrite={mayWrite} />}
      </PagedList>
      {isOpening && <OpenDialog onClose={() => setIsOpening(false)} />}
    </>
  )
}
