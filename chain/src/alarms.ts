import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type AlarmName = 'deposits' | 'reconciliation' | 'outside-limit' | 'anchoring'

/** Says what a person has to look at. It stays until it is no longer so. */
export async function raiseAlarm(db: Db | Tx, name: AlarmName, text: string): Promise<void> {
  await sql`insert into chain_alarms (name, text) values (${name}, ${text})
    on conflict (name) do update set text = excluded.text where chain_alarms.text <> excluded.text`.execute(db)
}

export async function clearAlarm(db: Db | Tx, name: AlarmName): Promise<void> {
  await sql`delete from chain_alarms where name = ${name}`.execute(db)
}
