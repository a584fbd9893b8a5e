import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { type Text, textNames } from '@ingot/endpoints/content'
import { Failure } from '../../failure.ts'
import { parseText } from './rules.ts'
import * as store from './store.ts'

export const currentText = async (db: Db, name: Text['name']): Promise<Text> => {
  const text = await store.findCurrent(db, name)
  if (!text) throw new Failure('NotFound')
  return text
}

/** Publishes the texts as they stand in the files. A version that was published stays as it was. */
export const publishTexts = async (db: Db, read: (name: Text['name']) => Promise<string>, brand: string) => {
  for (const name of textNames) {
    const text = parseText(name, await read(name), brand)
    const published = await store.insertOnce(db, text)
    if (JSON.stringify(published) !== JSON.stringify(text))
      throw new ProblemForPeople(
        `${name} was changed without a new version: ${text.version} is published and stays as it is.`,
      )
  }
}
