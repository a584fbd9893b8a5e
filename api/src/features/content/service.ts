import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { type Text, textNames } from '@ingot/endpoints/content'
import { Failure } from '../../failure.ts'
import { inTheNameOf, parseText } from './rules.ts'
import * as store from './store.ts'

export const currentText = async (db: Db, name: Text['name'], brand: string): Promise<Text> => {
  const text = await store.findCurrent(db, name)
  if (!text) throw new Failure('NotFound')
  return inTheNameOf(brand, text)
}

/** Publishes the texts as they stand in the folder, all or none. A version that was published stays as it was. */
export const publishTexts = async (db: Db, folder: string) => {
  const texts = await Promise.all(textNames.map(async (name) => parseText(name, await readTextFile(folder, name))))
  await inTransaction(db, async (tx) => {
    for (const text of texts) {
      const published = await store.insertOnce(tx, text)
      if (JSON.stringify(published) !== JSON.stringify(text))
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
