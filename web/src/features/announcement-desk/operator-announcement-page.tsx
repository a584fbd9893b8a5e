import { type EditedAnnouncement, readManagedAnnouncement } from '@ingot/endpoints/announcements'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { announcementPicture, categoryWords } from '../../lib/announcement-words.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Card } from '../../ui/card.tsx'
import { FormText } from '../../ui/form.tsx'
import { ItemHistory } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './announcement-desk.module.css'
import { deskAddress } from './desk-words.ts'
import { Editor } from './editor.tsx'
import { Publishing } from './publishing.tsx'
import { useManaged } from './queries.ts'

const back = { to: deskAddress, label: 'Announcements' }

const Missing = () => (
  <>
    <PageHeading back={back}>Announcement</PageHeading>
    <EmptyState
      title="There is no such announcement"
      action={
        <Button component={PageLink} to={deskAddress} variant="default">
          All announcements
        </Button>
      }
    >
      The address may be misspelt.
    </EmptyState>
  </>
)

const Versions = ({ versions }: { versions: EditedAnnouncement['versions'] }) => (
  <ItemHistory>
    {versions.map(({ version, title, source, correction, changedAt, changedBy }) => (
      <li key={version}>
        <Moment at={changedAt} />, by {changedBy}
        {correction !== null && `, corrected: ${correction}`}: “{title}”<pre className={classes.source}>{source}</pre>
      </li>
    ))}
  </ItemHistory>
)

const OnlyRead = ({ announcement }: { announcement: EditedAnnouncement }) => (
  <div className={classes.columns}>
    <Card className={classes.card}>
      {announcement.body.length > 0 ? (
        <RichText text={announcement.body} picture={announcementPicture} />
      ) : (
        <FormText isQuiet>Nothing was written yet.</FormText>
      )}
    </Card>
    <Publishing announcement={announcement} isUnsaved={false} mayWrite={false} />
  </div>
)

const Shown = ({ announcement, onReload }: { announcement: EditedAnnouncement; onReload: () => void }) => {
  const mayWrite = useHasRole('Support', 'Owner')
  const { title, category, state, versions } = announcement
  return (
    <>
      <PageHeading back={back} note={categoryWords[category]}>
        {title}
      </PageHeading>
      {mayWrite && state !== 'withdrawn' ? (
        // What was saved is what the fields begin with.
        <Editor key={announcement.version} announcement={announcement} onReload={onReload}>
          {(isUnsaved) => <Publishing announcement={announcement} isUnsaved={isUnsaved} mayWrite />}
        </Editor>
      ) : (
        <OnlyRead announcement={announcement} />
      )}
      <div className={classes.history}>
        <Versions versions={versions} />
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useManaged(id)
  const [loaded, setLoaded] = useState(0)
  // Fields begin anew only where their writer asks for it.
  const reload = () => void query.refetch().then(() => setLoaded((times) => times + 1))
  if (query.data === null) return <Missing />
  if (query.data) return <Shown key={loaded} announcement={query.data} onReload={reload} />
  return (
    <>
      <PageHeading back={back}>Announcement</PageHeading>
      <Unread what="announcement" query={query} />
    </>
  )
}

const New = () => {
  const mayWrite = useHasRole('Support', 'Owner')
  if (!mayWrite) return <Missing />
  return (
    <>
      <PageHeading back={back}>Write an announcement</PageHeading>
      <Editor announcement={null} onReload={() => undefined} />
    </>
  )
}

/** Where one is written, published and withdrawn. What cannot be one is not asked for. */
export const OperatorAnnouncementPage = () => {
  const { id = '' } = useParams()
  if (id === 'new') return <New />
  return readManagedAnnouncement.params.safeParse({ id }).success ? <Read key={id} id={id} /> : <Missing />
}
