import * as z from 'zod/mini'
import { pictureLimit } from './account.ts'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { moment } from './moment.ts'
import { proof, reason } from './operator-fields.ts'
import { pictureName, richText, richTextLimits } from './rich-text.ts'

// What operators tell everybody: news, what changes, and when something is closed.

export const announcementCategories = ['news', 'product', 'maintenance', 'security', 'terms'] as const
export type AnnouncementCategory = (typeof announcementCategories)[number]

/** `scheduled` is published once its time has come, without anybody doing anything. */
export const announcementStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type AnnouncementState = (typeof announcementStates)[number]

const category = z.enum(announcementCategories)
const slug = z.string().check(z.maxLength(80), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))

const listed = z.object({
  /** Its address. */
  slug: z.string(),
  title: z.string(),
  category,
  isPinned: z.boolean(),
  /** When its first text was published; a correction changes nothing of it. */
  publishedAt: z.iso.datetime(),
  correctedAt: z.nullable(z.iso.datetime()),
})

export type ListedAnnouncement = z.output<typeof listed>

const announcement = z.object({
  ...listed.shape,
  body: richText,
  /** What the last correction was for. */
  correction: z.nullable(z.string()),
})

export type Announcement = z.output<typeof announcement>

const reading = { method: 'GET', fallback: 'Failed', onFailure: 'raise' } as const

export const listAnnouncements = endpoint({
  ...listOf({ category: z.optional(category) }, listed),
  name: 'listAnnouncements',
  path: '/announcements',
  summary: 'What was announced: what is pinned first, then newest first.',
  gate: 'public',
  reads: 'replica',
})

export const readAnnouncement = endpoint({
  ...reading,
  name: 'readAnnouncement',
  path: '/announcements/:slug',
  summary: 'An announcement with its text, as a tree of paragraphs, lists and links.',
  gate: 'public',
  params: z.strictObject({ slug }),
  reply: data(announcement),
  errors: ['NotFound'],
})

export const readAnnouncementFeed = endpoint({
  ...reading,
  name: 'readAnnouncementFeed',
  path: '/announcements.rss',
  summary: 'The newest announcements as an RSS 2.0 feed.',
  gate: 'public',
  reply: z.string(),
  replyType: 'application/rss+xml',
  errors: [],
})

export const readAnnouncementPicture = endpoint({
  ...reading,
  name: 'readAnnouncementPicture',
  path: '/announcements/pictures/:name',
  summary: 'A picture of an announcement by its unguessable name.',
  gate: 'public',
  params: z.strictObject({ name: pictureName }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'image/webp',
  errors: ['NotFound'],
})

/** Up to when the customer has seen what there was. Whoever was never here has seen what was there before he came. */
export const readAnnouncementVisit = endpoint({
  ...reading,
  name: 'readAnnouncementVisit',
  path: '/announcement-visit',
  summary: 'Up to when the customer has seen what was announced, and what time it is now.',
  gate: 'customer',
  reply: data(z.object({ seenUntil: z.iso.datetime(), now: z.iso.datetime() })),
  errors: [],
})

export const keepAnnouncementVisit = endpoint({
  name: 'keepAnnouncementVisit',
  method: 'POST',
  path: '/announcement-visit',
  summary:
    'Remembers that the customer has seen what was announced until then. It never goes back, nor into the future.',
  gate: 'customer',
  body: z.strictObject({ until: moment }),
  reply: data(z.object({ seenUntil: z.iso.datetime() })),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const announcementLimits = {
  title: 100,
  correction: 200,
  source: richTextLimits.characters,
  daysAhead: 365,
} as const

const seenLine = /^[^\p{C}\p{Zl}\p{Zp}⠀]*$/u
const line = (longest: number) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(seenLine, 'Please use one line, with characters that can be seen.'),
    )

const source = z
  .string()
  .check(
    z.normalize('NFC'),
    z.maxLength(announcementLimits.source, `Please use at most ${announcementLimits.source} characters.`),
    z.regex(/^(?:[^\p{C}]|[\n\r\t\u200c\u200d])*$/u, 'Please use characters that can be seen.'),
  )

const written = {
  title: line(announcementLimits.title).check(z.minLength(1, 'Please give it a title.')),
  category,
  /** Markdown. */
  source,
  isPinned: z.boolean(),
}

export type WrittenAnnouncement = z.output<z.ZodMiniObject<typeof written>>

const managed = z.object({
  id: z.uuid(),
  slug: z.string(),
  state: z.enum(announcementStates),
  title: z.string(),
  category,
  isPinned: z.boolean(),
  publishAt: z.nullable(z.iso.datetime()),
  correctedAt: z.nullable(z.iso.datetime()),
  /** Counts its changes. */
  version: z.int(),
  changedAt: z.iso.datetime(),
  /** The operator's username. */
  changedBy: z.string(),
})

export type ManagedAnnouncement = z.output<typeof managed>

const edited = z.object({
  ...managed.shape,
  source: z.string(),
  body: richText,
  correction: z.nullable(z.string()),
  /** What it said before, newest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      title: z.string(),
      source: z.string(),
      correction: z.nullable(z.string()),
      changedAt: z.iso.datetime(),
      changedBy: z.string(),
    }),
  ),
})

export type EditedAnnouncement = z.output<typeof edited>

const managing = { gate: 'operator', roles: ['Support', 'Owner'], fallback: 'Failed', onFailure: 'raise' } as const
const one = z.strictObject({ id: z.uuid() })

export const listManagedAnnouncements = endpoint({
  ...listOf({ state: z.optional(z.enum(announcementStates)) }, managed),
  ...managing,
  name: 'listManagedAnnouncements',
  path: '/operator/announcements',
  summary: 'Every announcement with its state, the newest first.',
})

export const readManagedAnnouncement = endpoint({
  ...managing,
  name: 'readManagedAnnouncement',
  method: 'GET',
  path: '/operator/announcements/:id',
  summary: 'An announcement as it was written, with what it said before.',
  params: one,
  reply: data(edited),
  errors: ['NotFound'],
})

export const previewAnnouncement = endpoint({
  ...managing,
  name: 'previewAnnouncement',
  method: 'POST',
  path: '/operator/announcements/preview',
  summary: 'What becomes of a text, as customers would see it.',
  body: z.strictObject({ source }),
  reply: data(z.object({ body: richText })),
  errors: ['AnnouncementRefused', 'TooManyTries'],
})

export const addAnnouncementPicture = endpoint({
  ...managing,
  name: 'addAnnouncementPicture',
  method: 'POST',
  path: '/operator/announcements/pictures',
  summary: 'Takes a picture for announcements. It is read and written anew.',
  body: z.strictObject({ picture: z.instanceof(Blob) }),
  bodyType: 'form',
  // The picture and what a form puts around it.
  bodyLimit: pictureLimit + 64 * 1024,
  reply: data(z.object({ name: z.string(), width: z.int(), height: z.int() })),
  errors: ['PictureRefused', 'TooManyTries', 'Unavailable'],
})

export const addAnnouncement = endpoint({
  ...managing,
  name: 'addAnnouncement',
  method: 'POST',
  path: '/operator/announcements',
  summary: 'Begins an announcement as a draft.',
  body: z.strictObject(written),
  reply: data(edited),
  errors: ['AnnouncementRefused', 'TooManyTries'],
})

/** As the operator saw it: who comes later than somebody else looks again. */
const version = z.int().check(z.minimum(1))

const acting = {
  ...managing,
  method: 'POST',
  params: one,
  reply: data(edited),
  errors: ['NotFound', 'StateChanged', 'AnnouncementRefused', 'TooManyTries'],
} as const

export const changeAnnouncement = endpoint({
  ...acting,
  name: 'changeAnnouncement',
  path: '/operator/announcements/:id',
  summary: 'Changes what a draft says.',
  body: z.strictObject({ version, ...written }),
})

/** What everybody reads in our name, or will by the clock, takes the password and a 2FA code. */
const telling = {
  ...acting,
  errors: [...acting.errors, 'PasswordIncorrect', 'TwoFactorCodeIncorrect'],
} as const

export const correctAnnouncement = endpoint({
  ...telling,
  name: 'correctAnnouncement',
  path: '/operator/announcements/:id/correct',
  summary: 'Changes what was scheduled or published. Once it was published, it has to be said what was corrected.',
  body: z.strictObject({
    version,
    ...written,
    correction: z.optional(line(announcementLimits.correction)),
    ...proof,
  }),
})

export const publishAnnouncement = endpoint({
  ...telling,
  name: 'publishAnnouncement',
  path: '/operator/announcements/:id/publish',
  summary: 'Publishes a draft now, or at a time.',
  body: z.strictObject({ version, at: z.nullable(moment), ...proof }),
})

export const unscheduleAnnouncement = endpoint({
  ...acting,
  name: 'unscheduleAnnouncement',
  path: '/operator/announcements/:id/unschedule',
  summary: 'Makes what waits for its time a draft again.',
  body: z.strictObject({ version }),
})

export const withdrawAnnouncement = endpoint({
  ...telling,
  name: 'withdrawAnnouncement',
  path: '/operator/announcements/:id/withdraw',
  summary: 'Takes a published announcement away. Its address answers as if it had never been.',
  body: z.strictObject({ version, reason, ...proof }),
})
