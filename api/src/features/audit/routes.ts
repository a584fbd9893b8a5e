import type { Db } from '@ingot/db/connect'
import { auditFile, listAudit } from '@ingot/endpoints/audit'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { auditList, type Titles } from './service.ts'

export const auditRoutes = (db: Db, titles: Titles): Binding[] => {
  const lines = auditList(db, titles)
  return [
    bind(listAudit, async ({ query }) => pageOf(lines, query)),
    bind(auditFile, async ({ query }) => fileOf(lines, query)),
  ]
}
