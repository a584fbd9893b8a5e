import type { Db, Tx } from '@ingot/db/connect'
import type { Text } from '@ingot/endpoints/content'
import { sql } from 'kysely'

type Tables = {
  texts: { name: Text['name']; version: string; published_on: string; title: string; sections: unknown }
}

const textOf = (row: {
  name: Text['name']
  version: string
  publishedOn: string
  title: string
  sections: unknown
}): Text => ({
  name: row.name,
  title: row.title,
  version: row.version,
  publishedOn: row.publishedOn,
  sections: (row.sections as Text['sections']).map(({ heading, paragraphs }) => ({ heading, paragraphs })),
})

const selectText = (db: Db | Tx) =>
  db
    .withTables<Tables>()
    .selectFrom('texts')
    .select([
      'name',
      'version',
      'title',
      'sections',
      sql<string>`to_char(published_on, 'YYYY-MM-DD')`.as('publishedOn'),
    ])

/** The newest version that is in force today. */
export const findCurrent = async (db: Db, name: Text['name']): Promise<Text | undefined> => {
  const row = await selectText(db)
    .where('name', '=', name)
    .where('published_on', '<=', sql<string>`current_date`)
    .orderBy('published_on', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && textOf(row)
}

/** Stores a version unless it is there, and gives back what is stored. */
export const insertOnce = async (db: Tx, text: Text): Promise<Text> => {
  const { name, title, version, publishedOn, sections } = text
  await db
    .withTables<Tables>()
    .insertInto('texts')
    .values({ name, title, version, published_on: publishedOn, sections: JSON.stringify(sections) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return textOf(await selectText(db).where('name', '=', name).where('version', '=', version).executeTakeFirstOrThrow())
}
