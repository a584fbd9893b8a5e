import '@mantine/core/styles/Input.css'
import { announcementStates, type ManagedAnnouncement } from '@ingot/endpoints/announcements'
import { Button, NativeSelect } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { categoryWords } from '../../lib/announcement-words.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './announcement-desk.module.css'
import { editorAddress, stateWords } from './desk-words.ts'
import { useManagedList } from './queries.ts'

const choices = announcementStates.map((value) => ({ value, label: stateWords[value] }))

const ManagedRow = ({ announcement }: { announcement: ManagedAnnouncement }) => {
  const { id, title, category, state, isPinned, publishAt, changedAt } = announcement
  return (
    <Row
      to={editorAddress(id)}
      title={title}
      note={
        <>
          {isPinned && 'Pinned · '}
          {categoryWords[category]}
        </>
      }
      figure={stateWords[state]}
      aside={<Moment at={publishAt ?? changedAt} />}
    />
  )
}

/** All that was written for customers, and how it stands. */
export const OperatorContentPage = () => {
  const [fields, setFields] = useAddressFields({ state: '' })
  const state = announcementStates.find((known) => known === fields.state)
  const query = useManagedList({ state })
  const mayWrite = useHasRole('Support', 'Owner')
  return (
    <>
      <PageHeading note="What customers and visitors read, from the time on that you choose. Every text is kept.">
        Announcements
      </PageHeading>
      <div className={classes.tools}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All states' }, ...choices]}
          value={state ?? ''}
          onChange={(event) => setFields({ state: event.currentTarget.value })}
        />
        {mayWrite && (
          <Button component={PageLink} to={editorAddress('new')}>
            Write an announcement
          </Button>
        )}
      </div>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="announcements" query={query} />
      ) : (
        <PagedList
          what="announcements"
          label="Announcements"
          query={query}
          empty={
            state === undefined ? (
              <EmptyState title="No announcements yet">What you write stands here, drafts included.</EmptyState>
            ) : (
              <EmptyState title="None is like that">Choose “All states” to see every announcement.</EmptyState>
            )
          }
        >
          {(announcement) => <ManagedRow key={announcement.id} announcement={announcement} />}
        </PagedList>
      )}
    </>
  )
}
