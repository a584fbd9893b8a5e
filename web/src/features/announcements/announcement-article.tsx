import type { Announcement } from '@ingot/endpoints/announcements'
import { useEffect, useRef } from 'react'
import { announcementPicture, categoryWords } from '../../lib/announcement-words.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './announcements.module.css'
import type { useAnnouncement } from './queries.ts'

const Corrected = ({ announcement: { correctedAt, correction } }: { announcement: Announcement }) =>
  correctedAt && (
    <p className={classes.corrected}>
      Corrected on <Moment at={correctedAt} />: {correction}
    </p>
  )

const Words = ({ announcement }: { announcement: Announcement }) => (
  <>
    <RichText text={announcement.body} picture={announcementPicture} />
    <Corrected announcement={announcement} />
  </>
)

type Props = { query: ReturnType<typeof useAnnouncement> }

/** What it says, below its line in the list. Whoever came by its own address is taken to it. */
export const OpenedBelow = ({ query, title, isArrival }: Props & { title: string; isArrival: boolean }) => {
  const article = useRef<HTMLElement>(null)
  const isThere = Boolean(query.data)
  useEffect(() => {
    if (isArrival && isThere) article.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isArrival, isThere])
  return (
    <article className={classes.article} aria-label={title} ref={article}>
      {query.data ? <Words announcement={query.data} /> : <Unread what="announcement" query={query} />}
    </article>
  )
}

/** The same above the list, where its line is further down than was read. */
export const OpenedAbove = ({ query }: Props) => {
  const { data } = query
  if (!data) return <Unread what="announcement" query={query} />
  return (
    <Card as="article" className={classes.above} aria-labelledby="announcement">
      <h2 className={classes.title} id="announcement">
        {data.title}
      </h2>
      <p className={classes.meta}>
        {categoryWords[data.category]} · <Moment at={data.publishedAt} />
      </p>
      <Words announcement={data} />
    </Card>
  )
}
