import type { Announcement, AnnouncementCategory, ListedAnnouncement } from '@ingot/endpoints/announcements'
import type { Attention } from '@ingot/endpoints/dashboard'
import { Answer } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import type { Announcements } from './announcements.ts'
import { feedOf, tagOf } from './feed.ts'
import * as store from './store.ts'

const pageSize = 20
const inFeed = 20
/** What is older waits on the page, and no longer where customers look first. */
const unreadDays = 30

const listedOf = ({
  slug,
  title,
  category,
  isPinned,
  publishAt,
  correctedAt,
}: store.PublicRow): ListedAnnouncement => ({
  ...{ slug, title, category, isPinned },
  publishedAt: publishAt.toISOString(),
  correctedAt: correctedAt?.toISOString() ?? null,
})

type Filter = { category?: AnnouncementCategory | undefined }

export const announcementList = ({ db, now }: Announcements): List<Filter, store.PublicRow, ListedAnnouncement> => ({
  size: pageSize,
  read: ({ category }, stretch) => store.readPublic(db, { category, now: now() }, stretch),
  number: ({ place }) => place,
  show: (rows) => rows.map(listedOf),
})

/** What was withdrawn, and what is still to come, is as unknown as what never was. */
export const readAnnouncement = async ({ db, now }: Announcements, slug: string): Promise<Announcement> => {
  const found = await store.findPublic(db, slug, now())
  if (!found) throw new Failure('NotFound')
  return { ...listedOf(found), body: found.body, correction: found.correction }
}

/** Readers ask again and again: who has it already is told so. */
export const readFeed = async ({ db, now, site, brand }: Announcements): Promise<Answer<string>> => {
  const feed = feedOf({ site, brand, entries: await store.readNewest(db, now(), inFeed) })
  return new Answer(feed, { headers: { etag: tagOf(feed), 'cache-control': 'public, max-age=300' } })
}

export const pictureFile = (name: string) => `announcements/${name}`

export const readPicture = async ({ files }: Announcements, name: string) => {
  const file = await files.get(pictureFile(name))
  if (!file) throw new Failure('NotFound')
  // A picture never changes under its name.
  return new Answer(Buffer.from(file.bytes), { headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
}

export const readVisit = async ({ db, now }: Announcements, customer: string) => ({
  seenUntil: (await store.readVisit(db, customer)).toISOString(),
  now: now().toISOString(),
})

export const keepVisit = async ({ db, now }: Announcements, customer: string, until: string) => {
  const wanted = new Date(until)
  const at = now()
  const kept = await store.keepVisit(db, customer, wanted.getTime() < at.getTime() ? wanted : at)
  return { seenUntil: kept.toISOString() }
}

export const unreadAnnouncement = async (
  { db, now }: Pick<Announcements, 'db' | 'now'>,
  customer: string,
): Promise<Attention[]> => {
  const at = now()
  const since = new Date(at.getTime() - unreadDays * 24 * 60 * 60 * 1000)
  const newest = await store.newestUnseen(db, customer, { now: at, since })
  return newest ? [{ kind: 'unread-announcement', id: null, at: newest.toISOString() }] : []
}
