import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type Text, textNames } from '@ingot/endpoints/content'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { saveTextDraft as saveCall, TextDesk, TextDraft } from '@ingot/endpoints/text-desk'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { sectionsIn, wordsOf } from './rules.ts'
import { currentText, listVersions, type Texts } from './service.ts'
import * as store from './store.ts'

const shown = ({ effectiveOn, sections, savedAt, ...draft }: store.DraftRow): TextDraft => ({
  ...draft,
  ...{ publishedOn: effectiveOn, sections, words: wordsOf(sections), savedAt: savedAt.toISOString() },
})

export const readTextDesk = async (texts: Texts): Promise<TextDesk[]> => {
  const { db, now } = texts
  return Promise.all(
    textNames.map(async (name) => {
      const [versions, inForce, stored, draft] = await Promise.all([
        listVersions(texts, name),
        currentText(texts, name),
        store.findCurrent(db, name, store.dayOf(now())),
        store.findDraft(db, name),
      ])
      // As it is stored, with the mark in the place of the service's name: the next version is written with it, too.
      const words = wordsOf(stored?.sections ?? [])
      return { name, title: inForce.title, versions, words, draft: draft ? shown(draft) : null }
    }),
  )
}

/** Whoever comes later than somebody else looks again. */
const lockDraft = async (tx: Tx, name: string, revision: number) => {
  await store.lockText(tx, name)
  const draft = await store.findDraft(tx, name)
  if ((draft?.revision ?? 0) !== revision) throw new Failure('StateChanged')
  return draft
}

export const saveDraft = (
  { db, now }: Pick<Texts, 'db' | 'now'>,
  { id }: Person,
  name: Text['name'],
  { revision, words, effectiveOn, ...written }: BodyOf<typeof saveCall>,
): Promise<TextDraft> => {
  const sections = sectionsIn(words)
  if (!sections)
    throw new Failure(
      'InvalidInput',
      {},
      'Please begin the text with a heading after “## ”, and give every section some words.',
    )
  return inTransaction(db, async (tx) => {
    await lockDraft(tx, name, revision)
    if (await store.findVersion(tx, name, written.version)) throw new Failure('TextVersionTaken')
    const saved = { operator: id, revision: revision + 1, at: now() }
    await store.saveDraft(tx, { name, sections, effectiveOn, ...written }, saved)
    const draft = await store.findDraft(tx, name)
    if (!draft) throw new Error('a draft was not saved')
    return shown(draft)
  })
}

export const discardDraft = (db: Db, name: string, revision: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await lockDraft(tx, name, revision))) throw new Failure('NotFound')
    await store.deleteDraft(tx, name)
  })
