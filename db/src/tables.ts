import type { Generated } from 'kysely'

/** The tables this package owns. A feature reads its own with `db.withTables<…>()`. */
export type Tables = {
  operations: {
    caller: string
    endpoint: string
    key: string
    request_hash: Buffer
    reply: string | null
    done_at: Generated<Date>
  }
  heartbeats: { part: string; beat_at: Date }
}
