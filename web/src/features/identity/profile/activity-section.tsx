import { activityWord } from '../../../lib/known-words.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import classes from './activity-section.module.css'
import { useActivity } from './queries.ts'

/** Sign-ins and sensitive actions, newest first. */
export const ActivitySection = () => (
  <PagedList
    what="activity"
    query={useActivity()}
    empty={<EmptyState title="Nothing yet">Logins and changes to your account are listed here.</EmptyState>}
  >
    {({ id, kind, device, address, at }) => (
      <li key={id} className={classes.row}>
        <span className={classes.kind}>{activityWord(kind)}</span>
        <span className={classes.detail}>
          {device || '—'}
          <span className={classes.address}>{address || '—'}</span>
        </span>
        <span className={classes.when}>
          <Moment at={at} />
        </span>
      </li>
    )}
  </PagedList>
)
