import '@mantine/core/styles/Input.css'
import { announcementCategories, type ListedAnnouncement, readAnnouncementFeed } from '@ingot/endpoints/announcements'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { categoryChoices, categoryWords } from '../../lib/announcement-words.ts'
import { addressOf } from '../../lib/http.ts'
import { ListFilter } from '../../ui/list-filter.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { OpenedAbove, OpenedBelow } from './announcement-article.tsx'
import classes from './announcements.module.css'
import { useAnnouncement, useAnnouncements, useSeenUntil } from './queries.ts'

const addressWith = (slug: string | null, category: string) =>
  `/Announcements${slug === null ? '' : `/${slug}`}${category === '' ? '' : `?category=${category}`}`

type Opened = { slug: string; query: ReturnType<typeof useAnnouncement>; isArrival: boolean } | null

const AnnouncementRow = ({
  announcement: { slug, title, category, isPinned, publishedAt, correctedAt },
  isNew,
  narrowed,
  opened,
}: {
  announcement: ListedAnnouncement
  isNew: boolean
  narrowed: string
  opened: Opened
}) => {
  const isOpen = opened?.slug === slug
  return (
    <Row
      to={addressWith(isOpen ? null : slug, narrowed)}
      isOpen={isOpen}
      title={title}
      note={
        <>
          {isPinned && 'Pinned · '}
          {categoryWords[category]} · <Moment at={publishedAt} />
          {correctedAt && ' · Corrected'}
        </>
      }
      figure={isNew && <span className={classes.new}>New</span>}
    >
      {isOpen && <OpenedBelow query={opened.query} title={title} isArrival={opened.isArrival} />}
    </Row>
  )
}

const Feed = () => (
  <>
    What changes, what is new, and when something is closed. Also as an{' '}
    <a className={classes.feed} href={addressOf(readAnnouncementFeed.path)}>
      RSS feed
    </a>
    .
  </>
)

const Listed = ({ opened }: { opened: Opened }) => {
  const [{ category }, setFields] = useAddressFields({ category: '' })
  const chosen = announcementCategories.find((each) => each === category)
  const query = useAnnouncements(chosen)
  // One category is not all that is new.
  const seenUntil = useSeenUntil(chosen ? undefined : query.data)
  const isBelow = query.data?.some(({ slug }) => slug === opened?.slug)
  return (
    <>
      {opened && query.data && !isBelow && <OpenedAbove query={opened.query} />}
      {(chosen || query.data?.length !== 0) && (
        <ListFilter>
          <NativeSelect
            label="Category"
            data={[{ value: '', label: 'All categories' }, ...categoryChoices]}
            value={chosen ?? ''}
            onChange={(event) => setFields({ category: event.currentTarget.value })}
          />
        </ListFilter>
      )}
      <PagedList
        what="announcements"
        label="Announcements"
        query={query}
        empty={
          chosen ? (
            <EmptyState
              title="Nothing of this kind"
              action={
                <Button variant="default" onClick={() => setFields({ category: '' })}>
                  Show all
                </Button>
              }
            >
              Other announcements are there.
            </EmptyState>
          ) : (
            <EmptyState title="No announcements yet">What there is to tell you will stand here.</EmptyState>
          )
        }
      >
        {(each) => (
          <AnnouncementRow
            key={each.slug}
            announcement={each}
            isNew={seenUntil !== undefined && each.publishedAt > seenUntil}
            narrowed={chosen ?? ''}
            opened={opened}
          />
        )}
      </PagedList>
    </>
  )
}

/** What operators tell everybody. One opens in its place, and has an address of its own. */
export const AnnouncementsPage = () => {
  const { slug } = useParams()
  const [arrival] = useState(slug)
  const query = useAnnouncement(slug)
  if (slug !== undefined && query.data === null) return <NotFound />
  return (
    <>
      <PageHeading note={<Feed />}>Announcements</PageHeading>
      <Listed opened={slug === undefined ? null : { slug, query, isArrival: slug === arrival }} />
    </>
  )
}
