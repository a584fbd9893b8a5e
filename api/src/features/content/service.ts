import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import type { TextVersion } from '@ingot/endpoints/consents'
import { type Text, textNames } from '@ingot/endpoints/content'
import { Answer } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { fileNameOf, fileOf, hashOf, inTheNameOf, parseText, standingOn } from './rules.ts'
import * as store from './store.ts'

/** What texts are read with. */
export type Texts = { db: Db; brand: string; now: () => Date }

export const currentText = async ({ db, brand, now }: Texts, name: Text['name']): Promise<Text> => {
  const text = await store.findCurrent(db, name, store.dayOf(now()))
  if (!text) throw new Failure('NotFound')
  return inTheNameOf(brand, text)
}

/** The one to come, too: whoever is bound by it may read it before. */
export const listVersions = async ({ db, brand, now }: Texts, name: Text['name']): Promise<TextVersion[]> => {
  const versions = await store.readVersions(db, name)
  return standingOn(versions, store.dayOf(now())).map(({ state, ...stored }) => {
    const text = inTheNameOf(brand, stored)
    const { version, publishedOn, changes } = text
    return { version, publishedOn, changes, state, hash: hashOf(text) }
  })
}

export const textOfVersion = async (
  { db, brand }: Pick<Texts, 'db' | 'brand'>,
  { name, version }: Pick<Text, 'name' | 'version'>,
): Promise<Text> => {
  const text = await store.findVersion(db, name, version)
  if (!text) throw new Failure('NotFound')
  return inTheNameOf(brand, text)
}

/** To be saved and never shown as a page. */
export const asFile = (text: Text) =>
  new Answer<Uint8Array>(fileOf(text), {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="${fileNameOf(text)}"`,
    },
  })

/**
 * Publishes the texts as they stand in the folder, all or none. A version that was published stays as it was. A text of which
 * operators published a version is theirs: no newer one of the folder comes in its place.
 */
export const publishTexts = async (db: Db, folder: string) => {
  const texts = await Promise.all(textNames.map(async (name) => parseText(name, await readTextFile(folder, name))))
  await inTransaction(db, async (tx) => {
    for (const text of texts) {
      await store.lockText(tx, text.name)
      if (!(await store.isOperators(tx, text.name))) await store.insertText(tx, text, null)
      const published = await store.findVersion(tx, text.name, text.version)
      if (published && JSON.stringify(published) !== JSON.stringify(text))
        throw new ProblemForPeople(
          `${text.name} was changed without a new version: ${text.version} is published and stays as it is.`,
        )
    }
  })
}

const readTextFile = (folder: string, name: string) =>
  readFile(join(folder, `${name}.md`), 'utf8').catch((error) => {
    throw new ProblemForPeople(`The text ${name}.md cannot be read in ${folder}: ${error.code}.`)
  })
