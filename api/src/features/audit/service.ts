import type { Db } from '@ingot/db/connect'
import type { AuditLine } from '@ingot/endpoints/audit'
import type { Table } from '../../lists.ts'
import { type AuditFilter, type LineRow, readLines } from './store.ts'

/** The words of every action that features declare. */
export type Titles = Readonly<Record<string, string>>

const shown = (titles: Titles, row: LineRow): AuditLine => ({
  number: row.number,
  at: row.at.toISOString(),
  operator: row.operator,
  action: row.action,
  title: titles[row.action] ?? row.action,
  customer: row.customer === null ? null : { id: row.customer, username: row.username ?? 'erased' },
  thing: row.named ?? row.thing,
  reason: row.reason,
  facts: Object.entries(row.facts).map(([name, value]) => ({ name, value })),
  alone: row.alone,
})

export const auditList = (db: Db, titles: Titles): Table<AuditFilter, LineRow, AuditLine> => ({
  name: 'audit',
  read: (filter, stretch) => readLines(db, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map((row) => shown(titles, row)),
  columns: {
    Number: ({ number }) => number,
    Time: ({ at }) => at,
    Operator: ({ operator }) => operator ?? 'command',
    Action: ({ title }) => title,
    Customer: ({ customer }) => customer?.username ?? '',
    About: ({ thing }) => thing ?? '',
    Reason: ({ reason }) => reason ?? '',
    Details: ({ facts }) => facts.map(({ name, value }) => `${name}: ${value}`).join('; '),
    Alone: ({ alone }) => (alone ? 'yes' : ''),
  },
})
