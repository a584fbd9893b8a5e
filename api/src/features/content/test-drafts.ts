import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

let count = 0

/** For tests: a draft of a version that could be published, each later than the one before. */
export const insertTestDraft = async (db: Db, now: Date): Promise<void> => {
  count += 1
  const day = new Date(now.getTime() + (count + 1) * 24 * 3600_000).toISOString().slice(0, 10)
  const sections = JSON.stringify([{ heading: 'One', paragraphs: [`Words ${count}.`] }])
  await sql`
    insert into text_drafts (name, revision, version, effective_on, changes, title, sections, saved_by, saved_at)
    select 'term-conditions', ${count}, ${`${100 + count}.0`}, ${day}, 'All of it.', 'Terms', ${sections}::jsonb, id, ${now}
    from customers limit 1
    on conflict (name) do update set revision = excluded.revision, version = excluded.version,
      effective_on = excluded.effective_on, sections = excluded.sections`.execute(db)
}
