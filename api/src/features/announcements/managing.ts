import { randomBytes } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance, advanceAll } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type {
  AnnouncementState,
  EditedAnnouncement,
  ManagedAnnouncement,
  WrittenAnnouncement,
} from '@ingot/endpoints/announcements'
import type { RichText } from '@ingot/endpoints/rich-text'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { MarkdownRefused, picturesNamedIn, readMarkdown } from '../../markdown/markdown.ts'
import { readIllustration } from '../../pictures.ts'
import { acceptBoth, type Proof } from '../identity/two-factor.ts'
import type { Announcements } from './announcements.ts'
import { announcementMoves, problemOfTime, slugOf } from './rules.ts'
import { pictureFile } from './service.ts'
import * as store from './store.ts'

const versionsShown = 50

type Calling = { person: Pick<Person, 'id'>; from: Origin }

/** What is told to everybody, with what proves that it is this operator who tells it; the demonstration tells without. */
type Telling = Calling | { person: Person; from: Origin; proof: Proof }

const managedOf = (row: store.ManagedRow): ManagedAnnouncement => ({
  ...{ id: row.id, slug: row.slug, state: row.state, title: row.title, category: row.category },
  ...{ isPinned: row.isPinned, version: row.version, changedBy: row.changedBy },
  publishAt: row.publishAt?.toISOString() ?? null,
  correctedAt: row.correctedAt?.toISOString() ?? null,
  changedAt: row.changedAt.toISOString(),
})

type Filter = { state?: AnnouncementState | undefined }

export const managedList = ({ db, now }: Announcements): List<Filter, store.ManagedRow, ManagedAnnouncement> => ({
  read: ({ state }, stretch) => store.readManaged(db, { state, now: now() }, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(managedOf),
})

const editedOf = async (db: Announcements['db'] | Tx, id: string, now: Date): Promise<EditedAnnouncement> => {
  const row = await store.findManaged(db, id, now)
  if (!row) throw new Failure('NotFound')
  const versions = await store.readVersions(db, id, versionsShown)
  return {
    ...managedOf(row),
    ...{ source: row.source, body: row.body, correction: row.correction },
    versions: versions.map(({ changedAt, ...version }) => ({ ...version, changedAt: changedAt.toISOString() })),
  }
}

export const readManaged = ({ db, now }: Announcements, id: string) => editedOf(db, id, now())

const refuse = (field: string, message: string): never => {
  throw new Failure('AnnouncementRefused', { errors: [{ path: [field], message }] }, message)
}

const bodyOf = async (db: Announcements['db'] | Tx, source: string): Promise<RichText> => {
  const pictures = await store.findPictures(db, picturesNamedIn(source))
  try {
    return readMarkdown(source, pictures)
  } catch (error) {
    if (error instanceof MarkdownRefused) return refuse('source', error.message)
    throw error
  }
}

export const previewOf = async ({ db, limits }: Announcements, { person, from }: Calling, source: string) => {
  await limits.take('announcement-preview', person.id, from.address)
  return { body: await bodyOf(db, source) }
}

export const addPicture = async ({ db, files, limits, now }: Announcements, { person, from }: Calling, sent: Blob) => {
  await limits.take('announcement-picture', person.id, from.address)
  const { bytes, width, height } = await readIllustration(new Uint8Array(await sent.arrayBuffer()))
  const name = randomBytes(16).toString('hex')
  // Stored first: a row never names a file that is not there.
  await files.put(pictureFile(name), bytes, 'image/webp')
  const at = now()
  await inTransaction(db, async (tx) => {
    await store.insertPicture(tx, { name, width, height }, { operator: person.id, at })
    await writeAudit(tx, { operator: person.id, action: 'add-announcement-picture', thing: name, at })
  })
  return { name, width, height }
}

/** Its title's words, with something behind them where another one has them already. */
const freeSlug = async (tx: Tx, title: string, id: string | null): Promise<string> => {
  const words = slugOf(title) || 'announcement'
  return (await store.isSlugTaken(tx, words, id)) ? `${words}-${randomBytes(4).toString('hex')}` : words
}

export const addAnnouncement = async (
  { db, limits, now }: Announcements,
  { person, from }: Calling,
  written: WrittenAnnouncement,
): Promise<EditedAnnouncement> => {
  await limits.take('announcement-text', person.id, from.address)
  const body = await bodyOf(db, written.source)
  return inTransaction(db, async (tx) => {
    await store.lockAnnouncements(tx)
    const at = now()
    const slug = await freeSlug(tx, written.title, null)
    const id = await store.insertAnnouncement(tx, { ...written, slug, body }, { operator: person.id, at })
    const made = await editedOf(tx, id, at)
    await writeAudit(tx, {
      ...{ operator: person.id, action: 'add-announcement', thing: id, at },
      facts: { Title: written.title },
    })
    return made
  })
}

type Acting = { tx: Tx; row: store.ManagedRow; at: Date; by: { operator: string; at: Date } }
type Done = { action: string; facts?: Record<string, string>; reason?: string }

/** Publishes whatever has come to its time. Whoever reads goes by the time alone, so that nobody waits for this. */
export const publishDue = (tx: Announcements['db'] | Tx, now: Date): Promise<string[]> =>
  advanceAll(tx, announcementMoves, store.dueBy(now), { from: 'scheduled', to: 'published', by: 'clock', at: now })

/** What another one has changed since is not overwritten unseen. Each act is written down with the announcement that it left. */
const act = async (
  { db, identity, limits, now }: Announcements,
  calling: Telling,
  { id, version }: { id: string; version: number },
  how: (acting: Acting) => Promise<Done>,
): Promise<EditedAnnouncement> => {
  const { person, from } = calling
  await limits.take('announcement-text', person.id, from.address)
  const run = async (tx: Tx) => {
    await store.lockAnnouncements(tx)
    const at = now()
    await publishDue(tx, at)
    const row = await store.findManaged(tx, id, at)
    if (!row) throw new Failure('NotFound')
    if (row.version !== version) throw new Failure('StateChanged')
    const by = { operator: person.id, at }
    const { action, facts = {}, reason } = await how({ tx, row, at, by })
    const left = await editedOf(tx, id, at)
    await writeAudit(tx, {
      ...{ operator: person.id, action, thing: id, at },
      ...(reason !== undefined && { reason }),
      facts: { Title: left.title, ...facts, Version: String(left.version) },
    })
    return left
  }
  return 'proof' in calling ? acceptBoth(identity, calling.person, calling.proof, from, run) : inTransaction(db, run)
}

const saysTheSame = (row: store.ManagedRow, { title, category, source }: WrittenAnnouncement) =>
  row.title === title && row.category === category && row.source === source

export const changeAnnouncement = (
  announcements: Announcements,
  calling: Calling,
  id: string,
  { version, ...written }: WrittenAnnouncement & { version: number },
): Promise<EditedAnnouncement> =>
  act(announcements, calling, { id, version }, async ({ tx, row, by }) => {
    // What everybody reads is corrected, which takes more.
    if (row.state !== 'draft') throw new Failure('StateChanged')
    const body = await bodyOf(tx, written.source)
    const slug = await freeSlug(tx, written.title, id)
    await store.saveAnnouncement(tx, id, { ...written, slug, body }, { ...by, correction: null })
    return { action: 'change-announcement', facts: { Pinned: written.isPinned ? 'Yes' : 'No' } }
  })

export const correctAnnouncement = (
  announcements: Announcements,
  calling: Telling,
  id: string,
  { version, correction = '', ...written }: WrittenAnnouncement & { version: number; correction?: string | undefined },
): Promise<EditedAnnouncement> =>
  act(announcements, calling, { id, version }, async ({ tx, row, by }) => {
    if (row.state !== 'scheduled' && row.state !== 'published') throw new Failure('StateChanged')
    const isPublished = row.state === 'published'
    const isCorrected = isPublished && !saysTheSame(row, written)
    if (isCorrected && correction === '') refuse('correction', 'Please say what was corrected.')
    const body = await bodyOf(tx, written.source)
    if (body.length === 0) refuse('source', 'Please write a text.')
    const slug = isPublished ? row.slug : await freeSlug(tx, written.title, id)
    await store.saveAnnouncement(
      tx,
      id,
      { ...written, slug, body },
      { ...by, correction: isCorrected ? correction : null },
    )
    return isCorrected
      ? { action: 'correct-announcement', reason: correction }
      : { action: 'change-announcement', facts: { Pinned: written.isPinned ? 'Yes' : 'No' } }
  })

export const publishAnnouncement = (
  announcements: Announcements,
  calling: Telling,
  id: string,
  { version, at: wanted }: { version: number; at: string | null },
): Promise<EditedAnnouncement> =>
  act(announcements, calling, { id, version }, async ({ tx, row, at, by }) => {
    const publishAt = wanted === null ? at : new Date(wanted)
    const problem = wanted === null ? undefined : problemOfTime(publishAt, at)
    if (problem) refuse('at', problem)
    if (row.body.length === 0) refuse('source', 'Please write a text.')
    await advance(tx, announcementMoves, id, {
      ...(wanted === null ? { to: 'published' } : { from: 'draft', to: 'scheduled' }),
      ...{ by: `operator:${by.operator}`, at, set: { publish_at: publishAt } },
    })
    await store.countChange(tx, id, by)
    return wanted === null
      ? { action: 'publish-announcement' }
      : { action: 'schedule-announcement', facts: { At: publishAt.toISOString() } }
  })

export const unscheduleAnnouncement = (
  announcements: Announcements,
  calling: Calling,
  id: string,
  { version }: { version: number },
): Promise<EditedAnnouncement> =>
  act(announcements, calling, { id, version }, async ({ tx, at, by }) => {
    await advance(tx, announcementMoves, id, {
      ...{ from: 'scheduled', to: 'draft', by: `operator:${by.operator}`, at, set: { publish_at: null } },
    })
    await store.countChange(tx, id, by)
    return { action: 'unschedule-announcement' }
  })

export const withdrawAnnouncement = (
  announcements: Announcements,
  calling: Telling,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<EditedAnnouncement> =>
  act(announcements, calling, { id, version }, async ({ tx, at, by }) => {
    await advance(tx, announcementMoves, id, { to: 'withdrawn', by: `operator:${by.operator}`, why: reason, at })
    await store.countChange(tx, id, by)
    return { action: 'withdraw-announcement', reason }
  })
